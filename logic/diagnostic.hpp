#pragma once

// What is said about text somebody wrote: where it is, what is wrong, what was expected.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sgl
{

/// A place in a source text; line and column count from 1, columns in characters (code points)
/// without byte order marks. A line ends with LF, CR LF, or CR.
struct Position
{
    std::size_t line = 1;
    std::size_t column = 1;
    bool operator==(const Position&) const = default;
};

/// A text to read, with the name it goes by in messages.
struct Source
{
    std::string name;
    std::string text;
};

struct Diagnostic
{
    enum class Severity
    {
        Error,
        Warning
    };

    Severity severity = Severity::Error;
    std::string source; // the Source's name
    Position position;
    std::string message;       // "unknown name 'cnetre'"
    std::string expected;      // "did you mean 'centre'?", "expected ')'", or empty
    std::string line;          // the source line the position is in
    bool is_limit = false;     // nothing is wrong with the text: it takes more than is allowed
    bool lacks_memory = false; // … than the system gives, where that is the limit

    /// "file:line:column: error: message", then the line, a caret below it, and what was expected.
    std::string text() const;
};

/// For people to read: words that are very long lose their middle, and a long text its end.
std::string shortened(std::string_view text, std::size_t longest = 400);

/// A value, or why there is none: at least one error.
template <class T>
class Result
{
public:
    Result(T value) : content_(std::move(value)) {}
    Result(std::vector<Diagnostic> errors) : content_(std::move(errors)) {}
    Result(Diagnostic error) : content_(std::vector<Diagnostic>{std::move(error)}) {}

    explicit operator bool() const { return content_.index() == 0; }
    T& operator*() { return std::get<0>(content_); }
    const T& operator*() const { return std::get<0>(content_); }
    T* operator->() { return &std::get<0>(content_); }
    const T* operator->() const { return &std::get<0>(content_); }
    const std::vector<Diagnostic>& errors() const { return std::get<1>(content_); }

private:
    std::variant<T, std::vector<Diagnostic>> content_;
};

} // namespace sgl
