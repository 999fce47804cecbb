#include "tests/brute_force.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace sgl::testing
{
namespace
{

constexpr std::uint32_t most_fluents = 12;
constexpr std::size_t most_states = 20'000;

bool contains(const std::vector<Action>& actions, Action a)
{
    return std::find(actions.begin(), actions.end(), a) != actions.end();
}

} // namespace

BruteForce::BruteForce(FormulaStore& store, const Game& game, Closure closure)
    : store_(store), game_(game), closure_(closure), model_(store, game), evaluator_(model_)
{
}

/// Σ defines terminal and every legal.
bool BruteForce::is_defined() const
{
    bool defined = model_.determines({Kind::Terminal, 0});
    for (Action a : all_actions())
        defined = defined && model_.determines({Kind::Legal, a.index});
    return defined;
}

BruteForce::Moves BruteForce::moves_to_survive(State w)
{
    return closure_ == Closure::AllActions ? all_actions() : legal_moves(w);
}

bool BruteForce::is_determined_after(State w)
{
    for (Action a : moves_to_survive(w))
        for (std::uint32_t p = 0; p < game_.frame.fluent_count(); ++p)
            if (!model_.determines(Fluent{p}, w, a))
                return false;
    return true;
}

/// The greatest set of states that satisfy Σ, have all their successors in it, and come from these.
BruteForce::States BruteForce::closed(std::vector<State> from)
{
    std::set<State> good(from.begin(), from.end());
    std::vector<State>& found = from;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        const State w = found[i];
        if (found.size() > most_states || !is_determined_after(w))
            return std::nullopt;
        for (Action a : moves_to_survive(w))
            if (const State next = model_.after(w, a); good.insert(next).second)
                found.push_back(next);
    }
    std::erase_if(good, [&](State w) { return model_.broken_axiom(w).has_value(); });
    const auto leads_out = [&](State w)
    {
        for (Action a : moves_to_survive(w))
            if (!good.contains(model_.after(w, a)))
                return true;
        return false;
    };
    for (bool changed = true; changed;)
    {
        std::set<State> kept;
        std::copy_if(good.begin(), good.end(), std::inserter(kept, kept.end()),
                     [&](State w) { return !leads_out(w); });
        changed = kept.size() != good.size();
        good = std::move(kept);
    }
    return std::vector<State>(good.begin(), good.end());
}

const BruteForce::States& BruteForce::states()
{
    if (states_)
        return *states_;
    states_.emplace();
    const Frame& frame = game_.frame;
    if (frame.fluent_count() > most_fluents || !is_defined())
        return *states_;
    std::vector<State> all;
    for (std::uint32_t bits = 0; bits < (1U << frame.fluent_count()); ++bits)
        for (bool initial : {false, true})
        {
            Valuation valuation(frame);
            for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
                valuation.fluents[p] = (bits >> p & 1) != 0;
            all.push_back(model_.add(valuation, initial));
        }
    *states_ = closed(all);
    return *states_;
}

const BruteForce::States& BruteForce::initial_states()
{
    if (initial_)
        return *initial_;
    initial_.emplace();
    const Listing candidates = model_.initial_states();
    if (!candidates.complete || !is_defined())
        return *initial_;
    States from_there = closed(candidates.states);
    if (from_there)
        std::erase_if(*from_there, [&](State w) { return !model_.initial(w); });
    *initial_ = from_there;
    return *initial_;
}

const BruteForce::States& BruteForce::reachable_states()
{
    if (!reachable_)
        reachable_ = initial_states() ? States(reached({})) : std::nullopt;
    return *reachable_;
}

bool BruteForce::test(Formula f, State w, Action a)
{
    if (std::exchange(evaluated_, w) != w)
        evaluator_.clear();
    return evaluator_.holds(f, w, a);
}

BruteForce::Moves BruteForce::all_actions() const
{
    Moves all;
    for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
        all.push_back(Action{a});
    return all;
}

BruteForce::Moves BruteForce::legal_moves(State w)
{
    Moves moves;
    for (Action a : all_actions())
        if (!model_.terminal(w) && model_.legal(w, a))
            moves.push_back(a);
    return moves;
}

BruteForce::Moves BruteForce::recommended(const Strategy& s, State w)
{
    Moves moves = legal_moves(w);
    std::erase_if(moves, [&](Action a)
                  { return game_.frame.agent(a) != s.agent || !test(s.moves, w, a); });
    return moves;
}

