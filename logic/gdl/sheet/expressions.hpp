#pragma once

// The lists and tokens of a KIF text, each with its place.

#include "logic/gdl/sheet/reports.hpp"
#include "logic/gdl/sheet/terms.hpp"

#include <cstdint>
#include <vector>

namespace sgl::gdl
{

/// How deep lists may nest, and how many bytes a token may have.
inline constexpr std::size_t deepest_nesting = 400, longest_token = 10'000;

/// A token or a list, in the order of the text: the first element of a list is the next
/// expression, and `end` is the expression after it and all that is in it.
struct Expression
{
    Position position;
    Symbol symbol = 0; // of a token
    bool is_list = false;
    std::uint32_t end = 0;
};

/// The expressions at the top of a text are 0, [0].end, … Comments run from ';' to the end of the
/// line. What cannot be read is reported, and the answer ends there.
std::vector<Expression> read_expressions(const Source& source, Terms& terms, Reports& reports);

} // namespace sgl::gdl
