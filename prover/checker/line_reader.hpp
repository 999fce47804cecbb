#pragma once

// The keywords of certificates, and the lines of a certificate as words.

#include "prover/checker/certificate.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace sgl::certificate
{

inline constexpr std::array<std::pair<std::string_view, ProofMethod>, 4> ways{
    {{"everywhere", ProofMethod::Everywhere},
     {"induction", ProofMethod::Induction},
     {"invariant", ProofMethod::Invariant},
     {"unrolling", ProofMethod::Unrolling}}};

inline constexpr std::array<std::pair<std::string_view, OpenValues>, 3> defaults{
    {{"false", OpenValues::False}, {"same", OpenValues::Same}, {"true", OpenValues::True}}};

/// The keywords of a certificate: "induction", "same".
std::string_view word(ProofMethod way);
std::string_view word(OpenValues otherwise);

/// The text in quotes `"…"`; quotes, backslashes and line ends are written as `\"`, `\\` and `\n`.
std::string quoted(std::string_view text);

/// A line as words, with the offset of each word. A quoted text is one word and keeps its first
/// quote. Of the lines `line …` and `so …`, which are many, only the first word is taken apart.
struct Line
{
    std::size_t number = 0;
    std::string_view text;
    struct Word
    {
        std::string text;
        std::size_t offset = 0; // in bytes
    };
    std::vector<Word> words;
};

/// An exception of the reader of lines; the reader of certificates catches it.
struct Unreadable
{
    Diagnostic error;
};

/// The lines of a text, one after the other, without empty lines and comments, which begin with
/// `//`.
class Lines
{
public:
    explicit Lines(const Source& source);

    /// The current line; there is one until the line `end` was read.
    const Line& line() const { return line_; }
    /// Throws Unreadable if the current line does not begin with this word.
    void expect(std::string_view first);
    void next();
    bool starts_with(std::string_view first) const;
    bool at_end() const { return at_end_; }

    /// The i-th word. Throws Unreadable if the word is missing.
    const std::string& word(std::size_t i, std::string_view what) const;
    std::uint64_t number(std::size_t i, std::uint64_t most, std::string_view what) const;
    void expect_words(std::size_t count) const;
    /// Adds the numbers after the first word, ended by 0, or two lists of them with ';' between.
    /// There are many such lines: they are read without words.
    void read_numbers(std::vector<axioms::Literal>& numbers, bool in_two) const;
    [[noreturn]] void fail(std::size_t i, std::string message) const;
    /// The same at an offset in the line, in bytes.
    [[noreturn]] void fail_at(std::size_t offset, std::string message) const;

private:
    void take_apart();

    const Source& source_;
    std::size_t at_ = 0;
    Line line_;
    bool at_end_ = false;
};

/// The first lines of a certificate. Throws Unreadable.
Heading heading_of(Lines& lines);

} // namespace sgl::certificate
