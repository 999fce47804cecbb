#pragma once

// A set of packed states, in the order in which they were added, without pointers: the states in
// large pieces, and an open-addressing table of their positions.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sgl
{

class StateSet
{
public:
    using Word = std::uint64_t;
    using Index = std::uint32_t;

    /// States of so many words, one at least.
    explicit StateSet(std::size_t words) : words_(words) { rebuild(1024); }

    std::size_t size() const { return size_; }
    std::size_t words() const { return words_; }
    std::span<const Word> operator[](std::size_t index) const
    {
        return {pieces_[index / in_piece].get() + index % in_piece * words_, words_};
    }

    /// The position of a state, which is size() as it was before when the state is new.
    Index add(std::span<const Word> state) { return add(state, hash(state)); }
    Index add(std::span<const Word> state, Word hash)
    {
        std::size_t slot = place(hash);
        for (; table_[slot] != none; slot = slot + 1 == capacity_ ? 0 : slot + 1)
        {
            if (is_at(table_[slot], state))
                return table_[slot];
        }
        const auto index = static_cast<Index>(size_);
        append(state);
        table_[slot] = index;
        if (size_ * 5 > capacity_ * 4)
            rebuild(capacity_ + capacity_ / 2);
        return index;
    }

    static Word hash(std::span<const Word> state)
    {
        Word h = 0;
        for (Word word : state)
        {
            h = (h ^ word) * 0x9E3779B97F4A7C15U;
            h ^= h >> 32;
        }
        return h * 0xD6E8FEB86659FD93U;
    }

    /// For `add` a little later: first the table, then the state that may be the same.
    void prefetch(Word hash) const { __builtin_prefetch(&table_[place(hash)]); }
    void prefetch_state(Word hash) const
    {
        if (const Index index = table_[place(hash)]; index != none)
            __builtin_prefetch(pieces_[index / in_piece].get() + index % in_piece * words_);
    }

    std::size_t bytes() const
    {
        return pieces_.size() * in_piece * words_ * sizeof(Word) + capacity_ * sizeof(Index);
    }

private:
    static constexpr std::size_t in_piece = 1 << 14;
    static constexpr Index none = ~Index{0};

    std::size_t place(Word hash) const
    {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::size_t>((static_cast<Wide>(hash) * capacity_) >> 64);
    }

    bool is_at(Index index, std::span<const Word> state) const
    {
        const Word* other = pieces_[index / in_piece].get() + index % in_piece * words_;
        for (std::size_t i = 0; i < words_; ++i)
        {
            if (other[i] != state[i])
                return false;
        }
        return true;
    }

    void append(std::span<const Word> state)
    {
        if (size_ % in_piece == 0)
            pieces_.push_back(std::make_unique<Word[]>(in_piece * words_));
        Word* to = pieces_.back().get() + size_ % in_piece * words_;
        for (std::size_t i = 0; i < words_; ++i)
            to[i] = state[i];
        ++size_;
    }

    void rebuild(std::size_t capacity)
    {
        table_.reset(); // the states are all that is needed
        table_ = std::make_unique<Index[]>(capacity);
        capacity_ = capacity;
        std::fill_n(table_.get(), capacity, none);
        for (std::size_t i = 0; i < size_; ++i)
        {
            std::size_t slot = place(hash((*this)[i]));
            while (table_[slot] != none)
                slot = slot + 1 == capacity_ ? 0 : slot + 1;
            table_[slot] = static_cast<Index>(i);
        }
    }

    std::size_t words_;
    std::size_t size_ = 0;
    std::vector<std::unique_ptr<Word[]>> pieces_;
    std::unique_ptr<Index[]> table_;
    std::size_t capacity_ = 0;
};

} // namespace sgl
