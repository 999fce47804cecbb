// The files of certificates: what they are called, what is in their way, and what they may not
// name.

#include "tests/command/directory.hpp"
#include "tests/command/run.hpp"
#include "tests/places.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace sgl::testing;

namespace
{

namespace fs = std::filesystem;

/// A light that a switch turns on for good; what is said of it by the claim named `lit`.
std::string light(const std::string& claim)
{
    return R"(game light(n = 1)
agents x
fluent on
action press by x
axiom start: initial -> !on
axiom end: terminal <-> false
axiom legality: legal(press) <-> true
axiom next_on: next on <-> true
strategy pressing for x = does(press)
claim lit: )" +
           claim + "\n";
}

const std::string as_it_is = "always on | initial", not_so = "always on";

std::size_t count_in(const Directory& directory, const std::string& ending)
{
    std::size_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory.path))
        count += entry.path().extension() == ending ? 1U : 0U;
    return count;
}

Run prove(const Directory& directory, const std::string& what)
{
    return run_sgl("prove --proofs " + directory.path + " " + what);
}

} // namespace

TEST_CASE("Claims of the same name have certificates of their own, in one run and from run to run")
{
    const Directory directory;
    directory.write("one.sgl", light(as_it_is));
    directory.write("two.sgl", light(not_so));
    const std::string both = directory.file("one.sgl") + " " + directory.file("two.sgl");
    for (int round = 0; round < 2; ++round)
    {
        const Run run = prove(directory, both);
        INFO(run.output << run.errors);
        CHECK(has(run.output, "/lit.certificate"));
        CHECK(has(run.output, "/lit-2.certificate"));
        CHECK(has(directory.text("lit.certificate"), "one.sgl"));
        CHECK(has(directory.text("lit-2.certificate"), "two.sgl"));
        CHECK(count_in(directory, ".certificate") == 2);
    }
    // Nor do those of other parameters take their place.
    prove(directory, directory.file("one.sgl") + " -D n=5");
    CHECK(has(directory.text("lit.certificate"), "n = 1"));
    CHECK(has(directory.text("lit-3.certificate"), "n = 5"));
    CHECK(run_sgl("check " + directory.path).status == 0);
    // The same file by another name is the same game.
    prove(directory, directory.path + "/./one.sgl");
    CHECK(count_in(directory, ".certificate") == 3);
}

TEST_CASE("What an earlier run wrote of a claim is not left beside another verdict")
{
    const Directory directory;
    directory.write("game.sgl", light(as_it_is));
    REQUIRE(prove(directory, directory.file("game.sgl")).status == 0);
    REQUIRE(fs::exists(directory.file("lit.certificate")));
    std::string counter = "agents x\nfluent b(1..6)\naction tick by x\n"
                          "axiom start: initial -> (all i in 1..6: !b(i))\n"
                          "axiom end: terminal <-> false\naxiom legality: legal(tick) <-> true\n";
    for (const char* const i : {"1", "2", "3", "4", "5", "6"})
        counter += fmt::format("axiom n{0}: next b({0}) <-> !(b({0}) <-> (all j in 1..{0}-1: "
                               "b(j)))\n",
                               i);
    directory.write("game.sgl", "game light(n = 1)\n" + counter +
                                    "claim lit: always !(all i in 1..6: b(i)) | initial\n");
    directory.write("other.certificate", "of somebody else");
    const Run run = prove(directory, "--engine unrolling --bound 2 " + directory.file("game.sgl"));
    INFO(run.output << run.errors);
    CHECK(has(run.output, "up to 2 plies"));
    CHECK_FALSE(fs::exists(directory.file("lit.certificate")));
    CHECK_FALSE(fs::exists(directory.file("lit.sgp")));
    CHECK(fs::exists(directory.file("other.certificate")));

    // A derivation that is somebody else's stays as it is.
    const Directory fresh;
    fresh.write("game.sgl", light(as_it_is));
    fresh.write("lit.sgp", "theorem other: on -> on\n");
    CHECK(has(prove(fresh, fresh.file("game.sgl")).output, "lit-2.certificate"));
    CHECK(fresh.text("lit.sgp") == "theorem other: on -> on\n");
}

TEST_CASE(
    "A certificate that cannot be written is an error, and the verdict is printed all the same")
{
    const Directory directory;
    const std::string name(250, 'l'); // no file has a name so long, with its ending
    directory.write("game.sgl", with(light(as_it_is), "claim lit", "claim " + name));
    const Run run = prove(directory, directory.file("game.sgl"));
    INFO(run.output << run.errors);
    CHECK(run.status == 3);
    CHECK(has(run.errors, "sgl: error: cannot write " + directory.file(name)));
    CHECK(has(run.output, "proved"));
    CHECK(has(run.output, "no certificate: cannot write"));
    CHECK(count_in(directory, ".certificate") == 0);
}

