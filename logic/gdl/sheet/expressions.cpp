#include "logic/gdl/sheet/expressions.hpp"

#include <fmt/format.h>

namespace sgl::gdl
{

namespace
{

using namespace std::string_view_literals;

bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool ends_token(char c)
{
    return is_blank(c) || c == '(' || c == ')' || c == ';';
}

/// Goes through a text, and knows where it is.
class Cursor
{
public:
    explicit Cursor(std::string_view text) : text_(text)
    {
        if (text_.starts_with("\xEF\xBB\xBF"))
            at_ = 3;
    }

    bool is_at_end() const { return at_ >= text_.size(); }
    char peek() const { return text_[at_]; }
    std::size_t offset() const { return at_; }
    Position position() const { return position_; }
    std::string_view rest() const { return text_.substr(at_); }

    void advance()
    {
        const char c = text_[at_++];
        if (c == '\n' || (c == '\r' && (is_at_end() || peek() != '\n')))
        {
            ++position_.line;
            position_.column = 1;
        }
        else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U)
            ++position_.column;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    Position position_;
};

bool looks_like_utf16(std::string_view text)
{
    if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv))
        return true;
    if (text.size() < 8)
        return false;
    std::size_t zeros = 0;
    for (std::size_t i = 0; i < 8; ++i)
        zeros += text[i] == '\0' ? 1U : 0U;
    return zeros == 4 && (text[0] == '\0') != (text[1] == '\0');
}

class Reader
{
public:
    Reader(const Source& source, Terms& terms, Reports& reports)
        : cursor_(source.text), terms_(terms), reports_(reports)
    {
    }

    std::vector<Expression> read()
    {
        while (!cursor_.is_at_end() && !stopped_)
            step();
        if (!stopped_ && !open_.empty())
            reports_.error(answer_[open_.back()].position, "this '(' is never closed",
                           fmt::format("expected {} before the end of the text",
                                       open_.size() == 1
                                           ? std::string("')'")
                                           : fmt::format("{} times ')'", open_.size())));
        for (std::uint32_t list : open_)
            answer_[list].end = static_cast<std::uint32_t>(answer_.size());
        return std::move(answer_);
    }

private:
    void step()
    {
        const char c = cursor_.peek();
        if (c == '\0')
            return stop(cursor_.position(),
                        fmt::format("a zero byte, at byte {} of the text", cursor_.offset()));
        if (is_blank(c))
            return cursor_.advance();
        if (c == ';')
            return comment();
        if (c == '(')
            return open();
        if (c == ')')
            return close();
        token();
    }

    void comment()
    {
        while (!cursor_.is_at_end() && cursor_.peek() != '\n' && cursor_.peek() != '\r' &&
               cursor_.peek() != '\0')
            cursor_.advance();
    }

    void open()
    {
        if (open_.size() == deepest_nesting)
        {
            reports_.limit(cursor_.position(),
                           fmt::format("more than {} lists inside each other", deepest_nesting));
            stopped_ = true;
            return;
        }
        open_.push_back(static_cast<std::uint32_t>(answer_.size()));
        answer_.push_back({cursor_.position(), 0, true, 0});
        cursor_.advance();
    }

    void close()
    {
        if (open_.empty())
            return stop(cursor_.position(), "this ')' closes nothing");
        answer_[open_.back()].end = static_cast<std::uint32_t>(answer_.size());
        open_.pop_back();
        cursor_.advance();
    }

    void token()
    {
        const Position start = cursor_.position();
        const std::string_view rest = cursor_.rest();
        std::size_t length = 0;
        while (length < rest.size() && !ends_token(rest[length]))
        {
            const char c = rest[length];
            if (length > longest_token)
            {
                reports_.limit(start, fmt::format("a token of more than {} bytes", longest_token));
                stopped_ = true;
                return;
            }
            if (c == '\0')
                return stop(cursor_.position(),
                            fmt::format("a zero byte, at byte {} of the text", cursor_.offset()));
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
                return stop(cursor_.position(),
                            fmt::format("a control character (byte {})", static_cast<int>(c)));
            if (c == '|' || c == '"')
                return stop(cursor_.position(),
                            fmt::format("'{}' in a name: names have no quotes", c));
            if (rest.substr(length).starts_with("\xC2\xA0"))
                return stop(cursor_.position(), "a no-break space", "expected a plain space");
            ++length;
            cursor_.advance();
        }
        const std::string_view spelling = rest.substr(0, length);
        if (spelling == "?")
            return stop(start, "a variable without a name", "expected a name after '?'");
        const Symbol symbol = terms_.symbol(spelling);
        const auto number = static_cast<std::uint32_t>(answer_.size() + 1);
        answer_.push_back({start, symbol, false, number});
        warn_of_case(symbol, spelling, start);
    }

    void warn_of_case(Symbol symbol, std::string_view spelling, Position position)
    {
        if (symbol < keyword_count || terms_.spelling(symbol) == spelling)
            return;
        warned_.resize(std::max(warned_.size(), std::size_t{symbol} + 1), false);
        if (warned_[symbol])
            return;
        warned_[symbol] = true;
        reports_.warning(position,
                         fmt::format("'{}' and '{}' are the same name: GDL does not tell upper "
                                     "from lower case",
                                     shortened(spelling, 100),
                                     shortened(terms_.spelling(symbol), 100)));
    }

    void stop(Position position, std::string message, std::string expected = {})
    {
        reports_.error(position, std::move(message), std::move(expected));
        stopped_ = true;
    }

    Cursor cursor_;
    Terms& terms_;
    Reports& reports_;
    std::vector<Expression> answer_;
    std::vector<std::uint32_t> open_; // the lists that are not closed yet
    std::vector<bool> warned_;
    bool stopped_ = false;
};

} // namespace

std::vector<Expression> read_expressions(const Source& source, Terms& terms, Reports& reports)
{
    if (looks_like_utf16(source.text))
    {
        reports.error({}, "this looks like UTF-16", "expected UTF-8 or ASCII");
        return {};
    }
    constexpr std::size_t most_bytes = std::size_t{16} << 20;
    if (source.text.size() > most_bytes)
    {
        reports.limit({}, fmt::format("a text of more than {} MiB", most_bytes >> 20));
        return {};
    }
    return Reader(source, terms, reports).read();
}

} // namespace sgl::gdl
