// What the command says of files that cannot be read, and of parameters that are wrong.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace sgl::testing;

namespace
{

const std::string game = "game g(size = 3) agents x action a by x fluent p(1..size) "
                         "claim c: valid p(size) -> p(size)";

} // namespace

TEST_CASE("Bad input: a file that is missing, a directory, nothing, no text")
{
    for (const std::string command : {"prove ", "show "})
    {
        check_refused(run_sgl(command + "no/such/file.sgl"),
                      "sgl: error: cannot read no/such/file.sgl: No such file or directory");
        check_refused(run_sgl(command + "tests"),
                      "sgl: error: cannot read tests: it is a directory");
        check_refused(run_sgl(command + "-"), "standard input:1:1: error: the game has no agents");
        check_refused(run_sgl(command + "-", std::string("agents x\n\0", 10)),
                      "standard input:2:1: error: a NUL byte: this is not a text");
        check_refused(run_sgl(command + "-", "agents x\n \xff"),
                      "standard input:2:2: error: byte 0xFF is not UTF-8");
    }
}

TEST_CASE("Bad input: a parameter that is unknown, set twice, or no number")
{
    check_refused(run_sgl("prove - -D sise=4", game), "the game has no parameter 'sise'");
    check_refused(run_sgl("prove - -D sise=4", game), "did you mean 'size'?");
    check_refused(run_sgl("prove - -D size=4 -D size=5", game), "parameter 'size' is given twice");
    check_refused(run_sgl("prove - -D size=many", game), "expected NAME=INTEGER");
    check_refused(run_sgl("prove - -D size=99999999999999999999", game), "expected NAME=INTEGER");
    CHECK(run_sgl("prove - -D size=4", game).status == 0);
}

TEST_CASE("What would be too large is undecided at once, and the limit is said")
{
    const auto check_undecided = [](const Run& run, const std::string& said)
    {
        CAPTURE(run.errors, said);
        CHECK(run.status == 2);
        CHECK(run.errors.find(said) != std::string::npos);
    };
    for (const std::string command : {"prove - ", "show - ", "play - ", "moves - --strategy s "})
    {
        const Run run = run_sgl(command + "-D size=1000000000", game);
        check_undecided(
            run,
            "standard input:1:48: error: grounding would make about 20000000000 formula nodes");
        check_undecided(run, "the limit of 200000000 formula nodes was met while it was read and "
                             "grounded, at 1:48");
        // The sanitizers need more than 100 MiB for themselves.
        const Run small = run_sgl(command + "--memory 200 -D size=1000000", game);
        check_undecided(small, "there would be 1000000 fluents");
        check_undecided(small, "the memory limit of 200 MiB (--memory) was met while it was read "
                               "and grounded, at 1:48");
    }
}

TEST_CASE("A quantifier that takes more than --memory allows is named, and the claim undecided")
{
    const std::string large = "game g(n = 6000) agents x action a by x fluent p(1..3)\n"
                              "axiom s: all i, j in 1..n: p(i mod 3 + 1) | p(j mod 3 + 1)\n"
                              "claim c: valid true\n";
    for (const std::string command : {"prove --json", "show --json"})
    {
        const Run run = run_sgl(command + " --memory 200 -", large);
        INFO(run.output << run.errors);
        CHECK(run.status == 2);
        CHECK(run.errors.find("mostly for this quantifier, where 'i' has 6000 values") !=
              std::string::npos);
        const auto json = nlohmann::json::parse(run.output);
        CHECK(json["cut_short"] == "the memory limit of 200 MiB (--memory) was met while it was "
                                   "read and grounded, at 2:14");
        CHECK(!json.contains("error"));
    }
    const Run formula = run_sgl("normal --memory 200 - 'all i, j in 1..6000: p(i) | p(j)'",
                                "agents x action a by x fluent p(1..6000)");
    INFO(formula.errors);
    CHECK(formula.status == 2);
    CHECK(
        formula.errors.find("the memory limit of 200 MiB (--memory) was met while the formula was "
                            "read") != std::string::npos);
}

TEST_CASE("Bad input: --json says it in an object too, with its place")
{
    const auto error = [](const std::string& arguments, const std::string& input)
    {
        const Run run = run_sgl(arguments, input);
        INFO(arguments << "\n" << run.output << run.errors);
        CHECK(run.status == 3);
        CHECK(!run.errors.empty());
        return nlohmann::json::parse(run.output).at("error");
    };
    for (const std::string command :
         {"prove --json ", "show --json ", "moves --strategy s --json "})
    {
        INFO(command);
        const auto place = error(command + "-", "agents x\naction a by y\n");
        CHECK(place["file"] == "standard input");
        CHECK(place["line"] == 2);
        CHECK(place["column"] == 13);
        CHECK(place["message"].get<std::string>().find("'y'") != std::string::npos);
        const auto missing = error(command + "no/such.sgl", "");
        CHECK(missing["file"] == "no/such.sgl");
        CHECK(missing["line"] == nullptr);
        const auto usage = error(command + "- --nonsense", game);
        CHECK(usage["file"] == nullptr);
        CHECK(usage["message"].get<std::string>().find("--nonsense") != std::string::npos);
    }
    CHECK(error("prove --json --claim d -", game)["message"] == "there is no claim 'd'");
    CHECK(error("moves --json --strategy 's(' -", game)["file"] == "--strategy");
    CHECK(error("check --json", "")["message"].get<std::string>().find("PROOF") !=
          std::string::npos);
}

