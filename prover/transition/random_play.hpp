#pragma once

// A few complying plays, move by move: a cheap way to see that something does happen.

#include "prover/transition/transition_system.hpp"

namespace sgl
{

/// Whether the question's `premise` is true somewhere on one of some complying plays, followed to
/// their ends or as far as the budget lets them be. False says nothing: it may be true on others,
/// Σ may leave open what happens, or the time may have run out.
bool premise_occurs_on_a_play(Theory& theory, const Question& question, const Budget& budget);

/// At most so many states of random plays of the system, by their bits; plays are left where it is
/// undetermined what happens. Throws Interrupted.
std::vector<std::vector<bool>> sample_states(const TransitionSystem& system, std::size_t most,
                                             const Budget& budget);

} // namespace sgl
