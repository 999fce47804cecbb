#pragma once

#include "logic/formula/frame.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sgl::axioms::text
{

/// Where the lines of a derivation stand, and what they are called.
class Labels
{
public:
    /// Lines that `for` makes of one: 2(a), 2(b), …
    struct Group
    {
        std::uint32_t first = 0, count = 0;
        std::size_t arity = 0;
        std::size_t tuples = 0; // where they start in `actions`, ascending
        std::size_t lines = 0;  // where its lines start in `grouped`
    };
    /// Lines without a label, generated for the labelled one that follows them.
    struct Generated
    {
        std::uint32_t first = 0, count = 0;
    };

    std::vector<std::uint32_t> places; // of the label of each line
    std::vector<Group> groups;
    std::vector<Action> actions;
    std::vector<std::uint32_t> grouped; // lines of groups
    std::vector<Generated> generated;   // ascending

    /// The line's tuple in a group, or empty.
    std::span<const Action> tuple(std::size_t line) const;
    /// The line of a group that has the tuple.
    std::optional<std::uint32_t> find(const Group& group, std::span<const Action> tuple) const;
    /// The generated lines that this one is of, or nothing.
    std::optional<Generated> generated_with(std::size_t line) const;
};

} // namespace sgl::axioms::text
