#pragma once

// Whether the axioms of a game make sense: do they have a model, an initial state, and no play that
// runs into a contradiction (design: Σ is checked for sense)? Everything is true of a game that has
// no model, so this is to be said before any claim is called proved.

#include "prover/verdicts/verdict.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl
{

class Theory;

/// Something that the axioms make impossible.
struct Contradiction
{
    enum class Kind : std::uint8_t
    {
        NoState,        // no state satisfies the axioms
        NoInitialState, // no initial state does
        Play,           // legal moves from an initial state lead to where an axiom fails, whatever
                        // Σ leaves open
    };

    Kind kind;
    std::string text;
    std::vector<std::string> axioms; // at fault together, by name
    std::optional<Refuted> play;     // of Kind::Play; its last state breaks the axiom
};

/// What is found within the budget; nothing is no promise that there is none. Initial states that
/// are found to lead into a contradiction are forbidden to the theory, as no model has them.
std::vector<Contradiction> find_contradictions(Theory& theory, const Budget& budget);

} // namespace sgl
