#pragma once

// A list of states. A state is a row of bits, the values of fluents and of `initial`; the i-th bit
// is bit 63 - i % 64 of word i / 64, so that the order of states as rows of bits is their order as
// rows of words.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sgl
{

struct StateList
{
    using Word = std::uint64_t;
    /// Numbers of states stay below 2^32 - 1.
    static constexpr std::uint64_t most_states = 0xFFFFFFFE;

    std::vector<std::string> bits;     // the names of the fluents, and "initial"
    std::vector<std::string> moves;    // the names of the actions in `chosen`; empty: no moves
    bool ranked = false;               // true: each state has a rank
    std::vector<Word> states;          // consecutive, in strictly ascending order
    std::vector<std::uint32_t> ranks;  // by state, if ranked
    std::vector<std::uint32_t> chosen; // by state, an index in `moves`, if there are moves

    /// Words of a state; at least 1.
    static std::size_t words_for(std::size_t bits) { return bits == 0 ? 1 : (bits + 63) / 64; }
    std::size_t words() const { return words_for(bits.size()); }
    std::size_t size() const { return states.size() / words(); }
    std::span<const Word> operator[](std::size_t i) const
    {
        return {states.data() + i * words(), words()};
    }
    static bool has(std::span<const Word> state, std::size_t bit)
    {
        return (state[bit / 64] >> (63 - bit % 64) & 1) != 0;
    }
    static void put(std::span<Word> state, std::size_t bit)
    {
        state[bit / 64] |= Word{1} << (63 - bit % 64);
    }
    /// Bytes that `count` of these states take, with their ranks and moves.
    std::uint64_t bytes_for(std::uint64_t count) const;
};

/// Sorts the states, with their ranks and moves; a state that is there twice stays twice.
void sort_states(StateList& list);

} // namespace sgl
