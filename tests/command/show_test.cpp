// sgl show: what is said of a game, and warnings.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>

namespace
{

using sgl::testing::Run;
using sgl::testing::run_sgl;

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

const std::string odd = R"(
agents i
fluent p  fluent q  fluent spare  fluent free
action go by i  action stop by i  action never by i
axiom start: initial -> p & !q
axiom end: terminal <-> q
axiom l1: legal(go) <-> p & !terminal
axiom l2: legal(never) <-> p & !p
axiom e1: next p <-> p
axiom e2: p -> (next q <-> does(go))
axiom use: free -> p | q
strategy good for i = does(go)
strategy idle for i = does(never)
strategy chain for i = idle |> good
)";

} // namespace

TEST_CASE("What the axioms do not determine is listed, and where they do")
{
    const Run run = run_sgl("show -", odd);
    INFO(run.output);
    CHECK(run.status == 0);
    CHECK(has(run.output, "legal: not determined for stop\n"));
    CHECK(has(run.output, "not determined: spare free\n"));
    CHECK(has(run.output, "determined only where p: q\n"));
    CHECK(has(run.output, "1 of 4 fluents are determined after every move\n"));
}

TEST_CASE("A fluent nothing uses, an action never legal and a strategy never heard are warned of")
{
    const Run run = run_sgl("show -", odd);
    CHECK(has(run.errors, "warning: used in no axiom, claim or strategy: spare\n"));
    CHECK(has(run.errors, "warning: legal in no state: never\n"));
    CHECK(has(run.errors, "warning: recommends nothing in any state: idle\n"));
    CHECK(!has(run.errors, "chain"));
}

TEST_CASE("A game without such slips is not warned of")
{
    const Run run = run_sgl("show examples/tictactoe.sgl");
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(has(run.output, "actions of x (9)"));
    CHECK(has(run.output, "initial states: 1\n"));
    CHECK(has(run.output, "board: 3 by 3\n"));
    CHECK(has(run.output, "determined only where turn(o) or turn(x): turn(x) turn(o)\n"));
}

TEST_CASE("Contradictory axioms are warned of")
{
    const Run run = run_sgl("show -", "agents i  fluent p  action a by i  axiom c: p & !p\n");
    CHECK(has(run.errors, "no state satisfies the axioms"));
}

TEST_CASE("The options of every command are explained")
{
    for (const char* command : {"", "prove", "show", "moves", "play", "normal", "eliminate"})
    {
        const Run run = run_sgl(std::string(command) + " --help");
        CHECK(run.status == 0);
        CHECK(has(run.output, "--help"));
    }
}
