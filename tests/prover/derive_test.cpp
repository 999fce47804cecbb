// What is written is accepted by the kernel, and nothing is written of what is not derivable.

#include "axioms/library.hpp"
#include "axioms/reader.hpp"
#include "axioms/write.hpp"
#include "logic/evaluate.hpp"
#include "logic/print.hpp"
#include "prover/derive.hpp"
#include "prover/prove.hpp"
#include "prover/refutation.hpp"
#include "tests/random.hpp"

#include <array>
#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// What the kernel makes of a file; the last theorem's formula where all is accepted.
struct Checked
{
    std::string complaints;
    Formula shown;
    std::size_t lines = 0;
};

Checked check(FormulaStore& store, const std::string& text, const axioms::Setting& setting)
{
    axioms::Surroundings surroundings;
    surroundings.text =
        [&](const std::string& path) -> std::variant<std::string, axioms::Unavailable>
    {
        if (path == "proof.sgp")
            return text;
        const auto found = axioms::library_text(path);
        if (!found)
            return axioms::Unavailable{"no such file"};
        return std::string(*found);
    };
    surroundings.game = [&](FormulaStore&, const std::string&,
                            const auto&) -> std::variant<axioms::Setting, axioms::Unavailable>
    { return setting; };
    surroundings.find_refutation = refutations_within(0);
    axioms::Book book(store, surroundings);
    Checked checked;
    const auto errors = book.read("proof.sgp",
                                  [&](const axioms::Outcome& outcome)
                                  {
                                      if (outcome.objection)
                                          checked.complaints +=
                                              outcome.objection->diagnostic.text();
                                      if (outcome.theorem == nullptr || outcome.is_imported)
                                          return;
                                      checked.shown = outcome.theorem->formula();
                                      checked.lines += outcome.theorem->line_count();
                                  });
    for (const Diagnostic& error : errors)
        checked.complaints += error.text();
    return checked;
}

/// In a frame alone.
Game bare(const Frame& frame)
{
    Game game;
    game.name = "bare";
    game.frame = frame;
    return game;
}

} // namespace

TEST_CASE("f <-> its normal form has a derivation that the kernel accepts, for every f")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long sample = 0; sample < sample_count(2'000); ++sample)
    {
        CAPTURE(sample);
        FormulaStore store;
        const Game game = bare(random_frame(random));
        Theory theory(store, game);
        Shape shape;
        shape.depth = 5;
        const Formula f = random_formula(random, store, game.frame, shape);
        const Formula normal = theory.reduction().reduce(f);
        const Formula wanted = store.equivalence(f, normal);
        CAPTURE(print(game.frame, wanted));
        Deriver deriver(theory);
        const auto proof = deriver.derive({{"goal", wanted}}, {});
        CAPTURE(deriver.why_not());
        REQUIRE(proof);
        const std::string text = derivation_file(store, game.frame, "game \"it\"\n", *proof);
        const axioms::Setting setting{game.frame, game.axioms, true};
        const Checked checked = check(store, text, setting);
        CAPTURE(text);
        REQUIRE(checked.complaints == "");
        REQUIRE(checked.shown == wanted);
    }
}

TEST_CASE("What is valid in the frame is derived, and what is not has a countermodel")
{
    CAPTURE(seed());
    Random random(seed());
    unsigned valid = 0, refuted = 0;
    for (unsigned long sample = 0; sample < sample_count(3'000); ++sample)
    {
        CAPTURE(sample);
        FormulaStore store;
        const Game game = bare(random_frame(random));
        Theory theory(store, game);
        Shape shape;
        shape.depth = 1 + random.below(5);
        const auto formula = [&] { return random_formula(random, store, game.frame, shape); };
        Formula f = formula();
        // Often an equivalence that has a chance.
        if (random.coin())
        {
            const Action a = random.action(game.frame);
            const Formula alpha = formula(), g = formula();
            const std::array<std::pair<Formula, Formula>, 7> pairs{{
                {store.select(a, store.next(f)), store.after(a, f)},
                {store.restrict(alpha, store.next(f)), store.next(store.restrict(alpha, f))},
                {store.restrict(alpha, store.restrict(alpha, f)), store.restrict(alpha, f)},
                {store.next(store.negation(f)), store.negation(store.next(f))},
                {store.prioritised_or(std::array{f, g, alpha}),
                 store.prioritised_or(std::array{f, store.prioritised_or(std::array{g, alpha})})},
                {store.prioritised_and(std::array{f, g, alpha}),
                 store.prioritised_and(std::array{f, store.prioritised_and(std::array{g, alpha})})},
                {store.conjunction(store.does(a), f),
                 store.conjunction(store.does(a), store.select(a, f))},
            }};
            const auto& [left, right] = pairs[random.below(pairs.size())];
            f = store.equivalence(left, right);
        }
        CAPTURE(print(game.frame, f));
        Claim claim;
        claim.kind = ClaimKind::Valid;
        claim.formula = f;
        const Verdict verdict = Prover(store, game, {}).prove(claim).verdict;
        const bool is_valid = std::holds_alternative<Proved>(verdict);
        REQUIRE((is_valid || std::holds_alternative<Refuted>(verdict)));
        Deriver deriver(theory);
        const auto proof = deriver.derive({{"goal", f}}, {});
        REQUIRE(proof.has_value() == is_valid);
        refuted += !is_valid;
        valid += is_valid;
        if (!is_valid)
            continue;
        const axioms::Setting setting{game.frame, game.axioms, true};
        const Checked checked =
            check(store, derivation_file(store, game.frame, "game \"it\"\n", *proof), setting);
        REQUIRE(checked.complaints == "");
        REQUIRE(checked.shown == f);
    }
    CHECK(valid > 0);
    CHECK(refuted > 0);
}

TEST_CASE("What a game's axioms imply is derived from them")
{
    CAPTURE(seed());
    Random random(seed());
    unsigned shown = 0, not_written = 0;
    for (unsigned long sample = 0; sample < sample_count(2'000); ++sample)
    {
        CAPTURE(sample);
        FormulaStore store;
        const Game game =
            random_game(random, store, random.coin() ? Trouble::None : Trouble::Contradictions);
        Shape shape;
        shape.depth = 1 + random.below(5);
        const auto formula = [&] { return random_formula(random, store, game.frame, shape); };
        Formula f = formula();
        if (random.coin())
        {
            const Formula alpha = formula();
            f = store.equivalence(store.restrict(alpha, store.next(f)),
                                  store.next(store.restrict(alpha, f)));
        }
        CAPTURE(print(game.frame, f));
        Claim claim;
        claim.kind = ClaimKind::Theorem;
        claim.formula = f;
        const Verdict verdict = Prover(store, game, {}).prove(claim).verdict;
        Theory theory(store, game);
        Deriver deriver(theory);
        const auto proof = deriver.derive({{"goal", f}}, {});
        if (!proof)
        {
            not_written += std::holds_alternative<Proved>(verdict);
            continue;
        }
        REQUIRE(std::holds_alternative<Proved>(verdict));
        ++shown;
        const axioms::Setting setting{game.frame, game.axioms, true};
        const std::string text = derivation_file(store, game.frame, "game \"it\"\n", *proof);
        const Checked checked = check(store, text, setting);
        CAPTURE(text);
        REQUIRE(checked.complaints == "");
        REQUIRE(checked.shown == f);
    }
    WARN(shown << " derived, " << not_written << " proved but not derived");
    CHECK(shown > 0);
    CHECK(not_written <= shown / 20);
}
