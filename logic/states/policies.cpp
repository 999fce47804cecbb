#include "logic/states/policies.hpp"

#include "logic/formula/subformulas.hpp"

#include <algorithm>

namespace sgl
{

void look_up_policies(const Policies& policies, std::vector<bool>& fluents, bool initial)
{
    for (const auto& policy : policies)
    {
        std::vector<StateList::Word> state(policy->list.words());
        for (std::size_t bit = 0; bit < policy->bits.size(); ++bit)
        {
            const std::optional<Fluent> p = policy->bits[bit];
            if (p ? fluents[p->index] : initial)
                StateList::put(state, bit);
        }
        for (const Fluent atom : policy->atoms)
            fluents[atom.index] = false;
        const std::uint32_t place = policy->index.find(state);
        if (place != StateIndex::none)
            fluents[policy->atoms[policy->list.chosen[place]].index] = true;
    }
}

bool is_policy_atom(const Policies& policies, Fluent p)
{
    return std::ranges::any_of(
        policies, [p](const auto& policy)
        { return std::ranges::find(policy->atoms, p) != policy->atoms.end(); });
}

bool mentions_policy(const Policies& policies, Formula f)
{
    if (policies.empty() || !f)
        return false;
    bool found = false;
    for_each_subformula(f,
                        [&](Formula g)
                        {
                            if (g.is(Kind::Fluent) && is_policy_atom(policies, g.fluent()))
                                found = true;
                        });
    return found;
}

} // namespace sgl
