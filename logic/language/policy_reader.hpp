#pragma once

#include "logic/model/game.hpp"
#include "logic/syntax/syntax.hpp"
#include "logic/syntax/text.hpp"

namespace sgl::language
{

struct PolicyLimits
{
    std::uint64_t bytes = 0;            // of a policy in memory
    std::size_t states_written_out = 0; // more states are looked up
};

/// What the policy of a declaration recommends: a formula about moves, true at the moves that its
/// file lists. Where it is long, its states are looked up: atoms are added to the frame, and the
/// policy to the game (logic/states/policies.hpp). The path is relative to the file of the game.
/// Throws Fault.
Formula read_policy(FormulaStore& store, Game& game, const Texts& texts,
                    const std::string& game_path, const PolicyLimits& limits,
                    const SymbolDeclaration& declared, Agent agent);

} // namespace sgl::language
