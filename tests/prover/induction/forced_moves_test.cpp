#include "prover/induction/forced_moves.hpp"
#include "prover/reduction/read_witness.hpp"

#include "logic/language/reader.hpp"
#include "prover/plays/confirmation.hpp"
#include "tests/brute_force.hpp"
#include "tests/prover/random_claims.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Two agents, in turn, take one to three of n sticks.
Source sticks(const std::string& more)
{
    return {"sticks.sgl", R"(game sticks
agents x, o
fluent left(0..9), turn(agent)
action take(t: agent, 1..3) by t
let other(x) = o
let other(o) = x
axiom start: initial -> left(9) & (all n in 0..8: !left(n)) & turn(x) & !turn(o)
axiom end: terminal <-> left(0)
axiom legality: for t in agent, k in 1..3: legal(take(t,k)) <-> turn(t) & !terminal & (any n in 0..9 where n >= k: left(n))
axiom fewer: for n in 0..9: next left(n) <-> (any t in agent, k in 1..3 where n + k <= 9: does(take(t,k)) & left(n+k))
axiom alternate: for t in agent: turn(t) -> next !turn(t) & next turn(other(t))
strategy one(t: agent) for t = does(take(t,1))
strategy some(t: agent) for t = does(take(t,1)) | does(take(t,2))
strategy most(t: agent) for t = does(take(t,3)) |> does(take(t,2)) |> does(take(t,1))
)" + more};
}

std::vector<Agent> movers(FormulaStore& store, const std::string& claim)
{
    const auto reader = GameReader::read(store, sticks(claim));
    INFO((reader ? "" : reader.errors().front().text()));
    REQUIRE(static_cast<bool>(reader));
    Theory theory(store, reader->game());
    return deterministic_agents(theory, reader->game().claims[0].strategies, {});
}

} // namespace

TEST_CASE("Who is told one move at most, and alone, has no choice")
{
    FormulaStore store;
    const Agent x{0}, o{1};
    CHECK(movers(store, "claim c: if x plays one(x) then true\n") == std::vector{x});
    CHECK(movers(store, "claim c: if o plays most(o) then true\n") == std::vector{o});
    CHECK(movers(store, "claim c: if x plays most(x), o plays one(o) then true\n") ==
          std::vector{x, o});
    CHECK(movers(store, "claim c: if x plays some(x) then true\n").empty());
    CHECK(movers(store, "claim c: if x plays some(x), o plays one(o) then true\n") ==
          std::vector{o});
}

TEST_CASE(
    "A player whose strategy is functional has no choice variable: two of them leave one play "
    "without any")
{
    FormulaStore store;
    const auto reader =
        GameReader::read(store, sticks("claim c: if x plays most(x), o plays one(o) then true\n"));
    REQUIRE(static_cast<bool>(reader));
    Theory theory(store, reader->game());
    const std::vector<Strategy>& profile = reader->game().claims[0].strategies;
    const Budget budget;
    Path path(theory, profile, budget);
    path.start_initial();
    path.decide_moves(deterministic_agents(theory, profile, budget));
    for (unsigned t = 0; t < 4; ++t)
    {
        path.admit(t);
        path.add({path.move_allowed(t)});
        for (std::uint32_t a = 0; a < reader->game().frame.action_count(); ++a)
        {
            const Literal does = path.at(store.does(Action{a}), t);
            INFO("ply " << t << ", " << reader->game().frame.name(Action{a}));
            CHECK(std::abs(does) == path.encoder.always_true());
        }
    }
    REQUIRE(path.is_possible());
    const Witness play = read_witness(path.encoder, 4, false);
    std::string text;
    for (Action a : play.play)
        text += reader->game().frame.name(a) + " ";
    CHECK(text == "take(x,3) take(o,1) take(x,3) take(o,1) ");
}

TEST_CASE("Those said to have no choice have none in any state that is reached")
{
    CAPTURE(seed());
    Random random(seed());
    unsigned long found = 0;
    for (unsigned long i = 0; i < sample_count(4'000, 400); ++i)
    {
        FormulaStore store;
        const Game game = random_game(random, store, Trouble::None);
        const Claim claim = random_claim(random, store, game, true);
        const bool is_about_plays =
            claim.kind == ClaimKind::If || claim.kind == ClaimKind::Achieves;
        BruteForce truth(store, game);
        const BruteForce::Listed& reachable = truth.reachable_states();
        if (!is_about_plays || !reachable)
            continue;
        Theory theory(store, game);
        const std::vector<Agent> movers = deterministic_agents(theory, claim.strategies, {});
        found += movers.size();
        Evaluator evaluator(truth.model());
        for (State w : *reachable)
        {
            for (Agent agent : movers)
            {
                const auto strategy = std::ranges::find(claim.strategies, agent, &Strategy::agent);
                const std::size_t told = recommended(game.frame, evaluator, *strategy, w).size();
                INFO("game " << i);
                CHECK(told <= 1);
                for (std::uint32_t a = 0; told == 1 && a < game.frame.action_count(); ++a)
                {
                    if (game.frame.agent(Action{a}) != agent)
                        CHECK_FALSE(truth.model().legal(w, Action{a}));
                }
            }
        }
    }
    CHECK(found > 0);
}
