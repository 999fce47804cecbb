#pragma once

// 256 states looked at together: what a game says of one bit of 64 states is one operation on
// words.

#include "prover/reachability/explicit/state_set.hpp"
#include "prover/transition/transition_system.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sgl
{

/// A transition system for packed states. It is only looked at, by any number of threads.
class CompiledSystem
{
public:
    using Word = StateSet::Word;

    static constexpr Gate no_gate = ~Gate{0};

    struct Change
    {
        std::uint32_t word;
        Word bit;
        Gate value;
    };
    struct Move
    {
        Gate allowed, bad;
        std::vector<Word> clear, set; // bits that always become so
        std::vector<Change> others;   // bits that become what a gate says
        Action action;
    };

    /// The system must outlive it.
    explicit CompiledSystem(const TransitionSystem& system);

    std::size_t words() const { return words_; }
    const Circuit& circuit() const { return system_.circuit; }
    const std::vector<Move>& moves() const { return moves_; }
    std::vector<Word> packed(const std::vector<bool>& bits) const;
    std::vector<bool> unpacked(std::span<const Word> state) const;

    Gate undetermined, bad, premise, stuck; // no_gate: not asked

private:
    Move made(const TransitionSystem::Move& move);

    const TransitionSystem& system_;
    std::size_t bits_, words_;
    std::vector<Move> moves_;
};

/// Some states of a set, and what is true of them. Whoever looks at states has one of his own.
class StateBlock
{
public:
    using Word = StateSet::Word;
    using Move = CompiledSystem::Move;

    static constexpr std::size_t most = 256; // states

    /// Both must outlive it.
    StateBlock(const CompiledSystem& system, const StateSet& set);

    /// Looks at these states: so many, their numbers in the set by position.
    template <typename Indices>
    void look_at(const Indices& index_of, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            const std::span<const Word> state = set_[index_of(i)];
            for (std::size_t word = 0; word < state.size(); ++word)
                rows_[word][i] = state[word];
        }
        evaluate(count);
    }
    /// The states from this one on.
    void look_at(std::size_t from, std::size_t count)
    {
        look_at([from](std::size_t i) { return from + i; }, count);
    }

    /// The first of the states at which the gate is true.
    std::optional<std::size_t> first(Gate gate) const;

    /// How many moves there are from the states, and from how many of these.
    struct Count
    {
        std::size_t moves = 0, states = 0;
    };
    Count count() const;

    /// visit(position, move) for every move there is, after the state it leads to is written where
    /// place() says.
    template <typename Place, typename Visit>
    void for_each_successor(const Place& place, const Visit& visit)
    {
        for (const Move& move : system_.moves())
        {
            for (std::size_t group = 0; group < groups; ++group)
                successors_in(move, group, place, visit);
        }
    }

    std::size_t bytes() const;

private:
    static constexpr std::size_t groups = most / 64; // words of a slice

    /// One bit, or one gate, of each state.
    using Slice = std::array<Word, groups>;

    void evaluate(std::size_t count);
    void evaluate(Gate gate);

    template <typename Place, typename Visit>
    void successors_in(const Move& move, std::size_t group, const Place& place, const Visit& visit)
    {
        Word mask = values_[move.allowed][group] & present_[group];
        if (mask == 0)
            return;
        // Most values are the same in all of these states.
        on_ = move.set;
        vary_.clear();
        for (const CompiledSystem::Change& change : move.others)
        {
            const Word value = values_[change.value][group] & mask;
            if (value == mask)
                on_[change.word] |= change.bit;
            else if (value != 0)
                vary_.push_back(&change);
        }
        const std::size_t words = system_.words();
        for (; mask != 0; mask &= mask - 1)
        {
            const auto i = static_cast<std::size_t>(std::countr_zero(mask));
            const std::size_t position = group * 64 + i;
            Word* const state = place();
            for (std::size_t word = 0; word < words; ++word)
                state[word] = (rows_[word][position] & ~move.clear[word]) | on_[word];
            for (const CompiledSystem::Change* change : vary_)
            {
                if ((values_[change->value][group] >> i & 1) != 0)
                    state[change->word] |= change->bit;
            }
            visit(position, move);
        }
    }

    const CompiledSystem& system_;
    const StateSet& set_;
    std::vector<std::array<Word, most>> rows_; // by word
    std::vector<Slice> bits_, values_;
    Slice present_{};
    std::vector<Word> on_; // of the successors at hand
    std::vector<const CompiledSystem::Change*> vary_;
};

} // namespace sgl
