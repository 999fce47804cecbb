#pragma once

// Random simulation: a few complying plays, move by move, as a cheap way to find that a state is
// reached. The plays are the same in every run.

#include "prover/transition/transition_system.hpp"

namespace sgl
{

/// Whether the question's `premise` is true in some state of a few random complying plays. True is
/// certain; false is not: the premise may be true on other plays, or Σ may leave open what happens.
/// Throws Interrupted.
bool premise_occurs_on_a_play(Theory& theory, const Question& question, const Budget& budget);

/// At most `most` states of random plays of the system, by their bits. A play is left at an
/// `undetermined` state. Throws Interrupted.
std::vector<std::vector<bool>> sample_states(const TransitionSystem& system, std::size_t most,
                                             const Budget& budget);

/// The same of plays from several initial states: short plays, and each fourth one longer.
std::vector<std::vector<bool>> sample_states_widely(const TransitionSystem& system,
                                                    std::size_t most, const Budget& budget);

} // namespace sgl
