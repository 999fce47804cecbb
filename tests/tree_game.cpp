#include "tests/tree_game.hpp"

#include <algorithm>
#include <set>

namespace sgl::testing
{
namespace
{

constexpr std::size_t most_atoms = 9;
constexpr std::size_t most_trees = 6'000;

/// How far f looks where `legal` itself looks so far (under ⌊α⌋, as far as α).
unsigned look_ahead(Formula f, unsigned legal)
{
    unsigned most = f.is(Kind::Legal) ? legal : 0;
    if (f.is(Kind::Restrict))
        return look_ahead(f[1], std::max(legal, look_ahead(f[0], legal)));
    for (Formula child : f.children())
        most = std::max(most, look_ahead(child, legal));
    return f.is(Kind::After) || f.is(Kind::Next) ? most + 1 : most;
}

} // namespace

unsigned look_ahead(Formula f)
{
    return look_ahead(f, 0);
}

unsigned look_ahead(const Frame& frame, FormulaStore& store, const Claim& claim)
{
    unsigned most = claim.formula ? look_ahead(claim.formula) : 0;
    for (const Strategy& s : claim.strategies)
        most = std::max(most, look_ahead(s.moves));
    if (claim.alpha && frame.action_count() > 0) // ⌊α⌋[a]legal(b)
        most = std::max(most, look_ahead(store.restrict(
                                  claim.alpha, store.after(Action{0}, store.legal(Action{0})))));
    return most;
}

/// The trees there are, each a state that its actions lead from to less deep ones.
class TreeGame::Trees : public Model
{
public:
    explicit Trees(const Frame& frame) : frame_(frame) {}

    State add(Valuation valuation, bool initial, std::vector<State> after, State shorter)
    {
        entries_.push_back({std::move(valuation), initial, std::move(after), shorter});
        return State{static_cast<std::uint32_t>(entries_.size() - 1)};
    }
    void remove_last() { entries_.pop_back(); }
    void put_after(State w, std::vector<State> after)
    {
        entries_[w.index].after = std::move(after);
    }
    std::size_t count() const { return entries_.size(); }
    const Valuation& valuation(State w) const { return entries_[w.index].valuation; }
    /// The same tree, a level less deep.
    State shorter(State w) const { return entries_[w.index].shorter; }

