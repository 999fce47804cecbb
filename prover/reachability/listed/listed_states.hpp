#pragma once

// All states that plays reach, one by one, by the gates of the check (prover/checker/listed): for
// certificates, and for claims about policies that are looked up.

#include "logic/states/state_list.hpp"
#include "prover/checker/symbolic/axiom_sets.hpp"
#include "prover/claims/question.hpp"
#include "prover/claims/replay.hpp"

#include <cstddef>
#include <optional>

namespace sgl::certificate
{

struct ListingLimits
{
    std::size_t gates = 0;
    std::size_t states = 0;
    std::size_t bytes = 0; // of memory
};

/// The states that plays of a question reach.
struct ListedStates
{
    /// In ascending order, with ranks where plays must end; nothing where some state is bad, or
    /// plays do not end.
    std::optional<StateList> list;
    /// A play to a bad state, or to a bad move, not confirmed. Where values are open there is none.
    std::optional<Witness> bad;
    bool is_bad = false, is_endless = false;
    bool premise_seen = false; // the premise of the question is true somewhere, or was not sought
};

/// Throws Interrupted, also at a limit, and EvaluationTooDeep.
ListedStates listed_states(const GameUnderCheck& ground, const Question& question,
                           const ListingLimits& limits);

} // namespace sgl::certificate
