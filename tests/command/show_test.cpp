// sgl show: what is said of a game, and warnings.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace
{

using sgl::testing::has;
using sgl::testing::Run;
using sgl::testing::run_sgl;

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

TEST_CASE("A fluent whose cases are all there are is determined, whatever shape they have")
{
    const std::string door = "agents i  fluent door  fluent busy  fluent idle\n"
                             "action open by i  action close by i\n"
                             "axiom o: [open] door <-> true  axiom c: [close] door <-> false\n"
                             "axiom one: busy <-> !idle\n"
                             "axiom b: busy -> (next busy <-> does(open))\n"
                             "axiom d: idle -> (next busy <-> does(close))\n"
                             "axiom x: does(open) -> next idle\n";
    const Run all = run_sgl("show -", door + "axiom y: does(close) -> next !idle\n");
    INFO(all.output);
    CHECK(has(all.output, "3 of 3 fluents are determined after every move\n"));
    CHECK(!has(all.output, "determined only where"));
    const Run open = run_sgl("show -", door);
    INFO(open.output);
    CHECK(has(open.output, "determined only where does(open): idle\n"));
    CHECK(has(open.output, "2 of 3 fluents are determined after every move\n"));
}

TEST_CASE("show --json says what show says, in one object")
{
    const Run run = run_sgl("show --json -", odd);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const auto json = nlohmann::json::parse(run.output);
    CHECK(json["agents"] == nlohmann::json{"i"});
    CHECK(json["actions"]["i"] == nlohmann::json{"go", "stop", "never"});
    CHECK(json["fluents"].size() == 4);
    CHECK(json["determined"]["legal_open"] == nlohmann::json{"stop"});
    CHECK(json["determined"]["free"] == nlohmann::json{"spare", "free"});
    CHECK(json["determined"]["partly"][0]["where"] == "p");
    CHECK(json["determined"]["fluents"] == 1);
    CHECK(json["unused"] == nlohmann::json{"spare"});
    CHECK(json["never_legal"] == nlohmann::json{"never"});
    CHECK(json["never_advise"] == nlohmann::json{"idle"});
    CHECK(json["strategies"].size() == 3);
    CHECK(json["cut_short"] == nullptr);
    const Run two = run_sgl("show --json examples/lamps.sgl examples/pure.sgl");
    CHECK(nlohmann::json::parse(two.output).size() == 2);
}

TEST_CASE("A fluent nothing uses, an action never legal and a strategy never heard are warned of")
{
    const Run run = run_sgl("show -", odd);
    CHECK(has(run.errors, "warning: used in no axiom, claim or strategy: spare\n"));
    CHECK(has(run.errors, "warning: legal in no state: never\n"));
    CHECK(has(run.errors, "warning: recommends no move in any state: idle\n"));
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

TEST_CASE("A state is initial only if the axioms about what follows it can be true")
{
    const std::string game = "agents x\nfluent p, q\naction a, b by x\n"
                             "axiom start: initial -> next p\naxiom np: next p <-> p\n"
                             "axiom nq: next q <-> q | does(a)\naxiom end: terminal <-> q\n"
                             "axiom la: legal(a) <-> !terminal\n"
                             "axiom lb: legal(b) <-> !terminal\n";
    CHECK(run_sgl("show -", game).output.find("initial states: 2\n") != std::string::npos);
    // where it is open what follows, each state can be initial
    const std::string open = "agents x\nfluent p, q\naction a by x\n"
                             "axiom start: initial -> next p\naxiom end: terminal <-> q\n"
                             "axiom la: legal(a) <-> !terminal\n";
    CHECK(run_sgl("show -", open).output.find("initial states: 4\n") != std::string::npos);
    const Run moves = run_sgl("moves - --strategy s --json", game + "strategy s for x = true\n");
    CAPTURE(moves.output);
    CHECK(moves.output.find("\"state\": [\n    \"p\"\n  ]") != std::string::npos);
}

TEST_CASE("Initial states are counted where no list of valuations would come to the first of them")
{
    const auto count = [](const std::string& start)
    {
        const std::string game = "agents x  fluent p(1..13)  action a by x\naxiom s: initial -> " +
                                 start +
                                 "\naxiom l: legal(a) <-> true\naxiom t: terminal <-> false\n"
                                 "axiom n: for i in 1..13: next p(i) <-> p(i)\n";
        const Run text = run_sgl("show -", game);
        const Run json = run_sgl("show --json -", game);
        const auto states = nlohmann::json::parse(json.output)["initial_states"];
        const std::size_t at = text.output.find("initial states: ");
        REQUIRE(at != std::string::npos);
        const std::size_t from = at + std::string("initial states: ").size();
        const std::string said = text.output.substr(from, text.output.find('\n', from) - from);
        CHECK(states == (said == "more than 64" ? nlohmann::json() : nlohmann::json(stoi(said))));
        return said;
    };
    const std::string all = "(all i in 1..13: p(i) <-> true)";
    CHECK(count(all) == "1");
    CHECK(count("(all i in 3..13: p(i) <-> true) & (p(1) | p(2))") == "3");
    CHECK(count(all + " & (p(1) <-> !p(2))") == "0");
    CHECK(count("(all i in 8..13: p(i) <-> true)") == "more than 64");
    CHECK(count("(all i in 7..13: p(i) <-> true)") == "64");
}
