#include "logic/gdl/reader/reader.hpp"

#include "logic/gdl/reader/checks.hpp"
#include "logic/gdl/sheet/build.hpp"

#include <algorithm>

namespace sgl::gdl
{

namespace
{

bool lacks_terminal(const Sheet& sheet)
{
    return std::ranges::none_of(sheet.rules, [&](const Rule& rule)
                                { return sheet.terms.function(rule.head) == Terminal; });
}

} // namespace

bool ReadSheet::is_accepted() const
{
    return sheet &&
           std::ranges::none_of(diagnostics, [](const Diagnostic& diagnostic)
                                { return diagnostic.severity == Diagnostic::Severity::Error; });
}

ReadSheet read_sheet(const Source& source)
{
    ReadSheet answer;
    answer.sheet.emplace();
    answer.sheet->source = source;
    Reports reports(answer.sheet->source);
    Sheet& sheet = *answer.sheet;
    sheet.expressions = read_expressions(sheet.source, sheet.terms, reports);
    if (!reports.has_errors())
        build_rules(sheet, reports);
    if (!reports.has_errors())
    {
        check_safety(sheet, reports);
        check_dependencies(sheet, reports);
        check_usage(sheet, reports);
    }
    const bool lacks_terminal_only =
        reports.error_count() == 1 && !sheet.rules.empty() && lacks_terminal(sheet);
    answer.diagnostics = reports.list();
    std::ranges::stable_sort(
        answer.diagnostics, {},
        [](const Diagnostic& diagnostic)
        { return std::pair(diagnostic.position.line, diagnostic.position.column); });
    if (reports.has_errors() && !lacks_terminal_only)
        answer.sheet.reset();
    return answer;
}

void make_strict(ReadSheet& read)
{
    for (Diagnostic& diagnostic : read.diagnostics)
        diagnostic.severity = Diagnostic::Severity::Error;
}

} // namespace sgl::gdl
