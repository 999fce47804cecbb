#pragma once

// The initial states of a game, found by a solver: for games whose axioms describe the initial
// states in such a way that no search through all valuations would find them.

#include "logic/model/evaluate.hpp"
#include "logic/model/game_model.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/theory.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace sgl
{

/// The axioms that may exclude an initial state by what follows it: those that look ahead, without
/// definitions of what a move does.
std::vector<Formula> axioms_about_what_follows(const Game& game, const Rules& rules);

/// Whether each of these axioms is true at every move of the states. Where one is not, other values
/// of what the axioms leave open may make it true, and InitialStates finds the states.
bool are_all_true(Model& model, const std::vector<Formula>& axioms,
                  const std::vector<State>& states);

class InitialStates
{
public:
    /// The theory must outlive the enumeration. Throws Interrupted when the budget runs out.
    InitialStates(Theory& theory, const Budget& budget);

    /// A new initial state at each call; nothing when all were returned. The atoms legal(a) and
    /// terminal that Σ defines are set to false, not evaluated (GameModel::add computes them).
    /// Throws Interrupted when the budget runs out.
    std::optional<Valuation> next();

private:
    const Frame& frame_;
    const Budget budget_;
    SatSolver solver_;
    Encoder encoder_;
    std::vector<std::pair<StateAtom, Literal>> atoms_; // fluents, and atoms that Σ leaves open
};

} // namespace sgl
