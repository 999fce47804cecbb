#include "prover/claims/recommendation.hpp"

#include "logic/formula/subformulas.hpp"

#include <algorithm>

namespace sgl
{

std::vector<Formula> decisive_leaves(Formula moves)
{
    const auto decides_by = [](Formula f)
    {
        const std::size_t operands = f.is(Kind::PrioritisedOr)    ? f.children().size()
                                     : f.is(Kind::PrioritisedAnd) ? 1
                                                                  : 0;
        return f.children().first(operands);
    };
    std::vector<Formula> leaves;
    for_each_subformula(
        moves,
        [&](Formula f)
        {
            if (decides_by(f).empty())
                leaves.push_back(f);
        },
        decides_by);
    return leaves;
}

Formula has_legal_move(FormulaStore& store, const Frame& frame, Agent agent)
{
    std::vector<Formula> legal;
    for (Action a : frame.actions_of(agent))
        legal.push_back(store.legal(a));
    return store.disjunction(legal);
}

Formula recommends(FormulaStore& store, const Frame& frame, Formula moves, Agent agent)
{
    std::vector<Formula> any;
    for (Formula leaf : decisive_leaves(moves))
    {
        std::vector<Formula> some;
        for (Action a : frame.actions_of(agent))
            some.push_back(store.select(a, leaf));
        any.push_back(store.disjunction(some));
    }
    return store.disjunction(any);
}

Formula nothing_recommended(FormulaStore& store, const Frame& frame, Formula moves, Agent agent)
{
    return store.conjunction(has_legal_move(store, frame, agent),
                             store.negation(recommends(store, frame, moves, agent)));
}

/// In the size of the agent's actions: one of a₁ … a_{k-1} and a_k, for some k.
Formula two_recommended(FormulaStore& store, const Frame& frame, Formula moves, Agent agent)
{
    std::vector<Formula> two;
    Formula earlier;
    for (Action a : frame.actions_of(agent))
    {
        const Formula here = store.select(a, moves);
        if (earlier)
            two.push_back(store.conjunction(here, earlier));
        earlier = earlier ? store.disjunction(earlier, here) : here;
    }
    return store.disjunction(two);
}

Formula recommended_beyond(FormulaStore& store, const Frame& frame, Formula moves, Formula other,
                           Agent agent)
{
    std::vector<Formula> beyond;
    for (Action a : frame.actions_of(agent))
        beyond.push_back(
            store.conjunction(store.select(a, moves), store.negation(store.select(a, other))));
    return store.disjunction(beyond);
}

Formula allowed_move(FormulaStore& store, const Frame& frame, const std::vector<Strategy>& profile,
                     Action a)
{
    const auto strategy = std::ranges::find(profile, frame.agent(a), &Strategy::agent);
    return strategy == profile.end() ? store.legal(a) : store.select(a, strategy->moves);
}

} // namespace sgl
