#pragma once

// Ranking functions: plays end because every complying move decreases a measure. A measure is a
// list of formulas about states, read as the digits of a binary number, the most significant first:
// at a decreasing move, the first formula that changes becomes false.

#include "prover/plays/confirmation.hpp"

#include <string>
#include <vector>

namespace sgl
{

/// Whether every complying move, from an arbitrary state, decreases the measure: then every play
/// ends. A refutation is a move that does not, confirmed by the evaluator; its first state need not
/// be reachable. Throws Interrupted when the budget runs out.
Verdict decreases(Theory& theory, const Question& question, const std::vector<Formula>& measure,
                  const Budget& budget);

/// A measure that is found automatically, as in a game where every move fills a cell: fluents that
/// never become true, and negations of fluents that never become false, if every move changes at
/// least one of them. Empty where there is none. Throws Interrupted when the budget runs out.
std::vector<Formula> find_measure(Theory& theory, const Question& question, const Budget& budget);

} // namespace sgl
