#pragma once

// What a search of the reachable states found, as an answer to a question about plays.

#include "prover/claims/question.hpp"
#include "prover/plays/confirmation.hpp"
#include "prover/transition/trace.hpp"
#include "prover/transition/transition_system.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sgl
{

/// The answer, with the states themselves where they were handed on. Plays, no longer than the
/// bound, are replayed by the evaluator; where the system `has_choices`, the search of the plays of
/// the same moves finds how open values turn out. Nothing where Σ does not determine what happens,
/// or a play is not confirmed. Throws Interrupted.
std::optional<PlayAnswer> answer_of(Theory& theory, const Question& question, Confirmation& replays,
                                    const TransitionSystem& system, Reachability reached,
                                    std::optional<unsigned> bound, Method method,
                                    const Budget& budget, bool has_choices = false);

/// Values of some atoms, fluents and `initial`.
using AtomValues = std::vector<std::pair<Formula, bool>>;

/// An initial state of Σ with these values, whole; nothing where there is none. Throws Interrupted.
std::optional<Witness> initial_state_with(Theory& theory, const AtomValues& values,
                                          const Budget& budget);

/// The outcome, for the log of attempts.
std::string outcome_of(const std::optional<PlayAnswer>& found);

} // namespace sgl
