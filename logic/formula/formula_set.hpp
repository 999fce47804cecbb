#pragma once

// A set of formulas of one store, as an open-addressing table of their ids: walks over the millions
// of formulas of a large game keep four to eight bytes for each.

#include "logic/formula/formula.hpp"

#include <cstdint>
#include <vector>

namespace sgl
{

class FormulaSet
{
public:
    /// False if the formula was in the set already.
    bool insert(Formula f)
    {
        if (2 * (size_ + 1) > slots_.size())
            grow();
        std::uint32_t& slot = slots_[place_of(f.id() + 1)];
        if (slot != 0)
            return false;
        slot = f.id() + 1;
        ++size_;
        return true;
    }
    bool contains(Formula f) const { return !slots_.empty() && slots_[place_of(f.id() + 1)] != 0; }

private:
    /// The slot of the key, or the free one where it would be.
    std::size_t place_of(std::uint32_t key) const
    {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = (key * std::uint64_t{0x9E3779B97F4A7C15} >> 32) & mask;
        while (slots_[i] != 0 && slots_[i] != key)
            i = (i + 1) & mask;
        return i;
    }
    void grow()
    {
        constexpr std::size_t first_size = 16;
        std::vector<std::uint32_t> old(slots_.empty() ? first_size : 2 * slots_.size());
        old.swap(slots_);
        for (const std::uint32_t key : old)
        {
            if (key != 0)
                slots_[place_of(key)] = key;
        }
    }

    std::vector<std::uint32_t> slots_; // id + 1; 0: free
    std::size_t size_ = 0;
};

} // namespace sgl
