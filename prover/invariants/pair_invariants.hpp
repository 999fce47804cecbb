#pragma once

// Invariants that nobody had to write: fluents that are never true together, or never false
// together, as "at most one mark in a cell" and "somebody is on turn".

#include "logic/formula/formula.hpp"
#include "prover/resources/budget.hpp"

#include <vector>

namespace sgl
{

class Theory;

/// Formulas ¬p, ¬(p ∧ q) and p ∨ q that are true in every reachable state, whoever plays what: true
/// at the start, and kept by every legal move where all of them are true (a greatest fixpoint, as
/// Houdini finds it). The pairs looked at are fluents of one name that differ in one argument which
/// takes few values. Throws Interrupted when the budget runs out.
std::vector<Formula> find_pair_invariants(Theory& theory, const Budget& budget);

} // namespace sgl
