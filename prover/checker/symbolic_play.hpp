#pragma once

// The plays of a game, state after state, as gates: what a state is like is made of the one before
// and of the move chosen there. There may be more of them than the axioms allow, never fewer.

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

    /// From initial states, or from any state; in which the agents of the profile follow their strategies. All
    /// must outlive it. Of a model of Σ, as far as axioms tell.
    SymbolicPlay(const GameUnderCheck& ground, const Bits& bits,
                 const std::vector<Strategy>& profile, AndInverterGraph& gates, bool from_start);

    /// Of the state at hand: the formula is true there, at every action.
    Node where(Formula f);
    /// Something is bad there.
    Node bad(const Question& question);
    /// A complying move is chosen there.
    Node goes_on();
    /// What is so of the states so far, and was not handed out before.
    std::vector<Node> facts();
    /// The state at hand is now the one that the chosen move leads to.
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
    std::size_t looked_at_ = 1; // of places
    std::vector<Node> allowed_; // by action
    std::vector<Node> chosen_;  // by action: of those that are allowed, one at most
    Node any_chosen_ = AndInverterGraph::none;
};

} // namespace sgl::certificate
