// A folder of sheets with something wrong, and notes.tsv that says what each must meet: an error, a
// warning, nothing, or either of two. SGL_GDL_SHEETS names the folder above it.

#include "logic/gdl/ground/ground.hpp"
#include "logic/gdl/machine/deep_checks.hpp"
#include "logic/gdl/reader/reader.hpp"
#include "tests/gdl/known_facts.hpp"
#include "tests/gdl/sheets.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>

namespace sgl::gdl
{

namespace
{

/// All that is said about a sheet by the reader, the grounding, and, where asked for, a look at its
/// states.
std::vector<Diagnostic> all_said(const Source& source, bool looks_at_states = true)
{
    ReadSheet read = read_sheet(source);
    std::vector<Diagnostic> answer = read.diagnostics;
    if (!read.sheet)
        return answer;
    Grounded grounded = ground(*read.sheet);
    answer.insert(answer.end(), grounded.diagnostics.begin(), grounded.diagnostics.end());
    if (!grounded.program || !looks_at_states)
        return answer;
    Machine machine(*grounded.program);
    const StateGraph graph = explore(machine);
    for (const Diagnostic& diagnostic : check_states(*read.sheet, *grounded.program, graph))
        answer.push_back(diagnostic);
    return answer;
}

/// "accept", "warn" or "error".
std::string outcome(const std::vector<Diagnostic>& diagnostics)
{
    std::string answer = "accept";
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == Diagnostic::Severity::Error)
            return "error";
        else
            answer = "warn";
    return answer;
}

} // namespace

TEST_CASE("Sheets with something wrong meet what their notes say", "[gdl][sheets]")
{
    const char* folder = std::getenv("SGL_GDL_SHEETS");
    if (!folder)
        return;
    const std::filesystem::path bad = std::filesystem::path(folder) / "bad";
    const std::vector<Note> notes = read_notes(bad / "notes.tsv");
    for (const auto& [file, expected, line] : notes)
    {
        std::vector<Diagnostic> said = all_said(read_source(bad / file), false);
        // What shows in states alone.
        if (expected == "error" && outcome(said) != "error")
            said = all_said(read_source(bad / file));
        const std::string found = outcome(said);
        std::cout << fmt::format("{:36} {:16} {:8} {}\n", file, expected, found,
                                 found == "error"  ? first_error(said)
                                 : found == "warn" ? first_warning(said)
                                                   : "");
        INFO(line);
        CHECK((found == expected || (expected == "error-or-warn" && found != "accept") ||
               (expected == "accept-or-limit" && (found == "accept" || said.front().is_limit))));
    }
    CHECK(notes.size() > 0);
}

TEST_CASE("What is wrong in a state that can be reached is told with the state", "[gdl]")
{
    const std::string dead_end = "(role p)\n(init (c 0))\n(<= (legal p go) (true (c 0)))\n"
                                 "(<= (next (c 1)) (does p go))\n"
                                 "(<= terminal (true (c 0)) (true (c 1)))\n(goal p 100)\n";
    const std::vector<Diagnostic> dead = all_said({"dead.kif", dead_end});
    CHECK(first_error(dead) == "3:1: p has no legal move in a state that does not end the play, "
                               "after 1 move");
    CHECK(dead.front().expected == "the state: {(c 1)}");
    CHECK(first_warning(all_said({"two.kif", one_move("(<= (goal p 50) (true (c 1)))\n")})) ==
          "6:1: p has no goal value, or more than one, in a state that ends the play after 1 move");
    CHECK(
        first_warning(all_said({"ever.kif", one_move("(<= (legal p stay) (true (c 0)))\n(<= (next "
                                                     "(c 0)) (does p stay))\n")})) ==
        "4:1: some plays never end: a state comes back, and nothing tells it from before");
    CHECK(all_said({"one.kif", one_move()}).empty());
    CHECK(all_said({"one.kif", one_move("(base (c 0)) (base (c 1)) (input p go)\n")}).empty());
    const std::vector<Diagnostic> small =
        all_said({"small.kif", one_move("(base (c 0))\n(input p wait)\n")});
    REQUIRE(small.size() == 4); // what rules may give, and what states have
    CHECK(small[2].message == "'base' lacks (c 1), which holds after 1 move");
    CHECK(small[2].expected == "the state: {(c 1)}");
    CHECK(small[3].message == "'input' lacks go of p, which is legal in a state that plays reach");
}

} // namespace sgl::gdl
