#pragma once

// The text of a derivation file, token by token. A place in the text can be gone back to: a family
// is read once for each of its actions, and so are the bodies of `any` and `all`.

#include "logic/diagnostic.hpp"
#include "logic/syntax/text.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sgl::axioms::text
{

/// What stops the reading. Thrown and caught inside axioms/text and axioms/file only.
struct ReadingStopped
{
    Diagnostic diagnostic;
};

/// The kinds of tokens.
enum class Sign : std::uint8_t
{
    End,
    Name,   // a letter or _, then letters, digits, _, '; or a Greek letter, then digits, _, '
    Number, // digits
    String, // "…", on one line
    Not,
    And,
    Or,
    Implies,
    Iff,
    PrioritisedOr,
    PrioritisedAnd,
    Next, // ○; the word `next` is a Name
    Top,
    Bottom,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenFloor,
    CloseFloor,
    OpenChoice, // <<
    CloseChoice,
    OpenAngle, // ⟪
    CloseAngle,
    Comma,
    Dot,
    Colon,
    Semicolon,
    Define, // :=
    Equal,
    NotEqual,
    Minus,
    Unknown, // anything else
};

/// What the reader may spend.
struct ReadingLimits
{
    /// How many tokens may be read again, for families and quantifiers.
    std::uint64_t repetition = 200'000'000;
    /// Asked now and then; an answer that is not empty ends the reading with an error.
    std::function<std::string()> interruption = {};
};

/// The hash of a name, as the lexer computes it.
constexpr std::uint64_t first_hash = 0xCBF29CE484222325;
constexpr std::uint64_t next_hash(std::uint64_t hash, char c)
{
    return (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
}
constexpr std::uint64_t hash_of(std::string_view name)
{
    std::uint64_t hash = first_hash;
    for (char c : name)
        hash = next_hash(hash, c);
    return hash;
}

/// The text from one token to the next. What it refuses it throws as ReadingStopped, with the
/// place.
class Lexer
{
public:
    /// The source must outlive it, and the limits too. Throws where the bytes are no text.
    Lexer(const Source& source, const ReadingLimits& limits);

    // --- the token that is next ---
    Sign sign() const { return sign_; }
    std::string_view word() const { return {at_, static_cast<std::size_t>(after_ - at_)}; }
    std::uint64_t hash() const { return hash_; } // of a Name
    /// Where it starts.
    const char* at() const { return at_; }
    bool is(Sign sign) const { return sign_ == sign; }
    bool is(std::string_view name) const { return sign_ == Sign::Name && word() == name; }

    void advance()
    {
        if ((++tokens_ & 0xFFFF) == 0)
            look();
        read();
    }
    bool take(Sign sign)
    {
        if (sign_ != sign)
            return false;
        advance();
        return true;
    }
    bool take(std::string_view name)
    {
        if (!is(name))
            return false;
        advance();
        return true;
    }
    /// Takes it, or throws: "expected …".
    void want(Sign sign, std::string_view what)
    {
        if (!take(sign))
            fail_here(what);
    }
    void want(std::string_view name)
    {
        if (!take(name))
            fail_here("'" + std::string(name) + "'");
    }
    /// The number that is next; throws where there is none or it is beyond the limit.
    std::uint32_t number(std::uint32_t limit, std::string_view what);

    /// The character right after the token; 0 at the end.
    char following() const { return after_ == last_ ? '\0' : *after_; }
    /// A name goes on with its arguments, up to here.
    void extend(const char* after, std::uint64_t hash)
    {
        after_ = after;
        hash_ = hash;
    }
    const char* after() const { return after_; }
    const char* last() const { return last_; }

    // --- places ---
    std::uint32_t place() const { return place(at_); }
    std::uint32_t place(const char* at) const
    {
        return static_cast<std::uint32_t>(at - source_.text.data());
    }
    /// Goes there, to read on from there. Throws when too much was read again.
    void seek(std::uint32_t place);
    /// So many tokens' work that has nothing to do with reading.
    void spend(std::uint64_t tokens);

    const Source& source() const { return source_; }
    Position position(std::uint32_t place) const
    {
        return texts_.position(source_.text.data() + place);
    }

    // --- errors ---
    Diagnostic error(const char* at, std::string_view message,
                     std::string_view expected = {}) const;
    [[noreturn]] void fail(const char* at, std::string_view message,
                           std::string_view expected = {}) const;
    /// At the token that is next: it is not what was expected.
    [[noreturn]] void fail_here(std::string_view expected) const;
    [[noreturn]] void fail_unknown(const char* at, std::string_view message, std::string_view name,
                                   const std::vector<std::string_view>& known) const;

private:
    void read();
    void read_sign(char c);
    void read_wide(unsigned char c);
    void skip();
    bool starts(std::string_view sign) const;
    void set(Sign sign, std::size_t length)
    {
        sign_ = sign;
        after_ = at_ + length;
    }
    void look() const;
    void check_bytes() const;

    const Source& source_;
    const ReadingLimits& limits_;
    language::Texts texts_;
    const char* last_;
    Sign sign_ = Sign::End;
    const char* at_;
    const char* after_;
    std::uint64_t hash_ = 0;
    std::uint64_t tokens_ = 0;
};

/// A name may not be a word of the language.
bool is_reserved(std::string_view name);

/// The name may go on with this character.
bool is_name_part(char c);

} // namespace sgl::axioms::text
