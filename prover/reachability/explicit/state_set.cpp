#include "prover/reachability/explicit/state_set.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

namespace sgl
{

// Arrivals.

std::size_t StateSet::Batch::bytes() const
{
    return (states.capacity() + hashes.capacity()) * sizeof(Word) +
           (places.capacity() + slots.capacity() + order.capacity()) * sizeof(std::uint32_t);
}

void StateSet::Batch::take(std::span<const Word> in_order, std::size_t words)
{
    const std::size_t count = in_order.size() / words;
    states.resize(in_order.size());
    hashes.resize(count);
    order.resize(count);
    places.resize(count);
    slots.resize(count);
    begin.fill(0);
    const auto hash_at = [&](std::size_t i) { return hash(in_order.subspan(i * words, words)); };
    for (std::size_t i = 0; i < count; ++i)
        ++begin[table_of(hash_at(i)) + 1];
    for (std::size_t table = 0; table < tables; ++table)
        begin[table + 1] += begin[table];
    std::array<std::uint32_t, tables + 1> next = begin;
    for (std::size_t i = 0; i < count; ++i)
    {
        const Word hash_of_it = hash_at(i);
        const std::uint32_t at = next[table_of(hash_of_it)]++;
        order[i] = at;
        hashes[at] = hash_of_it;
        std::copy_n(&in_order[i * words], words, &states[at * words]);
    }
}

// A table.

namespace
{

/// A byte that is not 0.
unsigned char tag_of(StateSet::Word hash)
{
    return static_cast<unsigned char>(std::max<StateSet::Word>(hash & 0xFF, 1));
}

/// A bit for each of the bytes of a word that is 0; sometimes one for a byte above such a byte,
/// too.
unsigned zero_bytes(std::uint64_t bytes)
{
    const std::uint64_t highest = (bytes - 0x0101010101010101U) & ~bytes & 0x8080808080808080U;
    return static_cast<unsigned>(((highest >> 7) * 0x0102040810204080U) >> 56);
}

} // namespace

/// Which of the bucket's tags are this one, as bits.
inline unsigned StateSet::Table::Bucket::places_of(unsigned char tag) const
{
    const std::uint64_t pattern = tag * std::uint64_t{0x0101010101010101U};
    std::uint64_t eight = 0;
    std::uint32_t four = 0;
    std::memcpy(&eight, tags.data(), sizeof eight);
    std::memcpy(&four, tags.data() + sizeof eight, sizeof four);
    return zero_bytes(eight ^ pattern) | (zero_bytes(four ^ pattern) & 0xFU) << 8;
}

template <typename Predicate>
std::size_t StateSet::Table::slot(Word hash, const Predicate& wanted) const
{
    const unsigned char tag = tag_of(hash);
    for (std::size_t at = bucket_for(hash);; at = at + 1 == buckets_ ? 0 : at + 1)
    {
        const Bucket& bucket = table_[at];
        for (unsigned match = bucket.places_of(tag); match != 0; match &= match - 1)
        {
            const auto place = static_cast<std::size_t>(std::countr_zero(match));
            if (bucket.tags[place] == tag && wanted(bucket.numbers[place]))
                return at * in_bucket + place;
        }
        if (const unsigned gaps = bucket.places_of(0); gaps != 0)
            return at * in_bucket + static_cast<std::size_t>(std::countr_zero(gaps));
    }
}

StateSet::Index StateSet::Table::likely(Word hash) const
{
    const Bucket& bucket = table_[bucket_for(hash)];
    const auto place = static_cast<std::size_t>(std::countr_zero(bucket.places_of(tag_of(hash))));
    return place < in_bucket ? bucket.numbers[place] : none;
}

StateSet::Index StateSet::Table::number(std::size_t slot) const
{
    const Bucket& bucket = table_[slot / in_bucket];
    return bucket.tags[slot % in_bucket] == 0 ? none : bucket.numbers[slot % in_bucket];
}

void StateSet::Table::put(std::size_t slot, Index number, Word hash)
{
    Bucket& bucket = table_[slot / in_bucket];
    bucket.tags[slot % in_bucket] = tag_of(hash);
    bucket.numbers[slot % in_bucket] = number;
}

void StateSet::Table::reset(std::size_t capacity)
{
    buckets_ = capacity / in_bucket + 1;
    table_ = std::make_unique<Bucket[]>(buckets_);
}

// The set.

StateSet::StateSet(std::size_t words) : words_(words)
{
    constexpr std::size_t at_first = 64;
    for (Table& table : tables_)
        table.reset(at_first);
}

std::size_t StateSet::bytes() const
{
    std::size_t bytes = pieces_.size() * in_piece * words_ * sizeof(Word);
    for (const Table& table : tables_)
        bytes += table.bytes();
    return bytes;
}

bool StateSet::same(const Word* a, const Word* b) const
{
    for (std::size_t i = 0; i < words_; ++i)
    {
        if (a[i] != b[i])
            return false;
    }
    return true;
}

std::size_t StateSet::slot_of(const Table& table, const Word* state, Word hash) const
{
    return table.slot(hash, [&](Index number) { return same(state_of(number), state); });
}

StateSet::Index StateSet::find(const Word* state, Word hash) const
{
    const Table& table = tables_[table_of(hash)];
    return table.number(slot_of(table, state, hash));
}

StateSet::Index StateSet::add(const Word* state, Word hash_of_it)
{
    Table& table = tables_[table_of(hash_of_it)];
    const std::size_t slot = slot_of(table, state, hash_of_it);
    if (const Index found = table.number(slot); found != none)
        return found;
    if (size_ % in_piece == 0)
        append_piece();
    const auto index = static_cast<Index>(size_);
    std::copy_n(state, words_, pieces_.back().get() + size_ % in_piece * words_);
    ++size_;
    table.put(slot, index, hash_of_it);
    ++table.used;
    if (table.is_full())
        grow(table);
    return index;
}

void StateSet::append_piece()
{
    pieces_.push_back(std::make_unique<Word[]>(in_piece * words_));
}

void StateSet::grow(Table& table)
{
    Table larger;
    larger.used = table.used;
    larger.reset(table.capacity() + table.capacity() / 4);
    const auto move = [&](Index number)
    {
        const Word hash_of_it = hash(std::span(state_of(number), words_));
        const std::size_t slot = larger.slot(hash_of_it, [](Index) { return false; });
        larger.put(slot, number, hash_of_it);
        if (number >= size_)
        {
            const std::size_t pending = number - size_;
            Batch& batch = pending_.batches[pending_.which(pending)];
            batch.slots[pending_.state(pending)] = static_cast<std::uint32_t>(slot);
        }
    };
    constexpr std::size_t ahead = 32;
    std::array<Index, ahead> waiting{};
    std::size_t read = 0, moved = 0;
    for (std::size_t slot = 0; slot < table.capacity(); ++slot)
    {
        const Index number = table.number(slot);
        if (number == none)
            continue;
        if (read - moved == ahead)
            move(waiting[moved++ % ahead]);
        __builtin_prefetch(state_of(number));
        waiting[read++ % ahead] = number;
    }
    while (moved < read)
        move(waiting[moved++ % ahead]);
    table = std::move(larger);
}

// Many at once.

void StateSet::begin(std::span<Batch> batches)
{
    std::size_t most = 1;
    for (const Batch& batch : batches)
        most = std::max(most, batch.size());
    pending_ = {batches, static_cast<unsigned>(std::bit_width(most - 1)), size_, size_};
    if (size_ + (batches.size() << pending_.shift) >= none)
        throw std::bad_alloc(); // there are no more numbers
}

void StateSet::insert_batch(std::size_t which)
{
    Table& table = tables_[which];
    const std::span<Batch> batches = pending_.batches;
    // The places in memory that a state goes to are asked for some states before its turn.
    constexpr std::size_t ahead = 16;
    std::array<std::size_t, 4 * ahead> waiting{};
    std::size_t read = 0, looked_up = 0, added = 0;
    const auto look_up = [&]
    {
        const std::size_t pending = waiting[looked_up++ % waiting.size()];
        prefetch_state(batches[pending_.which(pending)].hashes[pending_.state(pending)]);
    };
    const auto add = [&] { insert_pending(table, waiting[added++ % waiting.size()]); };
    for (std::size_t k = 0; k < batches.size(); ++k)
    {
        const Batch& batch = batches[k];
        for (std::size_t i = batch.begin[which]; i < batch.begin[which + 1]; ++i)
        {
            table.prefetch(batch.hashes[i]);
            waiting[read++ % waiting.size()] = k << pending_.shift | i;
            if (read - looked_up > ahead)
                look_up();
            if (looked_up - added > ahead)
                add();
        }
    }
    while (looked_up < read)
        look_up();
    while (added < read)
        add();
}

void StateSet::insert_pending(Table& table, std::size_t pending)
{
    Batch& batch = pending_.batches[pending_.which(pending)];
    const std::size_t i = pending_.state(pending);
    const std::size_t slot = slot_of(table, &batch.states[i * words_], batch.hashes[i]);
    batch.places[i] = table.number(slot);
    batch.slots[i] = Batch::no_slot;
    if (batch.places[i] != none)
        return;
    batch.places[i] = static_cast<Index>(size_ + pending);
    batch.slots[i] = static_cast<std::uint32_t>(slot);
    table.put(slot, batch.places[i], batch.hashes[i]);
    ++table.used;
    if (table.is_full())
        grow(table);
}

void StateSet::reserve_indices()
{
    for (Batch& batch : pending_.batches)
    {
        batch.first = static_cast<Index>(pending_.room);
        const auto known = std::ranges::count(batch.slots, Batch::no_slot);
        pending_.room += batch.size() - static_cast<std::size_t>(known);
    }
    while (pieces_.size() * in_piece < pending_.room)
        append_piece();
}

void StateSet::commit(std::size_t k)
{
    Batch& batch = pending_.batches[k];
    Index next = batch.first;
    for (const std::uint32_t i : batch.order)
    {
        if (batch.slots[i] == Batch::no_slot)
            continue;
        const Word* const state = &batch.states[i * words_];
        std::copy_n(state, words_, pieces_[next / in_piece].get() + next % in_piece * words_);
        const Word hash = batch.hashes[i];
        tables_[table_of(hash)].put(batch.slots[i], next, hash);
        batch.places[i] = next++;
    }
}

void StateSet::publish()
{
    size_ = pending_.room;
    keep_room();
}

void StateSet::prefetch_state(Word hash) const
{
    const Index number = tables_[table_of(hash)].likely(hash);
    if (number != none)
        __builtin_prefetch(state_of(number));
}

void StateSet::keep_room()
{
    // The tables are filled alike; before the first one is full, all are made larger.
    std::size_t capacity = 0;
    for (const Table& table : tables_)
        capacity += table.capacity();
    constexpr std::size_t many = 1 << 16;
    if (size_ > many && size_ * 7 > capacity * 6)
        grow_all();
}

/// In the order of the states, which are all that is needed.
void StateSet::grow_all()
{
    for (Table& table : tables_)
    {
        const std::size_t capacity = table.capacity();
        table.clear();
        table.reset(capacity + capacity / 4);
    }
    constexpr std::size_t ahead = 32;
    std::array<Word, ahead> hashes{};
    for (std::size_t next = 0; next < size_ + ahead; ++next)
    {
        const Word hash_of_it = hashes[next % ahead];
        if (next < size_)
        {
            hashes[next % ahead] = hash((*this)[next]);
            tables_[table_of(hashes[next % ahead])].prefetch(hashes[next % ahead]);
        }
        if (next < ahead)
            continue;
        Table& table = tables_[table_of(hash_of_it)];
        const std::size_t slot = table.slot(hash_of_it, [](Index) { return false; });
        table.put(slot, static_cast<Index>(next - ahead), hash_of_it);
    }
}

StateSet::Index StateSet::number(std::size_t k, std::size_t i) const
{
    const Batch& batch = pending_.batches[k];
    const Index place = batch.places[i];
    if (place < pending_.base || batch.slots[i] != Batch::no_slot)
        return place;
    const std::size_t pending = place - pending_.base; // the same state, which came before it
    return pending_.batches[pending_.which(pending)].places[pending_.state(pending)];
}

} // namespace sgl
