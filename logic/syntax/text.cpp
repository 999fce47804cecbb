#include "logic/syntax/text.hpp"
#include "logic/deep_stack.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <numeric>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

constexpr std::array keywords{"game",  "agents",  "agent",    "range", "fluent",   "action",
                              "board", "let",     "define",   "axiom", "strategy", "claim",
                              "for",   "in",      "where",    "all",   "any",      "each",
                              "next",  "initial", "terminal", "legal", "does",     "true",
                              "false", "mod",     "downto",   "if"};

bool is_continuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_name_part(char c)
{
    return is_name_start(c) || is_digit(c) || c == '\'';
}

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// LF, or a CR that no LF follows: the last byte of a line's end.
bool ends_line(std::string_view text, std::size_t at)
{
    return text[at] == '\n' || (text[at] == '\r' && !text.substr(at + 1).starts_with('\n'));
}

std::size_t start_of_line(std::string_view text, std::size_t offset)
{
    while (offset > 0 && !ends_line(text, offset - 1))
        --offset;
    return offset;
}

std::size_t line_ends(std::string_view text, std::size_t first, std::size_t last)
{
    std::size_t count = 0;
    for (std::size_t i = first; i < last; ++i)
        count += ends_line(text, i) ? 1U : 0U;
    return count;
}

/// The rest of the line that starts here.
std::string_view line_from(std::string_view text, std::size_t start)
{
    return text.substr(start, text.find_first_of("\r\n", start) - start);
}

/// The number of the character in its line that the offset is in.
std::size_t column_of(std::string_view line, std::size_t offset)
{
    std::size_t column = 1;
    for (std::size_t i = 0; i < offset;)
    {
        const bool is_mark = line.substr(i).starts_with(byte_order_mark);
        column += is_mark || is_continuation(line[i]) ? 0U : 1U;
        i += is_mark ? byte_order_mark.size() : 1;
    }
    return column;
}

bool is_control(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

} // namespace

std::size_t utf8_length(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
        return 0;
    if (!std::ranges::all_of(text.substr(1, length - 1), is_continuation))
        return 0;
    const auto second = static_cast<unsigned char>(text[1]);
    const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool surrogate = lead == 0xED && second > 0x9F;
    const bool beyond = lead == 0xF4 && second > 0x8F;
    return overlong || surrogate || beyond ? 0 : length;
}

std::string printable(std::string_view text)
{
    std::string answer;
    while (!text.empty())
    {
        const std::size_t length = utf8_length(text.substr(0, 4));
        if (length == 0 || (is_control(text[0]) && text[0] != '\t'))
            answer += "\xEF\xBF\xBD"; // U+FFFD
        else if (!text.starts_with(byte_order_mark))
            answer += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return answer;
}

namespace
{

void check_bytes(const Texts& texts, std::string_view text)
{
    for (std::size_t i = 0; i < text.size();)
    {
        const std::size_t length = utf8_length(text.substr(i, 4));
        if (text[i] == '\0')
            throw Fault{texts.error(text.data() + i, "a NUL byte: this is not a text")};
        if (length == 0)
            throw Fault{
                texts.error(text.data() + i, fmt::format("byte 0x{:02X} is not UTF-8",
                                                         static_cast<unsigned char>(text[i])))};
        i += length;
    }
}

/// Counts the brackets and quantifiers that are open at each point: a quantifier is open up to
/// the bracket that closes around it, or to the next declaration.
class NestingScan
{
public:
    NestingScan(const Texts& texts, std::string_view text, std::size_t limit)
        : texts_(texts), at_(text.data()), last_(text.data() + text.size()), limit_(limit)
    {
    }

    void run()
    {
        for (at_ = skip_blanks(at_, last_); at_ != last_; at_ = skip_blanks(at_, last_))
        {
            const std::string_view token = token_at(at_, last_);
            read(token);
            at_ += token.size();
        }
    }

private:
    void read(std::string_view token)
    {
        if (token == "(" || token == "[" || token == "{" || token == "<<" || token == "⟪" ||
            token == "⌊")
        {
            outside_.push_back(open_);
            open();
        }
        else if (token == ")" || token == "]" || token == "}" || token == ">>" || token == "⟫" ||
                 token == "⌋")
            close();
        else if (token == "all" || token == "any" || token == "each" || token == "for")
            open();
        else if (token == "claim" || token == "axiom" || token == "define" || token == "strategy")
        {
            outside_.clear();
            open_ = 0;
        }
    }

    void open()
    {
        if (++open_ > depth_that_fits(limit_))
            throw nested_too_deep(texts_, at_, limit_);
    }

    void close()
    {
        if (outside_.empty())
            return;
        open_ = outside_.back();
        outside_.pop_back();
    }

    const Texts& texts_;
    const char* at_;
    const char* last_;
    std::size_t limit_;
    std::size_t open_ = 0;
    std::vector<std::size_t> outside_;
};

constexpr std::size_t longest_compared = 100;

/// The number of letters to insert, drop or change to get from one word to the other.
std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::array<std::size_t, longest_compared + 1> row{};
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j)
        {
            const std::size_t changed = diagonal + (a[i] == b[j] ? 0U : 1U);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row[b.size()];
}

} // namespace

