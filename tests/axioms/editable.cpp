#include "tests/axioms/editable.hpp"

#include "axioms/file/library.hpp"

#include <catch2/catch.hpp>

namespace sgl::testing
{

using namespace axioms;

namespace
{

constexpr const char* collapse = "axioms/derivations/collapse.sgp";

FrameAndAxioms setting_for(FormulaStore& store, const std::string& path)
{
    if (path == collapse)
        return std::get<FrameAndAxioms>(house_game(store, "axioms/derivations/collapse.sgl", {}));
    FrameAndAxioms setting;
    const Agent x = setting.frame.add_agent("x"), o = setting.frame.add_agent("o");
    setting.frame.add_action("m0", x);
    setting.frame.add_action("m1", x);
    setting.frame.add_action("m2", o);
    setting.frame.add_fluent("heads");
    setting.frame.add_fluent("tails");
    return setting;
}

} // namespace

Editable::Editable(const Derivation& d) : name(d.name()), variables(d.variables())
{
    for (const Line& line : d.lines())
    {
        EditableLine editable{line.formula, line.rule, d.name_of(line), {}, {}, {}};
        const auto citations = d.citations(line);
        editable.citations.assign(citations.begin(), citations.end());
        if (line.rule == Rule::Theorem)
            editable.values = d.substitution(line);
        const auto refutation = d.refutation(line);
        editable.refutation.assign(refutation.begin(), refutation.end());
        lines.push_back(std::move(editable));
    }
}

Derivation Editable::derivation() const
{
    Derivation d(name, variables);
    for (const EditableLine& line : lines)
    {
        if (line.rule == Rule::Theorem)
            d.theorem(line.name, line.formula, line.values, line.citations);
        else if (line.rule == Rule::Tautology && !line.refutation.empty())
            d.tautology(line.formula, line.citations, line.refutation);
        else
            d.add(line.formula, line.rule, line.name, line.citations);
    }
    return d;
}

Formula replaced(FormulaStore& store, Formula f, Formula from, Formula to)
{
    if (f == from)
        return to;
    if (f.children().empty())
        return f;
    std::vector<Formula> operands;
    for (Formula operand : f.children())
        operands.push_back(replaced(store, operand, from, to));
    return store.with_children(f, operands);
}

std::vector<std::string> derivation_files()
{
    std::vector<std::string> answer{collapse};
    for (const LibraryFile& file : library())
        answer.push_back("axioms/derivations/" + std::string(file.name));
    return answer;
}

Shelf::Shelf(std::string file)
    : path(std::move(file)), setting(setting_for(store, path)),
      calculus(store, setting.frame, setting.axioms)
{
    const auto errors = read(
        [&](const TheoremResult& outcome)
        {
            if (outcome.theorem == nullptr)
            {
                rejected.emplace_back(*outcome.derivation);
                return;
            }
            const auto answer = calculus.check(*outcome.derivation);
            REQUIRE(std::holds_alternative<const Theorem*>(answer));
            names.push_back(outcome.name);
            statements.emplace(outcome.name, *std::get<const Theorem*>(answer));
            if (!outcome.is_imported)
                own.emplace_back(*outcome.derivation);
        });
    REQUIRE(errors.empty());
}

std::vector<Diagnostic> Shelf::read(const DerivationFile::Report& report, const std::string* text)
{
    return read_house_file(store, path, report, path == collapse ? nullptr : &setting, text);
}

} // namespace sgl::testing
