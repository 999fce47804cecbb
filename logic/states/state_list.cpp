#include "logic/states/state_list.hpp"

#include <algorithm>
#include <numeric>

namespace sgl
{

std::uint64_t StateList::bytes_for(std::uint64_t count) const
{
    const std::uint64_t numbers = (ranked ? 1U : 0U) + (moves.empty() ? 0U : 1U);
    return count * (words() * sizeof(Word) + numbers * sizeof(std::uint32_t));
}

void sort_states(StateList& list)
{
    const std::size_t words = list.words();
    const bool is_plain = words == 1 && !list.ranked && list.moves.empty();
    if (is_plain)
    {
        std::ranges::sort(list.states);
        return;
    }
    std::vector<std::uint32_t> order(list.size());
    std::iota(order.begin(), order.end(), 0U);
    if (words == 1)
        std::ranges::sort(order, {}, [&](std::uint32_t i) { return list.states[i]; });
    else
        std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b)
                          { return std::ranges::lexicographical_compare(list[a], list[b]); });
    const auto in_order = [&](std::vector<std::uint32_t>& values)
    {
        if (values.empty())
            return;
        std::vector<std::uint32_t> sorted(values.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            sorted[i] = values[order[i]];
        values = std::move(sorted);
    };
    in_order(list.ranks);
    in_order(list.chosen);
    std::vector<StateList::Word> states(list.states.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        std::ranges::copy(list[order[i]], &states[i * words]);
    list.states = std::move(states);
}

} // namespace sgl
