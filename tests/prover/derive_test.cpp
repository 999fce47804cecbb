// What is written is accepted by the kernel, and nothing is written of what is not derivable.

#include "axioms/library.hpp"
#include "axioms/reader.hpp"
#include "axioms/write.hpp"
#include "logic/evaluate.hpp"
#include "logic/print.hpp"
#include "prover/derive.hpp"
#include "prover/refutation.hpp"
#include "tests/random.hpp"

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
    surroundings.find_refutation = [](const axioms::Clauses& clauses)
    { return find_refutation(clauses); };
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
        const auto proof = deriver.derive("goal", wanted, {});
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
