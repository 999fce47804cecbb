#pragma once

// Consistency of the axioms of a game: whether they have a model, an initial state, and no play
// that runs into a contradiction. Every claim is true of a game
// without a model, so contradictions must be reported before any claim is called proved.

#include "prover/verdicts/verdict.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl
{

class Theory;

/// A contradiction in the axioms.
struct Contradiction
{
    enum class Kind : std::uint8_t
    {
        NoState,        // no state satisfies the axioms
        NoInitialState, // no initial state satisfies the axioms
        Play,           // legal moves from an initial state lead to a state where an axiom fails,
                        // for all values that Σ leaves open
    };

    Kind kind;
    std::string text;
    std::vector<std::string> axioms; // at fault together, by name
    std::optional<Refuted> play;     // of Kind::Play; its last state breaks the axiom
};

/// The contradictions found within the budget; an empty list does not prove consistency. Initial
/// states that are found to lead into a contradiction are excluded from the theory
/// (Theory::forbid), as no model has them. Does not throw Interrupted.
std::vector<Contradiction> find_contradictions(Theory& theory, const Budget& budget);

} // namespace sgl
