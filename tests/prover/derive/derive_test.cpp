// What is written is accepted by the kernel, and nothing is written of what is not derivable.

#include "logic/formula/print.hpp"
#include "prover/decide/prover.hpp"
#include "prover/derive/derive.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/prover/derive/kernel_check.hpp"
#include "tests/prover/random_claims.hpp"
#include "tests/prover/random_open_game.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <functional>
#include <map>

using namespace sgl;
using namespace sgl::testing;

TEST_CASE("f <-> its normal form has a derivation that the kernel accepts, for every f")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long sample = 0; sample < sample_count(2'000); ++sample)
    {
        CAPTURE(sample);
        FormulaStore store;
        const Game game = frame_only(random_frame(random));
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
        const Judgement checked = check_written(store, game, *proof);
        CAPTURE(checked.text);
        REQUIRE(checked.complaints == "");
        REQUIRE(checked.shown == wanted);
    }
}

namespace
{

struct Written
{
    unsigned shown = 0;
    std::vector<std::string> not_written;
};

/// What is proved of random formulas in these games is derived, and nothing else is.
Written derive_in(unsigned long samples, const std::function<Game(Random&, FormulaStore&)>& make)
{
    CAPTURE(seed());
    Random random(seed());
    Written written;
    for (unsigned long sample = 0; sample < samples; ++sample)
    {
        CAPTURE(sample);
        FormulaStore store;
        const Game game = make(random, store);
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
        const bool is_proved = std::holds_alternative<Proved>(verdict);
        if (!is_proved && !random.one_in(8))
            continue;
        Theory theory(store, game);
        Deriver deriver(theory);
        const auto proof = deriver.derive({{"goal", f}}, {});
        if (!proof)
        {
            if (is_proved)
                written.not_written.push_back(fmt::format("sample {}: {}: {}", sample,
                                                          print(game.frame, f), deriver.why_not()));
            continue;
        }
        REQUIRE(is_proved);
        ++written.shown;
        const Judgement checked = check_written(store, game, *proof);
        CAPTURE(checked.text);
        REQUIRE(checked.complaints == "");
        REQUIRE(checked.shown == f);
    }
    return written;
}

} // namespace

TEST_CASE("What a game's axioms imply is derived from them")
{
    const Written written =
        derive_in(sample_count(2'000),
                  [](Random& random, FormulaStore& store) {
                      return random_game(random, store,
                                         random.coin() ? Trouble::None : Trouble::Contradictions);
                  });
    CHECK(written.shown >= sample_count(1'000));
    CHECK(written.not_written == std::vector<std::string>{});
}

TEST_CASE("What the axioms of a game that leaves much open imply is derived from them")
{
    const Written written = derive_in(sample_count(2'000), random_open_game);
    CHECK(written.shown >= sample_count(1'000));
    CHECK(written.not_written == std::vector<std::string>{});
}

TEST_CASE("What induction and short plays show of claims about plays of any length is derived")
{
    CAPTURE(seed());
    Random random(seed());
    std::map<std::string, unsigned> derived;
    std::vector<std::string> not_written;
    const unsigned long games = sample_count(2'000, 60);
    for (unsigned long sample = 0; sample < games; ++sample)
    {
        CAPTURE(sample);
        FormulaStore store;
        const Game game = random_game(random, store, Trouble::None);
        Prover prover(store, game, {});
        for (int k = 0; k < 4; ++k)
        {
            const Claim claim = random_claim(random, store, game, true);
            const ClaimResult result = prover.prove(claim);
            const auto* proved = std::get_if<Proved>(&result.verdict);
            if (proved == nullptr || proved->method == Method::Reduction ||
                proved->obligations.empty())
                continue;
            CAPTURE(claim.name, word(proved->method), proved->detail);
            std::vector<Goal> goals;
            for (Formula f : proved->obligations)
                goals.push_back({fmt::format("goal_{}", goals.size()), f});
            Theory theory(store, game);
            Deriver deriver(theory);
            const auto proof = deriver.derive(goals, {});
            if (!proof)
            {
                not_written.push_back(fmt::format("sample {}, claim {}: {} by {}, {}", sample, k,
                                                  claim.name, word(proved->method),
                                                  deriver.why_not()));
                continue;
            }
            const Judgement checked = check_written(store, game, *proof);
            CAPTURE(checked.text);
            REQUIRE(checked.complaints == "");
            CHECK(checked.shown == proved->obligations.back());
            ++derived[std::string(word(proved->method))];
        }
    }
    CHECK(not_written == std::vector<std::string>{});
    CHECK(derived["induction"] > 0);
    CHECK(derived["unrolling"] > 0);
}
