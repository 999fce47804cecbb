// Games of unusual shape, through the command: what was once answered wrongly, or not at all.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace
{

using sgl::testing::Run;
using sgl::testing::run_sgl;
using Json = nlohmann::json;

Json claim(const Run& run, std::size_t i)
{
    INFO(run.output << run.errors);
    REQUIRE(run.status >= 0);
    REQUIRE(run.status <= 2);
    return Json::parse(run.output)["claims"][i];
}

const std::string modal = "agents x  action a by x  fluent p\n"
                          "axiom i: initial -> !p    axiom n: next p <-> true\n"
                          "axiom t: terminal <-> p   axiom l: legal(a) <-> !terminal & [a] p\n"
                          "strategy s for x = does(a)\n"
                          "claim r: x achieves p by s  claim r2: always !p\n";

} // namespace

TEST_CASE("`legal` may be defined by what a move leads to: plays are replayed all the same")
{
    const Run run = run_sgl("prove --json -", modal);
    CHECK(claim(run, 0)["verdict"] == "proved");
    CHECK(claim(run, 1)["verdict"] == "refuted");
    CHECK(claim(run, 1)["play"] == Json::array({"a"}));
    CHECK(run_sgl("moves - --strategy s", modal).output.find("s recommends for x: a") !=
          std::string::npos);
    CHECK(run_sgl("show -", modal).output.find("initial states: 1") != std::string::npos);
}

TEST_CASE("Where an axiom leaves a choice among successors there is no contradiction")
{
    const Run run = run_sgl("prove --json -", "agents x  action b by x  fluent p, r\n"
                                              "axiom one: next (p | r)\n"
                                              "axiom le: legal(b) <-> true\n"
                                              "axiom te: terminal <-> false\n"
                                              "claim d: always initial\n");
    CHECK(claim(run, 0)["verdict"] == "refuted");
    CHECK(Json::parse(run.output)["contradictions"].empty());
}

TEST_CASE("An axiom without any of the usual shapes is warned of, and costs little")
{
    const Run run = run_sgl("prove --json -", "agents x  action b by x  fluent p\n"
                                              "axiom one: next p  claim c: valid p -> p\n");
    CHECK(claim(run, 0)["verdict"] == "proved");
    CHECK(run.errors.find("warning: axiom 'one'") != std::string::npos);
    CHECK(Json::parse(run.output)["seconds"] < 9);
}

TEST_CASE("A memory limit that is too small for anything ends in no crash")
{
    for (const char* limit : {"1", "3", "8"})
    {
        const Run run =
            run_sgl(std::string("prove --json --memory ") + limit + " examples/tictactoe.sgl");
        INFO(limit << "\n" << run.errors);
        CHECK((run.status == 2 || run.status == 3));
    }
}

TEST_CASE("A time limit is a number of seconds")
{
    for (const char* wrong : {"nan", "-1", "1e400", "soon", "5s"})
    {
        const Run run =
            run_sgl(std::string("prove --timeout=") + wrong + " examples/tictactoe.sgl");
        INFO(wrong << "\n" << run.errors);
        CHECK(run.status == 3);
        CHECK(run.errors.size() < 300);
    }
}