TEST_CASE("A directory for certificates has a name")
{
    const Run run = run_sgl("prove --proofs '' examples/tictactoe.sgl --claim d2");
    INFO(run.output << run.errors);
    CHECK(run.status == 3);
    CHECK(has(run.errors, "a directory has a name"));
}

TEST_CASE("A file that the memory limit has no room for is not read")
{
    const Directory directory;
    directory.write("large.certificate", "sgl certificate 1\n");
    fs::resize_file(directory.file("large.certificate"), std::uintmax_t{5} << 30);
    const Run run = run_sgl("check --memory 200 " + directory.file("large.certificate"));
    INFO(run.output << run.errors);
    CHECK(run.status == 2);
    CHECK(has(run.errors, "the memory limit of 200 MiB (--memory) has no room for the file"));
}

TEST_CASE("A certificate names its game by a path, whole, and not standard input")
{
    const Directory directory;
    const std::string rest = "\nclaim lit proved\nby all states\nend\n";
    directory.write("cut.certificate",
                    "sgl certificate 1\ngame \"game.sgl" + std::string(1, '\0') + "x\"" + rest);
    directory.write("game.sgl", light(as_it_is));
    const Run cut = run_sgl("check " + directory.file("cut.certificate"));
    INFO(cut.output << cut.errors);
    CHECK(cut.status == 3);
    CHECK(has(cut.errors, "cut.certificate:2:18: error: a character of code 0 in quotes"));

    directory.write("input.certificate", "sgl certificate 1\ngame \"-\"" + rest);
    const Run input =
        run_sgl("--version; cd " + directory.path + " && '" SGL_COMMAND "' check input.certificate",
                light(as_it_is));
    INFO(input.output << input.errors);
    CHECK(input.status == 3);
    CHECK(has(input.errors, "cannot read ./-"));
}

TEST_CASE("Options for derivations are refused for a certificate, by name")
{
    const Directory directory;
    directory.write("game.sgl", light(as_it_is));
    REQUIRE(prove(directory, directory.file("game.sgl")).status == 0);
    const std::string certificate = directory.file("lit.certificate");
    for (const std::string option : {"--frame 'x: a' ", "--print lit ", "--expand "})
    {
        const Run run = run_sgl(
            "check " + (option == "--expand " ? option + certificate : option + certificate));
        INFO(option << run.output << run.errors);
        CHECK(run.status == 3);
        CHECK(has(run.errors, option.substr(0, option.find(' ')) + " is for derivations, and " +
                                  certificate + " is a certificate"));
    }
}

TEST_CASE("It is said which formula is not shown")
{
    const Directory directory;
    directory.write("game.sgl", light(as_it_is));
    directory.write(
        "none.sgp",
        "game \"game.sgl\" with n = 1\n\ntheorem other: on -> on\n1. on -> on  by TAUT\nend\n");
    directory.write("lit.certificate", "sgl certificate 1\ngame \"game.sgl\" with n = 1\nclaim lit "
                                       "proved\nby theorems \"none.sgp\" everywhere 0\nend\n");
    const Run one = run_sgl("check " + directory.file("lit.certificate"));
    INFO(one.output << one.errors);
    CHECK(one.status == 1);
    CHECK(has(one.output, "the formula that must be a theorem is not one of none.sgp"));
    directory.write("lit.certificate", "sgl certificate 1\ngame \"game.sgl\" with n = 1\nclaim lit "
                                       "proved\nby theorems \"none.sgp\" induction 1\nend\n");
    const Run more = run_sgl("check " + directory.file("lit.certificate"));
    INFO(more.output << more.errors);
    CHECK(has(more.output, "number 1 of the 2 formulas that must be theorems is not one of"));
}

TEST_CASE("Where memory is what a certificate lacks, it is said")
{
    if (sample_count(2, 1) != 2)
        return; // it takes some seconds
    const Directory directory;
    directory.write("game.sgl", read_text("examples/tictactoe.sgl") +
                                    "claim one: always !(wins(x) & wins(o))\n");
    const Run run = prove(directory, directory.file("game.sgl") +
                                         " -D m=4 -D k=3 --engine enumeration --claim one "
                                         "--memory 110");
    INFO(run.output << run.errors);
    CHECK(has(run.output, "no certificate: the memory limit of 110 MiB was met"));
}
