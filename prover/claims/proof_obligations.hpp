#pragma once

// What an induction over moves, or an unrolling of all plays, shows, as formulas that are true at
// every move of every model: theorems, of which derivations can be written. Moves become nested ○.

#include "prover/claims/question.hpp"

#include <cstdint>
#include <vector>

namespace sgl
{

/// How obligations together imply a claim about plays.
enum class ProofMethod : std::uint8_t
{
    Everywhere, // what is claimed is true at every move
    Induction,  // over `plies` moves
    Invariant,  // the claim's own, which is said again within `plies` moves
    Unrolling,  // no play is longer than `plies` moves
};

/// Nothing bad here; for questions about moves: at complying moves.
Formula nothing_bad(FormulaStore& store, const Frame& frame, const Question& question);

/// By induction over k moves: nothing bad on the first k states of a play, nor after k others
/// without. `known` is true of all reachable states.
std::vector<Formula> by_induction(FormulaStore& store, const Frame& frame, const Question& question,
                                  const std::vector<Formula>& known, unsigned k);

/// By all plays: none is longer than so many moves, and nothing bad on any.
Formula by_unrolling(FormulaStore& store, const Frame& frame, const Question& question,
                     unsigned plies);

/// By an invariant whose condition comes back within so many plies.
std::vector<Formula> by_invariant(FormulaStore& store, const Frame& frame, const Question& question,
                                  const std::vector<Formula>& known, const Invariant& invariant,
                                  unsigned plies);

} // namespace sgl
