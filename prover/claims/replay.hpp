#pragma once

// A counterexample or example: a play, the states it leads to, and values of open atoms. The plain
// evaluator, which uses no result of the engines, confirms the play.

#include "logic/model/evaluate.hpp"
#include "logic/model/game.hpp"
#include "logic/model/game_model.hpp"
#include "prover/claims/open_values.hpp"
#include "prover/resources/budget.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sgl
{

/// The value of an atom that Σ leaves open, after the t-th state of the play and some actions.
struct OpenValue
{
    unsigned after = 0;       // index into the states of the play
    std::vector<Action> word; // at least one action
    StateAtom atom;
    bool value = false;
};

/// A whole finite model of Σ with a play in it.
struct CounterModel
{
    std::vector<Valuation> states;
    std::vector<bool> initial;
    std::vector<std::vector<std::uint32_t>> after; // successor, by state and action
    std::vector<std::uint32_t> play;               // indices of states
};

struct Witness
{
    explicit Witness(const Frame& frame) : start(frame) {}

    Valuation start;
    bool starts_initial = false;
    std::vector<Action> play;
    std::optional<Action> move;   // the action at which a formula about moves is false
    std::optional<unsigned> loop; // index of the state of the play that its last state equals
    std::vector<OpenValue> open;
};

/// The model that a witness describes, completed by a default, and the formulas true in it.
class Replay
{
public:
    /// Store and game must outlive the Replay.
    Replay(FormulaStore& store, const Game& game, const Witness& witness, OpenValues otherwise);
    /// A replay in a whole finite model that contains the play.
    Replay(FormulaStore& store, const Game& game, const Witness& witness,
           const CounterModel& model);
    ~Replay();

    /// The objection to the play; empty when the play can be played in a model of Σ as far as the
    /// evaluator looks: it starts in an initial state, every move is legal and complies with the
    /// profile, and every axiom is true at every state of the play under every action.
    std::optional<std::string> objection(const std::vector<Strategy>& profile);
    /// The same for a segment of a play that starts in any state.
    std::optional<std::string> objection_to_moves(const std::vector<Strategy>& profile);
    /// The objection to Σ alone, at every state made for the witness; the witness need not be a
    /// play.
    std::optional<std::string> axiom_objection();
    /// Whether the formula, about the present, is true at every state made for the witness.
    bool is_everywhere(Formula f);
    /// Makes the last move lead to an earlier state, not initial, with the same values as the last
    /// one. Returns the index of that state, if there is one.
    std::optional<unsigned> come_back();
    /// True if Σ is true at all states reachable from the play by any actions, at most `limit`:
    /// then the model is whole. Throws Interrupted.
    bool is_whole_model(std::size_t limit, const Budget& budget);

    /// The explicit model of all states that actions lead to from the states of the play; the
    /// axioms may be false in it. Null where there are more than `limit` states or the budget is
    /// used up; does not throw Interrupted.
    std::shared_ptr<const CounterModel> whole_model(std::size_t limit, const Budget& budget);

    GameModel& model() { return *model_; }
    Evaluator& evaluator() { return *evaluator_; }
    /// The states of the play, first to last.
    const std::vector<State>& states() const { return path_; }
    State last() const { return path_.back(); }
    /// The states that words of open values lead to from the last state, shorter words first.
    std::vector<std::pair<std::vector<Action>, State>> ahead();

private:
    void place_open_values(std::size_t length);
    State child(State from, Action a);

    const Game& game_;
    const Witness& witness_;
    std::unique_ptr<GameModel> model_;
    std::unique_ptr<Evaluator> evaluator_;
    std::vector<State> path_;
    std::vector<State> made_; // states of path_, and states that words of open values lead to
    std::vector<std::pair<State, Action>> due_; // where open values were placed
    struct Choices;
    std::unique_ptr<Choices> choices_;
};

} // namespace sgl
