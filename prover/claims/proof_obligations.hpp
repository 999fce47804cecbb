#pragma once

// Proof obligations of an induction over moves, or of an unrolling of all plays: formulas that are
// true at every move of every model. The formulas are theorems, so that derivations can be written;
// moves become nested ○.

#include "prover/claims/question.hpp"

#include <cstdint>
#include <vector>

namespace sgl
{

/// How obligations together imply a claim about plays.
enum class ProofMethod : std::uint8_t
{
    Everywhere, // the claim is true at every move
    Induction,  // k-induction, k = `plies`
    Invariant,  // the claim's invariant, whose condition comes back within `plies` moves
    Unrolling,  // no play is longer than `plies` moves
};

/// Nothing is bad in the state; for questions about moves: at no complying move there.
Formula nothing_bad(FormulaStore& store, const Frame& frame, const Question& question);

/// The obligations of k-induction: nothing is bad in the first k states of a play, and nothing is
/// bad after any k states with complying moves in which nothing is bad. `known` are formulas true
/// in all reachable states; that they are true is among the obligations.
std::vector<Formula> by_induction(FormulaStore& store, const Frame& frame, const Question& question,
                                  const std::vector<Formula>& known, unsigned k);

/// The obligation of an unrolling: no play is longer than `plies` moves, and nothing is bad on any
/// play.
Formula by_unrolling(FormulaStore& store, const Frame& frame, const Question& question,
                     unsigned plies);

/// The obligations of an invariant whose condition comes back within `plies` moves.
std::vector<Formula> by_invariant(FormulaStore& store, const Frame& frame, const Question& question,
                                  const std::vector<Formula>& known, const Invariant& invariant,
                                  unsigned plies);

} // namespace sgl
