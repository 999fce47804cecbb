#include "axioms/text/lexer.hpp"
#include "logic/syntax/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <limits>

namespace sgl::axioms::text
{

namespace
{

enum class Class : std::uint8_t
{
    Other,
    Blank,
    Letter,
    Digit,
    Prime, // of a name, not at its start
};

constexpr std::array<Class, 256> classes = []
{
    std::array<Class, 256> table{};
    for (unsigned char c = 'a'; c <= 'z'; ++c)
        table[c] = Class::Letter;
    for (unsigned char c = 'A'; c <= 'Z'; ++c)
        table[c] = Class::Letter;
    for (unsigned char c = '0'; c <= '9'; ++c)
        table[c] = Class::Digit;
    for (unsigned char c = '\t'; c <= '\r'; ++c)
        table[c] = Class::Blank;
    table[' '] = Class::Blank;
    table['_'] = Class::Letter;
    table['\''] = Class::Prime;
    return table;
}();

Class class_of(char c)
{
    return classes[static_cast<unsigned char>(c)];
}

bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

} // namespace

bool is_name_part(char c)
{
    return class_of(c) >= Class::Letter;
}

bool is_reserved(std::string_view name)
{
    return language::is_keyword(name);
}

Lexer::Lexer(const Source& source, const ReadingLimits& limits)
    : source_(source), limits_(limits), last_(source.text.data() + source.text.size()),
      at_(source.text.data()), after_(at_)
{
    if (source.text.size() >= std::numeric_limits<std::uint32_t>::max())
        throw ReadingStopped{{Diagnostic::Severity::Error,
                              source.name,
                              {},
                              "the file is larger than 4 GiB",
                              "split it: a file can import others",
                              ""}};
    texts_.add(source);
    check_bytes();
    read();
}

void Lexer::check_bytes() const
{
    const std::string_view text = source_.text;
    for (std::size_t i = 0; i < text.size();)
    {
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::size_t length = byte < 0x80 ? 1 : language::utf8_length(text.substr(i, 4));
        if (byte == 0)
            fail(text.data() + i, "a NUL byte: this is not a text");
        if (length == 0)
            fail(text.data() + i, fmt::format("byte 0x{:02X} is not UTF-8", byte));
        i += length;
    }
}

void Lexer::look() const
{
    const std::string why = limits_.interruption ? limits_.interruption() : "";
    if (!why.empty())
        fail(at_, fmt::format("{} while this was read and checked", why));
}

void Lexer::seek(std::uint32_t place)
{
    after_ = source_.text.data() + place;
    spend(0);
    advance();
}

void Lexer::spend(std::uint64_t tokens)
{
    tokens_ += tokens;
    if (tokens_ > limits_.repetition + source_.text.size())
        fail(at_,
             fmt::format("families and quantifiers make more than {} tokens of this file",
                         limits_.repetition),
             "are there too many actions for it?");
}

bool Lexer::starts(std::string_view sign) const
{
    return std::string_view(at_, static_cast<std::size_t>(last_ - at_)).starts_with(sign);
}

/// Past blanks and comments.
void Lexer::skip()
{
    for (;;)
    {
        while (at_ != last_ && class_of(*at_) == Class::Blank)
            ++at_;
        if (at_ != last_ && *at_ == '/' && starts("//"))
            at_ = std::find_if(at_, last_, ends_line);
        else if (at_ != last_ && *at_ == byte_order_mark[0] && starts(byte_order_mark))
            at_ += byte_order_mark.size();
        else
            return;
    }
}

void Lexer::read()
{
    at_ = after_;
    skip();
    if (at_ == last_)
        return set(Sign::End, 0);
    switch (class_of(*at_))
    {
    case Class::Letter:
    {
        hash_ = first_hash;
        const char* c = at_;
        for (; c != last_ && is_name_part(*c); ++c)
            hash_ = next_hash(hash_, *c);
        sign_ = Sign::Name;
        after_ = c;
        return;
    }
    case Class::Digit:
        sign_ = Sign::Number;
        after_ = std::find_if_not(at_, last_, [](char c) { return class_of(c) == Class::Digit; });
        return;
    case Class::Other:
    case Class::Blank:
    case Class::Prime: break;
    }
    read_sign(*at_);
}

void Lexer::read_sign(char c)
{
    switch (c)
    {
    case '!': return starts("!=") ? set(Sign::NotEqual, 2) : set(Sign::Not, 1);
    case '&': return starts("&>") ? set(Sign::PrioritisedAnd, 2) : set(Sign::And, 1);
    case '|': return starts("|>") ? set(Sign::PrioritisedOr, 2) : set(Sign::Or, 1);
    case '-': return starts("->") ? set(Sign::Implies, 2) : set(Sign::Minus, 1);
    case '<':
        if (starts("<->"))
            return set(Sign::Iff, 3);
        return starts("<<") ? set(Sign::OpenChoice, 2) : set(Sign::Unknown, 1);
    case '>': return starts(">>") ? set(Sign::CloseChoice, 2) : set(Sign::Unknown, 1);
    case '(': return set(Sign::Open, 1);
    case ')': return set(Sign::Close, 1);
    case '[': return set(Sign::OpenBracket, 1);
    case ']': return set(Sign::CloseBracket, 1);
    case '{': return set(Sign::OpenBrace, 1);
    case '}': return set(Sign::CloseBrace, 1);
    case ',': return set(Sign::Comma, 1);
    case '.': return set(Sign::Dot, 1);
    case ':': return starts(":=") ? set(Sign::Define, 2) : set(Sign::Colon, 1);
    case ';': return set(Sign::Semicolon, 1);
    case '=': return set(Sign::Equal, 1);
    case '"':
    {
        const char* const end =
            std::find_if(at_ + 1, last_, [](char d) { return d == '"' || ends_line(d); });
        if (end == last_ || ends_line(*end))
            return set(Sign::Unknown, 1);
        return set(Sign::String, static_cast<std::size_t>(end - at_) + 1);
    }
    default: return read_wide(static_cast<unsigned char>(c));
    }
}

/// A sign or letter of two or three bytes.
void Lexer::read_wide(unsigned char c)
{
    if (c == 0xCE || c == 0xCF) // U+0380 – U+03FF
    {
        hash_ = next_hash(next_hash(first_hash, at_[0]), at_[1]);
        const char* d = at_ + 2;
        for (; d != last_ && is_name_part(*d) && (class_of(*d) != Class::Letter || *d == '_'); ++d)
            hash_ = next_hash(hash_, *d);
        sign_ = Sign::Name;
        after_ = d;
        return;
    }
    struct Wide
    {
        std::string_view text;
        Sign sign;
    };
    static constexpr std::array wide{
        Wide{"¬", Sign::Not},
        Wide{"∧", Sign::And},
        Wide{"∨", Sign::Or},
        Wide{"→", Sign::Implies},
        Wide{"↔", Sign::Iff},
        Wide{"▽", Sign::PrioritisedOr},
        Wide{"△", Sign::PrioritisedAnd},
        Wide{"○", Sign::Next},
        Wide{"⊤", Sign::Top},
        Wide{"⊥", Sign::Bottom},
        Wide{"⟪", Sign::OpenAngle},
        Wide{"⟫", Sign::CloseAngle},
        Wide{"⌊", Sign::OpenFloor},
        Wide{"⌋", Sign::CloseFloor},
    };
    for (const Wide& one : wide)
        if (starts(one.text))
            return set(one.sign, one.text.size());
    set(Sign::Unknown, std::max<std::size_t>(1, language::utf8_length({at_, last_})));
}

std::uint32_t Lexer::number(std::uint32_t limit, std::string_view what)
{
    if (sign_ != Sign::Number)
        fail_here(what);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(at_, after_, value);
    if (error != std::errc() || value > limit)
        fail(at_, "the number is too large", fmt::format("at most {}", limit));
    advance();
    return value;
}

Diagnostic Lexer::error(const char* at, std::string_view message, std::string_view expected) const
{
    return texts_.error(at, message, expected);
}

void Lexer::fail(const char* at, std::string_view message, std::string_view expected) const
{
    throw ReadingStopped{error(at, message, expected)};
}

void Lexer::fail_here(std::string_view expected) const
{
    const std::string_view token = word().substr(0, 40);
    std::string found = fmt::format("unexpected '{}'", token);
    if (sign_ == Sign::End)
        found = "unexpected end of the text";
    else if (sign_ == Sign::Name && is_reserved(token))
        found = fmt::format("unexpected keyword '{}'", token);
    fail(at_, found, expected.empty() ? "" : fmt::format("expected {}", expected));
}

void Lexer::fail_unknown(const char* at, std::string_view message, std::string_view name,
                         const std::vector<std::string_view>& known) const
{
    fail(at, message, language::suggestion(name, known));
}

} // namespace sgl::axioms::text
