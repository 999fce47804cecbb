#pragma once

// What looks like a slip in a game: symbols that nothing uses, moves that are never legal,
// strategies that never recommend anything. Found within a budget; what was not looked at is told.

#include "logic/language/reader.hpp"
#include "prover/budget.hpp"

#include <string>
#include <vector>

namespace sgl::command
{

struct Findings
{
    std::vector<std::string> unused;       // fluents in no axiom, claim or strategy
    std::vector<std::string> never_legal;  // actions, in no state that satisfies the axioms
    std::vector<std::string> never_advise; // strategies, likewise
    bool actions_seen = false;             // or there was no time for never_legal
    std::vector<std::string> not_seen;     // strategies that there was no time for
    bool no_state = false;                 // no state satisfies the axioms at all
};

Findings look_into(FormulaStore& store, GameReader& reader, const Budget& budget);

} // namespace sgl::command
