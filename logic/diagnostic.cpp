#include "logic/diagnostic.hpp"

#include <fmt/format.h>

namespace sgl
{

namespace
{

constexpr std::size_t columns_shown = 100;

bool starts_character(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// The line around the column, at most a screen wide, and a caret below the column.
std::string line_and_caret(const std::string& line, std::size_t column)
{
    const std::size_t first = column > columns_shown - 20 ? column - (columns_shown - 40) : 1;
    std::string shown, below;
    std::size_t at = 0;
    for (char c : line)
    {
        at += starts_character(c) ? 1U : 0U;
        if (at < first || at >= first + columns_shown)
            continue;
        shown += c;
        if (at < column && starts_character(c))
            below += c == '\t' ? '\t' : ' ';
    }
    return fmt::format("  {}{}\n  {}{}^\n", first > 1 ? "…" : "", shown, first > 1 ? " " : "",
                       below);
}

} // namespace

std::string Diagnostic::text() const
{
    const char* kind = severity == Severity::Error ? "error" : "warning";
    std::string answer =
        fmt::format("{}:{}:{}: {}: {}\n", source, position.line, position.column, kind, message);
    if (!line.empty())
        answer += line_and_caret(line, position.column);
    if (!expected.empty())
        answer += fmt::format("  {}\n", expected);
    return answer;
}

} // namespace sgl
