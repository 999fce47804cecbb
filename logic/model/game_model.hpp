#pragma once

// The model a game describes, made as far as it is looked at. Σ is read here a second time,
// independently of the prover's reading, so that the two can be compared.
//
// A state is a valuation of the fluents, with terminal, every legal(a), and whether it is initial.
// What an axiom of the following shapes defines is computed; the rest is open:
//
//   legal(a) <-> λ, terminal <-> τ     λ, τ state-wise and about the present: no [ ], ○ or ⌊ ⌋,
//                                      and not defined in terms of themselves
//   next p <-> γ, [a]p <-> γ           γ about the present
//   φ -> next ±p, φ -> [a]±p,          φ about the present; conjunctions of these
//   φ -> (next p <-> γ)                likewise; p as γ says where φ is true
//
// Every other axiom only constrains: `broken_axiom` finds out whether it is true.

#include "logic/formula/formula.hpp"
#include "logic/model/game.hpp"
#include "logic/model/model.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sgl
{

/// What is true in a state, by index of fluent and action.
struct Valuation
{
    explicit Valuation(const Frame& frame);
    bool operator==(const Valuation&) const = default;

    std::vector<bool> fluents;
    std::vector<bool> legal;
    bool terminal = false;
};

/// A fluent, terminal or legal(a).
struct StateAtom
{
    Kind kind;               // Fluent, Terminal or Legal
    std::uint32_t index = 0; // the fluent's or action's
    bool operator==(const StateAtom&) const = default;
};

/// States listed; all there are when `complete`, else a limit was met.
struct Listing
{
    std::vector<State> states;
    bool complete = true;
};

/// An axiom of Σ (or "A5") that is false at a move.
struct Violation
{
    std::string axiom;
    State state;
    Action action;
};

/// Making a state evaluates axioms, and throws EvaluationTooDeep where they nest too deeply.
class GameModel : public Model
{
public:
    /// The value of an atom that Σ does not determine in the state that (w, a) leads to.
    using Choice = std::function<bool(State w, Action a, StateAtom atom)>;

    /// Store and game must outlive the model.
    GameModel(FormulaStore& store, const Game& game);
    ~GameModel() override;

    /// The state with this valuation; what Σ defines of terminal and legal is computed, whatever
    /// the valuation says. The same valuation is the same state.
    State add(Valuation valuation, bool initial);
    /// As `add`, but a state of its own: W need not be the set of valuations.
    State fresh(Valuation valuation, bool initial);
    const Valuation& valuation(State w) const;
    std::size_t state_count() const;

    /// How undetermined atoms turn out, from now on; false until set. Updates once asked for stay.
    void set_choice(Choice choice);
    /// U(w, a) is this state (not an initial one), whatever Σ says: check with `broken_axiom`.
    void set_successor(State w, Action a, State successor);

    /// Σ defines the atom in every state (terminal, legal), or after every action (fluents).
    bool determines(StateAtom atom) const;
    /// Σ determines the fluent after this move.
    bool determines(Fluent p, State w, Action a);

    /// The first axiom of Σ that is false at (w, a), by name, or "A5". Each is evaluated as it
    /// stands, and may look as many updates ahead as it has modalities. Throws EvaluationTooDeep.
    std::optional<std::string> broken_axiom(State w, Action a);
    /// The same for every action, in order.
    std::optional<Violation> broken_axiom(State w);

    /// The initial states: valuations at which every axiom about the present is true (axioms that
    /// look ahead are not asked). Unit literals of `initial -> …` are fixed, the rest is
    /// enumerated: not complete when that makes more than `limit` candidates.
    Listing initial_states(std::size_t limit = std::size_t{1} << 16);
    /// The states that legal moves lead to, through non-terminal states, these included; breadth
    /// first, at most `limit`.
    Listing explore(const std::vector<State>& from, std::size_t limit = std::size_t{1} << 20);

    const Frame& frame() const override;
    bool initial(State w) override;
    bool terminal(State w) override;
    bool legal(State w, Action a) override;
    bool holds(Fluent p, State w) override;
    State after(State w, Action a) override;

private:
    struct Unfolding;
    std::unique_ptr<Unfolding> content_;
};

} // namespace sgl
