#pragma once

// Sets of states that the axioms allow, reachable by plays or not.

#include "prover/checker/symbolic/axiom_sets.hpp"

namespace sgl::certificate
{

/// The greatest set S of non-initial states such that Σ and A5 are true in S, and every action,
/// legal or not, leads from S into S when open values follow `open` (a greatest fixpoint over
/// BDDs). With `within`, a state-wise formula about the present, the greatest such set of states in
/// which it is true. With `definitions` false, legal and terminal are free in each state: S is then
/// a subset. Throws Interrupted, also above `most_nodes` nodes, and EvaluationTooDeep.
ModelStates closed_states(const GameUnderCheck& ground, OpenValues open, Formula within,
                          bool definitions, std::size_t most_nodes);

/// A superset of the states of Σ: the axioms can be true in each of its states and after every
/// sequence of at most `actions` actions. Throws Interrupted, also above `most_nodes` nodes, and
/// EvaluationTooDeep.
ModelStates states_of_sigma(const GameUnderCheck& ground, unsigned actions, std::size_t most_nodes);

} // namespace sgl::certificate
