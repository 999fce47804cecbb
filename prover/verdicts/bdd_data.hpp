#pragma once

// Sets of states as reduced ordered binary decision diagrams, as plain data, which an engine hands
// on. A user of the data must check every property stated here.

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
    /// A diagram, by its root: a constant, or 2 + the index of the root in `choices`.
    using Node = std::uint32_t;
    static constexpr Node none = 0, all = 1;

    /// Engines hand on no diagrams with more nodes.
    static constexpr std::size_t most_nodes = 2'000'000;

    struct Choice
    {
        std::uint32_t place; // index of the atom; greater in low and high
        Node low, high;      // where the atom is false; where it is true
        bool operator==(const Choice&) const = default;
    };

    std::vector<Formula> atoms;  // fluents and `initial`, in the order in which they are decided
    std::vector<Choice> choices; // low and high precede their parent
    Node reached = none;         // all states that plays reach
    /// The reached states by the greatest number of moves that lead to them; empty: not known.
    std::vector<Node> layers;
    /// Moves lead from a layer into any later layer, and not only into the next one.
    bool any_later = false;
};

/// Diagrams as a text, without the atoms; and the diagrams of a text, over `atoms` atoms: nothing
/// if the text is malformed.
void write(std::ostream& out, const StateDiagrams& diagrams);
std::optional<StateDiagrams> read_state_diagrams(std::istream& in, std::size_t atoms);

} // namespace sgl
