#pragma once

// The states of a game as the search of what can be forced has them: packed, with what is terminal
// and which goals are reached as gates.

#include "prover/reachability/explicit/bit_parallel_states.hpp"
#include "prover/reachability/explicit/state_set.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/resources/budget.hpp"
#include "prover/transition/transition_system.hpp"
#include "prover/verdicts/side_policy.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sgl
{

/// Whether a coalition forces a goal, and by what.
struct Forced
{
    bool is_forced = false;
    /// Of the coalition, where the goal is forced; else of the other agents.
    SidePolicy by = {};
    /// An initial state from which the goal is not forced: its values of the atoms that matter.
    std::vector<std::pair<Formula, bool>> start = {};
    /// A play from there in which the goal is prevented; the last state may be an earlier one, by
    /// its number.
    std::vector<Action> play = {};
    std::optional<std::size_t> loop = {};
};

class GameStates
{
public:
    using Index = StateSet::Index;
    using Word = StateSet::Word;

    /// The states of the theory's game, with state formulas that may be goals; the set has the
    /// initial states first. Throws Interrupted, also where there are too many.
    GameStates(Theory& theory, const std::vector<Formula>& goals, const Budget& budget);

    const Frame& frame() const { return frame_; }
    const CompiledSystem& compiled() const { return compiled_; }
    StateSet& set() { return set_; }
    const StateSet& set() const { return set_; }
    std::size_t starts() const { return starts_; }

    Gate terminal() const { return system_.proposals[0]; }
    Gate goal(std::size_t i) const { return system_.proposals[1 + i]; }
    /// True if what a state of the block is, or what follows, depends on what the axioms leave
    /// open.
    bool is_open(const StateBlock& block) const
    {
        return compiled_.undetermined != CompiledSystem::no_gate &&
               block.first(compiled_.undetermined);
    }

    /// By action: whether it is one of an agent of the coalition.
    std::vector<bool> side_of(const std::vector<Agent>& coalition) const;

    /// A policy of a side, without states.
    SidePolicy policy_of(const std::vector<bool>& side, bool is_forced) const;
    /// By action: its number among the moves of that policy, if it is one of them.
    static std::vector<std::uint32_t> numbers_of_moves(const std::vector<bool>& side,
                                                       bool is_forced);
    /// Adds a state to a list over all bits.
    void append(StateList& list, Index i) const;
    std::vector<std::pair<Formula, bool>> values_of(Index i) const;

private:
    bool has(Index i, std::size_t bit) const { return (set_[i][bit / 64] >> (bit % 64) & 1) != 0; }

    const Frame& frame_;
    const TransitionSystem system_;
    const CompiledSystem compiled_;
    StateSet set_;
    std::size_t starts_ = 0;
};

} // namespace sgl
