#pragma once

// What an engine that goes through states hands back: plays of a transition system, and sets of its
// states; as data, and as a text for another process.

#include "logic/formula/frame.hpp"
#include "prover/transition/trace.hpp"
#include "prover/verdicts/bdd_data.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl
{

/// A play of a transition system.
struct Trace
{
    std::vector<bool> start; // by bit
    std::vector<Action> play;
    std::optional<Action> move;   // at its end, for questions about moves
    std::optional<unsigned> loop; // where its end comes back to
};

/// What is true of all states that plays of a transition system reach.
struct Reachability
{
    bool is_determined = true; // else nothing but that is known
    std::string states;        // how many: "85 states"
    bool any_initial = false;
    bool premise_seen = false;
    std::optional<Trace> bad, stuck, endless;
    std::optional<StateDiagrams> diagrams; // of the states, where they are to be handed on
};

/// As a text, for another process; and read again, of a system with so many bits, unless it is not
/// such a text, whole. The atoms of diagrams are not in it.
std::string written(const Reachability& reached);
std::optional<Reachability> read_reached(const std::string& text, std::size_t bits);

} // namespace sgl
