// sgl check: what it prints, and its exit status.

#include "tests/command/run.hpp"
#include "tests/places.hpp"

#include <catch2/catch.hpp>
#include <chrono>
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

TEST_CASE("sgl check: what is derived from premises is said to be, with its premises")
{
    const std::string rules =
        "frame x: a, b\nfluents p\n"
        "theorem absurd: false\n  assume h. false\n  1. false by TAUT h\nend\n"
        "theorem into (φ, ψ: formula; d: action): [d]φ -> [d]φ & [d]ψ\n"
        "  assume h. ψ\n  assume k. p\n  1. [d]ψ by GEN A h\n"
        "  2. [d]φ -> [d]φ & [d]ψ by TAUT 1\nend\n"
        "theorem plain: p -> p\n  1. p -> p by TAUT\nend\n";
    const Run run = run_sgl("check -", rules);
    CHECK(run.status == 0);
    CHECK(has(run.output, "accepted, from 1 premise "));
    CHECK(has(run.output, "    from  false\n    infer false\n"));
    CHECK(has(run.output, "accepted, from 2 premises "));
    CHECK(has(run.output, "    from  ψ\n    from  p\n    infer [d] φ -> [d] φ & [d] ψ\n"));
    CHECK(has(run.output, "3 accepted (2 from premises), 0 rejected\n"));

    const auto json = nlohmann::json::parse(run_sgl("check --json -", rules).output);
    CHECK(json["accepted"] == 3);
    CHECK(json["from_premises"] == 2);
    const auto& theorems = json["files"][0]["theorems"];
    CHECK(theorems[0]["verdict"] == "accepted");
    CHECK(theorems[0]["premises"] == nlohmann::json{"false"});
    CHECK(theorems[0]["statement"] == "false");
    CHECK(theorems[1]["premises"] == nlohmann::json{"ψ", "p"});
    CHECK(theorems[2]["premises"].empty());
    CHECK(theorems[2]["statement"] == "p -> p");

    const std::string page = "/tmp/sgl_check_rules_" + std::to_string(getpid()) + ".html";
    CHECK(run_sgl("check -q - --print into --html " + page, rules).status == 0);
    std::stringstream text;
    text << std::ifstream(page).rdbuf();
    std::remove(page.c_str());
    CHECK(has(text.str(), "<p>accepted, from 2 premises</p>\n<p>from <code>ψ</code></p>\n"
                          "<p>from <code>p</code></p>\n<p>infer</p>\n"));
}

TEST_CASE("sgl check: a theorem that is about no actions of the frame is said to be empty")
{
    const std::string none = "frame x: a\ntheorem no (c: action) where c != a: false\n"
                             "  1. does(a)                  by A3\n"
                             "  2. <<c>>does(a)             by GEN C 1\n"
                             "  3. <<c>>does(a) <-> false   by C3\n"
                             "  4. false                    by TAUT 2, 3\nend\n";
    const Run run = run_sgl("check -", none);
    CHECK(run.status == 0);
    CHECK(has(run.output, "accepted, empty "));
    CHECK(has(run.output, "it says nothing: no actions of the frame are as its 'where' demands"));
    const auto theorem =
        nlohmann::json::parse(run_sgl("check --json -", none).output)["files"][0]["theorems"][0];
    CHECK(theorem["empty"] == true);
    CHECK(theorem["statement"] == "false");
    CHECK(nlohmann::json::parse(
              run_sgl("check --json -", good).output)["files"][0]["theorems"][0]["empty"] == false);
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
    CHECK(has(run.errors, "0.001 s passed while"));
    CHECK(run_sgl("check --memory 1 -", large + "end\n").status == 2);
}

namespace
{

/// A theorem of many lines, which are quickly read and take their time to check: each is a
/// disjunction that follows from the line before by a table.
std::string long_theorem(int lines)
{
    std::string text = "frame x: a\nfluents p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, q0, q1\n"
                       "theorem small: p0 -> p0\n  1. p0 -> p0 by TAUT\nend\ntheorem t: f\n";
    text.insert(text.find("theorem t"),
                "let f = p0 & p1 & p2 & p3 & p4 & p5 & p6 & p7 & p8 & p9 & q0 & q1 -> q1\n");
    for (int i = 1; i <= lines; ++i)
        text += std::to_string(i) + ". f by TAUT\n";
    return text + "end\n";
}

/// A file of its own, for as long as it is needed.
struct File
{
    std::string path;

