#pragma once

// The text of a game: declarations, definitions and axioms from the rows of its rules.

#include "logic/import/rule_rows.hpp"

#include <string>

namespace sgl::import
{

/// The declarations in the language of sgl, without a header.
std::string text_of_game(const gdl::Sheet& sheet, const gdl::Program& program, const Turns& turns);

} // namespace sgl::import
