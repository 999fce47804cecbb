#pragma once

// Claims decided by going through all states, with the evaluator alone: what the prover is compared
// with. For games that determine every atom (GameModel::determines).

#include "logic/evaluate.hpp"
#include "logic/game.hpp"
#include "logic/game_model.hpp"

#include <optional>

namespace sgl::testing
{

struct Decision
{
    bool holds = false;
    bool vacuous = false; // design, section 4: nothing was tested
    bool stuck = false;   // an agent with legal moves was told none (If)
};

class BruteForce
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

    using States = std::optional<std::vector<State>>;

    /// The states of Σ: they satisfy it, and have successors that are states of Σ under every
    /// action. Nothing if there are too many, or an atom is open in one that is looked at.
    const States& states();
    /// Those of them that are initial.
    const States& initial_states();
    /// Those that legal moves lead to from initial ones.
    const States& reachable_states();
    GameModel& model() { return model_; }

private:
    using Moves = std::vector<Action>;

    States closed(std::vector<State> from);
    bool is_determined_after(State w);
    bool test(Formula f, State w, Action a);
    bool is_defined() const;
    Moves all_actions() const;
    Moves moves_to_survive(State w);
    Moves legal_moves(State w);
    Moves recommended(const Strategy& s, State w);
    Moves complying(const std::vector<Strategy>& profile, State w);
    bool is_told_none(const std::vector<Strategy>& profile, State w);

    Decision theorem(Formula f);
    Decision along(const std::vector<Strategy>& profile, Formula f);
    std::optional<Decision> strategy_claim(const Claim& claim);
    Decision implements(const Claim& claim);
    Decision achieves(const Claim& claim);
    bool has_cycle(const std::vector<Strategy>& profile, const std::vector<State>& states);
    std::vector<State> reached(const std::vector<Strategy>& profile);

    FormulaStore& store_;
    const Game& game_;
    Closure closure_;
    GameModel model_;
    Evaluator evaluator_;
    State evaluated_; // the state whose values the evaluator remembers
    std::optional<States> states_, initial_, reachable_; // once asked for
};

} // namespace sgl::testing
