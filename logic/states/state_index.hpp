#pragma once

// The places of states in a list, by state.

#include "logic/states/state_list.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sgl
{

/// A hash table (open addressing, linear probing) of the states of a list.
class StateIndex
{
public:
    using Word = StateList::Word;
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    /// The index of a list without states that are there twice; the list must outlive the index,
    /// and not change.
    explicit StateIndex(const StateList& list);

    /// The place of a state in the list; `none` when it is not there.
    std::uint32_t find(std::span<const Word> state) const { return find(state.data()); }

    /// Calls visit(i, place) for each of these consecutive states, in order. Memory is asked for
    /// some states ahead.
    template <typename Visit>
    void find_all(std::span<const Word> states, const Visit& visit) const
    {
        constexpr std::size_t ahead = 16;
        const std::size_t count = states.size() / words_;
        for (std::size_t i = 0; i < count + 2 * ahead; ++i)
        {
            if (i < count)
                __builtin_prefetch(&slots_[slot_for(&states[i * words_])]);
            if (i >= ahead && i - ahead < count)
            {
                const std::uint32_t likely = slots_[slot_for(&states[(i - ahead) * words_])];
                if (likely != none)
                    __builtin_prefetch(&states_[likely * words_]);
            }
            if (i >= 2 * ahead)
                visit(i - 2 * ahead, find(&states[(i - 2 * ahead) * words_]));
        }
    }

    /// Bytes of an index of `count` states.
    static std::uint64_t bytes_for(std::uint64_t count)
    {
        return slots_for(count) * sizeof(std::uint32_t);
    }

private:
    static std::uint64_t slots_for(std::uint64_t count) { return count + count / 2 + 2; }

    std::uint32_t find(const Word* state) const;
    std::size_t slot_for(const Word* state) const
    {
        __extension__ using Wide = unsigned __int128;
        Word hash = 0;
        for (std::size_t word = 0; word < words_; ++word)
        {
            hash = (hash ^ state[word]) * 0x9E3779B97F4A7C15U;
            hash ^= hash >> 32;
        }
        hash *= 0xD6E8FEB86659FD93U;
        return static_cast<std::size_t>((static_cast<Wide>(hash) * slots_.size()) >> 64);
    }

    std::span<const Word> states_;
    std::size_t words_;
    std::vector<std::uint32_t> slots_;
};

} // namespace sgl
