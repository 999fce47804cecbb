#pragma once

// Derivations that the command has the prover write.

#include "logic/model/game.hpp"
#include "prover/command/options.hpp"
#include "prover/derive/derive.hpp"

#include <string>
#include <vector>

namespace sgl::command
{

/// A derivation as text, accepted by the kernel; or why there is none.
struct Derived
{
    std::string text;
    std::size_t lines = 0;
    std::string why_not;
};

/// Derives the goals, over the game at `game_path`, or over its frame alone where that is empty.
/// The text is for a file in `directory`. The letter, if there is one, is not looked into
/// (Reduction::take_as_letter).
Derived derivation_of(const std::vector<Goal>& goals, FormulaStore& store, const Game& game,
                      const std::string& game_path, const std::string& directory,
                      const Options& options, const Budget& budget, Formula letter = {});

} // namespace sgl::command
