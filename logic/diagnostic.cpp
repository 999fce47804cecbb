#include "logic/diagnostic.hpp"

#include <algorithm>
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

/// Where a cut at a byte does not split a character: there, or a little before.
std::size_t cut(std::string_view text, std::size_t at)
{
    while (at > 0 && at < text.size() && !starts_character(text[at]))
        --at;
    return at;
}

std::string shortened_word(std::string_view word)
{
    constexpr std::size_t longest = 100, head = 60, tail = 20;
    if (word.size() <= longest)
        return std::string(word);
    return fmt::format("{}…{}", word.substr(0, cut(word, head)),
                       word.substr(cut(word, word.size() - tail)));
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
    return fmt::format("  {}{}{}\n  {}{}^\n", first > 1 ? "…" : "", shown,
                       at >= first + columns_shown ? "…" : "", first > 1 ? " " : "", below);
}

} // namespace

std::string shortened(std::string_view text, std::size_t longest)
{
    std::string answer;
    while (!text.empty() && answer.size() <= longest)
    {
        const std::size_t blank = std::min(text.find_first_of(" \n"), text.size() - 1);
        const bool ends = text[blank] != ' ' && text[blank] != '\n';
        const std::string_view word = text.substr(0, ends ? text.size() : blank);
        answer += shortened_word(word);
        if (!ends)
            answer += text[blank];
        text.remove_prefix(ends ? text.size() : blank + 1);
    }
    if (text.empty() && answer.size() <= longest)
        return answer;
    return answer.substr(0, cut(answer, longest)) + "…";
}

std::string Diagnostic::text() const
{
    const char* kind = severity == Severity::Error ? "error" : "warning";
    std::string answer = fmt::format("{}:{}:{}: {}: {}\n", shortened(source), position.line,
                                     position.column, kind, shortened(message));
    if (!line.empty())
        answer += line_and_caret(line, position.column);
    if (!expected.empty())
        answer += fmt::format("  {}\n", expected);
    return answer;
}

} // namespace sgl
