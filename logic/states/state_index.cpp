#include "logic/states/state_index.hpp"

#include <algorithm>

namespace sgl
{

StateIndex::StateIndex(const StateList& list)
    : states_(list.states), words_(list.words()),
      slots_(static_cast<std::size_t>(slots_for(list.size())), none)
{
    constexpr std::size_t ahead = 16;
    const std::size_t count = list.size();
    for (std::size_t i = 0; i < count + ahead; ++i)
    {
        if (i < count)
            __builtin_prefetch(&slots_[slot_for(&states_[i * words_])]);
        if (i < ahead)
            continue;
        std::size_t slot = slot_for(&states_[(i - ahead) * words_]);
        while (slots_[slot] != none)
            slot = slot + 1 == slots_.size() ? 0 : slot + 1;
        slots_[slot] = static_cast<std::uint32_t>(i - ahead);
    }
}

std::uint32_t StateIndex::find(const Word* state) const
{
    for (std::size_t slot = slot_for(state);; slot = slot + 1 == slots_.size() ? 0 : slot + 1)
    {
        const std::uint32_t at = slots_[slot];
        if (at == none || std::equal(state, state + words_, &states_[at * words_]))
            return at;
    }
}

} // namespace sgl
