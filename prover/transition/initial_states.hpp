#pragma once

// The initial states of a transition system, as a propositional solver finds them.

#include "prover/resources/budget.hpp"
#include "prover/transition/transition_system.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sgl
{

/// All of them, by their bits; nothing where there are more than so many. Throws Interrupted.
std::optional<std::vector<std::vector<bool>>>
initial_states(const TransitionSystem& system, std::size_t most, const Budget& budget);

/// One of them; nothing where there is none. Throws Interrupted.
std::optional<std::vector<bool>> an_initial_state(const TransitionSystem& system,
                                                  const Budget& budget);

} // namespace sgl
