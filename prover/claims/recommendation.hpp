#pragma once

// Recommendations of a rule as formulas about a state. A rule is the formula Strategy::moves:
// leaves that are true at legal moves of the agent only, joined by ▽ and △.

#include "logic/model/game.hpp"

#include <vector>

namespace sgl
{

/// The decisive leaves of a chain: the chain recommends a move exactly where one of them does. They
/// are all operands of ▽, and the first of △ (JPL Theorem 1, state by state).
std::vector<Formula> decisive_leaves(Formula moves);

/// The formula: the action is legal, and the strategy of its agent recommends it if the profile has
/// a strategy for the agent.
Formula allowed_move(FormulaStore& store, const Frame& frame, const std::vector<Strategy>& profile,
                     Action a);

/// The formula: the agent has a legal move.
Formula has_legal_move(FormulaStore& store, const Frame& frame, Agent agent);
/// The formula: the rule recommends some move of the agent.
Formula recommends(FormulaStore& store, const Frame& frame, Formula moves, Agent agent);
/// The formula: the agent has a legal move, and the rule recommends none.
Formula nothing_recommended(FormulaStore& store, const Frame& frame, Formula moves, Agent agent);
/// The formula: the rule recommends two different moves.
Formula two_recommended(FormulaStore& store, const Frame& frame, Formula moves, Agent agent);
/// The formula: the rule recommends a move that the rule `other` does not.
Formula recommended_beyond(FormulaStore& store, const Frame& frame, Formula moves, Formula other,
                           Agent agent);

} // namespace sgl
