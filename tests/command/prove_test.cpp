// The main job, as a user sees it.

#include "tests/command/run.hpp"
#include "tests/places.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

namespace
{

using sgl::testing::read_text;
using sgl::testing::Run;
using sgl::testing::run_sgl;
using sgl::testing::with;
using Json = nlohmann::json;

/// Verdicts by claim.
std::map<std::string, std::string> verdicts(const Run& run)
{
    INFO(run.errors);
    REQUIRE((run.status >= 0 && run.status <= 2));
    std::map<std::string, std::string> found;
    const Json json = Json::parse(run.output);
    for (const Json& claim : json["claims"])
        found[claim["name"]] = claim["verdict"];
    return found;
}

/// Those of the tic-tac-toe file with one of its rules changed.
std::map<std::string, std::string> with_rule(const std::string& from, const std::string& to)
{
    return verdicts(run_sgl("prove --json -", with(read_text("examples/tictactoe.sgl"), from, to)));
}

} // namespace

TEST_CASE("Every claim of every example is as expected, by either solver")
{
    const std::string solver = GENERATE("", "--solver z3 ");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SGL_ROOT "/examples"))
    {
        if (entry.path().extension() != ".sgl")
            continue;
        const Run run = run_sgl("prove " + solver + "'" + entry.path().string() + "'");
        INFO(solver << entry.path() << "\n" << run.output << run.errors);
        CHECK(run.status == 0);
    }
}

TEST_CASE("The claims of the mk-game have these verdicts when m = k = 3")
{
    CHECK(verdicts(run_sgl("prove --json examples/tictactoe.sgl")) ==
          std::map<std::string, std::string>{
              {"turns", "proved"},
              {"complete", "proved"},
              {"not_det", "refuted"},
              {"sensible_x", "refuted"},
              {"careful_x", "proved"},
              {"careful_o", "refuted"},
              {"d2", "proved"},
          });
}

TEST_CASE("prove --solver z3 answers as CaDiCaL does, by other steps")
{
    // The search is another: it does not meet as many conflicts.
    const auto conflicts = [](const std::string& options)
    {
        const Run run = run_sgl("prove --claim not_det --stats examples/tictactoe.sgl " + options);
        CHECK(run.status == 0);
        const std::size_t end = run.output.find(" conflicts");
        REQUIRE(end != std::string::npos);
        const std::size_t start = run.output.rfind(' ', end - 1) + 1;
        return run.output.substr(start, end - start);
    };
    for (const char* game : {"tictactoe", "crossdot", "errata", "nim", "pursuit"})
    {
        CAPTURE(game);
        const std::string prove = "prove --json examples/" + std::string(game) + ".sgl";
        CHECK(verdicts(run_sgl(prove)) == verdicts(run_sgl(prove + " --solver z3")));
    }
    CHECK(conflicts("") == conflicts("--solver cadical"));
    CHECK(conflicts("") != conflicts("--solver z3"));
    CHECK(run_sgl("prove --solver minisat examples/tictactoe.sgl").status == 3);
}

TEST_CASE("When diagonals no longer win, x need not win on the smallest board, nor end by one")
{
    const std::string text = read_text("examples/tictactoe.sgl") +
                             "claim any_wins: always terminal -> wins(x)\n"
                             "claim diagonal: theorem p(x,1,1) & p(x,2,2) -> terminal\n";
    const std::size_t first =
        text.find("  | (any i in 1..m-k+1, j in 1..m-k+1: all l in 0..k-1: p(t, i+l, j+l))");
    const std::size_t end = text.find("\n\n", first);
    REQUIRE(first != std::string::npos);
    const std::string without = text.substr(0, first) + text.substr(end);
    const auto before = verdicts(run_sgl("prove --json -D m=2 -D k=2 -", text));
    const auto after = verdicts(run_sgl("prove --json -D m=2 -D k=2 -", without));
    CHECK(before.at("any_wins") == "proved");
    CHECK(after.at("any_wins") == "refuted");
    CHECK(before.at("diagonal") == "proved");
    CHECK(after.at("diagonal") == "refuted");
    for (const char* untouched : {"turns", "complete", "d2", "careful_x"})
        CHECK(before.at(untouched) == after.at(untouched));
}

