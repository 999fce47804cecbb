#include "prover/transition/variable_order.hpp"

#include <algorithm>
#include <cstdint>

namespace sgl
{

std::vector<std::uint32_t> bit_order(const Frame& frame, const TransitionSystem& system)
{
    std::vector<std::pair<std::vector<std::int64_t>, std::uint32_t>> keys;
    for (std::uint32_t bit = 0; bit < system.bits.size(); ++bit)
    {
        const Formula atom = system.bits[bit].atom;
        keys.emplace_back(atom.is(Kind::Fluent) ? frame.numbers(atom.fluent())
                                                : std::vector<std::int64_t>(),
                          bit);
    }
    const auto position = [&](std::uint32_t bit)
    {
        const Formula atom = system.bits[bit].atom;
        return atom.is(Kind::Fluent) ? std::int64_t{atom.fluent().index} : -1;
    };
    std::ranges::sort(keys, {},
                      [&](const auto& key) { return std::pair(key.first, position(key.second)); });
    std::vector<std::uint32_t> order;
    for (const auto& [numbers, bit] : keys)
        order.push_back(bit);
    return order;
}

} // namespace sgl
