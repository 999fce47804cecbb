#pragma once

// A position in a play: a state of a game, the moves that led to the state, and the formulas true
// there. All truth values are from the plain evaluator on the plain model of the game.

#include "logic/language/reader.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/model/game_model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl::command
{

class GamePosition
{
public:
    /// Store and reader must outlive the position.
    GamePosition(FormulaStore& store, const GameReader& reader);

    /// Starts at the first initial state, or at a state where exactly these fluents are true (and
    /// terminal and legal(a), where the axioms leave them open). Returns the error, if there is
    /// one.
    std::optional<std::string> start(const std::optional<std::string>& fluents);
    /// Plays the action of this name. Returns the error, if the action is not legal or does not
    /// exist.
    std::optional<std::string> play(const std::string& action);
    void play(Action a);
    /// Takes the last move back; false when there is none.
    bool undo();

    const Game& game() const { return reader_.game(); }
    const Frame& frame() const { return game().frame; }
    State state() const { return states_.back(); }
    const Valuation& valuation() const { return model_.valuation(state()); }
    const Valuation& first() const { return model_.valuation(states_.front()); }
    const std::vector<Action>& moves() const { return moves_; }
    bool is_terminal() const { return valuation().terminal; }
    std::vector<Action> legal_moves() const;
    std::vector<Action> legal_moves(Agent agent) const;
    /// The moves of an agent at which a formula is true.
    std::vector<Action> where(Formula f, Agent agent);
    /// True if φ is true in the state under every action.
    bool holds(Formula f);

    /// The values chosen where the axioms leave a choice, since the last call.
    std::vector<std::string> take_notes();

private:
    std::optional<std::string> start_at(const std::string& fluents);
    std::optional<std::string> start_initial();
    std::optional<std::string> start_by_solver();
    std::optional<std::string> contradiction(State w);
    std::vector<StateAtom> open_after(State w, Action a);
    State settle(State w, Action a, const std::vector<StateAtom>& open);
    std::string name(StateAtom atom) const;

    FormulaStore& store_;
    const GameReader& reader_;
    Game playable_; // the game that the model computes with
    GameModel model_;
    Evaluator evaluator_;
    std::vector<const Axiom*> present_; // the axioms about the present
    std::vector<State> states_;
    std::vector<Action> moves_;
    std::vector<std::string> notes_;
};

/// The names of at most `most` true fluents: "p q r", or "(no fluent)".
std::string shown_fluents(const Frame& frame, const Valuation& valuation, std::size_t most);

} // namespace sgl::command
