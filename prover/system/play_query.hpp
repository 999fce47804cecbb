#pragma once

// A question about plays, laid over a game system: circuits over the system's variables and inputs.

#include "logic/formula/frame.hpp"
#include "prover/system/game_system.hpp"

#include <optional>
#include <vector>

namespace sgl
{

class GameBuilder;
struct Question;

/// What may be played, and what is looked for. Complying plays end at a terminal state, or where no
/// move is recommended.
struct PlayQuery
{
    /// By action: what the strategy of its agent recommends, and, without a strategy, that it is
    /// legal. (A strategy recommends legal moves only.)
    std::vector<Gate> recommended;
    /// Of a state; not there: not asked.
    std::optional<Gate> bad, premise, stuck;
    /// Of a complying move, by action; none: not asked. A query asks of states or of moves.
    std::vector<Gate> bad_move, premise_move;
    bool must_end = false; // plays that come back to an earlier state are bad too
};

/// The question as circuits of the builder's system, with the effects that it depends on. Throws
/// Interrupted when the budget runs out.
PlayQuery compile(GameBuilder& builder, const Frame& frame, const Question& question,
                  FormulaStore& store);

} // namespace sgl
