// axioms/derivations: accepted over any frame, and true. What must not be derivable is not.

#include "axioms/file/library.hpp"
#include "tests/axioms/book.hpp"
#include "tests/axioms/judge.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

std::string path_of(const LibraryFile& file)
{
    return "axioms/derivations/" + std::string(file.name);
}

/// Agents with so many actions each.
FrameAndAxioms setting_of(std::initializer_list<unsigned> actions)
{
    FrameAndAxioms setting;
    for (unsigned count : actions)
    {
        const auto n = std::to_string(setting.frame.agent_count());
        const Agent agent = setting.frame.add_agent("i" + n);
        for (unsigned a = 0; a < count; ++a)
            setting.frame.add_action("m" + n + "_" + std::to_string(a), agent);
    }
    setting.frame.add_fluent("heads");
    setting.frame.add_fluent("tails");
    return setting;
}

} // namespace

TEST_CASE(
    "The library is accepted over frames of one action and of many, of one agent and of several")
{
    CHECK(library().size() >= 10);
    for (const FrameAndAxioms& setting :
         {setting_of({1}), setting_of({2}), setting_of({1, 1}), setting_of({3}), setting_of({2, 1}),
          setting_of({1, 2, 1}), setting_of({20}), setting_of({3, 8, 9})})
    {
        CAPTURE(setting.frame.agent_count(), setting.frame.action_count());
        for (const LibraryFile& file : library())
        {
            CAPTURE(file.name);
            FormulaStore store;
            std::string complaints;
            unsigned accepted = 0;
            const auto errors = read_house_file(
                store, path_of(file),
                [&](const TheoremResult& outcome)
                {
                    accepted += outcome.theorem != nullptr;
                    if (outcome.objection)
                        complaints += outcome.objection->diagnostic.text();
                    // They are about no game.
                    if (outcome.theorem != nullptr && outcome.theorem->uses_game())
                        complaints += outcome.name + " rests on a game\n";
                },
                &setting);
            for (const Diagnostic& error : errors)
                complaints += error.text();
            CHECK(complaints.empty());
            CHECK(accepted > 10);
        }
    }
}

TEST_CASE("What the library derives is true, whatever its metavariables stand for")
{
    CAPTURE(seed());
    const unsigned long samples = sample_count(2'000);
    for (const FrameAndAxioms& setting : {setting_of({1}), setting_of({2}), setting_of({2, 1})})
        for (const LibraryFile& file : library())
        {
            FormulaStore store;
            Judge judge(store, setting.frame, seed());
            const auto errors = read_house_file(
                store, path_of(file),
                [&](const TheoremResult& outcome)
                {
                    CAPTURE(file.name, outcome.name);
                    REQUIRE(outcome.theorem != nullptr);
                    if (outcome.is_imported)
                        return;
                    const unsigned long before = judge.tested();
                    const auto objection = judge.objection(Statement(*outcome.theorem), samples);
                    INFO(objection.value_or(""));
                    CHECK_FALSE(objection);
                    // Premises do come true.
                    const bool has_instances = outcome.theorem->variables().distinct.empty() ||
                                               setting.frame.action_count() > 1;
                    CHECK((judge.tested() > before || !has_instances));
                },
                &setting);
            REQUIRE(errors.empty());
        }
}

TEST_CASE("The judge sees through what is false")
{
    CAPTURE(seed());
    const FrameAndAxioms setting = setting_of({2, 1});
    FormulaStore store;
    // A theorem with the wrong statement can't be had: these are true ones, changed.
    std::vector<Statement> statements;
    const auto errors = read_house_file(
        store, "axioms/derivations/restrict.sgp",
        [&](const TheoremResult& outcome)
        {
            if (outcome.name == "restrict_same" || outcome.name == "restrict_next" ||
                outcome.name == "restrict_refine")
                statements.emplace_back(*outcome.theorem);
        },
        &setting);
    REQUIRE(errors.empty());
    REQUIRE(statements.size() == 3);
    Judge judge(store, setting.frame, seed());
    for (const Statement& statement : statements)
    {
        Statement changed = statement;
        changed.conclusion = store.negation(statement.conclusion);
        CHECK(judge.objection(changed, 1'000));
        if (statement.premises.empty())
            continue;
        changed = statement;
        changed.premises.clear();
        changed.pure.clear();
        CHECK(judge.objection(changed, 1'000));
        // GEN S of what is true here, and not wherever fewer moves are legal (errata S2).
        changed = statement;
        changed.pure.assign(1, false);
        CHECK(judge.objection(changed, 20'000));
    }
}

TEST_CASE("That nobody can move is not derived from a game's axioms by GEN S (errata S2)")
{
    FormulaStore store;
    std::set<std::string> accepted;
    std::map<std::string, std::pair<Why, std::string>> rejected;
    const auto errors =
        read_house_file(store, "axioms/derivations/collapse.sgp",
                        [&](const TheoremResult& outcome)
                        {
                            if (outcome.is_imported)
                                CHECK(outcome.theorem != nullptr);
                            else if (outcome.theorem != nullptr)
                                accepted.insert(outcome.name);
                            else
                                rejected[outcome.name] = {outcome.objection->explanation.why,
                                                          outcome.objection->label};
                        });
    CHECK(errors.empty());
    CHECK(accepted == std::set<std::string>{"law", "nothing_recommended"});
    const std::pair<Why, std::string> reason{Why::DependsOnGame, "2"};
    CHECK(rejected ==
          std::map<std::string, std::pair<Why, std::string>>{
              {"collapse", reason}, {"collapse_by_rule", reason}, {"collapse_by_theorem", reason}});
    // Nor is it part of the program, as it is about one game.
    CHECK_FALSE(library_text("collapse.sgp"));
}

TEST_CASE("Derivations in examples/ are accepted")
{
    for (const char* path : {"examples/marks.sgp", "examples/turns.sgp"})
    {
        CAPTURE(path);
        FormulaStore store;
        unsigned count = 0;
        const auto errors = read_house_file(store, path,
                                            [&](const TheoremResult& outcome)
                                            {
                                                CAPTURE(outcome.name);
                                                CHECK(outcome.theorem != nullptr);
                                                count += !outcome.is_imported;
                                            });
        CHECK(errors.empty());
        CHECK(count > 3);
    }
}

TEST_CASE("Files in several folders import the same library")
{
    // "sub/mine.sgp" and the file at the top both reach next.sgp, and that is one file.
    FormulaStore store;
    const FrameAndAxioms setting = setting_of({2});
    FileAccess files;
    files.text = [](const std::string& path) -> std::variant<std::string, Unavailable>
    {
        if (path == "top/t.sgp")
            return "import \"sub/mine.sgp\" import \"next.sgp\" "
                   "theorem t: next true <-> true 1. next true <-> true by lemma next_true end";
        if (path == "top/sub/mine.sgp")
            return "import \"restrict.sgp\"";
        return Unavailable{"there is no such file"};
    };
    bool accepted = false;
    const auto errors =
        DerivationFile(store, files)
            .read(
                "top/t.sgp",
                [&](const TheoremResult& outcome) { accepted = outcome.theorem != nullptr; },
                &setting);
    CHECK(errors.empty());
    CHECK(accepted);
}
