// sgl check: what it prints, and its exit status.

#include "tests/command/run.hpp"

#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

using namespace sgl::testing;

namespace
{

const std::string good = "frame x: a, b\nfluents p, q\ntheorem yes: p & q -> q\n"
                         "  1. p & q -> q by TAUT\nend\n";
const std::string bad = good + "theorem no: [a]p -> p\n  1. p -> p by TAUT\n"
                               "  here. [a]p -> p by D1\nend\n";

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE(
    "sgl check: exit 0 when all is accepted, 1 when something is not, 3 for what can't be read")
{
    const Run accepted = run_sgl("check -", good);
    CHECK(accepted.status == 0);
    CHECK(has(accepted.output, "accepted      1 line "));
    CHECK(has(accepted.output, "1 accepted, 0 rejected"));

    const Run rejected = run_sgl("check -", bad);
    CHECK(rejected.status == 1);
    CHECK(
        has(rejected.output, "standard input:8:3: error: line here, D1: expected an instance of"));
    CHECK(has(rejected.output, "1 accepted, 1 rejected"));

    const Run unreadable = run_sgl("check -", good + "theorem cut: p");
    CHECK(unreadable.status == 3);
    CHECK(has(unreadable.errors, "standard input:6:15: error: unexpected end of the text"));
    CHECK(run_sgl("check /nowhere/at/all.sgp").status == 3);
    CHECK(run_sgl("check .").status == 3);
    CHECK(run_sgl("check - --frame 'x: '", good).status == 3);
    CHECK(run_sgl("check - --print maybe", good).status == 3);
}

TEST_CASE("sgl check --quiet prints only what is rejected")
{
    CHECK(run_sgl("check --quiet -", good).output.empty());
    const Run run = run_sgl("check --quiet -", bad);
    CHECK_FALSE(has(run.output, "yes"));
    CHECK(has(run.output, "no "));
}

TEST_CASE("sgl check: a template is checked over small frames, or over the one that is given")
{
    const std::string text = "theorem some for b in actions: <<b>>does(b)\n"
                             "  1. <<b>>does(b) <-> true by C3\n  2. <<b>>does(b) by TAUT 1\nend\n";
    const Run small = run_sgl("check -", text);
    CHECK(small.status == 0);
    CHECK(has(small.output, "6 accepted, 0 rejected"));
    const Run given = run_sgl("check - --frame 'x: go1, go2'", text);
    CHECK(has(given.output, "some[go2]"));
    CHECK(has(given.output, "2 accepted, 0 rejected"));
}

TEST_CASE("sgl check --json")
{
    const Run run = run_sgl("check --json -", bad);
    CHECK(run.status == 1);
    const auto json = nlohmann::json::parse(run.output);
    CHECK(json["accepted"] == 1);
    CHECK(json["rejected"] == 1);
    const auto& theorems = json["files"][0]["theorems"];
    CHECK(theorems[0]["verdict"] == "accepted");
    CHECK(theorems[0]["axioms"] == std::vector<std::string>{"A1"});
    CHECK(theorems[1]["verdict"] == "rejected");
    CHECK(theorems[1]["label"] == "here");
    CHECK(theorems[1]["line"] == 8);
    CHECK(theorems[1]["rule"] == "D1");
}

TEST_CASE("sgl check --print shows a derivation, and --html makes a page that needs nothing else")
{
    const Run run = run_sgl("check -q - --unicode --print yes", good);
    CHECK(run.output == "theorem yes: p ∧ q → q\n  1. p ∧ q → q  TAUT\nend\n");
    const std::string page = "/tmp/sgl_check_test_" + std::to_string(getpid()) + ".html";
    CHECK(run_sgl("check -q - --print no --html " + page, bad).status == 1);
    std::ostringstream text;
    text << std::ifstream(page).rdbuf();
    std::remove(page.c_str());
    CHECK(has(text.str(), "<!DOCTYPE html>"));
    CHECK(has(text.str(), "<tr id=\"l1\" class=\"rejected\">"));
    CHECK(has(text.str(), "p → p"));
    CHECK_FALSE(has(text.str(), "http"));
    CHECK_FALSE(has(text.str(), "<script"));
    CHECK(run_sgl("check -q - --print yes --html /nowhere/at/all.html", good).status == 3);
}

TEST_CASE("sgl check --timeout ends in time")
{
    std::string large = "frame x: a\nfluents p\ntheorem t: p -> p\n";
    for (int i = 1; i < 300'000; ++i)
        large += std::to_string(i) + ". p -> p by TAUT\n";
    const Run run = run_sgl("check --timeout 0.001 -", large + "end\n");
    CHECK(run.status == 2);
    CHECK(has(run.errors, "0.001 s passed while this was read and checked"));
    CHECK(run_sgl("check --memory 1 -", large + "end\n").status == 2);
}
