#pragma once

// The plays of a game as gates, state after state: the gates of a state are functions of the gates
// of the state before and of the move chosen there. The gates describe an over-approximation of the
// plays of Σ: a contradiction found here is one of the game; a play found here proves nothing.

#include "prover/checker/symbolic/and_inverter_graph.hpp"
#include "prover/checker/symbolic/state_sets.hpp"

#include <optional>
#include <vector>

namespace sgl::certificate
{

class SymbolicPlay
{
public:
    using Node = AndInverterGraph::Node;

    /// A play from an initial state, or from any state; the agents of the profile follow their
    /// strategies. All arguments must outlive the object. The constructor and all functions throw
    /// Interrupted and EvaluationTooDeep.
    SymbolicPlay(const GameUnderCheck& ground, const Bits& bits,
                 const std::vector<Strategy>& profile, AndInverterGraph& gates, bool from_start);

    /// The gate that is true if the formula is true in the current state under every action.
    Node where(Formula f);
    /// The gate that is true if the current state is bad, or for questions about moves, if the
    /// chosen complying move is bad there.
    Node bad(const Question& question);
    /// The gate that is true if a complying move is chosen in the current state.
    Node goes_on();
    /// Gates that are true in every play so far, as the axioms say; without the gates returned
    /// before.
    std::vector<Node> facts();
    /// Makes the successor by the chosen move the current state.
    void move();

private:
    void begin(std::vector<Node> first, std::optional<bool> initial);
    std::vector<Node> known_at_start();
    void choose();
    Node after_choice(Formula atom);

    const GameUnderCheck& ground_;
    Bits bits_;
    const std::vector<Strategy>& profile_;
    AndInverterGraph& gates_;
    bool looks_further_;
    std::optional<StateGates> state_;
    std::optional<SymbolicIn<StateGates>> symbolic_;
    std::vector<Node> facts_;
    std::size_t looked_at_ = 1; // number of places whose axioms are facts
    std::vector<Node> allowed_; // by action
    std::vector<Node> chosen_;  // by action: at most one is true, of an allowed action if goes_on()
    Node any_chosen_ = AndInverterGraph::none;
};

} // namespace sgl::certificate
