#include "tests/axioms/book.hpp"
#include "tests/places.hpp"

#include "logic/language/reader.hpp"
#include "prover/sat/rup_search.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace sgl::testing
{

using namespace sgl::axioms;

std::string Checked::summary() const
{
    std::string answer;
    for (const Theorem& theorem : theorems)
        answer += fmt::format("{}{}{}", answer.empty() ? "" : " ", theorem.is_accepted ? "" : "!",
                              theorem.name);
    return answer;
}

std::string Checked::error() const
{
    if (errors.empty())
        return "";
    const Diagnostic& first = errors.front();
    return fmt::format("{}:{}:{}: {}", first.source, first.position.line, first.position.column,
                       first.message);
}

Checked check_text(const std::string& text, const std::map<std::string, std::string>& files,
                   const FrameAndAxioms* given, FormulaStore* store,
                   const FindRefutation& find_refutation)
{
    FormulaStore own_store;
    Checked checked;
    FileAccess surroundings;
    surroundings.text = [&](const std::string& path) -> std::variant<std::string, Unavailable>
    {
        if (path == "main.sgp")
            return text;
        const auto found = files.find(path);
        if (found == files.end())
            return Unavailable{"there is no such file"};
        return found->second;
    };
    surroundings.game = [](FormulaStore& formulas, const std::string& path,
                           const auto& parameters) -> std::variant<FrameAndAxioms, Unavailable>
    {
        if (path != "coin.sgl")
            return Unavailable{"there is no such game"};
        FrameAndAxioms setting{{}, {}, true, parameters};
        const Agent x = setting.frame.add_agent("x");
        const Action a = setting.frame.add_action("a", x);
        const Fluent p = setting.frame.add_fluent("p");
        Formula right = formulas.fluent(p);
        for (const auto& [name, value] : parameters)
            right = value == 0 ? formulas.negation(right) : right;
        setting.axioms = {{"legality", formulas.equivalence(formulas.legal(a), right)}};
        return setting;
    };
    surroundings.find_refutation = find_refutation;
    DerivationFile book(store != nullptr ? *store : own_store, surroundings, {100'000, {}});
    checked.errors = book.read(
        "main.sgp",
        [&](const TheoremResult& outcome)
        {
            Checked::Theorem theorem;
            theorem.name = outcome.name;
            theorem.is_accepted = outcome.theorem != nullptr;
            theorem.is_imported = outcome.is_imported;
            if (outcome.objection)
            {
                const Diagnostic& diagnostic = outcome.objection->diagnostic;
                theorem.label = outcome.objection->label;
                theorem.why = outcome.objection->explanation.why;
                theorem.message = fmt::format("{}:{}: {}", diagnostic.position.line,
                                              diagnostic.position.column, diagnostic.message);
            }
            theorem.derivation = *outcome.derivation;
            for (std::size_t i = 0; i < outcome.derivation->lines().size(); ++i)
                theorem.labels.push_back(outcome.label(i));
            checked.theorems.push_back(std::move(theorem));
        },
        given);
    return checked;
}

std::string house_text(const std::string& path)
{
    std::ifstream file(std::string(SGL_ROOT) + "/" + path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::variant<FrameAndAxioms, Unavailable>
house_game(FormulaStore& store, const std::string& path,
           const std::vector<std::pair<std::string, std::int64_t>>& parameters)
{
    ReadOptions reading;
    reading.parameters = parameters;
    const Result<GameReader> game =
        GameReader::read(store, Source{path, house_text(path)}, reading);
    if (!game)
        return Unavailable{game.errors().front().text()};
    return frame_and_axioms(game->game());
}

std::vector<Diagnostic> read_house_file(FormulaStore& store, const std::string& path,
                                        const DerivationFile::Report& report,
                                        const FrameAndAxioms* given, const std::string* text)
{
    FileAccess surroundings;
    surroundings.text = [&](const std::string& named) -> std::variant<std::string, Unavailable>
    {
        std::string found = text != nullptr && named == path ? *text : house_text(named);
        if (found.empty())
            return Unavailable{"there is no such file"};
        return found;
    };
    surroundings.game = house_game;
    surroundings.find_refutation = refutations_within(0);
    return DerivationFile(store, surroundings).read(path, report, given);
}

} // namespace sgl::testing
