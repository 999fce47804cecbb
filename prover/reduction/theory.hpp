#pragma once

// Σ, prepared for the engines: its rules, the reduction under them, and the constraint that every
// state of Σ satisfies.

#include "logic/model/game.hpp"
#include "logic/model/rules.hpp"
#include "prover/claims/open_values.hpp"
#include "prover/claims/replay.hpp"
#include "prover/reduction/reduction.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace sgl
{

class ClosedStatesSearch;
class Encoder;
class ModelBuilder;

/// [a]x or ○x occurs in a normal form.
bool looks_ahead(Formula normal_form);

/// The length of the longest word w among the atoms [w]x that are variables at state t.
std::size_t longest_word(const Encoder& encoder, unsigned t);

/// A conjunct of the state constraint, and its source: an axiom's name, "the effects on turn(x)",
/// "A5".
struct Demand
{
    std::string of;
    Formula formula;
};

/// A set of states that no action leaves: every state that satisfies the state constraint and
/// `where` has, under every action, a successor of this kind when open values follow `otherwise`.
/// All of them are states of Σ, and every initial state that satisfies the constraint is one.
struct ClosedStates
{
    OpenValues otherwise = OpenValues::False;
    Formula where; // of fluents
};

/// The game with more axioms in front: definitions of legal and terminal that look ahead, regressed
/// to the present, so that GameModel can compute them. The original axioms stay, so that an
/// evaluation of Σ along a play shows where a regressed definition is wrong.
Game playable(FormulaStore& store, const Game& game);

/// A game with its rules, its reduction, and results derived from them once. Functions that take a
/// budget throw Interrupted when it runs out.
class Theory
{
public:
    /// Store and game must outlive the theory.
    Theory(FormulaStore& store, const Game& game);

    const Game& game() const { return game_; }
    /// `playable`, made once.
    const Game& playable_game();
    const Rules& rules() const { return rules_; }
    Reduction& reduction() { return reduction_; }
    FormulaStore& store() { return reduction_.store(); }

    /// The state constraint, which every state of Σ satisfies: the axioms that are not definitions,
    /// at every action; no two effects contradict each other; A5. A normal form about one state.
    Formula state_constraint(const Budget& budget);
    /// The conjuncts of the state constraint, without the demands of successors (`completion`).
    const std::vector<Demand>& demands(const Budget& budget);
    /// Makes verdicts keep the data for certificates: a refutation keeps a small model of Σ, a
    /// proof the states that plays reach.
    void keep_models() { keeps_models_ = true; }
    bool keeps_models() const { return keeps_models_; }
    /// Adds ¬f to the state constraint: a state where f is true was found to lead to a
    /// contradiction.
    void forbid(Formula f, const Budget& budget);

    /// The default that completes models: under it every state that satisfies the constraint has,
    /// under every action, a successor that satisfies the constraint. Such states are states of Σ.
    /// Nothing when this is shown of no default. The search may strengthen the constraint by the
    /// demands of successors on a state.
    std::optional<OpenValues> completion(const Budget& budget);
    /// Whether `completion` added conjuncts to the state constraint.
    bool is_strengthened() const { return strengthened_; }
    /// States that one default completes, all initial states among them: all that satisfy the
    /// constraint where there is a completion, else some that have in common what every action
    /// keeps, as "exactly one agent is on turn". Nothing when no such set was found.
    std::optional<ClosedStates> closed_states(const Budget& budget);
    /// Whether every state that plays reach is a state of Σ, whatever Σ leaves open.
    bool completes_plays(const Budget& budget);
    /// The completion alone; where there is none, all defaults, in the order to try them.
    std::vector<OpenValues> defaults(const Budget& budget);
    /// Whether a default makes a model of Σ around a replayed witness. The states of the play
    /// satisfy the constraint; the states off the play that the open values of the witness lead to
    /// are only known to satisfy the axioms.
    bool completes(Replay& replay, const Witness& witness, OpenValues otherwise,
                   const Budget& budget);
    /// What the closed states of this default have in common; empty where that is nothing.
    Formula within(OpenValues otherwise, const Budget& budget);
    /// A state that satisfies the constraint, and an action after which it is broken under the
    /// default False: the reason why `closed_states` found nothing. May be unknown.
    const std::optional<Witness>& open_end() const { return open_end_; }

    /// Adds the state constraint at the states after the words of the variables [a]x and ○x at
    /// state t, for words of length `longest` at most. (A constraint that looks ahead creates
    /// longer words.)
    void constrain_successors(Encoder& encoder, unsigned t, std::size_t longest,
                              const Budget& budget);

    /// The state constraint, with the demands of successors that `completion` found.
    Formula deepest_constraint(const Budget& budget);

    // Results that other functions compute once and keep here:
    std::shared_ptr<ModelBuilder> builder;            // sgl::model_builder
    std::optional<std::vector<Formula>> invariants;   // sgl::known_invariants
    std::optional<bool> has_state, has_initial_state; // sgl::has_state; forbid() resets them

private:
    void effect_constraints(std::vector<Demand>& parts, const Budget& budget);
    void definition_constraints(std::vector<Demand>& parts, const Budget& budget);
    void seek_completion(const Budget& budget);
    Formula with_default(OpenValues value, Formula f);
    bool completes_with(OpenValues value, Formula constraint, const Budget& budget);
    Formula successors_satisfy(Formula constraint, const Budget& budget);
    void seek_in_rounds(Formula constraint, const Budget& budget);
    bool completed_by(Formula constraint, const Budget& budget);
    bool leaves_nothing_open() const;
    std::vector<OpenValues> defaults_to_try() const;
    void seek_closed_states(Formula constraint, const Budget& budget);
    Formula wanted_of_states(OpenValues value, Formula constraint, const Budget& budget);
    Formula next_by_default(OpenValues value, Formula f, const Budget& budget);
    friend class ClosedStatesSearch;

    const Game& game_;
    Rules rules_;
    Reduction reduction_;
    bool definitions_regressed_ = false;
    std::optional<Game> playable_; // where some definition was regressed
    std::vector<Demand> demands_;
    Formula constraint_;
    Formula deepest_; // the constraint with all demands of successors that were found
    bool keeps_models_ = false;
    bool completion_sought_ = false;
    bool strengthened_ = false; // by demands of successors
    std::optional<OpenValues> completion_;
    std::optional<ClosedStates> closed_states_;
    std::optional<Witness> open_end_;
};

} // namespace sgl