TEST_CASE(
    "When turns no longer alternate, the claim about turns is refuted, and who plays first wins")
{
    const auto found =
        with_rule("turn(t) -> next !turn(t) & next turn(other(t))", "next turn(t) <-> turn(t)");
    CHECK(found.at("turns") == "refuted");
    CHECK(found.at("complete") == "proved");
    CHECK(found.at("sensible_x") == "proved"); // o never moves
    CHECK(found.at("careful_x") == "proved");
    CHECK(found.at("careful_o") == "refuted");
}

TEST_CASE("When a mark can be overwritten, nothing keeps x from losing and plays need not end")
{
    const std::string overwrite =
        with(with(read_text("examples/tictactoe.sgl"),
                  "legal(a(t,i,j)) <-> free(i,j) & turn(t) & !terminal",
                  "legal(a(t,i,j)) <-> turn(t) & !p(t,i,j) & !terminal"),
             "next p(t,i,j) <-> p(t,i,j) | does(a(t,i,j))",
             "next p(t,i,j) <-> (p(t,i,j) & !does(a(other(t),i,j))) | does(a(t,i,j))") +
        "claim ends: x achieves true by careful(x)  expect refuted\n";
    const auto found = verdicts(run_sgl("prove --json --bound 9 -", overwrite));
    CHECK(found.at("turns") == "proved");
    CHECK(found.at("careful_x") == "refuted");
    CHECK(found.at("ends") == "refuted");
}

TEST_CASE("Achieving: whoever plays carefully as x ends every play without a loss")
{
    const std::string text =
        read_text("examples/tictactoe.sgl") +
        "claim a1: x achieves !wins(o) by careful(x)\n"
        "claim a2: x achieves wins(x) by careful(x)\n"
        "claim a3: x, o achieve !wins(x) & !wins(o) by careful(x), careful(o)\n";
    const auto found = verdicts(run_sgl("prove --json -", text));
    CHECK(found.at("a1") == "proved");
    CHECK(found.at("a2") == "refuted");
    CHECK(found.count("a3") == 1);
}

TEST_CASE(
    "Observations of the JPL paper hold for every board up to m = 8 in their corrected ranges")
{
    for (int m = 2; m <= 8; ++m)
    {
        for (int k = 2; k <= m; ++k)
        {
            const Run run = run_sgl("prove examples/crossdot.sgl -D m=" + std::to_string(m) +
                                    " -D k=" + std::to_string(k));
            INFO("m = " << m << ", k = " << k << "\n" << run.output << run.errors);
            CHECK(run.status == 0);
        }
    }
}

TEST_CASE("The mk-game's claims are decided on every board from 2 to 4, for every k")
{
    for (int m = 2; m <= 4; ++m)
    {
        for (int k = 1; k <= m; ++k)
        {
            const Run run = run_sgl("prove examples/tictactoe.sgl -D m=" + std::to_string(m) +
                                    " -D k=" + std::to_string(k));
            INFO("m = " << m << ", k = " << k << "\n" << run.output << run.errors);
            CHECK(run.status == 0);
        }
    }
}

TEST_CASE("A refutation in JSON can be replayed: it starts empty, alternates and ends as it says")
{
    const Run run = run_sgl("prove --json examples/tictactoe.sgl --claim sensible_x");
    REQUIRE(run.status == 0);
    const Json claim = Json::parse(run.output)["claims"][0];
    CHECK(claim["expected"] == "refuted");
    CHECK(claim["as_expected"] == true);
    CHECK(claim["start"] == Json::array({"turn(x)"}));
    std::vector<std::string> expected_marks;
    for (std::size_t t = 0; t < claim["play"].size(); ++t)
    {
        std::string action = claim["play"][t];
        CHECK(action.substr(0, 4) == (t % 2 == 0 ? "a(x," : "a(o,"));
        expected_marks.push_back("p" + action.substr(1));
    }
    for (const std::string& mark : expected_marks)
        CHECK(std::ranges::count(claim["state"], Json(mark)) == 1);
    CHECK(claim["move"] == nullptr);
    CHECK(claim["loop"] == nullptr);
    CHECK(claim["bound"] == nullptr);
}