TEST_CASE("Bad input: very long names and lines are shortened, and the caret is where it should be")
{
    const std::string name(100'000, 'q');
    const std::string shown = std::string(60, 'q') + "…" + std::string(20, 'q');
    const Run unknown = run_sgl("show -", "agents x action a by x\nclaim c: valid " + name + "\n");
    check_refused(unknown, "2:16: error: unknown name '" + shown.substr(0, 59) + "…");
    CHECK(unknown.errors.size() < 1000);
    CHECK(unknown.errors.find("\n" + std::string(17, ' ') + "^\n") != std::string::npos);
    check_refused(run_sgl("prove - --claim " + name, game), "there is no claim '");
    CHECK(run_sgl("prove - --claim " + name, game).errors.size() < 1000);
    CHECK(run_sgl("prove - --bound " + name, game).errors.size() < 3000);
    CHECK(run_sgl("prove no/" + name).errors.size() < 1000);
    const Run claim = run_sgl("prove -", "agents x action a by x claim " + name + ": valid true\n");
    CHECK(claim.status == 0);
    CHECK(claim.output.size() < 1000);
    CHECK(
        run_sgl("show -", "agents x action a by x claim " + name + ": valid true\n").output.size() <
        1000);
}

TEST_CASE("Bad input: an error does not end with an empty line")
{
    CHECK(run_sgl("show -", "").errors == "standard input:1:1: error: the game has no agents\n"
                                          "  declare them: 'agents x, o'\n");
    const Run two = run_sgl("show -", "agents x action a by x\nclaim c: valid q & r\n");
    CHECK(two.errors.find("\n\n") == std::string::npos);
}

TEST_CASE("Blanks part the names of --frame and --fluents, and are never taken out of a name")
{
    const auto normal = [](const std::string& frame, const std::string& formula)
    { return run_sgl("normal " + frame + " '" + formula + "'"); };
    const Run parted = normal("--frame 'x: a b;o :c' --fluents 'p  q,r'", "p & q & r");
    CHECK(parted.status == 0);
    CHECK(normal("--frame 'x: a b; o: c' --fluents p", "does(a) | does(b) | does(c)").status == 0);
    CHECK(normal("--frame 'x: a b'", "does(ab)").errors.find("unknown name 'ab'") !=
          std::string::npos);
    check_refused(normal("--frame 'x y: a'", "true"), "--frame:1:10: error: unexpected 'y'");
    check_refused(normal("--frame 'x: a (1)'", "true"), "unexpected '('");
    check_refused(normal("--frame 'x: a,,b'", "true"), "--frame:3:12: error: unexpected 'x'");
    check_refused(normal("--frame 'x: a' --fluents 'p(1 2)'", "true"), "unexpected '2'");
    check_refused(normal("--frame 'x: a' --fluents 'p(1..2 ) q ,'", "true"), "expected a fluent");
    CHECK(normal("--frame 'x: a' --fluents 'p( 1..2, 3..4 ) q'", "p(1,3) & q").status == 0);
}

TEST_CASE("Blanks in the names of --after and --start are not taken out of a name")
{
    const std::string text = "agents x range N = 1..12 fluent p(N,N) action a(i: N, j: N) by x "
                             "axiom i: initial -> (all i, j in N: !p(i,j)) "
                             "axiom t: terminal <-> false "
                             "axiom l: for i, j in N: legal(a(i,j)) <-> true "
                             "axiom e: for i, j in N: next p(i,j) <-> p(i,j) | does(a(i,j))";
    const auto moves = [&](const std::string& options)
    { return run_sgl("moves - --strategy '(p(1,2)) for x' " + options, text); };
    CHECK(moves("--after 'a(1, 2) a( 2,1 )'").status == 0);
    CHECK(moves("--start 'p(1 , 2),p(2,1)'").status == 0);
    CHECK(moves("--after 'a(1,1 2)'").status == 3); // a(1,12) is an action
    CHECK(moves("--after 'a(1,12)'").status == 0);
    CHECK(moves("--start 'p(1,1 2)'").status == 3);
}

TEST_CASE("A number that an option takes is decimal, whatever it begins with, and never nothing")
{
    const std::string bounded = "prove - --engine unrolling --bound ";
    const std::string ticks = "agents x fluent p action a by x axiom n: next p <-> !p "
                              "claim c: always p | !p";
    const Run ten = run_sgl(bounded + "010", ticks);
    CHECK(ten.output.find("up to 10 plies") != std::string::npos);
    CHECK(run_sgl("prove - --threads 08 --memory 0900 --timeout 09", game).status == 0);
    for (const std::string option : {"--bound", "--threads", "--memory"})
        for (const std::string wrong :
             {"''", "' 5'", "0x10", "1e3", "-1", "5.5", "+3", "5x", "'5 '"})
        {
            CAPTURE(option, wrong);
            check_refused(run_sgl("prove - " + option + " " + wrong, game),
                          "expected a whole number from ");
        }
    for (const std::string option : {"--timeout", "--total-timeout"})
        for (const std::string wrong : {"''", "0x10", "' 5'", "'5 '", "1e-400"})
        {
            CAPTURE(option, wrong);
            check_refused(run_sgl("prove - " + option + " " + wrong, game),
                          "expected a number of seconds");
        }
    check_refused(run_sgl("play - --seed ''", game), "expected a whole number from ");
    check_refused(run_sgl("prove - -D size=", game), "expected NAME=INTEGER");
    check_refused(run_sgl("prove - -D size=0x10", game), "expected NAME=INTEGER");
}
