#pragma once

// The check of a set of states that is listed state by state.

#include "logic/states/state_list.hpp"
#include "prover/checker/symbolic/axiom_sets.hpp"
#include "prover/claims/claim_parts.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>

namespace sgl::certificate
{

/// The bits of a list in this game; or what is wrong with their names.
std::variant<Bits, std::string> bits_of(const GameUnderCheck& ground, const StateList& list);

/// Calls visit(state) for each initial state as the bits tell it, until a call returns false.
/// Throws Interrupted and EvaluationTooDeep.
void for_each_start(const GameUnderCheck& ground, const Bits& bits, std::size_t most_nodes,
                    const std::function<bool(std::span<const StateList::Word>)>& visit);

/// The objection to the list as an argument for the part: every initial state must be in it, every
/// successor by a complying move of one that is in it, and none may be bad; where plays must end,
/// every successor must have a smaller rank. Throws Interrupted and EvaluationTooDeep.
std::optional<std::string> objection_to_list(const GameUnderCheck& ground, const ClaimPart& part,
                                             const StateList& list, std::size_t most_nodes);

} // namespace sgl::certificate
