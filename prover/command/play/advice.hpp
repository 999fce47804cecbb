#pragma once

// Recommendations of a strategy in a position, and of the parts of its rule.

#include "prover/command/play/position.hpp"

namespace sgl::command
{

/// One part of a rule.
struct Advice
{
    std::size_t depth = 0;     // 0: the strategy itself
    std::string rule;          // "block(o)", or the formula of a leaf
    std::vector<Action> moves; // recommended by the part alone; remaining, if it narrows
    bool counts = false;       // the strategy's recommendation comes from it
    bool narrows = false;      // the part is a later operand of a △ and removes moves
};

/// The advice of the strategy first, then of the parts of its rule, each before its own parts.
std::vector<Advice> advise(GamePosition& table, const GameReader& reader, const Strategy& strategy);

/// The names of at most `most` moves: "a(x,1,1) a(x,2,2)", or "no move".
std::string listed_moves(const Frame& frame, const std::vector<Action>& moves, std::size_t most);

/// The advice as lines.
std::string show_advice(const Frame& frame, const std::vector<Advice>& advice, bool color,
                        std::size_t indent);

} // namespace sgl::command
