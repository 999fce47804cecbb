#pragma once

// A transition system over sets of states: its initial states, and the image of a set under its
// moves. Only the .cpp files of this folder may include this header, as gate_sets.hpp.

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

    /// A move, and the state before it.
    struct BackwardMove
    {
        Bits from;
        Action action;
    };

    /// The transition system must outlive the BddSystem.
    BddSystem(const Frame& frame, const TransitionSystem& system);

    const TransitionSystem& system() const { return system_; }

    /// The gates inside a set of states.
    GatesInside inside(const bdd& states) const { return {functions_, variables_, states}; }

    bdd initial_states() const;
    /// The image of a set: its successors by allowed moves. `after_each` is called after each move.
    bdd image(GatesInside& states, const std::function<void()>& after_each = {}) const;
    /// A move to this state from a state of a set; nothing if there is none.
    std::optional<BackwardMove> predecessor(const Bits& to, const bdd& among) const;

    /// Simplifies the BDDs of gates inside a superset of the reached states, of which `fresh` are
    /// new: the product of the projections of the reached states on the groups of bits. Groups of
    /// the same pattern share the union of their projections.
    void simplify_inside(const bdd& reached, const bdd& fresh);

    /// The set of states with a bit on, or off.
    bdd literal(std::uint32_t bit, bool value, bool next = false) const
    {
        const int variable = variables_[bit] + (next ? 1 : 0);
        return value ? bdd_ithvarpp(variable) : bdd_nithvarpp(variable);
    }
    /// A state of a nonempty set; and the set of one state.
    Bits pick(const bdd& states) const;
    bdd state(const Bits& bits) const;
    double count(const bdd& states) const;

private:
    /// Bits with the same numbers among their arguments, as all bits of one cell of a board.
    struct BitGroup
    {
        std::vector<std::uint32_t> bits;
        std::string pattern; // the names of the bits without the numbers
    };

    bdd image(GatesInside& states, const TransitionSystem::Move& move, const bdd& from) const;
    void form_groups(const Frame& frame);
    bdd all_bits() const;

    const TransitionSystem& system_;
    std::vector<int> variables_; // BuDDy's: of each bit, and of the start's other variables
    GateFunctions functions_;
    bdd valid_ = bddfalsepp; // the set inside which functions_ is valid
    std::vector<BitGroup> groups_;
};

} // namespace sgl