TEST_CASE("The exit status tells expected, unexpected, open and bad input apart")
{
    const std::string game = "agents x  action a by x  fluent p\n"
                             "axiom i: initial -> !p  axiom t: terminal <-> false\n"
                             "axiom l: legal(a) <-> true  axiom e: next p <-> p\n";
    CHECK(run_sgl("prove -", game + "claim c: always !p").status == 0);
    CHECK(run_sgl("prove -", game + "claim c: always p").status == 1);
    CHECK(run_sgl("prove -", game + "claim c: always p expect refuted").status == 0);
    CHECK(run_sgl("prove --bound 3 -", game + "claim c up to 3 plies: always !p").status == 0);
    CHECK(run_sgl("prove -", game + "claim c: always q").status == 3);
    CHECK(run_sgl("prove no/such/file.sgl").status == 3);
    CHECK(run_sgl("prove examples").status == 3);
    CHECK(run_sgl("prove examples/tictactoe.sgl -D m").status == 3);
    CHECK(run_sgl("prove examples/tictactoe.sgl -D n=3").status == 3);
    CHECK(run_sgl("prove examples/tictactoe.sgl --claim nothing").status == 3);
    CHECK(run_sgl("frobnicate").status == 3);
    CHECK(run_sgl("--version").status == 0);
}

TEST_CASE("A game without a claim is nothing to decide, and exits 3 as README says")
{
    const std::string game = "agents x  action a by x  fluent p\naxiom e: next p <-> p\n";
    const Run run = run_sgl("prove -", game);
    CHECK(run.status == 3);
    CHECK(run.output.empty());
    CHECK(run.errors.find("sgl: error: standard input: there is no claim in it to decide") !=
          std::string::npos);
    const Run json = run_sgl("prove --json - examples/pure.sgl", game);
    CHECK(json.status == 3);
    const Json both = Json::parse(json.output);
    REQUIRE(both.size() == 2);
    CHECK(both[0]["error"]["message"] == "standard input: there is no claim in it to decide");
    CHECK(both[1]["claims"].size() > 0);
}

TEST_CASE("A claim that is refuted is not vacuous, though one of its conditions may be")
{
    const std::string game = "agents x  action a by x  fluent p\n"
                             "axiom i: initial -> !p  axiom t: terminal <-> p\n"
                             "axiom l: legal(a) <-> !terminal  axiom e: next p <-> !p\n";
    const auto claim = [&](const std::string& text)
    { return Json::parse(run_sgl("prove --json -", game + text).output)["claims"][0]; };
    const Json proved = claim("claim c: !terminal implements p");
    CHECK(proved["verdict"] == "proved");
    CHECK(proved["vacuous"] == true);
    const Json refuted = claim("claim c: p & !terminal implements p");
    CHECK(refuted["verdict"] == "refuted");
    CHECK(refuted["vacuous"] == false);
    CHECK(refuted["conditions"][2]["vacuous"] == true);
}

TEST_CASE("Bad input is named by file, line and column, with the line and a caret")
{
    const Run run =
        run_sgl("prove -", "agents x\naction a by x\nfluent p\nclaim c: valid p & & p\n");
    CHECK(run.status == 3);
    CHECK(run.output.empty());
    CHECK(run.errors.find("standard input:4:20: error: ") == 0);
    CHECK(run.errors.find("claim c: valid p & & p") != std::string::npos);
    CHECK(run.errors.find("expected") != std::string::npos);
}

TEST_CASE("--explain says what was tried for an answer, and JSON always does; the last one decided")
{
    const Run run =
        run_sgl("prove --explain --claim complete --claim careful_x examples/tictactoe.sgl");
    CAPTURE(run.output);
    REQUIRE(run.status == 0);
    CHECK(run.output.find("* structure") != std::string::npos);
    CHECK(run.output.find("* enumeration") != std::string::npos);
    CHECK(run.output.find("nothing found up to ply 2") != std::string::npos);
    CHECK(run_sgl("prove --claim complete examples/tictactoe.sgl").output.find("* structure") ==
          std::string::npos);

    const Json claims =
        Json::parse(run_sgl("prove --json examples/tictactoe.sgl").output)["claims"];
    for (const Json& claim : claims)
    {
        INFO(claim.dump(2));
        REQUIRE_FALSE(claim["tried"].empty());
        double seconds = 0;
        bool by_method = false;
        for (const Json& attempt : claim["tried"])
        {
            seconds += attempt["seconds"].get<double>();
            by_method =
                by_method || (attempt["decided"] == true && attempt["engine"] == claim["method"]);
            CHECK_FALSE(attempt["outcome"].get<std::string>().empty());
        }
        CHECK(by_method);
        CHECK(seconds <= claim["seconds"].get<double>() + 0.001);
    }
}

