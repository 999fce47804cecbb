#pragma once

// A set of packed states, in the order in which they were added, without pointers: the states in
// large pieces, and an open-addressing table of their positions.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
        const unsigned char tag = tag_of(hash);
        std::size_t slot = place(hash);
        for (Entry entry = at(slot); entry.index != none; entry = at(slot))
        {
            if (entry.tag == tag && is_at(entry.index, state))
                return entry.index;
            slot = after(slot);
        }
        const auto index = static_cast<Index>(size_);
        append(state);
        put(slot, {index, tag});
        if (size_ * 20 > capacity_ * 17)
            rebuild(capacity_ + capacity_ / 3);
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
    void prefetch(Word hash) const { __builtin_prefetch(&table_[place(hash) * entry_size]); }
    void prefetch_state(Word hash) const
    {
        const unsigned char tag = tag_of(hash);
        std::size_t slot = place(hash);
        for (Entry entry = at(slot); entry.index != none; entry = at(slot))
        {
            if (entry.tag == tag)
            {
                __builtin_prefetch((*this)[entry.index].data());
                return;
            }
            slot = after(slot);
        }
    }

    std::size_t bytes() const
    {
        return pieces_.size() * in_piece * words_ * sizeof(Word) + capacity_ * entry_size;
    }

private:
    static constexpr std::size_t in_piece = 1 << 14;
    static constexpr Index none = ~Index{0};

    std::size_t place(Word hash) const
    {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::size_t>((static_cast<Wide>(hash) * capacity_) >> 64);
    }

    /// Where a state is, and what distinguishes it from most others that might be in its place, so
    /// that few states are compared in vain.
    struct Entry
    {
        Index index;
        unsigned char tag;
    };
    static constexpr std::size_t entry_size = sizeof(Index) + 1;

    static unsigned char tag_of(Word hash) { return static_cast<unsigned char>(hash); }
    std::size_t after(std::size_t slot) const { return slot + 1 == capacity_ ? 0 : slot + 1; }

    Entry at(std::size_t slot) const
    {
        Entry entry{};
        const unsigned char* const from = &table_[slot * entry_size];
        std::memcpy(&entry.index, from, sizeof(Index));
        entry.tag = from[sizeof(Index)];
        return entry;
    }
    void put(std::size_t slot, Entry entry)
    {
        unsigned char* const to = &table_[slot * entry_size];
        std::memcpy(to, &entry.index, sizeof(Index));
        to[sizeof(Index)] = entry.tag;
    }

    bool is_at(std::size_t index, std::span<const Word> state) const
    {
        const Word* const other = (*this)[index].data();
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
        table_ = std::make_unique<unsigned char[]>(capacity * entry_size);
        capacity_ = capacity;
        std::fill_n(table_.get(), capacity * entry_size, static_cast<unsigned char>(none));
        constexpr std::size_t ahead = 16;
        std::array<Word, ahead> hashes{};
        for (std::size_t next = 0; next < size_ + ahead; ++next)
        {
            const Word hash_of_it = hashes[next % ahead];
            if (next < size_)
            {
                hashes[next % ahead] = hash((*this)[next]);
                prefetch(hashes[next % ahead]);
            }
            if (next < ahead)
                continue;
            const std::size_t i = next - ahead;
            std::size_t slot = place(hash_of_it);
            while (at(slot).index != none)
                slot = after(slot);
            put(slot, {static_cast<Index>(i), tag_of(hash_of_it)});
        }
    }

    std::size_t words_;
    std::size_t size_ = 0;
    std::vector<std::unique_ptr<Word[]>> pieces_;
    std::unique_ptr<unsigned char[]> table_;
    std::size_t capacity_ = 0;
};

} // namespace sgl
