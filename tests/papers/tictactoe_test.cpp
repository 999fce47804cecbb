// The SGL paper's running example, read from examples/tictactoe.sgl: every play by brute force.

#include "logic/language/reader.hpp"
#include "tests/brute_force.hpp"
#include "tests/games.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

struct TicTacToe
{
    TicTacToe() : reader(GameReader::read(store, example("tictactoe.sgl")))
    {
        REQUIRE(reader);
        brute_force.emplace(store, game(), BruteForce::Closure::LegalMoves);
    }
    const Game& game() const { return reader->game(); }
    Strategy strategy(const std::string& text)
    {
        auto read = reader->strategy({"test", text});
        REQUIRE(read);
        return *read;
    }
    Formula formula(const std::string& text)
    {
        auto read = reader->formula({"test", text});
        REQUIRE(read);
        return *read;
    }
    /// Whoever plays as told never loses.
    bool never_loses(const std::string& strategy_text, const std::string& opponent)
    {
        Claim claim;
        claim.kind = ClaimKind::If;
        claim.strategies = {strategy(strategy_text)};
        claim.formula = formula("terminal -> !wins(" + opponent + ")");
        const auto decision = brute_force->decide(claim);
        REQUIRE(decision.has_value());
        CHECK_FALSE(decision->vacuous);
        CHECK_FALSE(decision->stuck);
        return decision->holds;
    }

    FormulaStore store;
    Result<GameReader> reader;
    std::optional<BruteForce> brute_force;
};

/// One for all tests here: going through the game takes a while.
TicTacToe& tictactoe()
{
    static TicTacToe game;
    return game;
}

} // namespace

TEST_CASE("tictactoe.sgl is the game built by hand")
{
    TicTacToe& t = tictactoe();
    const MarkGame board = mk(t.store, 3, 3);
    GameModel by_hand(t.store, board.game);
    CHECK(by_hand.explore(by_hand.initial_states().states).states.size() == 5478);
    REQUIRE(t.brute_force->reachable_states().has_value());
    CHECK(t.brute_force->reachable_states()->size() == 5478);
}

TEST_CASE("The claims of tictactoe.sgl about plays turn out as it expects")
{
    TicTacToe& t = tictactoe();
    for (const Claim& claim : t.game().claims)
        if (const auto decision = t.brute_force->decide(claim))
        {
            CAPTURE(claim.name);
            CHECK(decision->holds ==
                  (claim.expected.value_or(Expected::Proved) == Expected::Proved));
            CHECK_FALSE(decision->vacuous);
        }
}

TEST_CASE("Errata S11: some choice of the five rules loses tic-tac-toe, for either side")
{
    TicTacToe& t = tictactoe();
    CHECK_FALSE(t.never_loses("sensible(x)", "o"));
    CHECK_FALSE(t.never_loses("sensible(o)", "x"));
    CHECK(t.never_loses("careful(x)", "o"));
    CHECK_FALSE(t.never_loses("careful(o)", "x"));
}

TEST_CASE("Errata S7: combined rules are complete because any_cell is, when leaves are legal moves")
{
    TicTacToe& t = tictactoe();
    Claim claim;
    claim.kind = ClaimKind::Complete;
    for (const char* name : {"any_cell(x)", "any_cell(o)", "sensible(x)", "sensible(o)"})
    {
        claim.strategies = {t.strategy(name)};
        CHECK(t.brute_force->decide(claim)->holds);
    }
}