TEST_CASE("JSON names no method of what is undecided, whatever was claimed")
{
    // A state is reached that no axiom lets occur again, and thirteen pigeons have twelve holes.
    const std::string pigeons = "range P = 1..13\nrange H = 1..12\nagents x\nfluent at(P, H)\n"
                                "action a by x\naxiom l: legal(a) <-> true\n"
                                "axiom t: terminal <-> false\naxiom s: initial -> true\n";
    const std::string crowded = "(all i in P: any j in H: at(i,j)) -> (any j in H, i, k in P where "
                                "i < k: at(i,j) & at(k,j))\n";
    for (const std::string claim : {"claim c: valid ", "claim c: theorem "})
    {
        const Run run = run_sgl("prove --timeout 0.5 --json -", pigeons + claim + crowded);
        CAPTURE(run.output);
        const Json json = Json::parse(run.output)["claims"][0];
        REQUIRE(json["verdict"] == "undecided");
        CHECK(json["method"].is_null());
    }
    const Json bounded =
        Json::parse(run_sgl("prove --bound 1 --engine unrolling --json -",
                            "agents x\nfluent p, q\naction a by x\naxiom s: initial -> !p & !q\n"
                            "axiom l: legal(a) <-> true\naxiom t: terminal <-> false\n"
                            "axiom n: next p <-> q\naxiom m: next q <-> p\nclaim c: always !p\n")
                        .output)["claims"][0];
    CHECK(bounded["verdict"] == "holds");
    CHECK(bounded["method"] == "unrolling");
}

TEST_CASE("A refuted 'achieves' whose play is stuck says so, in text and in JSON")
{
    const std::string game = "agents x\nfluent p\naction a by x\naxiom start: initial -> !p\n"
                             "axiom legality: legal(a) <-> !p\naxiom turn: next p <-> true\n"
                             "axiom end: terminal <-> p\nstrategy none for x = false\n"
                             "claim c: x achieves p by none\n";
    CHECK(run_sgl("prove -", game)
              .output.find("x has legal moves and the strategy recommends none") !=
          std::string::npos);
    const Json stuck = Json::parse(run_sgl("prove --json -", game).output)["claims"][0];
    CHECK(stuck["verdict"] == "refuted");
    CHECK(stuck["stuck"] == true);
    const std::string lost = with(with(game, "= false", "= true"), "achieves p", "achieves !p");
    const Json not_stuck = Json::parse(run_sgl("prove --json -", lost).output)["claims"][0];
    CHECK(not_stuck["verdict"] == "refuted");
    CHECK(not_stuck["stuck"] == false);
    CHECK(stuck["recommends_none"] == Json::array({"x"}));
    CHECK(not_stuck["recommends_none"].empty());
}

TEST_CASE("A stuck play, an endless play and a strategy that recommends nothing have their fields")
{
    const std::string game = "agents x, o\nfluent p\naction a, b by x\naction c by o\n"
                             "axiom start: initial -> !p\naxiom la: legal(a) <-> !p\n"
                             "axiom lb: legal(b) <-> !p\naxiom lc: legal(c) <-> false\n"
                             "axiom np: next p <-> p | does(a)\naxiom end: terminal <-> false\n"
                             "strategy some for x = does(a) & p\n"
                             "claim nobody: x achieves p by (does(a)) for x\n"
                             "claim endless: x achieves p by (does(b)) for x\n"
                             "claim complete: some is complete\n"
                             "claim plays: if x plays some then !p\n";
    const Json claims = Json::parse(run_sgl("prove --json -", game).output)["claims"];
    CHECK(claims[0]["stuck"] == true);
    CHECK(claims[0]["endless"] == false);
    CHECK(claims[0]["recommends_none"].empty());
    CHECK(claims[0]["state"] == Json::array({"p"}));
    CHECK(claims[0]["reason"].get<std::string>().find("nobody has a legal move") !=
          std::string::npos);
    CHECK(claims[1]["stuck"] == false);
    CHECK(claims[1]["endless"] == true);
    CHECK_FALSE(claims[1]["loop"].is_null());
    CHECK(claims[1]["reason"].get<std::string>().find("the play need not end") !=
          std::string::npos);
    CHECK(claims[2]["verdict"] == "refuted");
    CHECK(claims[2]["recommends_none"] == Json::array({"x"}));
    CHECK(claims[3]["verdict"] == "proved");
    CHECK(claims[3]["stuck"] == true);
    CHECK(claims[3]["recommends_none"] == Json::array({"x"}));
    for (const Json& claim : claims)
        CHECK(claim["clash"].is_null());
}

