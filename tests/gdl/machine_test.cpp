#include "logic/gdl/ground/ground.hpp"
#include "logic/gdl/machine/facts.hpp"
#include "logic/gdl/reader/reader.hpp"
#include "tests/gdl/sheets.hpp"

#include <catch2/catch.hpp>
#include <random>

namespace sgl::gdl
{

namespace
{

const std::string tic_tac_toe = R"(
; Three in a row on three by three.
(role X) (role O)
(<= (base (mark ?i ?j ?p)) (index ?i) (index ?j) (role ?p))
(<= (base (turn ?p)) (role ?p))
(<= (input ?p (put ?i ?j)) (index ?i) (index ?j) (role ?p))
(<= (input ?p wait) (role ?p))
(init (turn X))
(index 1) (index 2) (index 3)
(other X O) (other O X)
(<= (taken ?i ?j) (true (mark ?i ?j ?p)))
(<= (legal ?p (put ?i ?j)) (true (turn ?p)) (index ?i) (index ?j) (not (taken ?i ?j)))
(<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
(<= (next (mark ?i ?j ?p)) (or (true (mark ?i ?j ?p)) (does ?p (put ?i ?j))))
(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
(<= (line ?p) (index ?i) (role ?p)
    (or (not (open-row ?p ?i)) (not (open-column ?p ?i))))
(<= (open-row ?p ?i) (role ?p) (index ?i) (index ?j) (not (true (mark ?i ?j ?p))))
(<= (open-column ?p ?j) (role ?p) (index ?i) (index ?j) (not (true (mark ?i ?j ?p))))
(<= (line ?p) (true (mark 2 2 ?p))
    (or (two ?p 1 1 3 3) (two ?p 1 3 3 1)))
(<= (two ?p ?i ?j ?k ?l) (true (mark ?i ?j ?p)) (true (mark ?k ?l ?p)))
(<= free (index ?i) (index ?j) (not (taken ?i ?j)))
(<= terminal (or (line X) (line O) (not free)))
(<= (goal ?p 100) (line ?p))
(<= (goal ?p 0) (line ?q) (other ?p ?q))
(<= (goal ?p 50) (role ?p) (not (line X)) (not (line O)))
)";

/// Heaps of 1, 2 and 3: who takes the last object wins, which is the second player.
const std::string nim = R"(
(role first) (role second)
(init (heap a 1)) (init (heap b 2)) (init (heap c 3)) (init (turn first))
(less 0 1) (less 0 2) (less 0 3) (less 1 2) (less 1 3) (less 2 3)
(other first second) (other second first)
(<= (legal ?p (leave ?h ?n)) (true (turn ?p)) (true (heap ?h ?m)) (less ?n ?m))
(<= (legal ?p noop) (other ?p ?q) (true (turn ?q)))
(<= (next (heap ?h ?n)) (does ?p (leave ?h ?n)))
(<= (next (heap ?h ?n)) (true (heap ?h ?n)) (does ?p (leave ?g ?m)) (distinct ?g ?h))
(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
(<= some (true (heap ?h ?n)) (distinct ?n 0))
(<= terminal (not some))
(<= (goal ?p 0) (true (turn ?p)))
(<= (goal ?p 100) (other ?p ?q) (true (turn ?q)))
)";

const std::string rock_paper_scissors = R"(
(role me) (role you) (init start)
(beats rock scissors) (beats scissors paper) (beats paper rock)
(<= (legal ?p ?s) (role ?p) (beats ?s ?t) (true start))
(<= (next (shown ?p ?s)) (does ?p ?s))
(<= terminal (not (true start)))
(<= (wins ?p) (true (shown ?p ?s)) (true (shown ?q ?t)) (beats ?s ?t))
(<= (goal ?p 100) (wins ?p))
(<= (goal me 0) (wins you)) (<= (goal you 0) (wins me))
(<= (goal ?p 50) (role ?p) (not (wins me)) (not (wins you)))
)";

GameFacts facts(const std::string& text, const ExploreLimits& limits = {})
{
    ReadSheet read = read_sheet({"game.kif", text});
    INFO(first_error(read.diagnostics));
    REQUIRE(read.is_accepted());
    CHECK(read.diagnostics.empty());
    const Grounded grounded = ground(*read.sheet);
    REQUIRE(grounded.program);
    CHECK(grounded.diagnostics.empty());
    Machine machine(*grounded.program);
    return facts_of(read.sheet->terms, *grounded.program, explore(machine, limits), 6);
}

using Numbers = std::vector<std::uint64_t>;

} // namespace

TEST_CASE("Tic-tac-toe as a sheet has 5478 states, 958 of them ends, and is a draw", "[gdl]")
{
    const GameFacts game = facts(tic_tac_toe);
    CHECK(game.is_complete);
    CHECK(game.roles == std::vector<std::string>{"x", "o"});
    CHECK(game.initial_legal == Numbers{9, 1});
    CHECK(game.plies.states == Numbers{1, 9, 72, 252, 756, 1260, 1520});
    CHECK(game.plies.sequences == std::vector<long double>{1, 9, 72, 504, 3024, 15120, 54720});
    CHECK(game.states == 5478);
    CHECK(game.joint_moves == 16167);
    CHECK(game.terminal_states == 958);
    CHECK(game.terminal_goals ==
          std::map<std::string, std::uint64_t>{{"0/100", 316}, {"50/50", 16}, {"100/0", 626}});
    CHECK(game.deadlocks == 0);
    CHECK_FALSE(game.is_simultaneous);
    CHECK(game.longest_play == 9U);
    for (const RoleValue& role : game.values)
    {
        CHECK(role.forced == 50);
        CHECK(role.best == 100);
    }
}

TEST_CASE("Nim with heaps 1, 2, 3 is won by the second player", "[gdl]")
{
    const GameFacts game = facts(nim);
    REQUIRE(game.values.size() == 2);
    CHECK(game.values[0].forced == 0);
    CHECK(game.values[0].best == 100);
    CHECK(game.values[1].forced == 100);
    CHECK(game.longest_play == 6U);
    CHECK(game.initial_legal == Numbers{6, 1});
}

TEST_CASE("Where both roles move at once, nobody can force a win", "[gdl]")
{
    const GameFacts game = facts(rock_paper_scissors);
    CHECK(game.is_simultaneous);
    CHECK(game.states == 10);
    CHECK(game.terminal_goals ==
          std::map<std::string, std::uint64_t>{{"0/100", 3}, {"50/50", 3}, {"100/0", 3}});
    for (const RoleValue& role : game.values)
        CHECK(role.forced == 0);
}

TEST_CASE("A search that meets a limit says that it is not complete", "[gdl]")
{
    ExploreLimits limits;
    limits.plies = 3;
    const GameFacts few = facts(tic_tac_toe, limits);
    CHECK_FALSE(few.is_complete);
    CHECK(few.plies.states == Numbers{1, 9, 72, 252});
    CHECK(few.values.empty());
    limits = {};
    limits.joint_moves = 100;
    const GameFacts none = facts(tic_tac_toe, limits);
    CHECK_FALSE(none.is_complete);
    CHECK(none.joint_moves <= 100);
}

TEST_CASE("A square of bits that is transposed has its bits at the mirrored places", "[gdl]")
{
    const unsigned seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    std::array<std::uint64_t, 64> square, turned;
    for (std::uint64_t& row : square)
        row = random();
    turned = square;
    transpose(turned);
    for (unsigned i = 0; i < 64; ++i)
        for (unsigned j = 0; j < 64; ++j)
            REQUIRE((square[i] >> j & 1U) == (turned[j] >> i & 1U));
}

TEST_CASE("States whose joint moves were not all made, for somebody ended it, are not expanded",
          "[gdl]")
{
    for (unsigned calls : {0U, 1U, 2U, 3U})
    {
        unsigned asked = 0;
        ExploreLimits limits;
        limits.is_over = [&] { return asked++ == calls; };
        const GameFacts some = facts(tic_tac_toe, limits);
        CHECK_FALSE(some.is_complete);
        CHECK(some.expanded < some.states);
        // Those that were expanded are so wholly: the same as with this many states.
        CHECK(some.plies.states.front() == 1);
        if (some.expanded > 10)
            CHECK(some.plies.states[1] == 9);
    }
}

} // namespace sgl::gdl