/// The legal moves of agents without a strategy in the profile, and what the others are told.
BruteForce::Moves BruteForce::complying(const std::vector<Strategy>& profile, State w)
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

bool BruteForce::is_told_none(const std::vector<Strategy>& profile, State w)
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

/// The states of complying plays.
std::vector<State> BruteForce::reached(const std::vector<Strategy>& profile)
{
    std::vector<State> found = *initial_states();
    std::set<State> seen(found.begin(), found.end());
    for (std::size_t i = 0; i < found.size(); ++i)
        for (Action a : complying(profile, found[i]))
            if (const State next = model_.after(found[i], a); seen.insert(next).second)
                found.push_back(next);
    return found;
}

std::optional<Decision> BruteForce::decide(const Claim& claim)
{
    switch (claim.kind)
    {
    case ClaimKind::Valid: return std::nullopt;
    case ClaimKind::Theorem: return states() ? std::optional(theorem(claim.formula)) : std::nullopt;
    case ClaimKind::Implements: return states() ? std::optional(implements(claim)) : std::nullopt;
    case ClaimKind::Always:
    case ClaimKind::If:
        return initial_states() ? std::optional(along(claim.strategies, claim.formula))
                                : std::nullopt;
    case ClaimKind::Achieves:
        return initial_states() ? std::optional(achieves(claim)) : std::nullopt;
    case ClaimKind::Complete:
    case ClaimKind::Deterministic:
    case ClaimKind::Functional:
    case ClaimKind::Consistent:
    case ClaimKind::Refines:
    case ClaimKind::Equals: return strategy_claim(claim);
    }
    return std::nullopt;
}

Decision BruteForce::theorem(Formula f)
{
    Decision decision{true, states()->empty()};
    for (State w : *states())
        for (Action a : all_actions())
            decision.holds = decision.holds && test(f, w, a);
    return decision;
}

/// φ in every state of the complying plays if it is state-wise, else at every complying move.
Decision BruteForce::along(const std::vector<Strategy>& profile, Formula f)
{
    Decision decision{true, true};
    const bool implies = f.is(Kind::Implies);
    const auto read_at = [&](State w, Action a)
    {
        decision.holds = decision.holds && test(f, w, a);
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
        decision.vacuous = initial_states()->empty();
    return decision;
}

std::optional<Decision> BruteForce::strategy_claim(const Claim& claim)
{
    const States& where = claim.everywhere ? states() : reachable_states();
    if (!where)
        return std::nullopt;
    const Strategy& s = claim.strategies.front();
    bool complete = true, deterministic = true, consistent = false, refines = true, refined = true;
    for (State w : *where)
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
    const bool vacuous = where->empty();
    switch (claim.kind)
    {
    case ClaimKind::Complete: return Decision{complete, vacuous};
    case ClaimKind::Deterministic: return Decision{deterministic, vacuous};
    case ClaimKind::Functional: return Decision{complete && deterministic, vacuous};
    case ClaimKind::Consistent: return Decision{consistent};
    case ClaimKind::Refines: return Decision{refines, vacuous};
    default: return Decision{refines && refined, vacuous};
    }
}

/// The paper's three conditions, over all states of Σ.
Decision BruteForce::implements(const Claim& claim)
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

Decision BruteForce::achieves(const Claim& claim)
{
    const std::vector<State> states = reached(claim.strategies);
    Decision decision{!has_cycle(claim.strategies, states), initial_states()->empty()};
    for (State w : states)
    {
        if (model_.terminal(w))
            decision.holds = decision.holds && test(claim.formula, w, Action{0});
        else if (complying(claim.strategies, w).empty())
            decision.holds = false;
    }
    return decision;
}

/// Some complying play never ends: taking away states all of whose moves lead to states already
/// taken away does not take all.
bool BruteForce::has_cycle(const std::vector<Strategy>& profile, const std::vector<State>& states)
{
    std::set<State> ended;
    for (bool changed = true; changed;)
    {
        changed = false;
        for (State w : states)
        {
            const Moves moves = complying(profile, w);
            const bool ends =
                std::all_of(moves.begin(), moves.end(),
                            [&](Action a) { return ended.contains(model_.after(w, a)); });
            changed = (ends && ended.insert(w).second) || changed;
        }
    }
    return ended.size() != states.size();
}

} // namespace sgl::testing
