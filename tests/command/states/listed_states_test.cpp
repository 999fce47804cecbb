// Certificates whose states are listed in a file beside them.

#include "tests/command/directory.hpp"
#include "tests/command/run.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace sgl::testing;

namespace
{

/// A sliding puzzle of two rows: no diagram of its states is small.
const std::string puzzle = R"(game puzzle(h = 2, w = 4)
agents x
range R = 1..h
range C = 1..w
range T = 1..h*w-1
fluent at(T, R, C)
action slide(i: R, j: C) by x
define hole(i: R, j: C) = all t in T: !at(t,i,j)
axiom start: initial -> (all t in T, i in R, j in C where t = (i-1)*w+j: at(t,i,j)) & (all t in T, i in R, j in C where t != (i-1)*w+j: !at(t,i,j))
axiom end: terminal <-> false
axiom may: for i in R, j in C: legal(slide(i,j)) <-> (any k in R, l in C where i = k & (j = l+1 | l = j+1) | j = l & (i = k+1 | k = i+1): hole(k,l))
axiom effect: for t in T, i in R, j in C: next at(t,i,j) <-> at(t,i,j) & !does(slide(i,j)) | hole(i,j) & (any k in R, l in C: does(slide(k,l)) & at(t,k,l))
claim swapped: always !((all t in T, i in R, j in C where t > 2 & t = (i-1)*w+j: at(t,i,j)) & at(2,1,1) & at(1,1,2))
)";

} // namespace

TEST_CASE(
    "States without a small diagram are listed beside the certificate, and both programs accept")
{
    const Directory directory;
    directory.write("puzzle.sgl", puzzle);
    const Run run = run_sgl("prove --engine enumeration --proofs " + directory.path + " " +
                            directory.file("puzzle.sgl"));
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(has(directory.text("swapped.certificate"), "by listed states \"swapped.states\""));
    const std::string states = directory.text("swapped.states");
    CHECK(has(states, "\ncount 20160\n"));
    CHECK(states.size() < 20160);
    const Run check = run_sgl("check " + directory.path);
    CHECK(check.status == 0);
    CHECK(has(check.output, "proved by listed states"));
    CHECK(std::system(
              (SGL_CHECK_COMMAND " -q " + directory.path + " >" + directory.file("log")).c_str()) ==
          0);

    SECTION("the file that is written once more is the same, and no other is left")
    {
        run_sgl("prove --engine enumeration --proofs " + directory.path + " " +
                directory.file("puzzle.sgl"));
        CHECK(directory.text("swapped.states") == states);
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(directory.path))
            count += entry.path().extension() == ".states" ? 1U : 0U;
        CHECK(count == 1);
    }
    SECTION("without the file the certificate is rejected, and the file is named")
    {
        std::filesystem::remove(directory.file("swapped.states"));
        const Run rejected = run_sgl("check " + directory.path);
        CHECK(rejected.status == 1);
        CHECK(has(rejected.output, "cannot read " + directory.file("swapped.states")));
    }
    SECTION("a file that is damaged is rejected, with the line")
    {
        std::string damaged = states;
        damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
        directory.write("swapped.states", damaged);
        const Run rejected = run_sgl("check " + directory.path);
        CHECK(rejected.status == 1);
        CHECK(has(rejected.output, "swapped.states:5: "));
    }
    SECTION("a file that would take too much memory is a limit, not a fault")
    {
        directory.write("swapped.states", with(states, "count 20160", "count 400000000"));
        const Run cut = run_sgl("check --memory 200 " + directory.path);
        CHECK(cut.status == 2);
        CHECK(has(cut.errors, "400000000 states take"));
        CHECK(has(cut.errors, "200 MiB is the limit"));
    }
    SECTION("states of another game are rejected")
    {
        directory.write("puzzle.sgl", with(puzzle, "w = 4", "w = 3"));
        directory.write("swapped.certificate", with(directory.text("swapped.certificate"),
                                                    "h = 2, w = 4", "h = 2, w = 3"));
        const Run rejected = run_sgl("check " + directory.path);
        CHECK(rejected.status == 1);
        CHECK(has(rejected.output, "there is no fluent 'at("));
    }
}

TEST_CASE("Plays that end are shown to end by ranks of states that are listed")
{
    // The puzzle, with so many moves.
    const Directory directory;
    std::string text = with(puzzle, "w = 4)", "w = 4, n = 14)");
    text = with(text, "action slide", "fluent left(0..n)\naction slide");
    text = with(text, "terminal <-> false", "terminal <-> left(0)");
    text = with(text, "(any k in R, l in C where i = k",
                "!terminal & (any k in R, l in C where i = k");
    text = with(text, "claim swapped",
                "axiom first: initial -> left(n) & (all k in 0..n-1: !left(k))\n"
                "axiom count: for k in 0..n-1: next left(k) <-> left(k+1)\n"
                "axiom never: next left(n) <-> false\n"
                "claim ends: x achieves left(0) by (any i in R, j in C: does(slide(i,j))) for x\n"
                "claim swapped");
    directory.write("puzzle.sgl", text);
    const Run run = run_sgl("prove --engine enumeration --claim ends --proofs " + directory.path +
                            " " + directory.file("puzzle.sgl"));
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(has(directory.text("ends.certificate"), "by listed states \"ends.states\""));
    CHECK(has(directory.text("ends.states"), "\nranks\n"));
    const Run check = run_sgl("check " + directory.path);
    INFO(check.output);
    CHECK(check.status == 0);
}
