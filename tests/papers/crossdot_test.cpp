// The JPL paper's running example, read from examples/crossdot.sgl: every play by brute force.

#include "logic/language/reader.hpp"
#include "tests/brute_force.hpp"
#include "tests/games.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

struct CrossDot
{
    CrossDot(std::int64_t m, std::int64_t k)
        : reader(GameReader::read(store, example("crossdot.sgl"), {{{"m", m}, {"k", k}}}))
    {
        REQUIRE(reader);
    }
    std::size_t count_moves(const std::string& strategy_text)
    {
        const auto strategy = reader->strategy({"test", strategy_text});
        REQUIRE(strategy);
        GameModel model(store, reader->game());
        Evaluator evaluator(model);
        std::size_t count = 0;
        for (State w : model.explore(model.initial_states().states).states)
            for (Action a : reader->game().frame.actions_of(strategy->agent))
                count += evaluator.holds(strategy->moves, w, a);
        return count;
    }

    FormulaStore store;
    Result<GameReader> reader;
};

} // namespace

TEST_CASE("crossdot.sgl is the game built by hand")
{
    for (std::size_t k : {2U, 3U})
    {
        CrossDot read(5, static_cast<std::int64_t>(k));
        FormulaStore store;
        const MarkGame board = crossdot(store, 5, k);
        GameModel from_file(read.store, read.reader->game()), by_hand(store, board.game);
        const auto count = [](GameModel& model)
        { return model.explore(model.initial_states().states).states.size(); };
        CHECK(count(from_file) == count(by_hand));
    }
}

TEST_CASE("The moves that the JPL paper counts in CrossDot(4,2), with errata J2")
{
    CrossDot game(4, 2);
    CHECK(game.count_moves("fill_next(x)") == 12);
    CHECK(game.count_moves("(next p(x,1)) for x") == 13);
    CHECK(game.count_moves("(next p(x,1)) for o") == 7);
    CHECK(game.count_moves("(next wins(x)) for x") == 12);
}

TEST_CASE("The claims of crossdot.sgl that brute force decides turn out as it expects")
{
    CrossDot game(5, 3);
    BruteForce brute_force(game.store, game.reader->game(), BruteForce::Closure::LegalMoves);
    unsigned decided = 0;
    for (const Claim& claim : game.reader->game().claims)
    {
        const bool about_all_states = claim.everywhere || claim.kind == ClaimKind::Theorem ||
                                      claim.kind == ClaimKind::Implements;
        if (about_all_states || !claim.expected || *claim.expected == Expected::Vacuous)
            continue;
        CAPTURE(claim.name);
        const auto decision = brute_force.decide(claim);
        if (!decision)
            continue;
        ++decided;
        CHECK(decision->holds == (*claim.expected == Expected::Proved));
    }
    CHECK(decided > 3);
}
