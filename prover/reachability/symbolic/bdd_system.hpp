#pragma once

// A transition system over sets of states: its initial states, and what its moves make of a set.
// To be included by the .cpp files of this folder only, as gate_sets.hpp.

#include "prover/reachability/symbolic/gate_sets.hpp"
#include "prover/transition/transition_system.hpp"

#include <functional>
#include <optional>

namespace sgl
{

class BddSystem
{
public:
    using Bits = std::vector<bool>;

    /// A move, and a state it is made in.
    struct BackwardMove
    {
        Bits from;
        Action action;
    };

    /// The system must outlive it.
    BddSystem(const Frame& frame, const TransitionSystem& system);

    const TransitionSystem& system() const { return system_; }

    /// The gates inside a set of states.
    GatesInside inside(const bdd& states) const { return {functions_, variables_, states}; }

    bdd initial_states() const;
    /// What the moves allowed make of these states. `after_each` is called after each move.
    bdd image(GatesInside& states, const std::function<void()>& after_each = {}) const;
    /// A move to this state from one of a set.
    std::optional<BackwardMove> predecessor(const Bits& to, const bdd& among) const;

    /// Makes gates small functions inside the product of what is true of the groups of bits, one by
    /// one, in some states: all that are reached so far, of which `fresh` are new. Groups of the
    /// same pattern are taken to be alike.
    void simplify_inside(const bdd& reached, const bdd& fresh);

    /// The set of states with a bit on, or off.
    bdd literal(std::uint32_t bit, bool value, bool next = false) const
    {
        const int variable = variables_[bit] + (next ? 1 : 0);
        return value ? bdd_ithvarpp(variable) : bdd_nithvarpp(variable);
    }
    /// A state of a set that is not empty; and the set of one state.
    Bits pick(const bdd& states) const;
    bdd state(const Bits& bits) const;
    double count(const bdd& states) const;

private:
    /// Bits with the same numbers among their arguments: all that is said of a cell of a board.
    struct BitGroup
    {
        std::vector<std::uint32_t> bits;
        std::string pattern; // their names without the numbers
    };

    bdd image(GatesInside& states, const TransitionSystem::Move& move, const bdd& from) const;
    void form_groups(const Frame& frame);
    bdd all_bits() const;

    const TransitionSystem& system_;
    std::vector<int> variables_; // BuDDy's: of each bit, and of the start's other variables
    GateFunctions functions_;
    bdd valid_ = bddfalsepp; // where they are
    std::vector<BitGroup> groups_;
};

} // namespace sgl
