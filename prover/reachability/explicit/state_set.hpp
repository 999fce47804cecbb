#pragma once

// A set of packed states, numbered in the order in which they came, without pointers: the states in
// large pieces, and open-addressing tables of their numbers. A state's hash says which table it
// belongs to, so that several threads may add many states at once, each to tables of its own.
//
// Many states are added in three steps, each of which may be divided among threads: every table
// takes its part of the batches (`insert_batch`), which tells the new ones; these are given
// numbers in the order of the batches (`reserve_indices`); and they are copied into the set
// (`commit`). So the numbers are what they would be had the states been added one after the other.

#include <array>
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

    static constexpr Index none = ~Index{0};
    static constexpr std::size_t tables = 16;

    /// States to be added together. They have an order, but are kept by the tables they belong to.
    struct Batch
    {
        static constexpr std::uint32_t no_slot = ~std::uint32_t{0};

        std::vector<Word> states; // one after the other
        std::vector<Word> hashes;
        std::array<std::uint32_t, tables + 1> begin{}; // of each table's
        std::vector<std::uint32_t> order;              // where the first is, the second, …
        std::vector<Index> places;                     // as found in the tables
        std::vector<std::uint32_t> slots;              // in its table, of a new state; else no_slot
        Index first = 0;                               // the number of the first new state

        std::size_t size() const { return hashes.size(); }
        std::size_t bytes() const;
        /// These states, of so many words, in their order.
        void take(std::span<const Word> in_order, std::size_t words);
    };

    /// States of so many words, one at least.
    explicit StateSet(std::size_t words);

    std::size_t size() const { return size_; }
    std::size_t words() const { return words_; }
    std::span<const Word> operator[](std::size_t index) const { return {at(index), words_}; }
    std::size_t bytes() const;

    /// The number of a state, which is size() as it was before when the state is new.
    Index add(std::span<const Word> state) { return add(state.data(), hash(state)); }
    /// These states, one after the other; visit(number) for each.
    template <typename Visit>
    void add_all(std::span<const Word> states, const Visit& visit)
    {
        // The places in memory that a state goes to are asked for some states before its turn.
        constexpr std::size_t ahead = 32;
        std::array<Word, 2 * ahead> hashes{};
        const auto hash_at = [&](std::size_t i) -> Word& { return hashes[i % hashes.size()]; };
        const std::size_t count = states.size() / words_;
        for (std::size_t i = 0; i < count + 2 * ahead; ++i)
        {
            if (i >= 2 * ahead)
                visit(add(&states[(i - 2 * ahead) * words_], hash_at(i)));
            if (i >= ahead && i - ahead < count)
                prefetch_state(hash_at(i - ahead));
            if (i < count)
            {
                hash_at(i) = hash(states.subspan(i * words_, words_));
                tables_[table_of(hash_at(i))].prefetch(hash_at(i));
            }
        }
        keep_room();
    }
    /// The number of a state; none when it is not in the set.
    Index find(std::span<const Word> state) const { return find(state.data(), hash(state)); }
    Index find(const Word* state, Word hash) const;

    // Many at once:
    /// The batches are to come into the set. They stay where they are until that is published.
    void begin(std::span<Batch> batches);
    /// The states of all batches that belong to a table.
    void insert_batch(std::size_t table);
    /// Numbers for all that are new, once every table has its part.
    void reserve_indices();
    /// The new states of the k-th batch, once there is room.
    void commit(std::size_t k);
    /// Once all are committed.
    void publish();
    /// Then, until others begin: the number of the i-th state of the k-th batch, new or not.
    Index number(std::size_t k, std::size_t i) const;

    static Word hash(std::span<const Word> state)
    {
        Word h = 0;
        for (const Word word : state)
        {
            h = (h ^ word) * 0x9E3779B97F4A7C15U;
            h ^= h >> 32;
        }
        return h * 0xD6E8FEB86659FD93U;
    }
    static std::size_t table_of(Word hash) { return (hash >> 16) % tables; }

private:
    static constexpr std::size_t in_piece = 1 << 14;

    /// Numbers of states in buckets, each a line of the cache. Beside a number is a tag, a part of
    /// the hash, so that few states are compared in vain. A bucket is filled from its first place
    /// on, and one that is full goes on in the next.
    class Table
    {
    public:
        static constexpr std::size_t in_bucket = 12;

        std::size_t used = 0;

        std::size_t capacity() const { return buckets_ * in_bucket; }
        bool is_full() const { return used * 8 > capacity() * 7; }
        std::size_t bytes() const { return buckets_ * sizeof(Bucket); }
        void prefetch(Word hash) const { __builtin_prefetch(&table_[bucket_for(hash)]); }

        /// The first slot from the hash's bucket on that is empty or whose tag is the hash's and
        /// whose number is as wanted.
        template <typename Predicate>
        std::size_t slot(Word hash, const Predicate& wanted) const;
        /// The number of a state that is likely to have this hash, or none.
        Index likely(Word hash) const;
        /// `none` where the slot is empty.
        Index number(std::size_t slot) const;
        void put(std::size_t slot, Index number, Word hash);
        void clear() { table_.reset(); }
        /// Empty, with room for so many and a little more.
        void reset(std::size_t capacity);

    private:
        struct alignas(64) Bucket
        {
            std::array<unsigned char, in_bucket> tags; // 0: empty
            std::array<Index, in_bucket> numbers;

            unsigned places_of(unsigned char tag) const;
        };

        std::size_t bucket_for(Word hash) const
        {
            __extension__ using Wide = unsigned __int128;
            return static_cast<std::size_t>((static_cast<Wide>(hash) * buckets_) >> 64);
        }

        std::unique_ptr<Bucket[]> table_;
        std::size_t buckets_ = 0;
    };

    /// The batches being inserted. Until `publish`, an index ≥ `base` names state
    /// (index − base) & mask of batch (index − base) >> shift, not a stored state.
    struct ProvisionalIndices
    {
        std::span<Batch> batches;
        unsigned shift = 0;   // of such an index: which batch, and which of its states
        std::size_t base = 0; // the size of the set before they came
        std::size_t room = 0; // and afterwards

        std::size_t which(std::size_t pending) const { return pending >> shift; }
        std::size_t state(std::size_t pending) const
        {
            return pending & ((std::size_t{1} << shift) - 1);
        }
    };

    const Word* at(std::size_t index) const
    {
        return pieces_[index / in_piece].get() + index % in_piece * words_;
    }
    const Word* state_of(Index index) const
    {
        if (index < size_)
            return at(index);
        const std::size_t pending = index - size_;
        return &pending_.batches[pending_.which(pending)].states[pending_.state(pending) * words_];
    }
    bool same(const Word* a, const Word* b) const;
    Index add(const Word* state, Word hash);
    void prefetch_state(Word hash) const;
    void keep_room();
    /// Where the state is, or the empty slot in which it is to be.
    std::size_t slot_of(const Table& table, const Word* state, Word hash) const;
    void insert_pending(Table& table, std::size_t pending);
    void grow(Table& table);
    void grow_all();
    void append_piece();

    std::size_t words_;
    std::size_t size_ = 0;
    std::vector<std::unique_ptr<Word[]>> pieces_;
    std::array<Table, tables> tables_;
    ProvisionalIndices pending_;
};

} // namespace sgl