TEST_CASE("A hard condition does not take the time of the others", "[clock]")
{
    // Thirteen pigeons have twelve holes, which is hard to see, and a claim of no pigeon.
    const std::string game =
        "range P = 1..13\nrange H = 1..12\nagents x\nfluent at(P, H), over\naction a by x\n"
        "axiom l: legal(a) <-> !over\naxiom t: terminal <-> over\naxiom s: initial -> !over\n"
        "claim c: ((all i in P: any j in H: at(i,j)) -> (any j in H, i, k in P where i < k: "
        "at(i,j) & at(k,j))) implements !over\n";
    const Json json = Json::parse(run_sgl("prove --timeout 3 --json -", game).output)["claims"][0];
    INFO(json.dump(2));
    CHECK(json["verdict"] == "refuted");
    CHECK(json["conditions"][0]["verdict"] == "undecided");
}

TEST_CASE("What did not decide is explained too: it was not so in all states, or a limit was met")
{
    const std::string game = "agents x  action a by x  action b by x  fluent p  fluent q\n"
                             "axiom i: initial -> !p & !q  axiom t: terminal <-> false\n"
                             "axiom l: legal(a) <-> true  axiom m: legal(b) <-> p\n"
                             "axiom e: next p <-> q  axiom f: next q <-> q & p\n"
                             "strategy s for x = does(b) |> does(a)\n"
                             "strategy r for x = (p & does(b)) |> (q & does(a))\n";
    const auto tried = [&](const std::string& options, const std::string& claim)
    {
        const Run run = run_sgl("prove --json " + options + " -", game + claim);
        return Json::parse(run.output)["claims"][0]["tried"];
    };
    const Json one = tried("", "claim c: s is functional");
    REQUIRE(one.size() == 2);
    CHECK(one[0]["about"] == "complete");
    CHECK(one[0]["engine"] == "structure");
    CHECK(one[1]["about"] == "deterministic");
    const Json all = tried("", "claim c: r is complete");
    REQUIRE(all.size() >= 3);
    CHECK(all[0]["outcome"] == "no part that would make it so is complete in all states");
    CHECK(all[1]["outcome"] == "not in all states, reachable or not");
    CHECK(all[2]["outcome"] == "refuted by a play of 0 plies");
    CHECK(all[2]["decided"] == true);
    // One engine that was asked for is all that is tried.
    const Json enumerated = tried("--engine enumeration", "claim c: s is deterministic");
    REQUIRE(enumerated.size() == 1);
    CHECK(enumerated[0]["engine"] == "enumeration");
    const Json bounded = tried("--engine unrolling --bound 2", "claim c: always !p");
    REQUIRE(bounded.size() == 1);
    CHECK(bounded[0]["outcome"] == "nothing found up to ply 2: the bound");
    CHECK(bounded[0]["decided"] == false);
}

TEST_CASE("Parts of a rule that have no place in it, as a &> that is simplified, do without a name")
{
    const Run run = run_sgl(
        "prove -", "agents x\naction a0 by x\naction a1 by x\nfluent p, q\n"
                   "define d1 = ((q | does(a0) | does(a1)) &> (does(a0) |> does(a1)) &> true)\n"
                   "strategy sx0 for x = ((does(a0) &> (next legal(a1) | true) &> true) &> true)\n"
                   "strategy sx1 for x = ((does(a0) |> true) &> (d1 |> does(a1)))\n"
                   "claim c: sx0 equals sx1 everywhere expect refuted\n");
    INFO(run.output << run.errors);
    CHECK(run.status == 0);
}

TEST_CASE("An engine or a solver of another name: those that there are")
{
    const Run engine = run_sgl("prove --engine magic examples/nim.sgl");
    CHECK(engine.status == 3);
    CHECK(engine.errors.find("magic not in {automatic,reduction,unrolling,") != std::string::npos);
    const Run solver = run_sgl("prove --solver magic examples/nim.sgl");
    CHECK(solver.status == 3);
    CHECK(solver.errors.find("magic not in {cadical,z3}") != std::string::npos);
}
