#pragma once

// Source texts while they are read: positions, faults, and what is checked before parsing.

#include "logic/diagnostic.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sgl::language
{

/// What stops the reading. Thrown in logic/syntax and logic/grounding; readers
/// catch it and hand on the diagnostic.
struct Fault
{
    Diagnostic diagnostic;
    bool is_interruption = false; // nothing is wrong with the text
    bool is_consequence = false;  // of an earlier fault, which says what is wrong
};

/// Nothing is wrong with the text but that it takes more than is allowed.
inline Fault beyond_limit(Diagnostic diagnostic)
{
    diagnostic.is_limit = true;
    return {std::move(diagnostic)};
}

/// The texts in use: a place in one of them is a pointer, and this finds line and column.
class Texts
{
public:
    void add(const Source& source) { sources_.push_back(&source); }
    void remove_last() { sources_.pop_back(); }

    Diagnostic error(const char* at, std::string_view message,
                     std::string_view expected = {}) const;
    Position position(const char* at) const;
    /// Where the first text starts.
    const char* start() const { return sources_.front()->text.data(); }

private:
    const Source* find(const char* at) const;

    std::vector<const Source*> sources_;
    mutable const Source* counted_ = nullptr; // up to counted_to_, counted_lines_ ends of lines
    mutable std::size_t counted_to_ = 0, counted_lines_ = 0;
};

/// Asks from time to time whether the reading is to go on.
class Watch
{
public:
    Watch(const Texts& texts, const std::function<std::string()>& interruption)
        : texts_(texts), interruption_(interruption)
    {
    }

    /// Throws a Fault when it is not; `at` is the place that was reached.
    void tick(const char* at)
    {
        if (++ticks_ % ticks_a_look == 0)
            look(at);
    }
    void look(const char* at) const;

private:
    static constexpr std::size_t ticks_a_look = 4096;

    const Texts& texts_;
    const std::function<std::string()>& interruption_;
    std::size_t ticks_ = 0;
};

/// The line and column of a byte offset.
Position position_in(std::string_view text, std::size_t offset);

/// The line with this number, counted from 1, without its end; empty where there is none.
std::string_view line_numbered(std::string_view text, std::size_t number);

/// The length of the UTF-8 character at the front of a text that is not empty, or 0 when there is
/// none.
std::size_t utf8_length(std::string_view text);

/// The text with a sign in place of what a terminal should not be sent, and without byte order
/// marks.
std::string printable(std::string_view text);

/// Past blanks and comments.
const char* skip_blanks(const char* first, const char* last);

/// The name, number or sign that starts here; empty at the end of the text.
std::string_view token_at(const char* first, const char* last);

bool is_keyword(std::string_view word);

/// The candidate that is spelled most like the word, or empty when none is close.
std::string nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// "did you mean 'centre'?", or empty.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates);

/// Throws a Fault for bytes that are not UTF-8, for NUL bytes, and where brackets, braces and
/// quantifiers nest deeper than the limit or the stack.
void check_text(const Texts& texts, std::string_view text, std::size_t nesting_limit);

/// The message for what is nested too deeply.
std::string too_deep(std::size_t limit);

/// What nests deeper than this limit, or than the stack has room for (logic/deep_stack.hpp).
Fault nested_too_deep(const Texts& texts, const char* at, std::size_t limit);

/// Counts how deep calls are nested while it lives; throws a Fault beyond the limit, and where the
/// stack ends.
class NestedCall
{
public:
    NestedCall(std::size_t& level, std::size_t limit, const Texts& texts, const char* at);
    ~NestedCall() { --level_; }
    NestedCall(const NestedCall&) = delete;
    NestedCall& operator=(const NestedCall&) = delete;

private:
    std::size_t& level_;
};

/// How deep terms may nest, through functions as well.
inline constexpr std::size_t term_depth_limit = 500'000;

} // namespace sgl::language
