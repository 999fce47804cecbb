#include "axioms/text/labels.hpp"

#include <algorithm>

namespace sgl::axioms::text
{

std::span<const Action> Labels::tuple(std::size_t line) const
{
    auto after =
        std::ranges::upper_bound(groups, line, {}, [](const Group& group) { return group.first; });
    while (after != groups.begin())
    {
        const Group& group = *--after;
        const std::span lines = std::span(grouped).subspan(group.lines, group.count);
        const auto found = std::ranges::lower_bound(lines, line); // what is generated is before it
        if (found != lines.end())
            return std::span(actions).subspan(
                group.tuples + static_cast<std::size_t>(found - lines.begin()) * group.arity,
                group.arity);
        if (group.count > 0)
            break;
    }
    return {};
}

std::optional<std::uint32_t> Labels::find(const Group& group, std::span<const Action> tuple) const
{
    std::uint32_t low = 0, high = group.count;
    while (low < high)
    {
        const std::uint32_t middle = low + (high - low) / 2;
        const auto there =
            std::span(actions).subspan(group.tuples + middle * group.arity, group.arity);
        if (std::ranges::equal(there, tuple))
            return grouped[group.lines + middle];
        if (std::ranges::lexicographical_compare(there, tuple))
            low = middle + 1;
        else
            high = middle;
    }
    return std::nullopt;
}

std::optional<Labels::Generated> Labels::generated_with(std::size_t line) const
{
    const auto after = std::ranges::upper_bound(generated, line, {},
                                                [](const Generated& run) { return run.first; });
    if (after == generated.begin() || line >= std::prev(after)->first + std::prev(after)->count)
        return std::nullopt;
    return *std::prev(after);
}

} // namespace sgl::axioms::text
