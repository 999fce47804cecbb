#pragma once

// The reason why a play or state is not confirmed: axioms that contradict each other after more
// actions, legal or not, each of which must lead to a state of a model.

#include "prover/reduction/theory.hpp"
#include "prover/verdicts/verdict.hpp"

#include <optional>
#include <string>

namespace sgl
{

/// Axioms that contradict each other after the end of a play, or else after a state that no default
/// completes (Theory::open_end); nothing where none were found. Throws Interrupted.
std::optional<AxiomClash> find_clash(Theory& theory, Replay& replay, const Budget& budget);

/// The name of the axiom that defines legal(a), or terminal; "A5" where there is none.
std::string legality_axiom(const Game& game, Action a);
std::string terminal_axiom(const Game& game);

} // namespace sgl
