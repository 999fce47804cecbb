#include "tests/play_graph.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace sgl::testing
{

Decision PlayGraph::decide(const Claim& claim)
{
    switch (claim.kind)
    {
    case ClaimKind::Valid: break;
    case ClaimKind::Theorem: return theorem(claim.formula);
    case ClaimKind::Always:
    case ClaimKind::If: return along(claim.strategies, claim.formula);
    case ClaimKind::Complete:
    case ClaimKind::Deterministic:
    case ClaimKind::Functional:
    case ClaimKind::Consistent:
    case ClaimKind::Refines:
    case ClaimKind::Equals: return of_strategy(claim);
    case ClaimKind::Implements: return implements(claim);
    case ClaimKind::Achieves: return achieves(claim);
    case ClaimKind::CanForce: return can_force(claim);
    }
    return {};
}

bool PlayGraph::test(Formula f, State w, Action a)
{
    if (!evaluator_)
        evaluator_.emplace(states_model());
    if (std::exchange(evaluated_, w) != w)
        evaluator_->clear();
    return evaluator_->holds(f, w, a);
}

PlayGraph::Moves PlayGraph::all_actions()
{
    Moves all;
    for (std::uint32_t a = 0; a < states_model().frame().action_count(); ++a)
        all.push_back(Action{a});
    return all;
}

PlayGraph::Moves PlayGraph::legal_moves(State w)
{
    Moves moves = all_actions();
    std::erase_if(moves, [&](Action a)
                  { return states_model().terminal(w) || !states_model().legal(w, a); });
    return moves;
}

PlayGraph::Moves PlayGraph::moves_of(Agent agent, Moves moves)
{
    std::erase_if(moves, [&](Action a) { return states_model().frame().agent(a) != agent; });
    return moves;
}

PlayGraph::Moves PlayGraph::recommended(const Strategy& s, State w)
{
    Moves moves = moves_of(s.agent, legal_moves(w));
    std::erase_if(moves, [&](Action a) { return !test(s.moves, w, a); });
    return moves;
}

/// The legal moves of agents without a strategy in the profile, and what the others are told.
PlayGraph::Moves PlayGraph::complying(const std::vector<Strategy>& profile, State w)
{
    Moves moves = legal_moves(w);
    for (const Strategy& s : profile)
        std::erase_if(moves,
                      [&](Action a) {
                          return states_model().frame().agent(a) == s.agent && !test(s.moves, w, a);
                      });
    return moves;
}

bool PlayGraph::is_told_none(const std::vector<Strategy>& profile, State w)
{
    return std::any_of(profile.begin(), profile.end(),
                       [&](const Strategy& s) {
                           return recommended(s, w).empty() &&
                                  !moves_of(s.agent, legal_moves(w)).empty();
                       });
}

PlayGraph::States PlayGraph::reached(const std::vector<Strategy>& profile)
{
    States found = starts();
    std::set<State> seen(found.begin(), found.end());
    const auto ply = [&](State w) -> unsigned&
    {
        if (plies_.size() <= w.index)
            plies_.resize(w.index + 1);
        return plies_[w.index];
    };
    for (State w : found)
        ply(w) = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
        for (Action a : complying(profile, found[i]))
            for (State next : successors(found[i], a))
                if (seen.insert(next).second)
                {
                    const unsigned here = ply(found[i]);
                    ply(next) = here + 1;
                    found.push_back(next);
                }
    return found;
}

Decision PlayGraph::theorem(Formula f)
{
    Decision decision{true, all_states().empty()};
    for (State w : all_states())
        decision.holds = decision.holds && !is_false(f, w, std::nullopt);
    return decision;
}

/// φ in every state of the complying plays if it is state-wise, else at every complying move.
Decision PlayGraph::along(const std::vector<Strategy>& profile, Formula f)
{
    Decision decision{true, true};
    const bool implies = f.is(Kind::Implies);
    const auto read_at = [&](State w, Action a)
    {
        const bool is_true = test(f, w, a);
        if (!is_true && !decision.after)
            decision.after = plies_[w.index];
        decision.holds = decision.holds && is_true;
        decision.vacuous = decision.vacuous && implies && !test(f[0], w, a);
    };
    for (State w : reached(profile))
    {
        decision.stuck = decision.stuck || is_told_none(profile, w);
        if (f.is_state_wise())
            read_at(w, Action{0});
        else
            for (Action a : complying(profile, w))
                read_at(w, a);
    }
    // a φ that is no implication is vacuous without initial states only
    if (!implies)
        decision.vacuous = starts().empty();
    return decision;
}

Decision PlayGraph::of_strategy(const Claim& claim)
{
    const States where = claim.everywhere ? all_states() : reached({});
    const Strategy& s = claim.strategies.front();
    const bool wanted = claim.kind != ClaimKind::Consistent;
    Decision decision{wanted, wanted && where.empty()};
    for (State w : where)
    {
        const Moves told = recommended(s, w);
        const Moves others =
            claim.strategies.size() < 2 ? told : recommended(claim.strategies[1], w);
        const bool complete = !told.empty() || moves_of(s.agent, legal_moves(w)).empty();
        const bool deterministic = told.size() <= 1;
        bool good = true;
        switch (claim.kind)
        {
        case ClaimKind::Complete: good = complete; break;
        case ClaimKind::Deterministic: good = deterministic; break;
        case ClaimKind::Functional: good = complete && deterministic; break;
        case ClaimKind::Consistent: good = !told.empty(); break;
        case ClaimKind::Refines:
            good = std::includes(others.begin(), others.end(), told.begin(), told.end());
            break;
        default: good = told == others; break;
        }
        if (good == wanted)
            continue;
        decision.holds = !wanted;
        if (!claim.everywhere)
            decision.after = plies_[w.index];
        break;
    }
    return decision;
}

/// The paper's three conditions, over all states of Σ.
Decision PlayGraph::implements(const Claim& claim)
{
    std::vector<Formula> some_legal, stays_alive;
    for (Action a : all_actions())
        some_legal.push_back(store_.legal(a));
    const Formula alive = store_.disjunction(some_legal);
    const Formula ended_or_alive = store_.disjunction(store_.terminal(), alive);
    for (Action a : all_actions())
        stays_alive.push_back(store_.restrict(
            claim.alpha, store_.implication(store_.legal(a), store_.after(a, ended_or_alive))));
    const Formula ends = store_.conjunction(store_.terminal(), claim.alpha);
    const bool holds =
        theorem(store_.implication(store_.initial(), store_.restrict(claim.alpha, alive))).holds &&
        theorem(
            store_.implication(store_.negation(store_.terminal()), store_.conjunction(stays_alive)))
            .holds &&
        theorem(store_.implication(ends, claim.formula)).holds;
    return {holds, theorem(store_.negation(ends)).holds};
}

Decision PlayGraph::achieves(const Claim& claim)
{
    const States states = reached(claim.strategies);
    Decision decision{every_play_ends(claim.strategies, states), starts().empty()};
    for (State w : states)
    {
        const bool good = states_model().terminal(w) ? test(claim.formula, w, Action{0})
                                                     : !complying(claim.strategies, w).empty();
        if (good)
            continue;
        decision.holds = false;
        if (!decision.after)
            decision.after = plies_[w.index];
    }
    return decision;
}

/// The states from which the coalition forces φ, from the end of plays backwards: where the others
/// have moves, all of these must lead to such a state, else one move of the coalition.
Decision PlayGraph::can_force(const Claim& claim)
{
    const States states = reached({});
    std::set<State> forced;
    const auto all_forced = [&](State w, Action a)
    {
        const States next = successors(w, a);
        return std::all_of(next.begin(), next.end(), [&](State v) { return forced.contains(v); });
    };
    const auto is_forced = [&](State w)
    {
        if (states_model().terminal(w))
            return test(claim.formula, w, Action{0});
        Moves ours = legal_moves(w), others = ours;
        const auto is_ours = [&](Action a)
        {
            return std::find(claim.coalition.begin(), claim.coalition.end(),
                             states_model().frame().agent(a)) != claim.coalition.end();
        };
        std::erase_if(ours, [&](Action a) { return !is_ours(a); });
        std::erase_if(others, is_ours);
        const auto good = [&](Action a) { return all_forced(w, a); };
        return others.empty() ? std::any_of(ours.begin(), ours.end(), good)
                              : std::all_of(others.begin(), others.end(), good);
    };
    for (bool changed = true; changed;)
    {
        changed = false;
        for (State w : states)
            if (!forced.contains(w) && is_forced(w))
                changed = forced.insert(w).second;
    }
    return {
        std::all_of(starts().begin(), starts().end(), [&](State w) { return forced.contains(w); }),
        starts().empty()};
}

/// Taking away states all of whose complying moves lead to states already taken away takes all.
bool PlayGraph::every_play_ends(const std::vector<Strategy>& profile, const States& states)
{
    std::set<State> ended;
    const auto all_ended = [&](State w)
    {
        for (Action a : complying(profile, w))
            for (State next : successors(w, a))
                if (!ended.contains(next))
                    return false;
        return true;
    };
    for (bool changed = true; changed;)
    {
        changed = false;
        for (State w : states)
            if (!ended.contains(w) && all_ended(w))
                changed = ended.insert(w).second;
    }
    return ended.size() == states.size();
}

bool PlayGraph::has(State w, const Valuation& valuation)
{
    Model& model = states_model();
    if (model.terminal(w) != valuation.terminal)
        return false;
    for (Action a : all_actions())
        if (model.legal(w, a) != valuation.legal[a.index])
            return false;
    for (std::uint32_t p = 0; p < model.frame().fluent_count(); ++p)
        if (model.holds(Fluent{p}, w) != valuation.fluents[p])
            return false;
    return true;
}

bool PlayGraph::is_false(Formula f, State w, std::optional<Action> at)
{
    if (at)
        return !test(f, w, *at);
    const Moves all = all_actions();
    return std::any_of(all.begin(), all.end(), [&](Action a) { return !test(f, w, a); });
}

bool PlayGraph::has_state(const Valuation& valuation, Formula f, std::optional<Action> at)
{
    return std::any_of(all_states().begin(), all_states().end(),
                       [&](State w) { return has(w, valuation) && (!f || is_false(f, w, at)); });
}

bool PlayGraph::has_play(const std::vector<Strategy>& profile,
                         const std::vector<Valuation>& through, const std::vector<Action>& moves,
                         Formula f, std::optional<Action> at)
{
    if (through.size() != moves.size() + 1)
        return false;
    std::set<State> here(starts().begin(), starts().end());
    for (std::size_t t = 0;; ++t)
    {
        std::erase_if(here, [&](State w) { return !has(w, through[t]); });
        if (t == moves.size())
            break;
        std::set<State> then;
        for (State w : here)
        {
            const Moves told = complying(profile, w);
            if (std::find(told.begin(), told.end(), moves[t]) == told.end())
                continue;
            const States next = successors(w, moves[t]);
            then.insert(next.begin(), next.end());
        }
        here = std::move(then);
    }
    return std::any_of(here.begin(), here.end(),
                       [&](State w)
                       {
                           if (!f)
                               return true;
                           const Moves told = at ? complying(profile, w) : Moves();
                           const bool complies =
                               !at || std::find(told.begin(), told.end(), *at) != told.end();
                           return complies && is_false(f, w, at);
                       });
}

} // namespace sgl::testing
