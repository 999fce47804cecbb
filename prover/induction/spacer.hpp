#pragma once

// Z3's Spacer: is there an inductive invariant, however it looks, that excludes what is bad? The
// question is put as Horn clauses over one predicate, the states that plays reach. What Spacer
// answers is a hint: an invariant is shown by the propositional solver like one that a user gives,
// and a play is looked for by others.

#include "prover/plays/confirmation.hpp"
#include "prover/transition/transition_system.hpp"

#include <optional>
#include <string>

namespace sgl
{

/// What Spacer says of a transition system.
struct SpacerAnswer
{
    std::string invariant; // as a text that read_invariant reads; empty: something bad is reached
};

/// Whether a state is reached that is bad or undetermined. So many plies are folded into one step:
/// the invariant is then one of every so-many-th state of a play, which may be much simpler than
/// one of all. It works in a child process: throws Interrupted when the budget runs out, and with
/// the reason when Spacer gives up, however that happens.
SpacerAnswer ask_spacer(const TransitionSystem& system, unsigned plies, const Budget& budget);

/// An invariant over these bits; an empty formula unless the text is one, whole.
Formula read_invariant(FormulaStore& store, const std::vector<Formula>& bits,
                       const std::string& text);

/// The question by an invariant that Spacer finds. Nothing where it does not apply or there is
/// none, and where what it says is not confirmed. Throws as ask_spacer does. What was done is noted
/// in `tried`.
std::optional<PlayAnswer> explore_by_spacer(Theory& theory, const Question& question,
                                            const Budget& budget,
                                            std::vector<EngineAttempt>* tried);

} // namespace sgl
