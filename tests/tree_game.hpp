#pragma once

// The states of any small game, whatever its axioms look ahead to and leave open. A state of Σ is
// seen here as a tree: what is true in it, after every action, after every two, … as far as the
// formulas that are evaluated look. A tree may follow another by an action when they agree on all
// that both show; and a tree is a state of Σ when Σ is true at it and, under every action, a tree
// that is a state of Σ may follow. Nothing is read out of the axioms: they are evaluated.

#include "tests/play_graph.hpp"

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace sgl::testing
{

/// How many actions ahead the truth of f depends on.
unsigned look_ahead(Formula f);
/// The same of all that a claim asks about.
unsigned look_ahead(const Frame& frame, FormulaStore& store, const Claim& claim);

class TreeGame : public PlayGraph
{
public:
    /// Trees of this depth, or deeper where the axioms need it. Store and game must outlive it.
    TreeGame(FormulaStore& store, const Game& game, unsigned depth);
    ~TreeGame() override;

    /// There are too many trees; nothing else may be asked then.
    bool is_too_large() const { return too_large_; }

private:
    class Trees;
    using Level = std::vector<State>;
    struct AxiomAt
    {
        Formula formula;
        Action action;
        std::vector<Action> looks_at; // the actions after which it looks
    };

    Model& states_model() override;
    const States& all_states() override { return all_; }
    const States& starts() override { return initial_; }
    States successors(State w, Action a) override;

    void list_roots();
    bool grow();
    bool grow_from(State short_tree, Level& grown);
    bool satisfies(State tree, unsigned looking);
    void prune(Level& level);
    void add_actions(Formula f, Action at, std::set<Action>& actions);

    const Game& game_;
    std::vector<std::pair<Formula, unsigned>> axioms_; // with how far they look
    std::unique_ptr<Trees> trees_;
    bool too_large_ = false;
    unsigned depth_ = 0;
    std::vector<AxiomAt> level_axioms_; // those that look exactly so far
    Level level_;                       // the trees of this depth
    std::map<State, std::vector<State>>
        by_start_; // not initial, by what they are a level less deep
    States all_, initial_;
};

} // namespace sgl::testing
