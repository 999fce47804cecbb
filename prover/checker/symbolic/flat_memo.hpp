#pragma once

#include <cstddef>
#include <vector>

namespace sgl::certificate
{

/// A hash map in one table, for many small entries. Single entries are never removed.
template <class Key, class Value, class Hash>
class Memo
{
public:
    /// The value of a key, or null; the pointer is valid until the next put.
    const Value* find(const Key& key) const
    {
        const Entry& entry = entries_[place_of(key)];
        return entry.used ? &entry.value : nullptr;
    }

    void put(const Key& key, const Value& value)
    {
        if (2 * (count_ + 1) > entries_.size())
            grow();
        Entry& entry = entries_[place_of(key)];
        count_ += entry.used ? 0U : 1U;
        entry = {key, value, true};
    }

    void clear()
    {
        if (count_ != 0)
            entries_.assign(least, Entry());
        count_ = 0;
    }

private:
    struct Entry
    {
        Key key{};
        Value value{};
        bool used = false;
    };
    static constexpr std::size_t least = 256; // a power of two

    std::size_t place_of(const Key& key) const
    {
        std::size_t place = Hash()(key) & (entries_.size() - 1);
        while (entries_[place].used && !(entries_[place].key == key))
            place = (place + 1) & (entries_.size() - 1);
        return place;
    }

    void grow()
    {
        std::vector<Entry> before(2 * entries_.size());
        before.swap(entries_);
        for (const Entry& entry : before)
        {
            if (entry.used)
                entries_[place_of(entry.key)] = entry;
        }
    }

    std::vector<Entry> entries_ = std::vector<Entry>(least);
    std::size_t count_ = 0;
};

} // namespace sgl::certificate