    const Frame& frame() const override { return frame_; }
    bool initial(State w) override { return entries_[w.index].initial; }
    bool terminal(State w) override { return entries_[w.index].valuation.terminal; }
    bool legal(State w, Action a) override { return entries_[w.index].valuation.legal[a.index]; }
    bool holds(Fluent p, State w) override { return entries_[w.index].valuation.fluents[p.index]; }
    State after(State w, Action a) override { return entries_[w.index].after.at(a.index); }

private:
    struct Entry
    {
        Valuation valuation;
        bool initial;
        std::vector<State> after; // by action; of a tree without depth, nothing
        State shorter;
    };
    const Frame& frame_;
    std::vector<Entry> entries_;
};

TreeGame::TreeGame(FormulaStore& store, const Game& game, unsigned depth)
    : PlayGraph(store), game_(game), trees_(std::make_unique<Trees>(game.frame))
{
    unsigned needed = std::max(depth, 1U);
    for (const Axiom& axiom : game.axioms)
    {
        axioms_.emplace_back(axiom.formula, look_ahead(axiom.formula));
        needed = std::max(needed, axioms_.back().second);
    }
    // A5
    for (Action a : all_actions())
        axioms_.emplace_back(store.implication(store.terminal(), store.negation(store.legal(a))),
                             0);
    list_roots();
    for (unsigned level = 1; level <= needed && !too_large_; ++level)
        too_large_ = !grow();
    if (too_large_)
        return;
    all_ = level_;
    std::copy_if(all_.begin(), all_.end(), std::back_inserter(initial_),
                 [&](State w) { return trees_->initial(w); });
}

TreeGame::~TreeGame() = default;

Model& TreeGame::states_model()
{
    return *trees_;
}

PlayGraph::States TreeGame::successors(State w, Action a)
{
    const auto found = by_start_.find(trees_->after(w, a));
    return found == by_start_.end() ? States() : found->second;
}

/// The axioms that look exactly so far are true at the tree, at every action.
bool TreeGame::satisfies(State tree, unsigned looking)
{
    Evaluator evaluator(*trees_);
    return std::all_of(axioms_.begin(), axioms_.end(),
                       [&](const auto& axiom)
                       { return axiom.second != looking || evaluator.holds(axiom.first, tree); });
}

/// Trees without depth: valuations.
void TreeGame::list_roots()
{
    const std::size_t fluents = game_.frame.fluent_count();
    const std::size_t atoms = fluents + game_.frame.action_count() + 1;
    too_large_ = atoms > most_atoms;
    if (too_large_)
        return;
    for (std::uint32_t bits = 0; bits < (1U << atoms); ++bits)
        for (bool initial : {false, true})
        {
            Valuation valuation(game_.frame);
            for (std::size_t i = 0; i < atoms; ++i)
            {
                const bool value = (bits >> i & 1) != 0;
                if (i < fluents)
                    valuation.fluents[i] = value;
                else if (i + 1 < atoms)
                    valuation.legal[i - fluents] = value;
                else
                    valuation.terminal = value;
            }
            const State root = trees_->add(valuation, initial, {}, State{});
            if (satisfies(root, 0))
                level_.push_back(root);
            else
                trees_->remove_last();
        }
    // whatever is true may follow
    const auto first =
        std::find_if(level_.begin(), level_.end(), [&](State w) { return !trees_->initial(w); });
    for (State w : level_)
    {
        if (!trees_->initial(w))
            by_start_[*first].push_back(w);
        trees_->put_after(
            w, std::vector(game_.frame.action_count(), first == level_.end() ? w : *first));
    }
}

/// One level deeper; false if that makes too many trees.
bool TreeGame::grow()
{
    ++depth_;
    level_axioms_.clear();
    for (const auto& [axiom, looks] : axioms_)
        for (Action a : all_actions())
            if (looks == depth_)
            {
                std::set<Action> actions;
                add_actions(axiom, a, actions);
                level_axioms_.push_back({axiom, a, {actions.begin(), actions.end()}});
            }
    Level grown;
    for (State w : level_)
        if (!grow_from(w, grown))
            return false;
    prune(grown);
    level_ = std::move(grown);
    return true;
}

/// The actions whose successors the truth of f at an action depends on.
void TreeGame::add_actions(Formula f, Action at, std::set<Action>& actions)
{
    if (look_ahead(f) == 0)
        return;
    const bool looks_everywhere =
        f.is(Kind::Restrict) || f.is(Kind::PrioritisedOr) || f.is(Kind::PrioritisedAnd);
    if (looks_everywhere)
        for (Action a : all_actions())
            actions.insert(a);
    else if (f.is(Kind::After))
        actions.insert(f.action());
    else if (f.is(Kind::Next))
        actions.insert(at);
    else
        for (Formula child : f.children())
            add_actions(child, f.is(Kind::Select) ? f.action() : at, actions);
}

/// All trees that begin like this one: after every action, one that may follow it by that action.
bool TreeGame::grow_from(State start, Level& grown)
{
    const auto holds = [&](State tree, const AxiomAt& axiom)
    { return Evaluator(*trees_).holds(axiom.formula, tree, axiom.action); };
    std::vector<std::vector<State>> choices;
    for (Action a : all_actions())
        choices.push_back(successors(start, a));
    if (std::any_of(choices.begin(), choices.end(), [](const auto& some) { return some.empty(); }))
        return true;
    std::vector<State> after;
    for (const auto& some : choices)
        after.push_back(some[0]);
    const auto with = [&](const std::vector<State>& chosen)
    { return trees_->add(trees_->valuation(start), trees_->initial(start), chosen, start); };

    // what an axiom says of the state after one action, it says whatever the others lead to
    std::size_t ways = 1;
    for (std::size_t a = 0; a < choices.size(); ++a)
    {
        std::erase_if(choices[a],
                      [&](State chosen)
                      {
                          std::vector<State> tried = after;
                          tried[a] = chosen;
                          const State tree = with(tried);
                          const bool wrong = std::any_of(
                              level_axioms_.begin(), level_axioms_.end(),
                              [&](const AxiomAt& axiom)
                              {
                                  return axiom.looks_at ==
                                             std::vector{Action{static_cast<std::uint32_t>(a)}} &&
                                         !holds(tree, axiom);
                              });
                          trees_->remove_last();
                          return wrong;
                      });
        ways *= choices[a].size();
    }
    if (grown.size() + ways > most_trees)
        return false;
    for (std::size_t way = 0; way < ways; ++way)
    {
        std::size_t rest = way;
        for (std::size_t a = 0; a < choices.size(); rest /= choices[a].size(), ++a)
            after[a] = choices[a][rest % choices[a].size()];
        const State tree = with(after);
        const bool good = std::all_of(level_axioms_.begin(), level_axioms_.end(),
                                      [&](const AxiomAt& axiom)
                                      { return axiom.looks_at.size() == 1 || holds(tree, axiom); });
        if (good)
            grown.push_back(tree);
        else
            trees_->remove_last();
    }
    return true;
}

/// What is left when trees are taken away that nothing may follow under some action.
void TreeGame::prune(Level& level)
{
    for (bool changed = true; changed;)
    {
        by_start_.clear();
        for (State w : level)
            if (!trees_->initial(w))
                by_start_[trees_->shorter(w)].push_back(w);
        const auto ends = [&](State w)
        {
            const Moves all = all_actions();
            return std::any_of(all.begin(), all.end(),
                               [&](Action a) { return !by_start_.contains(trees_->after(w, a)); });
        };
        changed = std::erase_if(level, ends) > 0;
    }
}

} // namespace sgl::testing
