#pragma once

// What the kernel makes of the derivations that the prover writes: the text is read again, line by
// line, as `sgl check` does it.

#include "logic/model/game.hpp"
#include "prover/derive/derive.hpp"

#include <string>

namespace sgl::testing
{

struct Judgement
{
    std::string complaints; // empty: all is accepted
    Formula shown;          // by the last theorem
    std::size_t lines = 0;
    std::string text;
};

Judgement check_written(FormulaStore& store, const Game& game, const WrittenProof& proof);

/// A game without axioms.
Game frame_only(const Frame& frame);

} // namespace sgl::testing
