// sgl moves: what a strategy recommends, and why.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace
{

using sgl::testing::Run;
using sgl::testing::run_sgl;
using Json = nlohmann::json;

Json asked(const std::string& arguments, const std::string& input = "")
{
    const Run run = run_sgl("moves --json " + arguments, input);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return Json::parse(run.output);
}

Json after(const std::string& strategy, const std::string& actions)
{
    return asked("examples/tictactoe.sgl --strategy '" + strategy + "' --after '" + actions + "'");
}

/// The part of the rule that decides.
std::string decider(const Json& answer)
{
    for (const Json& part : answer["rule"])
    {
        if (part["decides"] == true)
            return part["part"];
    }
    return "";
}

const std::string counters = R"(
agents i, j
fluent p  fluent q  fluent hot
action up by i  action down by i  action wait by j
axiom start: initial -> p | q
axiom end: terminal <-> false
axiom legality: legal(up) <-> !p
axiom legality2: legal(down) <-> p
axiom legality3: legal(wait) <-> true
axiom change: next p <-> does(up) | p & !does(down)
axiom change2: next q <-> q
strategy climb for i = does(up)
)";

} // namespace

TEST_CASE("Before the first move, sensible(x) recommends the centre, by centre(x)")
{
    const Json answer = after("sensible(x)", "");
    CHECK(answer["moves"] == Json::array({"a(x,2,2)"}));
    CHECK(answer["legal"].size() == 9);
    CHECK(answer["start"] == Json::array({"turn(x)"}));
    CHECK(decider(answer) == "centre(x)");
    CHECK(answer["terminal"] == false);
}

TEST_CASE("After x marks the centre and threatens a row, block(o) recommends its last cell")
{
    const Json answer = after("careful(o)", "a(x,2,2), a(o,1,1), a(x,2,1)");
    CHECK(answer["moves"] == Json::array({"a(o,2,3)"}));
    CHECK(decider(answer) == "block(o)");
    CHECK(answer["play"] == Json::array({"a(x,2,2)", "a(o,1,1)", "a(x,2,1)"}));
}

TEST_CASE("Winning comes before blocking")
{
    const Json answer = after("sensible(x)", "a(x,2,2) a(o,1,1) a(x,2,1) a(o,1,2)");
    CHECK(answer["moves"] == Json::array({"a(x,2,3)"}));
    CHECK(decider(answer) == "win(x)");
}

TEST_CASE("A rule can be written in place, and a leaf is shown as its formula")
{
    const Json answer = after("(win(x) |> does(a(x,1,3)) |> centre(x)) for x", "");
    CHECK(answer["moves"] == Json::array({"a(x,1,3)"}));
    CHECK(decider(answer) == "does(a(x,1,3))");
}

TEST_CASE("A tie-break shows what it leaves")
{
    const Json answer = asked("examples/gomoku.sgl -D m=3 -D k=3 --strategy 'first(x)'"
                              " --after 'a(x,2,2),a(o,3,3)'");
    CHECK(answer["moves"] == Json::array({"a(x,1,1)"}));
    CHECK(answer["rule"].back()["moves"] == Json::array({"a(x,1,1)"}));
}

TEST_CASE("A strategy whose agent is not on turn recommends nothing, and it says why")
{
    const Run run = run_sgl("moves examples/tictactoe.sgl --strategy 'win(o)'");
    CHECK(run.status == 0);
    CHECK(run.output.find("win(o) recommends for o: no move (it has no legal move here)") !=
          std::string::npos);
}

TEST_CASE("An illegal action in --after is named, with the legal ones")
{
    const Run run =
        run_sgl("moves examples/tictactoe.sgl --strategy 'win(o)' --after 'a(x,2,2),a(o,2,2)'");
    CHECK(run.status == 3);
    CHECK(run.output.empty());
    CHECK(run.errors.find("a(o,2,2) is not legal after a(x,2,2); legal: a(o,1,1) a(o,1,2)") !=
          std::string::npos);
    CHECK(run_sgl("moves examples/tictactoe.sgl --strategy 'win(o)' --after 'b(x)'").status == 3);
    CHECK(run_sgl("moves examples/tictactoe.sgl --strategy 'wni(o)'").status == 3);
    CHECK(run_sgl("moves examples/tictactoe.sgl").status == 3);
}

TEST_CASE("Of several initial states the first is taken and told; --start chooses another")
{
    const Json first = asked("- --strategy climb", counters);
    CHECK(first["start"] == Json::array({"p"}));
    CHECK(first["moves"].empty());
    REQUIRE(first["notes"].size() == 1);
    CHECK(first["notes"][0].get<std::string>().find("6 initial states") != std::string::npos);

    const Json second = asked("- --strategy climb --start q", counters);
    CHECK(second["start"] == Json::array({"q"}));
    CHECK(second["moves"] == Json::array({"up"}));
    CHECK(second["notes"].empty());

    const Json other = asked("- --strategy climb --start ''", counters);
    REQUIRE(other["notes"].size() == 1);
    CHECK(other["notes"][0].get<std::string>().find("not an initial one") != std::string::npos);
    CHECK(run_sgl("moves - --strategy climb --start r", counters).status == 3);
}

TEST_CASE("What the axioms leave open after a move stays as it was, and this is told")
{
    const Json answer = asked("- --strategy climb --start 'q hot' --after wait", counters);
    CHECK(answer["state"] == Json::array({"q", "hot"}));
    REQUIRE(answer["notes"].size() == 1);
    CHECK(answer["notes"][0] == "wait does not determine hot: taken as before");
}

TEST_CASE("What is open changes where a constraint leaves nothing else")
{
    const Json answer = asked("- --strategy climb --start 'q hot' --after up",
                              counters + "axiom cool: p -> !hot\n");
    CHECK(answer["state"] == Json::array({"p", "q"}));
    REQUIRE(answer["notes"].size() == 1);
    CHECK(answer["notes"][0] == "up does not determine hot: taken to change");
}
