#pragma once

// Sets of states as reduced ordered decision diagrams, as plain data: what an engine that has them
// hands on. Whoever uses them is to check what they are said to be.

#include "logic/formula/formula.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

namespace sgl
{

struct StateDiagrams
{
    /// A diagram, by its root: a constant, or 2 + where its first choice is among the choices.
    using Node = std::uint32_t;
    static constexpr Node none = 0, all = 1;

    /// Nothing is handed on that has more nodes.
    static constexpr std::size_t most_nodes = 2'000'000;

    struct Choice
    {
        std::uint32_t place; // of the atom: those of low and high are later ones
        Node low, high;      // where it is false; where it is true
        bool operator==(const Choice&) const = default;
    };

    std::vector<Formula> atoms;  // fluents and `initial`, in the order in which they are decided
    std::vector<Choice> choices; // low and high come first
    Node reached = none;         // all states that plays reach
    /// By how many moves lead to them at most, where that is known; else empty.
    std::vector<Node> layers;
    /// Moves lead from a layer into any of the later ones, and not only into the next.
    bool any_later = false;
};

/// As a text, but for the atoms; and read again, over so many atoms, unless it is not such a text.
void write(std::ostream& out, const StateDiagrams& diagrams);
std::optional<StateDiagrams> read_state_diagrams(std::istream& in, std::size_t atoms);

} // namespace sgl
