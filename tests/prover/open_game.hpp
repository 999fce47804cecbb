#pragma once

// Claims decided by going through all states of a game that leaves atoms open: every way they may
// turn out is a transition. For axioms and claims about the present, effects, and [a] or ○ of what
// is about the present: then any path through the states of Σ is a play of some model of Σ.

#include "logic/game.hpp"
#include "logic/game_model.hpp"
#include "tests/brute_force.hpp"

#include <map>
#include <memory>
#include <vector>

namespace sgl::testing
{

class OpenGame
{
public:
    OpenGame(FormulaStore& store, const Game& game);

    /// Too many open atoms.
    bool is_too_large() const { return too_large_; }
    bool has_open_atoms() const { return !open_.empty(); }
    /// Every kind but `implements` and `valid`.
    Decision decide(const Claim& claim);

private:
    using Node = std::uint32_t;
    using Moves = std::vector<Action>;

    void list_states();
    void list_successors();
    void prune();
    bool holds(Formula f, Node w, Action a);
    Moves legal_moves(Node w);
    Moves recommended(const Strategy& s, Node w);
    Moves complying(const std::vector<Strategy>& profile, Node w);
    bool is_told_none(const std::vector<Strategy>& profile, Node w);
    std::vector<Node> reached(const std::vector<Strategy>& profile);
    bool has_cycle(const std::vector<Strategy>& profile, const std::vector<Node>& nodes);
    Decision theorem(Formula f);
    Decision along(const std::vector<Strategy>& profile, Formula f);
    Decision achieves(const Claim& claim);
    Decision of_strategy(const Claim& claim);

    const Game& game_;
    bool too_large_ = false;
    std::vector<StateAtom> open_; // atoms that may be undetermined after some move
    /// One model for each way that all open atoms may turn out, the same after every move.
    std::vector<std::unique_ptr<GameModel>> models_;
    struct Entry
    {
        Valuation valuation;
        bool initial, good;
        std::vector<std::vector<Node>> next; // by action
        std::vector<State> states;           // in each model
    };
    std::vector<Entry> nodes_;
};

} // namespace sgl::testing
