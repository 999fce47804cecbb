// sgl derive, sgl prove --proofs and sgl eliminate --proof: what they write, sgl check accepts.

#include "tests/command/run.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace sgl::testing;

namespace
{

const std::string root = SGL_ROOT;

/// A directory that is gone after the test.
struct Directory
{
    Directory()
        : path((std::filesystem::temp_directory_path() / fmt::format("sgl-proofs-{}", getpid()))
                   .string())
    {
        std::filesystem::remove_all(path);
    }
    ~Directory() { std::filesystem::remove_all(path); }

    std::string file(const std::string& name) const { return path + "/" + name; }
    const std::string path;
};

} // namespace

TEST_CASE("sgl derive prints a derivation that sgl check accepts")
{
    for (const char* formula :
         {"<<a>> next p <-> [a] p", "{does(a) | p} legal(b) -> legal(b)", "next next (p | !p)",
          "{p} {legal(a)} [b] legal(c) <-> {p & {p} legal(a)} [b] legal(c)",
          "(p |> does(a)) -> p | does(a)", "terminal -> !legal(a) & [b] (terminal -> !legal(c))"})
    {
        CAPTURE(formula);
        const Run derived =
            run_sgl(fmt::format("derive --frame 'x: a,b; o: c' --fluents p '{}'", formula));
        REQUIRE(derived.status == 0);
        const Run checked = run_sgl("check -", derived.output);
        INFO(derived.output << checked.output << checked.errors);
        CHECK(checked.status == 0);
        CHECK(has(checked.output, "derived "));
    }
}

TEST_CASE("What is not derivable gets a state in which it is false, and exit status 1")
{
    const Run refused =
        run_sgl("derive --frame 'x: a,b' --fluents p 'next !does(a) <-> !next does(a)'");
    CHECK(refused.status == 1);
    CHECK(has(refused.output, "not derivable: it is false here"));
    CHECK(has(refused.output, "at the move"));
    CHECK(run_sgl("derive --frame 'x: a' --fluents p 'q'").status == 3);
    // Not in the frame alone, but from the game's axioms.
    const std::string game = root + "/examples/tictactoe.sgl";
    CHECK(run_sgl("derive " + game + " 'turn(x) -> next turn(o)'").status == 0);
    CHECK(run_sgl("derive " + game + " 'turn(x) -> next turn(x)'").status == 1);
}

TEST_CASE("A5 is used where a game defines terminal by what is legal, or legal by what is terminal")
{
    const auto derives = [](const std::string& axiom, const std::string& formula)
    {
        const Directory directory;
        std::filesystem::create_directory(directory.path);
        const std::string game = directory.file("game.sgl");
        std::ofstream(game) << "game g\nagents x\nfluent p\naction a by x\naction b by x\n"
                            << "axiom t: " << axiom << "\n";
        const Run derived = run_sgl("derive " + game + " '" + formula + "'");
        CAPTURE(axiom, formula, derived.output);
        CHECK(run_sgl("check -", derived.output).status == (derived.status == 0 ? 0 : 3));
        return derived.status == 0;
    };
    CHECK(derives("terminal <-> legal(b)", "!legal(b)"));
    CHECK(derives("terminal <-> legal(b)", "[a] !legal(b)"));
    CHECK(derives("terminal <-> legal(b)", "next !terminal"));
    CHECK(derives("legal(a) <-> terminal | p", "!terminal"));
    CHECK(derives("legal(a) <-> p", "next next p -> [a] [b] p | next next !terminal"));
    CHECK_FALSE(derives("terminal <-> legal(b)", "!legal(a)"));
    CHECK_FALSE(derives("legal(a) <-> p", "!terminal"));
}

