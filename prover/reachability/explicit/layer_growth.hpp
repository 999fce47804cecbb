#pragma once

// The layers of a breadth-first search, given by the numbers of states before each layer: the layer
// of each state, and how many states the search will reach.

#include "prover/reachability/explicit/state_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace sgl
{

/// The layer of each of `size` states.
inline std::vector<StateSet::Index> layer_of_each(std::span<const std::size_t> layers,
                                                  std::size_t size)
{
    std::vector<StateSet::Index> found(size);
    for (std::size_t layer = 1; layer < layers.size(); ++layer)
    {
        const std::size_t next = layer + 1 < layers.size() ? layers[layer + 1] : size;
        std::fill_n(found.begin() + static_cast<std::ptrdiff_t>(layers[layer]),
                    next - layers[layer], static_cast<StateSet::Index>(layer));
    }
    return found;
}

/// The number of states that there will be, where there are `size` so far. Layers grow by a factor
/// whose logarithm falls by as much from ply to ply as it fell lately. Two plies are one step, as
/// agents that take turns have different numbers of moves. Infinity where the layers suggest no
/// end.
inline double expected_states(std::span<const std::size_t> layers, std::size_t size)
{
    constexpr double unknown = std::numeric_limits<double>::infinity();
    std::vector<double> steps; // sizes of whole layers, two by two
    for (std::size_t end = 4 - layers.size() % 2; end <= layers.size(); end += 2)
    {
        const std::size_t states = layers[end - 1] - layers[end - 3];
        steps.push_back(static_cast<double>(std::max<std::size_t>(states, 1)));
    }
    if (steps.size() < 4)
        return unknown;
    const std::size_t last = steps.size() - 1, window = std::min<std::size_t>(last / 2, 3);
    const auto growth = [&](std::size_t i) { return std::log(steps[i] / steps[i - 1]); };
    double now = growth(last);
    const double fall = (growth(last - window) - now) / static_cast<double>(window);
    if (fall <= 0 && now >= 0)
        return unknown;
    double layer = steps[last], sum = static_cast<double>(layers.back());
    constexpr double all = 1e15;
    constexpr int most_steps = 1000;
    for (int step = 0; step < most_steps && layer >= 1 && sum < all; ++step)
    {
        now -= std::max(fall, 0.0);
        layer *= std::exp(now);
        sum += layer;
    }
    return std::max(sum, static_cast<double>(size));
}

} // namespace sgl
