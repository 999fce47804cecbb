#pragma once

// States in which the bits of a fluent with values are packed: of n bits, one at most of which is
// true, the number of that one takes ⌈log₂ n⌉ or ⌈log₂ (n + 1)⌉ bits.

#include "logic/formula/frame.hpp"
#include "prover/system/game_system.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sgl
{

/// An exception: a state cannot be packed, since a fluent with values has none, or two.
struct NotOneValue
{
};

/// The object is immutable, and may be shared by threads.
class ValueCodes
{
public:
    using Word = std::uint64_t;

    /// Packs what the frame says has values; with no frame, nothing.
    ValueCodes(const Frame* frame, std::span<const StateVariable> variables);

    /// Some fluent with values is packed; otherwise a state is its bits.
    bool packs() const { return !groups_.empty(); }
    std::size_t bit_words() const { return bit_words_; }
    std::size_t words() const { return words_; }

    /// The packed state of these bits. False where they have none: of a fluent with values, two are
    /// true; or none is, and all are among the bits.
    bool pack(const Word* bits, Word* state) const;
    void unpack(const Word* state, Word* bits) const;

private:
    /// Bits in a row, within one word of the bits and one of the packed state.
    struct Piece
    {
        std::size_t from, to; // words
        unsigned from_shift, to_shift;
        Word mask;
    };
    /// Bits in a row that are the values of a fluent, and where their code is.
    struct Group
    {
        std::size_t first, count;
        std::size_t word;
        unsigned shift;
        Word mask;
        bool may_be_none; // then code 0 says that none is true
    };

    std::size_t bit_words_, words_;
    std::vector<Piece> pieces_;
    std::vector<Group> groups_;
};

} // namespace sgl
