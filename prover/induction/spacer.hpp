#pragma once

// Z3's Spacer: the search for an inductive invariant that excludes the bad states. The question is
// encoded as constrained Horn clauses over one predicate, the states that plays reach. An answer of
// Spacer is only a hint: the propositional solver checks an invariant like one that a user gives,
// and other engines search for a play.

#include "prover/plays/confirmation.hpp"
#include "prover/transition/transition_system.hpp"

#include <optional>
#include <string>

namespace sgl
{

/// The answer of Spacer about a transition system.
struct SpacerAnswer
{
    std::string invariant; // for read_invariant; empty: a bad or undetermined state is reached
};

/// Whether a bad or undetermined state is reachable. Each step of the Horn clauses is `plies`
/// plies: the invariant is about every `plies`-th state of a play, and may be much simpler than an
/// invariant of all states. Spacer runs in a child process. Throws Interrupted when the budget runs
/// out, or when Spacer gives up or fails in any way.
SpacerAnswer ask_spacer(const TransitionSystem& system, unsigned plies, const Budget& budget);

/// The invariant of a text, over these bits; an empty formula if the text is malformed or
/// incomplete.
Formula read_invariant(FormulaStore& store, const std::vector<Formula>& bits,
                       const std::string& text);

/// The answer to a question by an invariant that Spacer finds. Nothing where Spacer does not apply,
/// finds no invariant, or finds one that is not confirmed. Throws Interrupted as ask_spacer does.
/// The attempt is logged in `tried`.
std::optional<PlayAnswer> explore_by_spacer(Theory& theory, const Question& question,
                                            const Budget& budget,
                                            std::vector<EngineAttempt>* tried);

} // namespace sgl
