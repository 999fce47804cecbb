#pragma once

// Random games whose fluents have values, written twice: in the language, with terms and counts,
// and with a fluent for each value and a table of all states for each axiom, which this file
// computes by a reading of its own.

#include "tests/random.hpp"

#include <string>

namespace sgl::testing
{

struct ValuedGame
{
    std::string with_values, with_tables;
};

/// Fluents m: 0..1 to 0..3, k: 0..1 to 0..2 and q, three actions of two agents, and claims of
/// several kinds, the same in both texts.
ValuedGame random_valued_game(Random& random);

} // namespace sgl::testing
