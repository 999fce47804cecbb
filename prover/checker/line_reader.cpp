#include "prover/checker/line_reader.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace sgl::certificate
{

std::string_view word(ProofMethod way)
{
    return std::ranges::find(ways, way, &std::pair<std::string_view, ProofMethod>::second)->first;
}

std::string_view word(OpenValues otherwise)
{
    return std::ranges::find(defaults, otherwise, &std::pair<std::string_view, OpenValues>::second)
        ->first;
}

std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text)
    {
        if (c == '"' || c == '\\' || c == '\n')
            result += '\\';
        result += c == '\n' ? 'n' : c;
    }
    return result + '"';
}

Lines::Lines(const Source& source) : source_(source)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (source_.text.starts_with(byte_order_mark))
        at_ = byte_order_mark.size();
    next();
}

void Lines::next()
{
    do
    {
        if (at_ >= source_.text.size())
        {
            at_end_ = true;
            line_ = {line_.number + 1, {}, {}};
            return;
        }
        const std::size_t end = std::min(source_.text.find('\n', at_), source_.text.size());
        line_ = {line_.number + 1, std::string_view(source_.text).substr(at_, end - at_), {}};
        // A last line that is cut off may look like a shorter one.
        if (end == source_.text.size())
            fail(0, "the text ends within a line");
        at_ = end + 1;
        if (line_.text.ends_with('\r')) // as some systems and git write line ends
            line_.text.remove_suffix(1);
        if (!line_.text.starts_with("//"))
            take_apart();
    } while (line_.words.empty());
}

void Lines::take_apart()
{
    const std::string_view text = line_.text;
    for (const std::string_view numbers : {"line", "so"})
    {
        if (text.starts_with(numbers) && text.substr(numbers.size()).starts_with(' '))
        {
            line_.words.push_back({std::string(numbers), 0});
            return;
        }
    }
    for (std::size_t i = 0; i < text.size();)
    {
        if (text[i] == ' ')
        {
            ++i;
            continue;
        }
        Line::Word word{"", i};
        if (text[i] != '"')
        {
            const std::size_t end = std::min(text.find(' ', i), text.size());
            word.text = text.substr(i, end - i);
            i = end;
        }
        else
        {
            word.text = text[i++];
            for (; i < text.size() && text[i] != '"'; ++i)
            {
                const bool escapes = text[i] == '\\' && i + 1 < text.size();
                if (escapes)
                    ++i;
                word.text += escapes && text[i] == 'n' ? '\n' : text[i];
            }
            if (i == text.size())
                fail(line_.words.size(), "the text in quotes does not end");
            if (word.text.find('\0') != std::string::npos) // where a path would end
                fail(line_.words.size(), "a character of code 0 in quotes");
            ++i;
        }
        line_.words.push_back(std::move(word));
    }
}

bool Lines::starts_with(std::string_view first) const
{
    return !at_end_ && !line_.words.empty() && line_.words[0].text == first;
}

void Lines::expect(std::string_view first)
{
    if (!starts_with(first))
        fail(0, fmt::format("expected '{}'", first));
}

const std::string& Lines::word(std::size_t i, std::string_view what) const
{
    if (i >= line_.words.size())
        fail(i, fmt::format("expected {}", what));
    return line_.words[i].text;
}

std::uint64_t Lines::number(std::size_t i, std::uint64_t most, std::string_view what) const
{
    const std::string& text = word(i, what);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value > most)
        fail(i, fmt::format("expected {}, {} at most", what, most));
    return value;
}

void Lines::read_numbers(std::vector<axioms::Literal>& numbers, bool in_two) const
{
    using axioms::Literal;
    const std::string_view text = line_.text;
    const char* at = text.data() + line_.words[0].offset + line_.words[0].text.size();
    const char* const end = text.data() + text.size();
    const auto fail_here = [&](const char* message)
    { fail_at(static_cast<std::size_t>(at - text.data()), message); };
    while (at != end)
    {
        if (*at == ' ')
        {
            ++at;
            continue;
        }
        if (*at == ';' && in_two)
        {
            in_two = false;
            numbers.push_back(0);
            ++at;
            continue;
        }
        Literal value = 0;
        const auto [after, error] = std::from_chars(at, end, value);
        if (error != std::errc() || (after != end && *after != ' ') || value == 0 ||
            value == std::numeric_limits<Literal>::min())
            fail_here("expected the number of a variable, or its negation");
        numbers.push_back(value);
        at = after;
    }
    if (in_two)
        fail_here("expected ';' and the hints");
    numbers.push_back(0);
}

void Lines::expect_words(std::size_t count) const
{
    if (line_.words.size() > count)
        fail(count, "expected the end of the line");
}

void Lines::fail(std::size_t i, std::string message) const
{
    fail_at(i < line_.words.size() ? line_.words[i].offset : line_.text.size(), std::move(message));
}

void Lines::fail_at(std::size_t offset, std::string message) const
{
    std::size_t column = 1;
    for (const char c : line_.text.substr(0, offset))
        column += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
    throw Unreadable{{Diagnostic::Severity::Error,
                      source_.name,
                      {line_.number, column},
                      std::move(message),
                      "",
                      std::string(line_.text)}};
}

Heading heading_of(Lines& lines)
{
    Heading found;
    lines.expect("sgl");
    if (lines.word(1, "'certificate'") != "certificate" || lines.word(2, "'1'") != "1")
        lines.fail(2, "expected 'sgl certificate 1'");
    lines.expect_words(3);
    lines.next();
    lines.expect("game");
    const std::string& path = lines.word(1, "the game's path in quotes");
    if (path[0] != '"')
        lines.fail(1, "expected the game's path in quotes");
    found.game = path.substr(1);
    for (std::size_t i = 2; i < lines.line().words.size(); i += 4)
    {
        if (lines.word(i, "'with'") != "with" && i == 2)
            lines.fail(i, "expected 'with'");
        const std::string& name = lines.word(i + 1, "a parameter");
        if (lines.word(i + 2, "'='") != "=")
            lines.fail(i + 2, "expected '='");
        std::string_view text = lines.word(i + 3, "a number");
        const bool has_more = text.back() == ',';
        if (has_more)
            text.remove_suffix(1);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size() ||
            has_more != (i + 4 < lines.line().words.size()))
            lines.fail(i + 3, "expected a number, and a comma only where more follows");
        found.parameters.emplace_back(name, value);
        if (has_more)
            --i; // there is no second 'with'
    }
    lines.next();
    lines.expect("claim");
    found.claim = lines.word(1, "the claim's name");
    const std::string& verdict = lines.word(2, "'proved' or 'refuted'");
    if (verdict != "proved" && verdict != "refuted")
        lines.fail(2, "expected 'proved' or 'refuted'");
    found.proved = verdict == "proved";
    lines.expect_words(3);
    lines.next();
    return found;
}

} // namespace sgl::certificate
