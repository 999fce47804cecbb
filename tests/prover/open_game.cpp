#include "tests/prover/open_game.hpp"

#include "logic/evaluate.hpp"

#include <algorithm>
#include <set>

namespace sgl::testing
{
namespace
{

constexpr std::size_t most_atoms = 7;

bool contains(const std::vector<Action>& actions, Action a)
{
    return std::find(actions.begin(), actions.end(), a) != actions.end();
}

void assign(Valuation& valuation, StateAtom atom, bool value)
{
    switch (atom.kind)
    {
    case Kind::Terminal: valuation.terminal = value; break;
    case Kind::Legal: valuation.legal[atom.index] = value; break;
    default: valuation.fluents[atom.index] = value;
    }
}

} // namespace

OpenGame::OpenGame(FormulaStore& store, const Game& game) : game_(game)
{
    GameModel model(store, game);
    const auto fluents = static_cast<std::uint32_t>(game.frame.fluent_count());
    std::size_t defined_now = 0;
    for (std::uint32_t p = 0; p < fluents; ++p)
        if (!model.determines({Kind::Fluent, p}))
            open_.push_back({Kind::Fluent, p});
        else
            ++defined_now;
    if (!model.determines({Kind::Terminal, 0}))
        open_.push_back({Kind::Terminal, 0});
    for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
        if (!model.determines({Kind::Legal, a}))
            open_.push_back({Kind::Legal, a});
    too_large_ = open_.size() + defined_now > most_atoms;
    if (too_large_)
        return;
    for (std::uint32_t bits = 0; bits < (1U << open_.size()); ++bits)
    {
        models_.push_back(std::make_unique<GameModel>(store, game));
        models_.back()->set_choice(
            [this, bits](State, Action, StateAtom atom)
            {
                const auto at = std::find(open_.begin(), open_.end(), atom) - open_.begin();
                return (bits >> at & 1) != 0;
            });
    }
    list_states();
    list_successors();
    prune();
}

void OpenGame::list_states()
{
    std::vector<StateAtom> atoms = open_;
    for (std::uint32_t p = 0; p < game_.frame.fluent_count(); ++p)
        if (std::find(atoms.begin(), atoms.end(), StateAtom{Kind::Fluent, p}) == atoms.end())
            atoms.push_back({Kind::Fluent, p});
    for (std::uint32_t bits = 0; bits < (1U << atoms.size()); ++bits)
        for (bool initial : {false, true})
        {
            Entry entry{Valuation(game_.frame), initial, true, {}, {}};
            for (std::size_t i = 0; i < atoms.size(); ++i)
                assign(entry.valuation, atoms[i], (bits >> i & 1) != 0);
            for (const auto& model : models_)
                entry.states.push_back(model->add(entry.valuation, initial));
            // with what Σ defines of it
            entry.valuation = models_[0]->valuation(entry.states[0]);
            nodes_.push_back(std::move(entry));
        }
}

void OpenGame::list_successors()
{
    std::map<std::vector<bool>, Node> names; // of states that are not initial
    const auto key = [](const Valuation& v)
    {
        std::vector<bool> bits = v.fluents;
        bits.insert(bits.end(), v.legal.begin(), v.legal.end());
        bits.push_back(v.terminal);
        return bits;
    };
    for (Node w = 0; w < nodes_.size(); ++w)
        if (!nodes_[w].initial)
            names.emplace(key(nodes_[w].valuation), w);
    for (Entry& entry : nodes_)
    {
        entry.next.resize(game_.frame.action_count());
        for (std::size_t m = 0; m < models_.size(); ++m)
            for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
            {
                if (models_[m]->broken_axiom(entry.states[m], Action{a}))
                    entry.good = false; // by no choice: axioms speak of the present, or define
                const State next = models_[m]->after(entry.states[m], Action{a});
                entry.next[a].push_back(names.at(key(models_[m]->valuation(next))));
            }
    }
}

/// States of Σ have a successor that is one, under every action.
void OpenGame::prune()
{
    for (bool changed = true; changed;)
    {
        changed = false;
        for (Entry& entry : nodes_)
        {
            if (!entry.good)
                continue;
            for (const auto& successors : entry.next)
                if (std::none_of(successors.begin(), successors.end(),
                                 [&](Node next) { return nodes_[next].good; }))
                    entry.good = false;
            changed = changed || !entry.good;
        }
    }
}

bool OpenGame::holds(Formula f, Node w, Action a)
{
    return Evaluator(*models_[0]).holds(f, nodes_[w].states[0], a);
}

OpenGame::Moves OpenGame::legal_moves(Node w)
{
    Moves moves;
    for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
        if (!nodes_[w].valuation.terminal && nodes_[w].valuation.legal[a])
            moves.push_back(Action{a});
    return moves;
}

OpenGame::Moves OpenGame::recommended(const Strategy& s, Node w)
{
    Moves moves = legal_moves(w);
    std::erase_if(moves, [&](Action a)
                  { return game_.frame.agent(a) != s.agent || !holds(s.moves, w, a); });
    return moves;
}

OpenGame::Moves OpenGame::complying(const std::vector<Strategy>& profile, Node w)
{
    Moves moves = legal_moves(w);
    for (const Strategy& s : profile)
    {
        const Moves told = recommended(s, w);
        std::erase_if(moves, [&](Action a)
                      { return game_.frame.agent(a) == s.agent && !contains(told, a); });
    }
    return moves;
}

bool OpenGame::is_told_none(const std::vector<Strategy>& profile, Node w)
{
    const Moves legal = legal_moves(w);
    return std::any_of(profile.begin(), profile.end(),
                       [&](const Strategy& s)
                       {
                           return recommended(s, w).empty() &&
                                  std::any_of(legal.begin(), legal.end(),
                                              [&](Action a)
                                              { return game_.frame.agent(a) == s.agent; });
                       });
}

std::vector<OpenGame::Node> OpenGame::reached(const std::vector<Strategy>& profile)
{
    std::vector<Node> found;
    std::set<Node> seen;
    for (Node w = 0; w < nodes_.size(); ++w)
        if (nodes_[w].good && nodes_[w].initial)
            found.push_back(w);
    for (std::size_t i = 0; i < found.size(); ++i)
        for (Action a : complying(profile, found[i]))
            for (Node next : nodes_[found[i]].next[a.index])
                if (nodes_[next].good && seen.insert(next).second)
                    found.push_back(next);
    return found;
}

Decision OpenGame::decide(const Claim& claim)
{
    switch (claim.kind)
    {
    case ClaimKind::Theorem: return theorem(claim.formula);
    case ClaimKind::Always:
    case ClaimKind::If: return along(claim.strategies, claim.formula);
    case ClaimKind::Achieves: return achieves(claim);
    default: return of_strategy(claim);
    }
}

/// φ, which may speak of the state after one action, however that one turns out.
Decision OpenGame::theorem(Formula f)
{
    Decision decision{true, true};
    for (const Entry& entry : nodes_)
    {
        if (!entry.good)
            continue;
        decision.vacuous = false;
        for (std::size_t m = 0; m < models_.size(); ++m)
            for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
            {
                const auto good_after = [&](std::uint32_t b)
                { return nodes_[entry.next[b][m]].good; };
                // the action that f looks ahead by is the only one whose successor matters
                const bool matters = f.children().empty() || !f.children().back().is(Kind::After)
                                         ? !f.is_state_wise() && good_after(a)
                                         : good_after(f.children().back().action().index);
                const bool present = is_about_the_present(f);
                if ((present || matters) &&
                    !Evaluator(*models_[m]).holds(f, entry.states[m], Action{a}))
                    decision.holds = false;
            }
    }
    return decision;
}

Decision OpenGame::along(const std::vector<Strategy>& profile, Formula f)
{
    Decision decision{true, true};
    const bool implies = f.is(Kind::Implies);
    const auto read_at = [&](Node w, Action a)
    {
        decision.holds = decision.holds && holds(f, w, a);
        decision.vacuous = decision.vacuous && implies && !holds(f[0], w, a);
    };
    const std::vector<Node> nodes = reached(profile);
    for (Node w : nodes)
    {
        decision.stuck = decision.stuck || is_told_none(profile, w);
        if (f.is_state_wise())
            read_at(w, Action{0});
        else
            for (Action a : complying(profile, w))
                read_at(w, a);
    }
    if (!implies)
        decision.vacuous = nodes.empty();
    return decision;
}

Decision OpenGame::achieves(const Claim& claim)
{
    const std::vector<Node> nodes = reached(claim.strategies);
    Decision decision{!has_cycle(claim.strategies, nodes), nodes.empty()};
    for (Node w : nodes)
    {
        if (nodes_[w].valuation.terminal)
            decision.holds = decision.holds && holds(claim.formula, w, Action{0});
        else if (complying(claim.strategies, w).empty())
            decision.holds = false;
    }
    return decision;
}

bool OpenGame::has_cycle(const std::vector<Strategy>& profile, const std::vector<Node>& nodes)
{
    std::set<Node> ended;
    for (bool changed = true; changed;)
    {
        changed = false;
        for (Node w : nodes)
        {
            bool ends = !ended.contains(w);
            if (!ends)
                continue;
            for (Action a : complying(profile, w))
                for (Node next : nodes_[w].next[a.index])
                    ends = ends && (!nodes_[next].good || ended.contains(next));
            changed = (ends && ended.insert(w).second) || changed;
        }
    }
    return ended.size() != nodes.size();
}

Decision OpenGame::of_strategy(const Claim& claim)
{
    std::vector<Node> where;
    if (claim.everywhere)
    {
        for (Node w = 0; w < nodes_.size(); ++w)
            if (nodes_[w].good)
                where.push_back(w);
    }
    else
        where = reached({});
    const Strategy& s = claim.strategies.front();
    bool complete = true, deterministic = true, consistent = false, refines = true, refined = true;
    for (Node w : where)
    {
        const Moves told = recommended(s, w), legal = legal_moves(w);
        const bool can_move = std::any_of(
            legal.begin(), legal.end(), [&](Action a) { return game_.frame.agent(a) == s.agent; });
        complete = complete && !(can_move && told.empty());
        deterministic = deterministic && told.size() <= 1;
        consistent = consistent || !told.empty();
        if (claim.strategies.size() < 2)
            continue;
        const Moves others = recommended(claim.strategies[1], w);
        refines = refines && std::includes(others.begin(), others.end(), told.begin(), told.end());
        refined = refined && std::includes(told.begin(), told.end(), others.begin(), others.end());
    }
    const bool vacuous = where.empty();
    switch (claim.kind)
    {
    case ClaimKind::Complete: return {complete, vacuous};
    case ClaimKind::Deterministic: return {deterministic, vacuous};
    case ClaimKind::Functional: return {complete && deterministic, vacuous};
    case ClaimKind::Consistent: return {consistent};
    case ClaimKind::Refines: return {refines, vacuous};
    default: return {refines && refined, vacuous};
    }
}

} // namespace sgl::testing
