#include "tests/command/run.hpp"

#include <catch2/catch.hpp>

namespace sgl::testing
{

namespace
{

const std::string one_move = "; A game of one move.\n"
                             "(role Anna)\n"
                             "(init (c 0))\n"
                             "(<= (legal Anna go) (true (c 0)))\n"
                             "(<= (next (c 1)) (does Anna go))\n"
                             "(<= terminal (true (c 1)))\n"
                             "(<= (goal Anna 100) (true (c 1)))\n"
                             "(<= (goal Anna 0) (true (c 0)))\n";

} // namespace

TEST_CASE("sgl show - takes a text that begins with a comment and a list for a sheet", "[gdl]")
{
    const Run run = run_sgl("show -", one_move);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(run.output == "standard input: a rule sheet in GDL\n"
                        "roles (1): Anna\n"
                        "fluents: 2, of them 1 at the start\n"
                        "moves of Anna: 1, of them 1 legal at the start: go\n"
                        "rules: 5 and 2 facts; without variables 5, with 5 literals\n");
    CHECK(run_sgl("show -", "agents x\naction go by x\n").status == 0);
}

TEST_CASE("Errors of a sheet have a place and status 3, and warnings only with --strict", "[gdl]")
{
    const Run wrong = run_sgl("show -", one_move + "(<= (legal Anna (to ?x)))\n");
    CHECK(wrong.status == 3);
    CHECK(wrong.errors.starts_with("standard input:9:21: error: "));
    const std::string text = one_move + "(<= (spare ?x) (true (c ?x)))\n";
    const Run warned = run_sgl("show -", text);
    CHECK(warned.status == 0);
    CHECK(warned.errors.starts_with("standard input:9:5: warning: "));
    const Run strict = run_sgl("show --strict -", text);
    CHECK(strict.status == 3);
    CHECK(strict.errors.starts_with("standard input:9:5: error: "));
    CHECK(strict.output == warned.output);
    const Run json = run_sgl("show --strict --json -", text);
    CHECK(json.status == 3);
    CHECK(json.output.find("\"line\": 9,\n    \"column\": 5") != std::string::npos);
}

TEST_CASE("Roles come out as the sheet spells them, and unknown totals as null", "[gdl]")
{
    const Run all = run_sgl("show --deep --json -", one_move);
    CHECK(all.output.find("\"roles\": [\n    \"Anna\"\n  ]") != std::string::npos);
    CHECK(all.output.find("\"states\": 2,") != std::string::npos);
    CHECK(all.output.find("\"longest_game\": 1,") != std::string::npos);
    const Run some = run_sgl("show --deep --plies 3 --json tests/gdl/sheets/bridges.kif");
    CHECK(some.status == 0);
    CHECK(some.output.find("\"complete\": false") != std::string::npos);
    CHECK(some.output.find("\"states\": null") != std::string::npos);
    CHECK(some.output.find("\"forced_value\": null") != std::string::npos);
    CHECK(some.output.find("\"cut_short\": \"no states more than 3 moves from the start "
                           "(--plies)\"") != std::string::npos);
    const Run few = run_sgl("show --deep --states 10 tests/gdl/sheets/bridges.kif");
    CHECK(few.status == 0);
    CHECK(few.output.find("the limit of 10 states (--states) was met") != std::string::npos);
}

TEST_CASE("Counts of sequences that 64 bits do not hold are floating-point numbers", "[gdl]")
{
    std::string text = "(init (c 0)) (s 0 1) (s 1 2) (s 2 3) (s 3 4) (s 4 5) (s 5 6) (s 6 7)\n"
                       "(<= (next (c ?n)) (true (c ?m)) (s ?m ?n))\n"
                       "(<= terminal (true (c 7)))\n(<= (goal ?r 0) (role ?r))\n"
                       "(<= (legal ?r ?m) (role ?r) (s ?m ?n))\n";
    for (char role : std::string("abcd")) // each of 7⁴ joint moves leads to the same state
        text += std::string("(role ") + role + ")\n";
    const Run run = run_sgl("show --deep --json -", text);
    CHECK(run.status == 0);
    CHECK(run.output.find("33232930569601,\n") != std::string::npos); // 7^16
    CHECK(run.output.find("1.9158123138") != std::string::npos);      // 7^24 = 1.9158…e20
    CHECK(run.output.find("\"longest_game\": 7") != std::string::npos);
}

TEST_CASE("--deep and --strict are refused for a game that is no sheet", "[gdl]")
{
    for (const char* option : {"--deep", "--strict"})
    {
        const Run run = run_sgl(std::string("show examples/tictactoe.sgl ") + option);
        CHECK(run.status == 3);
        CHECK(run.errors ==
              std::string("sgl: error: examples/tictactoe.sgl is a game and no rule sheet "
                          "in GDL, which ") +
                  option + " is for\n");
    }
    CHECK(run_sgl("show --plies 3 tests/gdl/sheets/stones.kif").status == 3);
    CHECK(run_sgl("show nowhere.kif").status == 3);
}

TEST_CASE("With --memory, as many states are looked at as there is room for", "[gdl]")
{
    // The sanitizers need more than 100 MiB for themselves.
    const Run run = run_sgl("show --deep --memory 300 bench/games/sheets/breakthrough.kif");
    CHECK(run.status == 0);
    CHECK(run.output.find("were looked at: the limit of ") != std::string::npos);
}

TEST_CASE("Time that is up ends the look at states, and what was seen is printed", "[gdl][clock]")
{
    const Run run = run_sgl("show --deep --timeout 1 bench/games/sheets/breakthrough.kif");
    CHECK(run.status == 0);
    CHECK(run.output.find("were looked at: 0.7 s passed, of 1 (--timeout)") != std::string::npos);
}

} // namespace sgl::testing
