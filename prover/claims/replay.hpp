#pragma once

// A counterexample, or an example: a play, what it leads to, and how open atoms turned out; and its
// confirmation by the plain evaluator, which knows nothing of how it was found.

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
    std::vector<Action> word; // one action at least
    StateAtom atom;
    bool value = false;
};

/// A whole finite model of Σ with a play in it.
struct CounterModel
{
    std::vector<Valuation> states;
    std::vector<bool> initial;
    std::vector<std::vector<std::uint32_t>> after; // by state and action
    std::vector<std::uint32_t> play;               // states
};

struct Witness
{
    explicit Witness(const Frame& frame) : start(frame) {}

    Valuation start;
    bool starts_initial = false;
    std::vector<Action> play;
    std::optional<Action> move;   // the action at which a formula about moves is false
    std::optional<unsigned> loop; // the state of the play that its end comes back to
    std::vector<OpenValue> open;
};

/// The model that a witness describes, completed by a default, and what is true in it.
class Replay
{
public:
    /// Store and game must outlive it.
    Replay(FormulaStore& store, const Game& game, const Witness& witness, OpenValues otherwise);
    /// In a finite model, whole, that the play goes through.
    Replay(FormulaStore& store, const Game& game, const Witness& witness,
           const CounterModel& model);
    ~Replay();

    /// Empty when the play can be played in a model of Σ as far as the evaluator looks: it starts
    /// in an initial state, every move is legal and as the profile says, and every axiom is true at
    /// every state of the play under every action. Otherwise what is wrong.
    std::optional<std::string> objection(const std::vector<Strategy>& profile);
    /// The same for a stretch of play that starts anywhere.
    std::optional<std::string> objection_to_moves(const std::vector<Strategy>& profile);
    /// Σ alone, at every state made for the witness; the witness need not be a play.
    std::optional<std::string> axiom_objection();
    /// Makes the last move lead to an earlier state like the last one, which is not initial; the
    /// index of that state, if there is one.
    std::optional<unsigned> come_back();
    /// Goes on through all successors, up to a number of states, and finds Σ true at each: then the
    /// model is a whole one.
    bool is_whole_model(std::size_t limit, const Budget& budget);

    /// All states that actions lead to from those of the play, as an explicit model, of which it is
    /// not known whether the axioms are true in it; nothing where there are more than so many.
    std::shared_ptr<const CounterModel> whole_model(std::size_t limit, const Budget& budget);

    GameModel& model() { return *model_; }
    Evaluator& evaluator() { return *evaluator_; }
    /// The states of the play, first to last.
    const std::vector<State>& states() const { return path_; }
    State last() const { return path_.back(); }
    /// The states that words of open values lead to from the last one, shorter words first.
    std::vector<std::pair<std::vector<Action>, State>> ahead();

private:
    void place_open_values(std::size_t length);
    State child(State from, Action a);

    const Game& game_;
    const Witness& witness_;
    std::unique_ptr<GameModel> model_;
    std::unique_ptr<Evaluator> evaluator_;
    std::vector<State> path_;
    std::vector<State> made_; // path_ and the states that words of open values lead to
    std::vector<std::pair<State, Action>> due_; // where open values have been placed
    struct Choices;
    std::unique_ptr<Choices> choices_;
};

} // namespace sgl
