#pragma once

// Bit-parallel evaluation of circuits on 256 states at once: a gate at 64 states is one operation
// on words.

#include "prover/reachability/explicit/look_ahead_values.hpp"
#include "prover/reachability/explicit/state_set.hpp"
#include "prover/transition/packing/value_codes.hpp"
#include "prover/transition/transition_system.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sgl
{

/// A transition system for packed states. The object is immutable, and may be shared by threads.
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
        std::vector<Word> clear, set; // bits that the move changes; bits that become 1
        std::vector<Change> others;   // bits that get the value of a gate
        Action action;
    };

    /// The system must outlive the compiled one. With a frame, its fluents with values are packed.
    explicit CompiledSystem(const TransitionSystem& system, const Frame* frame = nullptr);

    /// Of a state, and of its bits.
    std::size_t words() const { return codes_.words(); }
    std::size_t bit_words() const { return codes_.bit_words(); }
    const ValueCodes& codes() const { return codes_; }
    const Circuit& circuit() const { return system_.circuit; }
    const std::vector<Move>& moves() const { return moves_; }
    /// Throws NotOneValue.
    std::vector<Word> packed(const std::vector<bool>& bits) const;
    std::vector<bool> unpacked(std::span<const Word> state) const;

    Gate undetermined, bad, premise, stuck; // no_gate: not in the query
    Gate possible, asks;
    std::size_t formulas_ahead; // that look ahead: the inputs of the circuit

private:
    Move made(const TransitionSystem::Move& move);

    const TransitionSystem& system_;
    std::size_t bits_;
    ValueCodes codes_;
    std::vector<Move> moves_;
};

/// A block of states of a set, and the values of all gates at them. Each thread needs a separate
/// block.
class StateBlock
{
public:
    using Word = StateSet::Word;
    using Move = CompiledSystem::Move;

    static constexpr std::size_t most = 256; // states

    /// All arguments must outlive the block. `ahead`: for a system with formulas that look ahead.
    StateBlock(const CompiledSystem& system, const StateSet& set, LookAheadValues* ahead = nullptr);

    /// Loads `count` states, at most `most`, by their indices in the set, and evaluates the gates.
    /// Throws what LookAheadValues::value throws, where formulas look ahead.
    template <typename Indices>
    void look_at(const Indices& index_of, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            const Word* state = set_[index_of(i)].data();
            if (system_.codes().packs())
            {
                system_.codes().unpack(state, state_bits_.data());
                state = state_bits_.data();
            }
            for (std::size_t word = 0; word < rows_.size(); ++word)
                rows_[word][i] = state[word];
        }
        evaluate(count);
    }
    /// Loads `count` states, from the index `from` on.
    void look_at(std::size_t from, std::size_t count)
    {
        look_at([from](std::size_t i) { return from + i; }, count);
    }

    /// The position of the first state at which the gate is true.
    std::optional<std::size_t> first(Gate gate) const;

    /// Whether the gate is true at the state of this position.
    bool is_true(Gate gate, std::size_t position) const
    {
        return (values_[gate][position / 64] >> (position % 64) & 1) != 0;
    }

    /// The number of states at which the gate is false.
    std::size_t without(Gate gate) const;

    /// The number of moves from the states, and the number of states that have a move.
    struct Count
    {
        std::size_t moves = 0, states = 0;
    };
    Count count() const;

    /// Calls visit(position, move, successor) for every move from a state of the block. The
    /// successor was written to the memory that place() returned; as many as 64 successors are
    /// written before the first of them is visited. Throws NotOneValue.
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
    void evaluate_gates();
    void evaluate(Gate gate);
    void look_ahead();

    template <typename Place, typename Visit>
    void successors_in(const Move& move, std::size_t group, const Place& place, const Visit& visit)
    {
        Word mask = values_[move.allowed][group] & present_[group];
        if (mask == 0)
            return;
        // Most changes have the same value in all states of the group.
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
        const std::size_t words = system_.bit_words();
        const bool packs = system_.codes().packs();
        const auto for_each_in = [](Word states, const auto& act)
        {
            for (; states != 0; states &= states - 1)
                act(static_cast<std::size_t>(std::countr_zero(states)));
        };
        std::array<Word*, 64> successors, bits;
        for_each_in(mask,
                    [&](std::size_t i)
                    {
                        successors[i] = place();
                        Word* const state = bits[i] = packs ? &whole_[i * words] : successors[i];
                        for (std::size_t word = 0; word < words; ++word)
                            state[word] =
                                (rows_[word][group * 64 + i] & ~move.clear[word]) | on_[word];
                    });
        // Of the bits that vary, most are 0 in most states.
        for (const CompiledSystem::Change* change : vary_)
        {
            for_each_in(values_[change->value][group] & mask,
                        [&](std::size_t i) { bits[i][change->word] |= change->bit; });
        }
        if (packs)
            for_each_in(mask,
                        [&](std::size_t i)
                        {
                            if (!system_.codes().pack(bits[i], successors[i]))
                                throw NotOneValue{};
                        });
        for_each_in(mask, [&](std::size_t i) { visit(group * 64 + i, move, successors[i]); });
    }

    const CompiledSystem& system_;
    const StateSet& set_;
    LookAheadValues* ahead_;
    std::vector<std::array<Word, most>> rows_; // by word
    std::vector<Slice> bits_, values_, inputs_;
    Slice present_{};
    std::vector<Word> state_bits_; // of one state
    std::vector<Word> whole_;      // the bits of 64 successors, where values are packed
    std::vector<Word> on_;         // bits that are 1 in all successors by the current move
    std::vector<const CompiledSystem::Change*> vary_;
};

} // namespace sgl
