#pragma once

// A game made ready for the engines: Σ as rules, the reduction under them, and what Σ demands of a
// single state.

#include "logic/model/game.hpp"
#include "logic/model/rules.hpp"
#include "prover/claims/open_values.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/reduction.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace sgl
{

class ModelBuilder;
struct Witness;

/// How many actions ahead the atoms that are variables at state t speak of, at most.
std::size_t longest_word(const Encoder& encoder, unsigned t);

/// A part of what is asked of every state, and where it comes from: an axiom's name, "the effects
/// on turn(x)", "A5".
struct Demand
{
    std::string of;
    Formula formula;
};

/// The game with definitions of legal and terminal that look ahead regressed to the present, so
/// that its GameModel can compute them. They are put first, and the axioms as written stay: whoever
/// evaluates Σ along a play finds out if the two ever differ.
Game playable(FormulaStore& store, const Game& game);

class Theory
{
public:
    /// Store and game must outlive the theory.
    Theory(FormulaStore& store, const Game& game);

    const Game& game() const { return game_; }
    /// `playable`, for making models of the game.
    const Game& playable_game();
    const Rules& rules() const { return rules_; }
    Reduction& reduction() { return reduction_; }
    FormulaStore& store() { return reduction_.store(); }

    /// What every state of Σ satisfies: the axioms that are not definitions, at every action; that
    /// effects do not contradict each other; A5. A formula about one state.
    Formula state_constraint(const Budget& budget);
    /// Its parts, as far as Σ demands them directly.
    const std::vector<Demand>& demands(const Budget& budget);
    /// For certificates: what refutes is kept with the whole of a small model of Σ, what proves
    /// with the states reached.
    void keep_models() { keeps_models_ = true; }
    bool keeps_models() const { return keeps_models_; }
    /// Asks of every state that this is false there: it was found to lead into a contradiction.
    void forbid(Formula f, const Budget& budget);

    /// How to complete a model: under this default every state that satisfies the constraint has,
    /// under every action, a successor that satisfies it. Such states are states of Σ. Nothing when
    /// no default is shown to do. The constraint may be strengthened on the way by what successors
    /// demand of a state.
    std::optional<OpenValues> completion(const Budget& budget);
    /// The constraint of every state was strengthened on the way.
    bool is_strengthened() const { return strengthened_; }
    /// The completion, or, where none is shown to do, all that are worth a try.
    std::vector<OpenValues> defaults(const Budget& budget);
    /// The same, for a replayed witness: the play's states satisfy the constraint; states that its
    /// open values lead to off the play are only known to satisfy the axioms.
    bool completes(const Witness& witness, const Budget& budget);

    /// Asks the constraint of the states after the words that [a]x and ○x speak of at state t, as
    /// far as they are no longer than this: a constraint that looks ahead makes them longer.
    void constrain_successors(Encoder& encoder, unsigned t, std::size_t longest,
                              const Budget& budget);

    /// The constraint with all that successors were found to demand of a state.
    Formula deepest_constraint(const Budget& budget);

    // What is found with a theory is kept beside it, so that it is found once:
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

    const Game& game_;
    Rules rules_;
    Reduction reduction_;
    bool definitions_regressed_ = false;
    std::optional<Game> playable_; // where some definition was
    std::vector<Demand> demands_;
    Formula constraint_;
    Formula deepest_; // the constraint with all that successors were found to demand
    bool keeps_models_ = false;
    bool completion_sought_ = false;
    bool strengthened_ = false; // by what successors demand
    std::optional<OpenValues> completion_;
};

} // namespace sgl
