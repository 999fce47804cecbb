#pragma once

// The initial states of a game, found by a solver: where the axioms say which they are in a way
// that nobody would find by trying all valuations.

#include "logic/model/game_model.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/theory.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace sgl
{

class InitialStates
{
public:
    /// The theory must outlive it. Throws Interrupted when the budget runs out.
    InitialStates(Theory& theory, const Budget& budget);

    /// Another one each time; nothing when there are no more. What Σ defines of legal and terminal
    /// is false in it, whatever the definition says (GameModel::add computes it). Throws
    /// Interrupted when the budget runs out.
    std::optional<Valuation> next();

private:
    const Frame& frame_;
    const Budget budget_;
    SatSolver solver_;
    Encoder encoder_;
    std::vector<std::pair<StateAtom, Literal>> atoms_; // fluents, and what Σ leaves open
};

} // namespace sgl
