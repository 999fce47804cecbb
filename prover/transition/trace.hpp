#pragma once

// The results of the engines of reachable states: plays of a transition system, and sets of its
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
    std::optional<Action> move;   // at the last state, for questions about moves
    std::optional<unsigned> loop; // the index of the state that the end returns to
};

/// The result of a search through all states that plays of a transition system reach.
struct Reachability
{
    bool is_determined = true; // false: the other members have no meaning
    /// Where not determined: the bits of a state in which an open value matters, if that is known.
    /// Not a part of the text.
    std::vector<bool> undetermined_at;
    std::string states; // the number: "85 states"
    bool any_initial = false;
    bool premise_seen = false;
    std::optional<Trace> bad, stuck, endless;
    std::optional<Trace>
        premise; // enumeration: a play to a state where it is true, where asked for
    std::optional<StateDiagrams> diagrams; // of the states, where the caller asks for them
};

/// A result as a text, for another process; and the result of a text, of a system with `bits` bits:
/// nothing if the text is malformed or incomplete. The text does not contain the atoms of diagrams.
std::string written(const Reachability& reached);
std::optional<Reachability> read_reached(const std::string& text, std::size_t bits);

} // namespace sgl