Position position_in(std::string_view text, std::size_t offset)
{
    const std::size_t start = start_of_line(text, offset);
    return {line_ends(text, 0, start) + 1, column_of(text.substr(start), offset - start)};
}

std::string_view line_numbered(std::string_view text, std::size_t number)
{
    std::size_t start = 0;
    for (std::size_t i = 0; i < text.size() && number > 1; ++i)
        if (ends_line(text, i))
        {
            start = i + 1;
            --number;
        }
    return number == 1 ? line_from(text, start) : std::string_view();
}

const Source* Texts::find(const char* at) const
{
    const auto holds = [at](const Source* s)
    {
        const char* first = s->text.data();
        return !std::less<>()(at, first) && !std::less<>()(first + s->text.size(), at);
    };
    const auto found = std::ranges::find_if(sources_, holds);
    assert(found != sources_.end());
    return *found;
}

Position Texts::position(const char* at) const
{
    const Source* source = find(at);
    // Declarations are asked for in order: count lines from the last place on.
    const auto offset = static_cast<std::size_t>(at - source->text.data());
    if (source != counted_ || offset < counted_to_)
    {
        counted_ = source;
        counted_to_ = counted_lines_ = 0;
    }
    const std::string_view text = source->text;
    counted_lines_ += line_ends(text, counted_to_, offset);
    counted_to_ = offset;
    const std::size_t start = start_of_line(text, offset);
    return {counted_lines_ + 1, column_of(text.substr(start), offset - start)};
}

Diagnostic Texts::error(const char* at, std::string_view message, std::string_view expected) const
{
    const Source* source = find(at);
    const auto offset = static_cast<std::size_t>(at - source->text.data());
    return {Diagnostic::Severity::Error,
            source->name,
            position(at),
            shortened(printable(message)),
            shortened(printable(expected)),
            printable(line_from(source->text, start_of_line(source->text, offset)))};
}

void Watch::look(const char* at) const
{
    const std::string why = interruption_ ? interruption_() : "";
    if (!why.empty())
        throw Fault{texts_.error(at, fmt::format("{} while the game was being read", why)), true};
}

const char* skip_blanks(const char* first, const char* last)
{
    while (first != last)
    {
        if (*first == ' ' || (*first >= '\t' && *first <= '\r'))
            ++first;
        else if (std::string_view(first, last).starts_with(byte_order_mark))
            first += byte_order_mark.size();
        else if (*first == '/' && last - first > 1 && first[1] == '/')
            first = std::find_if(first, last, [](char c) { return c == '\n' || c == '\r'; });
        else
            break;
    }
    return first;
}

std::string_view token_at(const char* first, const char* last)
{
    if (first == last)
        return {};
    const std::string_view rest(first, static_cast<std::size_t>(last - first));
    for (std::string_view sign : {"<->", "->", "|>", "&>", "<<", ">>", "..", "<=", ">=", "!="})
        if (rest.starts_with(sign))
            return rest.substr(0, sign.size());
    const auto part = is_name_start(*first) ? is_name_part : is_digit(*first) ? is_digit : nullptr;
    if (part != nullptr)
        return {first, std::find_if_not(first, last, part)};
    const char* after = std::find_if_not(first + 1, last, is_continuation);
    return {first, after};
}

bool is_keyword(std::string_view word)
{
    return std::ranges::find(keywords, word) != keywords.end();
}

std::string nearest(std::string_view word, const std::vector<std::string_view>& candidates)
{
    std::size_t best = std::max<std::size_t>(1, (word.size() + 1) / 3) + 1;
    std::string_view answer;
    for (std::string_view candidate : candidates)
    {
        if (candidate == word || candidate.size() > word.size() + best ||
            candidate.size() > longest_compared)
            continue;
        const std::size_t distance = edit_distance(word.substr(0, longest_compared), candidate);
        if (distance < best && distance < candidate.size())
        {
            best = distance;
            answer = candidate;
        }
    }
    return std::string(answer);
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates)
{
    const std::string near = nearest(word, candidates);
    return near.empty() ? near : fmt::format("did you mean '{}'?", near);
}

std::string too_deep(std::size_t limit)
{
    return fmt::format("nested more than {} deep", limit);
}

Fault nested_too_deep(const Texts& texts, const char* at, std::size_t limit)
{
    const std::size_t fitting = depth_that_fits(limit);
    if (fitting == limit)
        return Fault{texts.error(at, too_deep(limit))};
    Diagnostic error =
        texts.error(at, too_deep(fitting), "the system gives no memory for a deeper stack");
    error.lacks_memory = true;
    return beyond_limit(std::move(error));
}

NestedCall::NestedCall(std::size_t& level, std::size_t limit, const Texts& texts, const char* at)
    : level_(level)
{
    if (level_ >= depth_that_fits(limit))
        throw nested_too_deep(texts, at, limit);
    ++level_;
}

void check_text(const Texts& texts, std::string_view text, std::size_t nesting_limit)
{
    check_bytes(texts, text);
    NestingScan(texts, text, nesting_limit).run();
}

} // namespace sgl::language
