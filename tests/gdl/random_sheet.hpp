#pragma once

// Sheets at random.

#include <string>

namespace sgl::gdl
{

/// Two roles, fluents with up to two arguments, and relations of three strata; in each state both
/// roles may have a choice or, with turns, one of them at most.
std::string random_sheet(unsigned seed, bool has_turns = false);

} // namespace sgl::gdl
