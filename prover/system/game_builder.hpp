#pragma once

// The one translation from Σ to a game system: the normal forms that Theory finds become circuits,
// each subformula once.

#include "prover/claims/look_ahead.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/system/game_system.hpp"

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace sgl
{

/// Every function throws Interrupted when the budget runs out.
class GameBuilder
{
public:
    /// A system with all actions, as yet without effects. The theory must outlive the builder.
    GameBuilder(Theory& theory, const Budget& budget);

    const GameSystem& system() const { return system_; }
    GameSystem take() { return std::move(system_); }

    /// From now on, formulas that look too far ahead to be regressed are inputs
    /// (GameSystem::ahead).
    void keep_look_ahead(NearLookAhead near = {})
    {
        looks_ahead_.emplace(theory_.game().frame, near);
    }

    /// The truth value of a formula in a state, and at a move.
    Gate gate(Formula state_wise);
    Gate gate_at(Action a, Formula f);

    /// Adds the effects of all actions.
    void follow_all();
    /// Adds the effects of these actions on the variables in the cone of influence of the gates:
    /// the variables that the gates depend on, and the variables that these effects depend on.
    void follow(std::span<const Gate> roots, std::span<const Action> actions);

private:
    Formula with_inputs_for_look_ahead(Formula state_wise);
    Formula name_of(Formula looks_ahead);
    Gate translated(Formula normal_form);
    Gate of_operands(Formula f);
    Gate input(Formula atom);
    Gate new_input(Formula atom);
    void add_constraint();
    void add_effect(std::uint32_t variable, std::span<const Action> actions);

    Theory& theory_;
    const Budget budget_; // a copy: callers may pass a temporary
    GameSystem system_;
    std::unordered_map<Formula, Gate> gate_of_;
    std::optional<LookAhead> looks_ahead_;
    std::unordered_map<Formula, Formula> names_; // fresh fluents, by formula that looks ahead
};

/// The game system of the whole game. Throws Interrupted when the budget runs out.
GameSystem game_system(Theory& theory, const Budget& budget);

} // namespace sgl
