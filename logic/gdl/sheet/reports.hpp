#pragma once

// What is said about a sheet: errors and warnings, each with its place in the text.

#include "logic/diagnostic.hpp"

#include <string>
#include <vector>

namespace sgl::gdl
{

/// Collects what is said about one source.
class Reports
{
public:
    explicit Reports(const Source& source);

    void error(Position position, std::string message, std::string expected = {});
    void warning(Position position, std::string message, std::string expected = {});
    /// Nothing is wrong with the text: it takes more than is allowed.
    void limit(Position position, std::string message, std::string expected = {});

    bool has_errors() const { return error_count_ > 0; }
    std::size_t error_count() const { return error_count_; }
    /// So many that more would help nobody.
    bool is_full() const { return error_count_ >= most_errors; }
    bool takes_warnings() const { return warning_count_ < most_warnings; }
    const std::vector<Diagnostic>& list() const { return list_; }
    const Source& source() const { return *source_; }

private:
    static constexpr std::size_t most_errors = 20, most_warnings = 200;

    Diagnostic make(Position position, std::string message, std::string expected) const;

    const Source* source_;
    std::vector<std::size_t> lines_; // where each line starts
    std::vector<Diagnostic> list_;
    std::size_t error_count_ = 0, warning_count_ = 0;
};

} // namespace sgl::gdl
