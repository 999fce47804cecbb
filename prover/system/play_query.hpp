#pragma once

// A question about plays, compiled to circuits over the variables and inputs of a game system.

#include "logic/formula/frame.hpp"
#include "prover/system/game_system.hpp"

#include <optional>
#include <vector>

namespace sgl
{

class GameBuilder;
struct Question;

/// The complying plays, and the property that is sought on them. Complying plays end at a terminal
/// state, or where no move is recommended.
struct PlayQuery
{
    /// By action: whether the strategy of its agent recommends the action; without a strategy,
    /// whether the action is legal. (A strategy recommends legal moves only.)
    std::vector<Gate> recommended;
    /// Properties of a state; nothing: not part of the query.
    std::optional<Gate> bad, premise, stuck;
    /// Properties of a complying move, by action; empty: not part of the query. A query is about
    /// states or about moves.
    std::vector<Gate> bad_move, premise_move;
    /// Properties of a state that may be invariants (Question::proposals).
    std::vector<Gate> proposals;
    bool must_end = false; // plays that return to an earlier state are bad too
};

struct QueryOptions
{
    bool has_choices = false;    // follow what the constraints of Σ depend on, too
    bool with_proposals = false; // compile the question's proposals, too
};

/// The question as circuits of the builder's system; adds the effects that these circuits depend
/// on. Throws Interrupted when the budget runs out.
PlayQuery compile(GameBuilder& builder, const Frame& frame, const Question& question,
                  FormulaStore& store, QueryOptions options = {});

} // namespace sgl
