#pragma once

// Invariants that are found automatically: fluents that are never true together, or never false
// together, as "at most one mark in a cell" and "some agent is on turn".

#include "logic/formula/formula.hpp"
#include "prover/resources/budget.hpp"

#include <vector>

namespace sgl
{

class Theory;

/// Formulas ¬p, ¬(p ∧ q) and p ∨ q that are true in every reachable state for all strategies of the
/// agents: true in every initial state, and preserved by every legal move from a state where all of
/// them are true (a greatest fixpoint, as Houdini finds it). The candidate pairs are fluents of one
/// name that differ in one argument which takes few values. Throws Interrupted when the budget runs
/// out.
std::vector<Formula> find_pair_invariants(Theory& theory, const Budget& budget);

} // namespace sgl
