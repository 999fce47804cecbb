// Limits, interrupts and threads; output that cannot be written.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

namespace
{

using sgl::testing::Run;
using sgl::testing::run_sgl;
using Json = nlohmann::json;

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// Two claims that are quickly decided, and one between them that is not.
const std::string slow = R"(
game slow(n = 60)
agents x, o
range N = 1..n
fluent p(N)
fluent turn(agent)
action flip(t: agent, i: N) by t
let other(x) = o
let other(o) = x
axiom i: initial -> turn(x) & !turn(o) & (all k in N: !p(k))
axiom e: terminal <-> (all k in N: p(k))
axiom l: for t in agent, k in N: legal(flip(t,k)) <-> turn(t) & !p(k) & !terminal
axiom q: for k in N: next p(k) <-> p(k) | does(flip(x,k)) | does(flip(o,k))
axiom a: for t in agent: turn(t) -> next !turn(t) & next turn(other(t))
claim quick: theorem turn(x) -> next turn(o)
claim long: always terminal -> turn(x)
claim last: theorem turn(o) -> next turn(x)
)";

/// A game that takes many seconds to read.
const std::string large = "agents x  range N = 1..3000  fluent p(N)  action a by x\n"
                          "axiom s: for i, j in N: next p(i) & p(j) -> p(i) & next p(j)\n"
                          "claim c: always true\n";

struct Timed
{
    Run run;
    double seconds;
};

Timed timed(const std::string& arguments, const std::string& input)
{
    const auto start = std::chrono::steady_clock::now();
    Run run = run_sgl(arguments, input);
    return {std::move(run),
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

/// As a shell would run it: a command that is not the first word.
Run shell(const std::string& line, const std::string& input = "")
{
    return run_sgl("--version >/dev/null; " + line, input);
}

const std::string command = "'" SGL_COMMAND "' ";

std::map<std::string, std::string> verdicts(const Json& object)
{
    std::map<std::string, std::string> found;
    for (const Json& claim : object["claims"])
        found[claim["name"]] = claim["verdict"];
    return found;
}

} // namespace

TEST_CASE("Claims in parallel have the verdicts, and the order, that they have one by one")
{
    const Run one = run_sgl("prove --json examples/tictactoe.sgl");
    const Run many = run_sgl("prove --json --threads 3 examples/tictactoe.sgl");
    CHECK(many.status == one.status);
    const Json first = Json::parse(one.output), second = Json::parse(many.output);
    CHECK(verdicts(first) == verdicts(second));
    REQUIRE(first["claims"].size() == second["claims"].size());
    for (std::size_t i = 0; i < first["claims"].size(); ++i)
        CHECK(first["claims"][i]["name"] == second["claims"][i]["name"]);
    CHECK(second["cut_short"] == nullptr);
}

TEST_CASE("A claim that runs out of time leaves the others decided")
{
    const Timed took = timed("prove --json --timeout 1 -", slow);
    CHECK(took.run.status == 2);
    const Json json = Json::parse(took.run.output);
    CHECK(verdicts(json).at("quick") == "proved");
    CHECK(verdicts(json).at("last") == "proved");
    const double seconds = json["claims"][1]["seconds"];
    CHECK(seconds > 0.9);
    CHECK(seconds < 1.5);
}

TEST_CASE("The total time holds, and what was not reached is undecided because of it")
{
    const Timed took = timed("prove --json --total-timeout 2 -", slow);
    CHECK(took.run.status == 2);
    CHECK(took.seconds < 3);
    const Json json = Json::parse(took.run.output);
    CHECK(verdicts(json).at("quick") == "proved");
    CHECK(verdicts(json).at("last") == "undecided");
    CHECK(json["claims"][2]["reason"] == "the total of 2 s passed");
    CHECK(json["cut_short"] == "the total of 2 s passed");
}

TEST_CASE("Time limits hold while a game is read and grounded, and say so")
{
    for (const char* limit : {"--total-timeout 0.5", "--timeout 0.5"})
    {
        const Timed took = timed(std::string("prove --json ") + limit + " -", large);
        INFO(limit << "\n" << took.run.errors);
        CHECK(took.run.status == 2);
        CHECK(took.seconds < 2);
        CHECK(has(took.run.errors, "0.5 s passed while it was read and grounded"));
        const Json json = Json::parse(took.run.output);
        CHECK(json["claims"].empty());
        CHECK(json["cut_short"] == "0.5 s passed while it was read and grounded");
    }
}

TEST_CASE(
    "A claim that meets the memory limit is undecided because of it; the next has a new start")
{
#ifdef __SANITIZE_ADDRESS__
    return; // sanitizers take more than this limit for themselves
#endif
    const Run run = run_sgl("prove --json --memory 70 --timeout 30 -", slow);
    const Json json = Json::parse(run.output);
    INFO(run.output << run.errors);
    CHECK(run.status == 2);
    CHECK(verdicts(json).at("quick") == "proved");
    CHECK(has(json["claims"][1].dump(), "the memory limit of 70 MiB was met"));
    CHECK(verdicts(json).at("last") == "proved");
}

TEST_CASE("A game that does not fit into the memory limit is refused")
{
    const Run run = run_sgl("prove --memory 40 -", large);
    CHECK(run.status != 0);
    CHECK(has(run.errors, "error"));
}

TEST_CASE("Ctrl-C ends with what was decided so far, in JSON that is whole")
{
    const Run run = shell("timeout --preserve-status -s INT 2 " + command + "prove --json -", slow);
    CHECK(run.status == 130);
    const Json json = Json::parse(run.output);
    CHECK(verdicts(json).at("quick") == "proved");
    CHECK(verdicts(json).at("last") == "undecided");
    CHECK(json["claims"][2]["reason"] == "interrupted");
    CHECK(json["cut_short"] == "interrupted");
}

TEST_CASE("A full disk and a broken pipe are said, and are no crash")
{
    for (const char* work :
         {"prove --claim d2 ", "prove --json --claim d2 ", "show ", "moves --strategy 'win(x)' "})
    {
        INFO(work);
        const std::string line = command + work + "examples/tictactoe.sgl";
        const Run full = shell("( " + line + " >/dev/full )");
        CHECK(full.status == 70);
        CHECK(has(full.errors, "the output could not be written: No space left on device"));
        const Run broken = shell("( ( sleep 0.3; " + line + "; echo status $? >&2 ) | true )");
        CHECK(has(broken.errors, "the output could not be written: Broken pipe"));
        CHECK(has(broken.errors, "status 70"));
    }
}

TEST_CASE("Nothing is coloured in a pipe unless asked for")
{
    const std::string claim = "examples/tictactoe.sgl --claim d2";
    CHECK(!has(run_sgl("prove " + claim).output, "\033["));
    CHECK(has(run_sgl("prove --color always " + claim).output, "\033[32m"));
    CHECK(!has(run_sgl("prove --color never " + claim).output, "\033["));
    CHECK(run_sgl("prove --color sometimes " + claim).status == 3);
    CHECK(!has(run_sgl("prove " + claim).errors, "\r"));
    CHECK(has(run_sgl("show --color always examples/tictactoe.sgl").output, "\033["));
}

TEST_CASE("Several files give one array, and a wrong one does not hide the others")
{
    const Run run =
        run_sgl("prove --json --claim d2 examples/tictactoe.sgl examples/tictactoe.sgl");
    CHECK(run.status == 0);
    CHECK(Json::parse(run.output).size() == 2);
    const Run one = run_sgl("prove --json no-such.sgl examples/lamps.sgl --claim leftmost_works");
    CHECK(one.status == 3);
    CHECK(Json::parse(one.output).size() == 1);
}
