#pragma once

// The words of certificates, and their lines taken apart.

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

/// "induction", "same".
std::string_view word(ProofMethod way);
std::string_view word(OpenValues otherwise);

/// `"…"`, with a backslash before quotes, backslashes and, as n, line ends.
std::string quoted(std::string_view text);

/// A line's words, with the column of each; a quoted text is one word, and keeps its first quote.
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

/// Thrown by what reads lines, and caught there.
struct Unreadable
{
    Diagnostic error;
};

/// The lines of a text that are neither empty nor comments, which `//` begins, one after the other.
class Lines
{
public:
    explicit Lines(const Source& source);

    /// The line at hand; there is one until `end` was read.
    const Line& line() const { return line_; }
    /// Takes the next line, which begins with this word, or complains.
    void expect(std::string_view first);
    void next();
    bool starts_with(std::string_view first) const;
    bool at_end() const { return at_end_; }

    /// The i-th word, or a complaint that it is missing.
    const std::string& word(std::size_t i, std::string_view what) const;
    std::uint64_t number(std::size_t i, std::uint64_t most, std::string_view what) const;
    void expect_words(std::size_t count) const;
    [[noreturn]] void complain(std::size_t i, std::string message) const;

private:
    void take_apart();

    const Source& source_;
    std::size_t at_ = 0;
    Line line_;
    bool at_end_ = false;
};

} // namespace sgl::certificate
