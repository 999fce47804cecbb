#pragma once

// A few moves of an open system as clauses over its states, moves and choices.

#include "prover/sat/core_solver.hpp"
#include "prover/transition/open/open_system.hpp"

#include <vector>

namespace sgl
{

/// The literals of one state, and of the move made there.
struct StateLiterals
{
    std::vector<Literal> bits;       // by bit
    std::vector<Literal> choices;    // of the environment: the inputs, and the bits it chooses next
    std::vector<Literal> moves;      // by move: this move is made; at most one is
    std::vector<Literal> allowed;    // by move
    std::vector<Literal> bad;        // of the state; for questions about moves, by move
    std::vector<Literal> constraint; // all true in a state that Σ allows
    Literal goes_on = 0;             // implies: a move is made, and leads to the next state
};

/// A segment of a play of `plies` moves: its states are 0, …, `plies`. Every literal is equivalent
/// to what it stands for, so that a state, the moves and the choices determine all others.
std::vector<StateLiterals> add_segment(CoreSolver& solver, const OpenSystem& system,
                                       unsigned plies);

} // namespace sgl
