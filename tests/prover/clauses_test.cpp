#include "tests/games.hpp"
#include "tests/prover/certificate_check.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace sgl;
using namespace sgl::testing;
using certificate::Drawn;

namespace
{

ProveOptions by(Engine engine)
{
    ProveOptions options = keeping_models();
    options.engine = engine;
    return options;
}

/// Proved in a way that clauses can show.
bool is_of_plays(const Verdict& verdict)
{
    const auto* proved = std::get_if<Proved>(&verdict);
    return proved != nullptr && proved->way != Way::Everywhere;
}

} // namespace

TEST_CASE("What unrolling or induction proves, clauses show")
{
    CAPTURE(seed());
    std::map<Way, unsigned long> with;
    unsigned long without = 0;
    std::string missing;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        for (const Engine engine : {Engine::Unrolling, Engine::Induction})
        {
            Prover prover(store, game, by(engine));
            for (const Claim& claim : game.claims)
            {
                const ClaimResult result = prover.prove(claim);
                if (!is_of_plays(result.verdict))
                    continue;
                CAPTURE(i, claim.name);
                const Drawn drawn = drawn_up(store, game, claim, result.verdict, true);
                if (!drawn.text.empty())
                {
                    CAPTURE(drawn.text);
                    CHECK(drawn.text.find("by clauses") != std::string::npos);
                    CHECK(objection(store, game, drawn.text) == "");
                    ++with[std::get<Proved>(result.verdict).way];
                    continue;
                }
                ++without;
                missing += "game " + std::to_string(i) + ", " + claim.name + ": " + drawn.why_not +
                           "\n";
            }
        }
    }
    CAPTURE(with, without, missing);
    CHECK(with[Way::Unrolling] > 0);
    CHECK(with[Way::Induction] > 0);
    CHECK(without == 0);
}
