#pragma once

// The initial states of Σ, as a solver finds them, by the bits of a transition system.

#include "prover/transition/transition_system.hpp"

namespace sgl
{

/// The initial states of Σ, by their bits; nothing where there are more than so many.
std::optional<std::vector<std::vector<bool>>> initial_states(Theory& theory,
                                                             const TransitionSystem& system,
                                                             std::size_t most,
                                                             const Budget& budget);

/// One of them; nothing where there is none.
std::optional<std::vector<bool>> an_initial_state(Theory& theory, const TransitionSystem& system,
                                                  const Budget& budget);

/// An initial state with these bits, whole; nothing where there is none. Throws Interrupted.
std::optional<Witness> initial_state_with(Theory& theory, const TransitionSystem& system,
                                          const std::vector<bool>& bits, const Budget& budget);

} // namespace sgl
