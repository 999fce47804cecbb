// sgl play, through pipes.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>

namespace
{

using sgl::testing::has;
using sgl::testing::Run;
using sgl::testing::run_sgl;

Run play(const std::string& arguments, const std::string& said)
{
    return run_sgl("play examples/tictactoe.sgl --seed 7 " + arguments, said);
}

} // namespace

TEST_CASE("Two persons play to the end; what is true there is told")
{
    const Run run = play("", "a(x,1,1)\na(o,2,1)\na(x,1,2)\na(o,2,2)\na(x,1,3)\n");
    CHECK(run.status == 0);
    CHECK(has(run.output, "  x x x\n  o o .\n  . . .\nthe play has ended after 5 moves\n"));
    CHECK(has(run.output, "play: a(x,1,1) a(o,2,1) a(x,1,2) a(o,2,2) a(x,1,3)"));
    CHECK(has(run.output, "wins(x)"));
    CHECK(!has(run.output, "wins(o)"));
    CHECK(run.errors.empty());
}

TEST_CASE("A move can be said by its number in the list of moves")
{
    const Run run = play("", "moves\n5\nmoves\n1\n0\n99\n");
    CHECK(has(run.output, "    5  a(x,2,2)\n"));
    CHECK(has(run.output, "  o . .\n  . x .\n"));
    CHECK(has(run.output, "there are moves 1 to 7"));
}

TEST_CASE("The end of the input ends the play cleanly, and no prompt is lost")
{
    const Run run = play("", "a(x,2,2)\n");
    CHECK(run.status == 0);
    CHECK(has(run.output, "x to move (9 legal)> a(x,2,2)\n"));
    CHECK(has(run.output, "o to move (8 legal)> \n"));
    CHECK(has(run.output, "left after 1 move, before the end"));
    CHECK(play("", "").status == 0);
    CHECK(has(play("", "quit\na(x,2,2)\n").output, "left after 0 moves"));
}

TEST_CASE("What is not a move or a command is answered, and asked again")
{
    const Run run = play("", "foo\na(x,2,2)\na(x,1,1)\na(o,2,2)\nhelp\n");
    CHECK(has(run.output, "no action or command 'foo'"));
    CHECK(has(run.output, "a(x,1,1) is not a legal move of o here"));
    CHECK(has(run.output, "a(o,2,2) is not a legal move of o here"));
    CHECK(has(run.output, "takes back your last move"));
}

TEST_CASE("undo takes back the last move of a person and what followed")
{
    const Run run = play("--side 'o=sensible(o)'", "undo\na(x,2,2)\nundo\na(x,1,1)\nquit\n");
    CHECK(has(run.output, "there is no move of yours to take back"));
    CHECK(has(run.output, "o plays a(o,2,2)  (sensible(o))"));
    CHECK(has(run.output, "play: a(x,1,1) a(o,2,2)\n"));
}

TEST_CASE("hint says which strategies, and which part of a rule, recommend what")
{
    const Run run = play("", "hint\na(x,2,2)\na(o,1,1)\na(x,2,1)\nhint careful(o)\nhint nobody\n");
    CHECK(has(run.output, "centre(x): a(x,2,2)\n"));
    CHECK(has(run.output, "win(x): no move\n"));
    CHECK(has(run.output, "block(o)     a(o,2,3)  <- decides\n"));
    CHECK(has(run.output, "nobody"));
    CHECK(run.status == 0);
}

TEST_CASE("A strategy that recommends nothing moves at random, and it is told")
{
    CHECK(has(play("--side 'x=win(x)' --side o=random", "").output,
              "(at random: win(x) recommends no move)"));
}

TEST_CASE("The same seed plays the same game, and a careful x never loses to chance")
{
    const std::string sides = " --side 'x=careful(x)' --side o=random";
    CHECK(play(sides, "").output == play(sides, "").output);
    for (int seed = 0; seed < 5; ++seed)
    {
        const Run run =
            run_sgl("play examples/tictactoe.sgl" + sides + " --seed " + std::to_string(seed));
        INFO(run.output);
        CHECK(has(run.output, "the play has ended"));
        CHECK(!has(run.output, "wins(o)"));
    }
}

TEST_CASE("Sides are checked: the agent, the strategy, and whose it is")
{
    const Run other = play("--side z=person", "");
    CHECK(other.status == 3);
    CHECK(has(other.errors, "--side: the game has no agent 'z'; its agents: x, o"));
    CHECK(play("--side x", "").status == 3);
    CHECK(play("--side 'x=nothing(x)'", "").status == 3);
    const Run run = play("--side 'x=win(o)'", "");
    CHECK(run.status == 3);
    CHECK(has(run.errors, "win(o) is a strategy of o, not of x"));
}

TEST_CASE("A play starts where the axioms say, however they say it")
{
    const auto first_state = [](const std::string& start)
    {
        return run_sgl("play -", "agents x  fluent p(1..13)  action a by x\naxiom s: initial -> " +
                                     start +
                                     "\naxiom l: legal(a) <-> true\naxiom t: terminal <-> false\n"
                                     "axiom n: for i in 1..13: next p(i) <-> p(i)\n");
    };
    const std::string all = "(all i in 1..13: p(i) <-> true)";
    const Run one = first_state(all);
    INFO(one.output << one.errors);
    CHECK(one.status == 0);
    CHECK(has(one.output, "  p(1) p(2) p(3) p(4) p(5) p(6) p(7) p(8) p(9) p(10) p(11) p(12) "
                          "p(13)\n"));
    CHECK_FALSE(has(one.output, "several initial states"));
    const Run several = first_state("(all i in 2..13: p(i) <-> true)");
    CHECK(has(several.output, "there are several initial states; this one is taken: "));
    const Run none = first_state(all + " & (p(1) <-> !p(2))");
    CHECK(none.status == 3);
    CHECK(has(none.errors, "the axioms allow no initial state"));
}
