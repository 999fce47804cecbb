#pragma once

// A set of packed states, numbered in the order of insertion, without pointers: the states are in
// large pieces, and their numbers in open-addressing hash tables. The hash of a state determines
// its table, so that several threads may add states at once, each thread to different tables.
//
// Many states are added in three steps: every table takes its part of the batches (`insert_batch`),
// which finds the new states; the new states get numbers in the order of the batches
// (`reserve_indices`); and the new states are copied into the set (`commit`). The first and the
// last step may be divided among threads. So the numbers are the same as after adding the states
// one by one.

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

    /// States to be added together. The states are stored table by table; `order` keeps their
    /// order.
    struct Batch
    {
        static constexpr std::uint32_t no_slot = ~std::uint32_t{0};

        std::vector<Word> states; // consecutive, by table
        std::vector<Word> hashes;
        std::array<std::uint32_t, tables + 1> begin{}; // of the states of each table
        std::vector<std::uint32_t> order; // positions of the first state, the second, …
        std::vector<Index> places;        // numbers, as found in the tables
        std::vector<std::uint32_t> slots; // of new states, in their table; else no_slot
        Index first = 0;                  // the number of the first new state

        std::size_t size() const { return hashes.size(); }
        std::size_t bytes() const;
        /// Sets the batch to these consecutive states of `words` words.
        void take(std::span<const Word> in_order, std::size_t words);
    };

    /// An empty set of states of `words` words, at least one.
    explicit StateSet(std::size_t words);

    std::size_t size() const { return size_; }
    std::size_t words() const { return words_; }
    std::span<const Word> operator[](std::size_t index) const { return {at(index), words_}; }
    std::size_t bytes() const;

    /// Adds a state, and returns its number: the old size() if the state is new.
    Index add(std::span<const Word> state) { return add(state.data(), hash(state)); }
    /// Adds consecutive states, and calls visit(number) for each.
    template <typename Visit>
    void add_all(std::span<const Word> states, const Visit& visit)
    {
        // The memory for a state is prefetched some states before its turn.
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
    /// The number of a state; `none` when the state is not in the set.
    Index find(std::span<const Word> state) const { return find(state.data(), hash(state)); }
    Index find(const Word* state, Word hash) const;

    // Many states at once, by these calls in this order:
    /// Begins to add the batches, which must not move before `publish`. Throws std::bad_alloc when
    /// the numbers are used up.
    void begin(std::span<Batch> batches);
    /// Inserts the states of all batches that belong to the table; once for each table.
    void insert_batch(std::size_t table);
    /// Gives numbers and room to the new states.
    void reserve_indices();
    /// Copies the new states of the k-th batch into the set; once for each batch.
    void commit(std::size_t k);
    /// Ends the insertion: size() counts the new states.
    void publish();
    /// After `publish` and before the next `begin`: the number of the i-th state of the k-th batch,
    /// whether the state was new or not.
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

    /// A hash table of numbers of states, in buckets of one cache line each. Each number has a tag,
    /// a part of the hash, which saves most comparisons with other states. A bucket is filled from
    /// its first place on, and a full bucket overflows into the next one.
    class Table
    {
    public:
        static constexpr std::size_t in_bucket = 12;

        std::size_t used = 0;

        std::size_t capacity() const { return buckets_ * in_bucket; }
        bool is_full() const { return used * 8 > capacity() * 7; }
        std::size_t bytes() const { return buckets_ * sizeof(Bucket); }
        void prefetch(Word hash) const { __builtin_prefetch(&table_[bucket_for(hash)]); }

        /// The first slot from the hash's bucket on that is empty, or that has the tag of the hash
        /// and a number that satisfies `wanted`.
        template <typename Predicate>
        std::size_t slot(Word hash, const Predicate& wanted) const;
        /// The number of a state that is likely to have this hash, or none.
        Index likely(Word hash) const;
        /// `none` where the slot is empty.
        Index number(std::size_t slot) const;
        void put(std::size_t slot, Index number, Word hash);
        void clear() { table_.reset(); }
        /// Makes the table empty, with room for at least `capacity` numbers.
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
        unsigned shift = 0;   // bits of the state within its batch
        std::size_t base = 0; // the size of the set before the insertion
        std::size_t room = 0; // the size of the set after the insertion

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
    /// The slot of the state, or the empty slot for it.
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
