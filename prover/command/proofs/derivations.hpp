#pragma once

// Derivations written by the prover for the commands.

#include "logic/model/game.hpp"
#include "prover/command/options.hpp"
#include "prover/derive/derive.hpp"

#include <string>
#include <vector>

namespace sgl::command
{

/// A derivation as text, accepted by the kernel; or the reason why there is none.
struct Derived
{
    std::string text;
    std::size_t lines = 0;
    std::string why_not;
};

/// Derives the goals over the game at `game_path`, or over the frame of the game alone if the path
/// is empty. The text is for a file in `directory`. `letter`, if given, is a subformula that the
/// derivation treats as a propositional letter (Reduction::take_as_letter). Throws Interrupted.
Derived derivation_of(const std::vector<Goal>& goals, FormulaStore& store, const Game& game,
                      const std::string& game_path, const std::string& directory,
                      const Options& options, const Budget& budget, Formula letter = {});

} // namespace sgl::command