    explicit File(const std::string& text)
        : path("/tmp/sgl_check_test_" + std::to_string(getpid()) + ".sgp")
    {
        std::ofstream(path, std::ios::binary) << text;
    }
    ~File() { std::remove(path.c_str()); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
};

double seconds_of(Run& run, const std::string& arguments)
{
    const auto start = std::chrono::steady_clock::now();
    run = run_sgl(arguments);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Run shell(const std::string& line)
{
    return run_sgl("--version >/dev/null; " + line);
}

const std::string command = "'" SGL_COMMAND "' ";

} // namespace

TEST_CASE("sgl check: one long theorem is cut short in time, and what was accepted before stands",
          "[clock]")
{
    const File file(long_theorem(3'000'000));
    Run run;
    const double seconds = seconds_of(run, "check --json --timeout 1.5 " + file.path);
    INFO(run.errors << seconds << " s");
    CHECK(run.status == 2);
    CHECK(seconds > 1.4);
    CHECK(seconds < 3); // 1.65, on a machine that has other things to do
    CHECK(has(run.errors, "1.5 s passed while"));
    const auto json = nlohmann::json::parse(run.output);
    CHECK(json["accepted"] == 1);
    CHECK(json["rejected"] == 0);
    CHECK(has(json["files"][0]["cut_short"], "1.5 s passed while"));
    CHECK(json["files"][0]["theorems"].size() == 1);
}

TEST_CASE("sgl check: a file whose time is up does not keep the next from being checked")
{
    const File file(long_theorem(1'000'000));
    const Run run = run_sgl("check --json --timeout 1 " + file.path + " examples/marks.sgp");
    CHECK(run.status == 2);
    const auto json = nlohmann::json::parse(run.output);
    REQUIRE(json["files"].size() == 2);
    CHECK(has(json["files"][0]["cut_short"], "1 s passed"));
    CHECK(json["files"][1]["cut_short"] == nullptr);
    CHECK(json["files"][1]["theorems"].size() == 4);
    CHECK(json["accepted"] == 5);
}

TEST_CASE("sgl check: a file that meets the memory limit leaves the next a new start")
{
#ifdef __SANITIZE_ADDRESS__
    return; // sanitizers take more than this limit for themselves
#endif
    const File file(long_theorem(2'000'000));
    const Run run = run_sgl("check --json --memory 150 " + file.path + " examples/marks.sgp");
    INFO(run.errors);
    CHECK(run.status == 2);
    const auto json = nlohmann::json::parse(run.output);
    REQUIRE(json["files"].size() == 2);
    CHECK(has(json["files"][0]["cut_short"], "the memory limit of 150 MiB was met"));
    CHECK(json["files"][1]["cut_short"] == nullptr);
    CHECK(json["files"][1]["theorems"].size() == 4);
}

TEST_CASE("sgl check: Ctrl-C ends it with what was checked so far, while it waits for input too")
{
    const std::string interrupted = "timeout --preserve-status -s INT 1.5 " + command;
    const File file(long_theorem(2'000'000));
    const Run run = shell(interrupted + "check --json " + file.path);
    CHECK(run.status == 130);
    const auto json = nlohmann::json::parse(run.output);
    CHECK(json["accepted"] <= 1); // the first is short, but a busy machine takes its time
    CHECK(json["files"][0]["cut_short"] == "interrupted while it was read and checked");
    const Run lines = shell(interrupted + "check " + file.path);
    CHECK(lines.status == 130);
    CHECK(has(lines.output, " accepted, 0 rejected\n"));
    CHECK(lines.errors == "sgl: " + file.path + ": interrupted while it was read and checked\n");

    const Run waiting = shell("( sleep 3 | " + interrupted + "check --json examples/marks.sgp - )");
    CHECK(waiting.status == 130);
    const auto both = nlohmann::json::parse(waiting.output);
    CHECK(both["accepted"] == 4);
    REQUIRE(both["files"].size() == 2);
    CHECK(both["files"][1]["cut_short"] == "interrupted while it was read");
}

TEST_CASE("sgl check: where there is no theorem, nothing was checked, and that is said")
{
    for (const std::string text : {"", "frame x: a\n", "let f = true\n",
                                   "frame x: a\ntheorem t for b in actions where b != a: true\n"
                                   "  1. true by TAUT\nend\n"})
    {
        INFO(text);
        const Run run = run_sgl("check -", text);
        CHECK(run.status == 3);
        CHECK(has(run.errors, "standard input: there is no theorem to check"));
        const auto json = nlohmann::json::parse(run_sgl("check --json -", text).output);
        CHECK(has(json["files"].back()["error"]["message"], "there is no theorem to check"));
    }
}

TEST_CASE("sgl check: options that would do nothing are refused")
{
    const Run html = run_sgl("check - --html /tmp/never.html", good);
    CHECK(html.status == 3);
    CHECK(has(html.errors, "--html requires --print"));
    CHECK(run_sgl("check - --json --print yes", good).status == 3);
}

TEST_CASE("sgl check: a theorem without lines is said to be one")
{
    const Run run = run_sgl("check -", "frame x: a\ntheorem t: true\nend\n");
    CHECK(run.status == 1);
    CHECK(has(run.output, "error: expected at least one line, found none"));
    CHECK_FALSE(has(run.output, ": : "));
}

TEST_CASE("sgl check --json: a file that can't be read has an error, with its place")
{
    const Run run = run_sgl("check --json /nowhere.sgp examples/marks.sgp");
    CHECK(run.status == 3);
    const auto json = nlohmann::json::parse(run.output);
    REQUIRE(json["files"].size() == 2);
    CHECK(has(json["files"][0]["error"]["message"], "cannot read /nowhere.sgp"));
    CHECK(json["files"][0]["error"]["file"] == "/nowhere.sgp");
    CHECK(json["files"][0]["error"]["line"] == nullptr);
    CHECK(json["files"][1]["theorems"].size() == 4);

    const Run cut = run_sgl("check --json -", good + "theorem cut: p");
    CHECK(cut.status == 3);
    CHECK(has(cut.errors, "standard input:6:15: error: unexpected end of the text"));
    const auto error = nlohmann::json::parse(cut.output)["files"][0]["error"];
    CHECK(has(error["message"], "unexpected end of the text"));
    CHECK(error["file"] == "standard input");
    CHECK(error["line"] == 6);
    CHECK(error["column"] == 15);
}

TEST_CASE("sgl check: a search for a refutation that runs out of time leaves the step undecided")
{
    // 11 pigeons in 10 holes follows from nothing that is quickly found.
    std::string text = "frame x: a\nfluents q0_0";
    for (int i = 0; i < 11; ++i)
        for (int j = i == 0 ? 1 : 0; j < 10; ++j)
            text += ", q" + std::to_string(i) + "_" + std::to_string(j);
    text += "\ntheorem t: !false\n  1. !(true";
    const auto q = [](int i, int j) { return "q" + std::to_string(i) + "_" + std::to_string(j); };
    for (int i = 0; i < 11; ++i)
    {
        text += " & (false";
        for (int j = 0; j < 10; ++j)
            text += " | " + q(i, j);
        text += ")";
    }
    for (int j = 0; j < 10; ++j)
        for (int i = 0; i < 11; ++i)
            for (int k = i + 1; k < 11; ++k)
                text += " & !(" + q(i, j) + " & " + q(k, j) + ")";
    const Run run = run_sgl("check --timeout 1 -", text + ") by TAUT\n  2. !false by TAUT\nend\n");
    INFO(run.output << run.errors);
    CHECK(run.status == 2);
    CHECK(has(run.errors, "1 s passed while 't' was checked"));
    CHECK(has(run.output, "0 accepted, 0 rejected"));
}

TEST_CASE("sgl check: a line ends with LF, CR LF or CR, and so does a comment")
{
    for (const std::string end : {"\n", "\r\n", "\r"})
    {
        const std::string text = "frame x: a // one" + end + "fluents p" + end +
                                 "theorem yes: p -> p // two" + end + "1. p -> p by TAUT" + end +
                                 "end" + end;
        const Run run = run_sgl("check -", text);
        CAPTURE(end, run.output, run.errors);
        CHECK(run.status == 0);
        CHECK(run.output.find("1 accepted, 0 rejected") != std::string::npos);
        const Run wrong =
            run_sgl("check -", text + "theorem no: q" + end + "1. q by TAUT" + end + "end");
        CHECK(wrong.status == 3);
        CHECK(wrong.errors.find(":6:13: error") != std::string::npos);
    }
}

TEST_CASE("sgl check accepts what --expand prints")
{
    for (const char* theorem : {"on_turn", "both_after", "on_turn_later", "both_later", ""})
    {
        const Run expanded = run_sgl(std::string("check examples/marks.sgp --expand ") + theorem);
        CHECK(expanded.status == 0);
        CHECK(expanded.errors.empty());
        CHECK_THAT(expanded.output,
                   Catch::StartsWith("game \"examples/tictactoe.sgl\" with m = 3"));
        CHECK_THAT(expanded.output, !Catch::Contains("lemma"));
        const Run checked = run_sgl("check -", expanded.output);
        CHECK(checked.status == 0);
        CHECK_THAT(checked.output, Catch::Contains(*theorem == '\0' ? "4 accepted" : "1 accepted"));
    }
    const Run family =
        run_sgl("check --expand does_next --frame 'x: a, b' axioms/derivations/next.sgp");
    CHECK_THAT(family.output,
               Catch::Contains("theorem does_next_a ") && Catch::Contains("theorem does_next_b "));
}

TEST_CASE("What --expand is not for")
{
    const auto said = [](const std::string& arguments, const char* input = "")
    {
        const Run run = run_sgl("check " + arguments, input);
        CHECK(run.status == 3);
        return run.errors;
    };
    CHECK_THAT(said("--expand axioms/derivations/next.sgp"), Catch::Contains("is a template"));
    CHECK_THAT(said("examples/marks.sgp --expand nothing"),
               Catch::Contains("there is no theorem 'nothing'"));
    CHECK_THAT(said("examples/marks.sgp examples/marks.sgp --expand"),
               Catch::Contains("one file at a time"));
    CHECK_THAT(said("examples/marks.sgp --json --expand"), Catch::Contains("--json"));
    CHECK_THAT(said("--expand"), Catch::Contains("PROOF"));
}
