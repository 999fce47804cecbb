// Limits, interrupts and threads; output that cannot be written.

#include "tests/command/run.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

namespace
{

using sgl::testing::has;
using sgl::testing::Run;
using sgl::testing::run_sgl;
using Json = nlohmann::json;

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

TEST_CASE("A claim that runs out of time leaves the others decided", "[clock]")
{
    const Timed took = timed("prove --engine unrolling --json --timeout 1 -", slow);
    CHECK(took.run.status == 2);
    const Json json = Json::parse(took.run.output);
    CHECK(verdicts(json).at("quick") == "proved");
    CHECK(verdicts(json).at("last") == "proved");
    const double seconds = json["claims"][1]["seconds"];
    CHECK(seconds > 0.9);
    CHECK(seconds < 1.5);
}

TEST_CASE("The total time holds, and what was not reached is undecided because of it", "[clock]")
{
    const Timed took = timed("prove --engine unrolling --json --total-timeout 2 -", slow);
    CHECK(took.run.status == 2);
    CHECK(took.seconds < 3);
    const Json json = Json::parse(took.run.output);
    CHECK(verdicts(json).at("quick") == "proved");
    CHECK(verdicts(json).at("last") == "undecided");
    CHECK(json["claims"][2]["reason"] == "the total of 2 s passed");
    CHECK(json["cut_short"] == "the total of 2 s passed");
}

TEST_CASE("Time limits hold while a game is read and grounded, and say so", "[clock]")
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

TEST_CASE("A claim whose worker does not listen is undecided in time; the next is decided",
          "[clock]")
{
    // A play is replayed by the plain evaluator, which looks at no limit.
    const std::string game = "agents x range N = 1..150 fluent p(N) action a(N) by x\n"
                             "axiom e: for i, j in N: does(a(i)) & p(j) -> next p(i)\n"
                             "claim c: theorem p(1) -> next next next p(1)\n"
                             "claim after: valid true\n";
    for (const char* threads : {"", " --threads 2"})
    {
        const Timed took = timed(std::string("prove --json --timeout 2 -") + threads, game);
        INFO(took.run.output << took.run.errors);
        CHECK(took.run.status == 2);
        const Json json = Json::parse(took.run.output);
        CHECK(verdicts(json).at("c") == "undecided");
        CHECK(has(json["claims"][0]["reason"], "2 s passed"));
        const double seconds = json["claims"][0]["seconds"];
        CHECK(seconds < 2.4);
        CHECK(verdicts(json).at("after") == "proved");
        CHECK(json["cut_short"] == nullptr);
    }
}

TEST_CASE("The search for contradictions takes no time beside the first claim's", "[clock]")
{
    // 14 pigeons in 13 holes: the solver needs long to see that the axioms have no state.
    const std::string game =
        "agents x range P = 1..14 range H = 1..13 fluent q(P,H) action a by x\n"
        "axiom hole: (all i in P: any h in H: q(i,h)) &\n"
        "  (all i, j in P, h in H where i < j: !(q(i,h) & q(j,h)))\n"
        "axiom k: for i in P, h in H: next q(i,h) <-> q(i,h)\n"
        "claim c: theorem true\n";
    const Timed took = timed("prove --json --timeout 2 -", game);
    const Json json = Json::parse(took.run.output);
    CHECK(json["claims"][0]["reason"] == "2 s passed in the solver");
    CHECK(took.seconds < 2.8);
}

TEST_CASE("A file that takes too long to read does not keep others from being decided")
{
    const Run run = shell(command + "prove --json --timeout 1.5 - examples/pure.sgl", large);
    const Json json = Json::parse(run.output);
    INFO(run.output << run.errors);
    REQUIRE(json.size() == 2);
    CHECK(json[0]["cut_short"] == "1.5 s passed while it was read and grounded");
    CHECK(json[1]["cut_short"] == nullptr);
    CHECK(!json[1]["claims"].empty());
}

TEST_CASE("All commands hold their limits while they read, and say so", "[clock]")
{
    for (const std::string work :
         {"show", "show --json", "moves --json --strategy s", "play", "normal", "eliminate"})
    {
        const bool has_formula = work == "normal" || work == "eliminate";
        const auto check = [&](const std::string& limit, const std::string& why)
        {
            INFO(work << limit);
            const Timed took = timed(work + limit + "- " + (has_formula ? "'p(1)'" : ""), large);
            INFO(took.run.errors);
            CHECK(took.run.status == 2);
            CHECK(took.seconds < 3);
            CHECK(has(took.run.errors, why + " while it was read and grounded"));
            if (has(work, "--json"))
                CHECK(Json::parse(took.run.output)["cut_short"] ==
                      why + " while it was read and grounded");
        };
        check(" --timeout 0.5 ", "0.5 s passed");
    }
}

TEST_CASE("A formula that takes long to reduce is cut short, by time or memory", "[clock]")
{
    std::string formula = "legal(a)";
    for (int i = 0; i < 60; ++i)
        formula = std::string("{legal(") + "ab"[i % 2] + ") | next legal(b)} (" + formula + ")";
    formula = "--frame 'x: a, b' '" + formula + "'";
    const Timed took = timed("eliminate --timeout 1 " + formula, "");
    CHECK(took.run.status == 2);
    CHECK(took.seconds < 1.5);
    CHECK(has(took.run.errors, "1 s passed while the formula was reduced or printed"));
#ifndef __SANITIZE_ADDRESS__ // sanitizers take more than this limit for themselves
    const Run run = run_sgl("eliminate --memory 100 " + formula);
    CHECK(run.status == 2);
    CHECK(has(run.errors, "the memory limit of 100 MiB was met while the formula was reduced"));
#endif
}

TEST_CASE("Ctrl-C ends every command with what there is, and status 130")
{
    const std::string interrupted = "timeout --preserve-status -s INT 0.5 " + command;
    const Run prove = shell(interrupted + "prove --json -", large);
    CHECK(prove.status == 130);
    CHECK(Json::parse(prove.output)["cut_short"] == "interrupted while it was read and grounded");
    const Run show = shell(interrupted + "show --json -", large);
    CHECK(show.status == 130);
    CHECK(Json::parse(show.output)["cut_short"] == "interrupted while it was read and grounded");
    const Run moves = shell(interrupted + "moves --json --strategy s -", large);
    CHECK(moves.status == 130);
    CHECK(has(Json::parse(moves.output)["cut_short"], "interrupted"));
    const Run play = shell("( ( echo 5; sleep 3 ) | " + interrupted +
                           "play examples/tictactoe.sgl --side o=random --seed 1 )");
    CHECK(play.status == 130);
    CHECK(has(play.output, "left after 2 moves, before the end\n  play: a(x,2,2)"));
    CHECK(play.errors.empty()); // nothing was wrong
}

TEST_CASE("SIGTERM and SIGHUP end a command as Ctrl-C does, with the status of the signal",
          "[clock]")
{
    const std::vector<std::pair<std::string, int>> signals{{"TERM", 143}, {"HUP", 129}};
    for (const auto& [signal, status] : signals)
    {
        INFO(signal);
        const std::string ended = "timeout --preserve-status -s " + signal + " 2 " + command;
        const Run prove = shell(ended + "prove --engine unrolling --json -", slow);
        CHECK(prove.status == status);
        const Json json = Json::parse(prove.output);
        CHECK(verdicts(json).at("quick") == "proved");
        CHECK(verdicts(json).at("last") == "undecided");
        CHECK(json["cut_short"] == "interrupted");
        const Run text = shell(ended + "prove --engine unrolling -", slow);
        CHECK(text.status == status);
        CHECK(has(text.output, "1 of 3 claims as expected, 2 open"));
        const Run show = shell(ended + "show --json -", large);
        CHECK(show.status == status);
        CHECK(has(Json::parse(show.output)["cut_short"], "interrupted"));
    }
    // Nobody who is asked to outlive the terminal is ended by its end.
    const Run kept = shell("( trap '' HUP; " + command +
                           "prove examples/tictactoe.sgl -D m=6 -D k=6 --claim careful_x --engine "
                           "unrolling --timeout 1 & sleep 0.3; kill -HUP $!; wait $! )");
    CHECK(kept.status == 2);
}

TEST_CASE(
    "A claim that meets the memory limit is undecided because of it; the next has a new start")
{
#ifdef __SANITIZE_ADDRESS__
    return; // sanitizers take more than this limit for themselves
#endif
    const Run run = run_sgl("prove --engine enumeration --json --memory 70 --timeout 30 -", slow);
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
    CHECK(run.status == 2);
    CHECK(has(run.errors, "the memory limit of 40 MiB"));
}

TEST_CASE("A file that nobody stops to read does not keep the next from being decided")
{
    // Standard input never comes: reading it looks at no limit.
    const Run run =
        shell("( sleep 6 | " + command + "prove --json --timeout 1.5 - examples/pure.sgl )");
    INFO(run.output << run.errors);
    CHECK(run.status == 2);
    const Json json = Json::parse(run.output);
    REQUIRE(json.size() == 2);
    CHECK(json[0]["cut_short"] == "1.5 s passed while it was read and grounded");
    CHECK(json[1]["cut_short"] == nullptr);
    CHECK(!json[1]["claims"].empty());
}

TEST_CASE("Files that the total time leaves no time for are undecided because of it")
{
    for (const std::string& first : {slow, large})
    {
        const Run run =
            shell(command + "prove --engine unrolling --json --total-timeout 1 - examples/pure.sgl",
                  first);
        INFO(run.output << run.errors);
        CHECK(run.status == 2);
        const Json json = Json::parse(run.output);
        REQUIRE(json.size() == 2);
        CHECK(json[1]["game"] == "examples/pure.sgl");
        CHECK(has(json[1]["cut_short"], "1 s passed"));
        CHECK(has(run.errors, "examples/pure.sgl: "));
    }
}

TEST_CASE("Where a file can't be left behind, those after it are told to be undecided")
{
    const std::string cut = "timeout --preserve-status -s INT 0.5 " + command;
    for (const std::string work : {"show --json ", "check --json ", "prove --json "})
    {
        INFO(work);
        const Run run = shell("( sleep 2 | " + cut + work + "- examples/pure.sgl )");
        CHECK(run.status == 130);
        const Json json = Json::parse(run.output);
        const Json& files = work[0] == 'c' ? json["files"] : json;
        REQUIRE(files.size() == 2);
        CHECK(has(files[0]["cut_short"], "interrupted"));
        CHECK(has(files[1]["cut_short"], "interrupted"));
        CHECK(has(files[1].dump(), "examples/pure.sgl"));
    }
}

TEST_CASE("A file that meets the memory limit while it is read leaves the next a new start")
{
#ifdef __SANITIZE_ADDRESS__
    return; // sanitizers take more than this limit for themselves
#endif
    std::string many = "agents x action a by x fluent p\n";
    for (int i = 0; i < 400'000; ++i)
        many += "define d" + std::to_string(i) + " = p & next p\n";
    const Run run = shell(command + "prove --json --memory 90 - examples/pure.sgl", many);
    INFO(run.output.substr(0, 2000) << run.errors);
    CHECK(run.status == 2);
    const Json json = Json::parse(run.output);
    REQUIRE(json.size() == 2);
    CHECK(has(json[0]["cut_short"], "the memory limit of 90 MiB was met"));
    CHECK(!json[1]["claims"].empty());
}

TEST_CASE("Ctrl-C ends with what was decided so far, in JSON that is whole")
{
    const Run run =
        shell("timeout --preserve-status -s INT 2 " + command + "prove --engine unrolling --json -",
              slow);
    CHECK(run.status == 130);
    const Json json = Json::parse(run.output);
    CHECK(verdicts(json).at("quick") == "proved");
    CHECK(verdicts(json).at("last") == "undecided");
    CHECK(json["claims"][2]["reason"] == "interrupted");
    CHECK(json["cut_short"] == "interrupted");
}

TEST_CASE("A full disk is said, a reader that has gone away is not; neither is a crash")
{
    const Run version = shell("( " + command + "--version >/dev/full )");
    CHECK(version.status == 70);
    CHECK(has(version.errors, "the output could not be written: No space left on device"));
    CHECK(shell("( " + command + "prove --help >/dev/full )").status == 70);
    for (const char* work :
         {"prove --claim d2 ", "prove --json --claim d2 ", "show ", "show --json ",
          "moves --strategy 'win(x)' ", "play --side x=random --side o=random --seed 1 ",
          "normal -- 'legal(a(x,1,1))' ", "eliminate -- '{p(x,1,1)} legal(a(x,1,1))' "})
    {
        INFO(work);
        std::string line = command + work + "examples/tictactoe.sgl";
        if (const std::size_t dashes = line.find("-- "); dashes != std::string::npos)
            line = line.substr(0, dashes) + "examples/tictactoe.sgl " +
                   line.substr(dashes + 3, line.rfind(' ') - dashes - 3);
        const Run full = shell("( " + line + " >/dev/full )");
        CHECK(full.status == 70);
        CHECK(has(full.errors, "the output could not be written: No space left on device"));
        // As other programs do, it ends by SIGPIPE, which a shell counts as 128 + 13.
        const Run broken = shell("( ( sleep 0.3; " + line + "; echo status $? >&2 ) | true )");
        CHECK(broken.errors == "status 141\n");
    }
    // Some of it was read.
    const Run head = shell("( ( " + command + "prove --help; echo status $? >&2 ) | head -n 1 )");
    CHECK(has(head.output, "decide the claims of game files"));
    CHECK((head.errors == "status 141\n" || head.errors == "status 0\n"));
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

TEST_CASE("Progress and colours are for a terminal")
{
    if (shell("command -v script").status != 0)
        return;
    const auto on_terminal = [](const std::string& line, const std::string& input = "")
    { return shell("script -qec \"" + line + "\" /dev/null", input).output; };
    const std::string work = "'" SGL_COMMAND "' prove examples/tictactoe.sgl --claim ";
    CHECK(has(on_terminal(work + "d2"), "\033[32mproved"));
    CHECK(!has(on_terminal("NO_COLOR=1 " + work + "d2"), "\033["));
    CHECK(!has(on_terminal(work + "d2 | cat"), "\033["));
    const std::string long_work =
        work + "careful_x -D m=6 -D k=6 --engine unrolling --timeout 3 --color never >/dev/null";
    CHECK(has(on_terminal(long_work), "  careful_x  ply "));
    CHECK(!has(on_terminal(long_work + " 2>&1"), "ply"));
    const std::string show = "'" SGL_COMMAND "' show examples/tictactoe.sgl -D m=250 -D k=5 "
                             "--color never >/dev/null";
    CHECK(has(on_terminal(show), "  examples/tictactoe.sgl  reading  "));
    CHECK(!has(on_terminal(show + " 2>&1"), "reading"));
}

TEST_CASE("Several files give one array, and a wrong one does not hide the others")
{
    const Run run =
        run_sgl("prove --json --claim d2 examples/tictactoe.sgl examples/tictactoe.sgl");
    CHECK(run.status == 0);
    CHECK(Json::parse(run.output).size() == 2);
    const Run one = run_sgl("prove --json no-such.sgl examples/lamps.sgl --claim leftmost_works");
    CHECK(one.status == 3);
    const Json both = Json::parse(one.output);
    REQUIRE(both.size() == 2);
    CHECK(both[0]["game"] == "no-such.sgl");
    CHECK(has(both[0]["error"]["message"], "No such file"));
    CHECK(both[1]["claims"].size() == 1);
}

TEST_CASE("A play of thousands of moves is not printed whole, but in JSON")
{
    std::string game = "agents x  fluent p  action a by x\nclaim c: valid ";
    for (int i = 0; i < 5000; ++i)
        game += "next ";
    const Run text = run_sgl("prove -", game + "p\n");
    CHECK(has(text.output, " … "));
    CHECK(has(text.output, "(5000 in all)"));
    CHECK(text.output.size() < 4000);
    const Json json = Json::parse(run_sgl("prove --json -", game + "p\n").output);
    CHECK(json["claims"][0]["ahead"][0]["after"].size() == 5000);
}

TEST_CASE("Thousands of claims take no longer each than a few", "[clock]")
{
    std::string game = "agents x  fluent p  action a by x\n";
    for (int i = 0; i < 5000; ++i)
        game += "claim c" + std::to_string(i) + ": valid p -> p\n";
    const Timed took = timed("prove --quiet -", game);
    CHECK(took.run.status == 0);
    CHECK(took.seconds < 5);
}

#if !defined(__SANITIZE_ADDRESS__) // which reserves terabytes
TEST_CASE("Where the system gives little memory a small game is read, and a deep one meets a limit")
{
    const std::string game = "agents x\nfluent p\naction a by x\nclaim c: always p | !p\n";
    const std::string little = "ulimit -v 1000000; " + command;
    for (const std::string words : {"prove -", "show -", "moves - --strategy '(true) for x'",
                                    "play - --side x=random --seed 1"})
    {
        const Run run = shell(little + words, game);
        CAPTURE(words, run.errors);
        CHECK(run.status == 0);
    }
    const std::string open(15'000, '('), close(15'000, ')');
    const std::string deep = game + "axiom s: " + open + "p" + close;
    CHECK(run_sgl("prove -", deep).status == 0);
    const Run run = shell(little + "prove -", deep);
    CAPTURE(run.errors);
    CHECK(run.status == 2);
    CHECK(has(run.errors, "memory"));
}
#endif
