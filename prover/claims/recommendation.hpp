#pragma once

// What a rule recommends in a state, as formulas about that state. A rule here is what Strategy
// calls its moves: leaves that are true at legal moves of the agent only, in chains of ▽ and △.

#include "logic/model/game.hpp"

#include <vector>

namespace sgl
{

/// The leaves of which a chain recommends something exactly where one of them does: all operands of
/// ▽, and the first of △ (JPL Theorem 1, state by state).
std::vector<Formula> decisive_leaves(Formula moves);

/// The action is legal, and what its agent's strategy recommends if the profile has one for it.
Formula allowed_move(FormulaStore& store, const Frame& frame, const std::vector<Strategy>& profile,
                     Action a);

/// The agent has a legal move.
Formula has_legal_move(FormulaStore& store, const Frame& frame, Agent agent);
/// Some move of the agent is recommended.
Formula recommends(FormulaStore& store, const Frame& frame, Formula moves, Agent agent);
/// The agent has a legal move, and none is recommended.
Formula nothing_recommended(FormulaStore& store, const Frame& frame, Formula moves, Agent agent);
/// Two moves at once.
Formula two_recommended(FormulaStore& store, const Frame& frame, Formula moves, Agent agent);
/// A move that another rule does not recommend.
Formula recommended_beyond(FormulaStore& store, const Frame& frame, Formula moves, Formula other,
                           Agent agent);

} // namespace sgl
