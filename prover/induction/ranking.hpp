#pragma once

// Why plays end, without going through them: at every complying move a measure decreases. A measure
// is a list of formulas about states, read as the digits of a binary number, the first the highest:
// the first of them that changes becomes false.

#include "prover/plays/confirmation.hpp"

#include <string>
#include <vector>

namespace sgl
{

/// Whether complying moves make the measure smaller, wherever they are taken: then every play ends.
/// Otherwise a move that does not, confirmed by the evaluator, from a state that need not be
/// reachable. Throws Interrupted when the budget runs out.
Verdict decreases(Theory& theory, const Question& question, const std::vector<Formula>& measure,
                  const Budget& budget);

/// A measure that nobody had to write, as where every move fills a cell: fluents that never become
/// true, and negations of those that never become false, one of which changes at every move. Empty
/// where there is none. Throws Interrupted when the budget runs out.
std::vector<Formula> find_measure(Theory& theory, const Question& question, const Budget& budget);

} // namespace sgl
