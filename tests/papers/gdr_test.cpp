// "GDL Meets ATL" (GDR), its 53-game read from examples/fivethree.sgl: the plays that its
// Observation 2 is about, one by one, with the evaluator alone.

#include "logic/language/reader.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/model/game_model.hpp"
#include "tests/games.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <map>
#include <set>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// The plays in which x keeps to its strategy and o does as it likes.
struct Plays
{
    std::uint64_t count = 0;
    std::uint64_t won = 0;     // by x
    std::uint64_t dead = 0;    // ways to a state that is not final and where no move is made
    std::size_t most_told = 0; // moves that x was told in one state
    std::set<State> states;
};

Plays plays_of(GameReader& reader, FormulaStore& store)
{
    const Game& game = reader.game();
    const auto strategy = reader.strategy({"test", "s53(x)"});
    const auto wins = reader.formula({"test", "wins(x)"});
    const auto turn = reader.formula({"test", "turn(x)"});
    REQUIRE((strategy && wins && turn));

    GameModel model(store, game);
    Evaluator evaluator(model);
    const Listing starts = model.initial_states();
    REQUIRE(starts.complete);
    Plays plays;
    std::map<State, std::uint64_t> ways; // to each state that so many moves lead to
    for (State w : starts.states)
        ways[w] = 1;
    while (!ways.empty())
    {
        std::map<State, std::uint64_t> next;
        for (const auto& [w, n] : ways)
        {
            plays.states.insert(w);
            const Action any{0};
            if (model.terminal(w))
            {
                plays.count += n;
                plays.won += evaluator.holds(*wins, w, any) ? n : 0;
                continue;
            }
            const bool is_told = evaluator.holds(*turn, w, any);
            std::size_t moves = 0;
            for (std::uint32_t i = 0; i < game.frame.action_count(); ++i)
            {
                const Action a{i};
                if (!model.legal(w, a) || (is_told && !evaluator.holds(strategy->moves, w, a)))
                    continue;
                moves += 1;
                next[model.after(w, a)] += n;
            }
            plays.dead += moves == 0 ? n : 0;
            plays.most_told = std::max(plays.most_told, is_told ? moves : 0);
        }
        ways = std::move(next);
        evaluator.clear();
    }
    return plays;
}

} // namespace

TEST_CASE("GDR Observation 2: all 600 plays of the 53-game in which x begins by S_53 are won by x")
{
    FormulaStore store;
    auto reader = GameReader::read(store, example("fivethree.sgl"));
    REQUIRE(reader);
    const Plays plays = plays_of(*reader, store);
    CHECK(plays.count == 600);
    CHECK(plays.won == 600);
    CHECK(plays.dead == 0);
    CHECK(plays.most_told == 1);
    CHECK(plays.states.size() == 676);
}

TEST_CASE("GDR Observation 2 is about 5 × 5 cells: on 4 × 4, x does not win all plays")
{
    FormulaStore store;
    ReadOptions options;
    options.parameters = {{"m", 4}};
    auto reader = GameReader::read(store, example("fivethree.sgl"), options);
    REQUIRE(reader);
    const Plays plays = plays_of(*reader, store);
    CHECK(plays.dead == 0);
    CHECK(plays.won > 0);
    CHECK(plays.won < plays.count);
}