TEST_CASE("A tie-break is derived to leave one move of whatever it is given")
{
    // What is given looks ahead, and its name stands in the derivation once: it is not looked into.
    const Directory directory;
    const std::string game = root + "/examples/gomoku.sgl";
    const Run proved = run_sgl("prove " + game + " -D m=4 -D k=3 --claim deterministic --proofs " +
                               directory.path);
    CAPTURE(proved.output);
    REQUIRE(proved.status == 0);
    CHECK(has(proved.output, "its tie-break leaves one move of whatever it is given"));
    const Run checked = run_sgl("check " + directory.file("deterministic.sgp"));
    CHECK(checked.status == 0);
    CHECK(has(checked.output, "claim_deterministic "));
    const std::string text = read_text(directory.file("deterministic.sgp"));
    CHECK_FALSE(has(text, "by axiom ")); // nothing of the game, and so nothing of what follows
    CHECK(has(text, "by C6"));
}

TEST_CASE("A claim that is proved stays so where its derivation takes too long")
{
    const Directory directory;
    const std::string game = root + "/examples/gomoku.sgl";
    const Run run =
        run_sgl("prove " + game + " --claim complete --timeout 8 --proofs " + directory.path);
    CAPTURE(run.output);
    CHECK(has(run.output, "complete  proved"));
    CHECK(has(run.output, "no derivation: 8 s passed"));
    CHECK(run.status == 0);
}

TEST_CASE("sgl eliminate --proof derives the equivalence")
{
    const Run derived = run_sgl("eliminate --proof --frame 'x: a,b' --fluents p '{p | does(b)} "
                                "(legal(a) -> [b] legal(a))'");
    REQUIRE(derived.status == 0);
    CHECK(run_sgl("check -", derived.output).status == 0);
}

TEST_CASE("sgl prove --proofs writes a derivation of what is proved in all states")
{
    const Directory directory;
    const Run proved =
        run_sgl(fmt::format("prove --proofs {} {}/examples/tictactoe.sgl", directory.path, root));
    INFO(proved.output << proved.errors);
    CHECK(proved.status == 0);
    CHECK(has(proved.output, "derivation: "));
    CHECK_FALSE(has(proved.output, "no derivation: "));
    CHECK_FALSE(has(proved.output, "careful_x.sgp")); // it was proved by going through plays
    for (const char* claim : {"turns", "complete", "d2"})
    {
        const Run checked = run_sgl("check " + directory.file(std::string(claim) + ".sgp"));
        INFO(checked.output << checked.errors);
        CHECK(checked.status == 0);
        CHECK(has(checked.output, std::string("claim_") + claim));
    }
    // It is about this game with these parameters.
    std::string text = read_text(directory.file("turns.sgp"));
    CHECK(has(text, "with m = 3, k = 3"));
    const std::size_t at = text.find("m = 3");
    text.replace(at, 5, "m = 2");
    std::ofstream(directory.file("other.sgp")) << text;
    CHECK(run_sgl("check " + directory.file("other.sgp")).status != 0);
    // JSON says where.
    const Run json = run_sgl(fmt::format(
        "prove --json --claim d2 --proofs {} {}/examples/tictactoe.sgl", directory.path, root));
    CHECK(has(nlohmann::json::parse(json.output)["claims"][0]["derivation"], "d2.sgp"));
    CHECK(run_sgl("prove --proofs /dev/null/x " + root + "/examples/tictactoe.sgl").status == 3);
    CHECK(run_sgl("prove --proofs " + directory.path + " -", "agents x action a by x").status == 3);
}

TEST_CASE("200 strategies in each other: the derivation grows with their number")
{
    const auto size = [](int n)
    {
        std::string formula = "legal(b)";
        for (int k = 0; k < n; ++k)
            formula = fmt::format("{{does(b) | p{} & legal(b)}} ({})", k % 4, formula);
        const Run derived = run_sgl(
            fmt::format("derive --frame 'x: a,b' --fluents p0,p1,p2,p3 '{} -> legal(b)'", formula));
        REQUIRE(derived.status == 0);
        CHECK(run_sgl("check -", derived.output).status == 0);
        return derived.output.size();
    };
    const std::size_t few = size(50), many = size(200);
    CHECK(many < 5 * few);
}
