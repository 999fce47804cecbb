#pragma once

// The states of a game that determines every atom (GameModel::determines): each has one successor
// under each action.

#include "tests/play_graph.hpp"

#include "prover/transition/initial_states.hpp"

#include <optional>

namespace sgl::testing
{

class BruteForce : public PlayGraph
{
public:
    /// Which moves a state of Σ must survive. That it is every action, legal or not, is Σ's
    /// meaning; legal moves alone give the same where no illegal move runs into a contradiction,
    /// and fewer states.
    enum class Closure
    {
        AllActions,
        LegalMoves
    };

    BruteForce(FormulaStore& store, const Game& game, Closure closure = Closure::AllActions);

    /// Nothing where going through states does not decide it: `valid`, games too large, atoms that
    /// Σ leaves open.
    std::optional<Decision> decide(const Claim& claim);

    using Listed = std::optional<std::vector<State>>;

    /// The states of Σ: they satisfy it, and have successors that are states of Σ under every
    /// action. Nothing if there are too many, or an atom is open in one that is looked at.
    const Listed& states();
    /// Those of them that are initial.
    const Listed& initial_states();
    /// Those that legal moves lead to from initial ones.
    const Listed& reachable_states();
    GameModel& model() { return model_; }

private:
    Model& states_model() override { return model_; }
    const std::vector<State>& all_states() override { return *states(); }
    const std::vector<State>& starts() override { return *initial_states(); }
    std::vector<State> successors(State w, Action a) override { return {model_.after(w, a)}; }

    Listed closed(std::vector<State> from);
    bool is_determined_after(State w);
    bool is_defined();
    Moves moves_to_survive(State w);

    const Game& game_;
    Closure closure_;
    GameModel model_;
    std::optional<Listed> states_, initial_, reachable_; // once asked for
};

} // namespace sgl::testing
