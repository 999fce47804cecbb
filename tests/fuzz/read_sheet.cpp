#include "tests/fuzz/read_sheet.hpp"

#include "logic/gdl/ground/ground.hpp"
#include "logic/gdl/machine/deep_checks.hpp"
#include "logic/gdl/machine/facts.hpp"
#include "logic/gdl/reader/reader.hpp"

#include <algorithm>
#include <stdexcept>

namespace sgl::testing
{

namespace
{

void check(const std::vector<Diagnostic>& diagnostics, const std::string& text)
{
    const auto lines = static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return c == '\n' || c == '\r'; }));
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.message.empty() || diagnostic.position.line > lines + 1 ||
            diagnostic.text().empty())
            throw std::logic_error("a diagnostic without a place or without words");
}

bool has_error(const std::vector<Diagnostic>& diagnostics)
{
    return std::ranges::any_of(diagnostics, [](const Diagnostic& diagnostic)
                               { return diagnostic.severity == Diagnostic::Severity::Error; });
}

} // namespace

void read_sheet_text(const std::string& text)
{
    gdl::ReadSheet read = gdl::read_sheet({"fuzz.kif", text});
    check(read.diagnostics, text);
    if (!read.sheet)
    {
        if (!has_error(read.diagnostics))
            throw std::logic_error("a sheet is refused without an error");
        return;
    }
    gdl::GroundingLimits limits;
    limits.instances = limits.terms = 20'000;
    limits.literals = 200'000;
    limits.atoms_looked_at = 1'000'000;
    const gdl::Grounded grounded = gdl::ground(*read.sheet, limits);
    check(grounded.diagnostics, text);
    if (grounded.program.has_value() == has_error(grounded.diagnostics))
        throw std::logic_error("a sheet is neither refused nor grounded");
    if (!grounded.program)
        return;
    gdl::Machine machine(*grounded.program);
    gdl::ExploreLimits few;
    few.states = few.joint_moves = 2000;
    const gdl::StateGraph graph = gdl::explore(machine, few);
    check(gdl::check_states(*read.sheet, *grounded.program, graph), text);
    gdl::facts_of(read.sheet->terms, *grounded.program, graph, 3);
}

} // namespace sgl::testing
