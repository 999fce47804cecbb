#pragma once

// Rows of numbers as boxes: what many ground rules have in common, in a few rules with variables.

#include <cstdint>
#include <span>
#include <vector>

namespace sgl::import
{

enum class ColumnKind : std::uint8_t
{
    Number,
    Agent // numbers of agents; all that is asked of two is whether they are equal
};

using Row = std::vector<int>;

/// What is in a column of a box.
struct Entry
{
    int variable = -1; // a column before it or itself, which runs through its range; -1: `offset`
    int factor = 1;    // 1 or -1
    int offset = 0;    // factor · variable + offset

    bool is_constant() const { return variable < 0; }
};

/// What holds of two variables in every row of a box.
struct Comparison
{
    enum class Sign : std::uint8_t
    {
        Less,
        Greater,
        NotGreater,
        NotLess,
        Differ
    };
    int left, right; // columns
    Sign sign;
};

/// All rows that the variables' ranges and the comparisons allow, each once, without those in the
/// hole: a box over the variables' columns, whose other columns are 0.
struct Box
{
    struct Variable
    {
        int column, least, greatest;
    };

    std::vector<Entry> columns;
    std::vector<Variable> variables; // by column
    std::vector<Comparison> comparisons;
    std::vector<Box> hole; // one at most
};

/// Boxes that have together exactly these rows, which differ and are of one length.
std::vector<Box> boxes_of(std::vector<Row> rows, std::span<const ColumnKind> kinds, int agents);

} // namespace sgl::import
