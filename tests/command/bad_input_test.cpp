// What the command says of files that cannot be read, and of parameters that are wrong.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>

using namespace sgl::testing;

namespace
{

const std::string game = "game g(size = 3) agents x action a by x fluent p(1..size) "
                         "claim c: valid p(size) -> p(size)";

void check_refused(const Run& run, const std::string& said)
{
    CHECK(run.status == 3);
    CHECK(run.output.empty());
    CAPTURE(run.errors, said);
    CHECK(run.errors.find(said) != std::string::npos);
}

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

TEST_CASE("Bad input: what would be too large is refused at once, whatever the memory")
{
    check_refused(
        run_sgl("prove - -D size=1000000000", game),
        "standard input:1:48: error: grounding would make about 20000000000 formula nodes");
    check_refused(run_sgl("prove - --memory 100 -D size=1000000", game),
                  "there would be 1000000 fluents");
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
