#pragma once

// Formulas as text that the reader reads back as the same formula.

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace sgl
{

/// The signs to print: `!` `&` `->` `next`, or ¬ ∧ → ○.
enum class Style
{
    Ascii,
    Unicode
};

/// The formula with as few parentheses as possible: reading the text gives the same formula.
/// A formula is a shared graph and its text a tree: see `print_shared` for formulas of any size.
std::string print(const Frame& frame, Formula formula, Style style = Style::Ascii);

/// The same, where these subformulas, and the formula itself, go by their names.
std::string print(const Frame& frame, Formula formula, Style style,
                  const std::unordered_map<Formula, std::string>& names);

/// The length of print's answer, counted without making it; at most `limit` is counted.
std::size_t printed_size(const Frame& frame, Formula formula, Style style, std::size_t limit);

/// Like print where that takes at most `size` bytes; otherwise subformulas that occur more than
/// once are named first, one a line (`let f1 = …`), and the last line is the formula itself.
std::string print_shared(const Frame& frame, Formula formula, Style style, std::size_t size);

} // namespace sgl
