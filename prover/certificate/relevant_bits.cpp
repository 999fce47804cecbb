#include "prover/certificate/relevant_bits.hpp"

#include "prover/bit_order.hpp"

#include <algorithm>
#include <unordered_set>

namespace sgl::certificate
{

Bits relevant_bits(const Ground& ground, const Question& question, std::span<const Formula> others)
{
    std::unordered_set<Formula> seen;
    std::vector<Formula> stack{ground.store.terminal()};
    std::vector<Formula> atoms;
    const auto open = [&](Formula f)
    {
        if (f && seen.insert(f).second)
            stack.push_back(f);
    };
    open(question.bad);
    for (Formula f : others)
        open(f);
    for (std::uint32_t a = 0; a < ground.game.frame.action_count(); ++a)
        open(ground.store.legal(Action{a}));
    for (const Strategy& s : question.profile)
        open(s.moves);
    for (const std::size_t i : ground.rules.constraints)
    {
        if (!initially(ground.game.axioms[i].formula))
            open(ground.game.axioms[i].formula);
    }
    while (!stack.empty())
    {
        const Formula f = stack.back();
        stack.pop_back();
        for (Formula child : f.children())
            open(child);
        if (f.is(Kind::Terminal))
            open(ground.rules.terminal);
        else if (f.is(Kind::Legal))
            open(ground.rules.legal[f.action().index]);
        else if (f.is(Kind::Initial))
            atoms.push_back(f);
        else if (f.is(Kind::Fluent))
        {
            atoms.push_back(f);
            const SuccessorRule& rule = ground.rules.successors[f.fluent().index];
            open(rule.whole);
            for (const auto& [action, formula] : rule.after)
                open(formula);
            for (const Effect& effect : rule.effects)
                open(effect.condition);
        }
    }
    const auto key = [&](Formula atom)
    {
        const bool is_fluent = atom.is(Kind::Fluent);
        return std::pair(is_fluent ? numbers_in(ground.game.frame.name(atom.fluent()))
                                   : std::vector<std::int64_t>(),
                         is_fluent ? std::int64_t{atom.fluent().index} : -1);
    };
    std::ranges::sort(atoms, {}, key);
    return {std::move(atoms)};
}

} // namespace sgl::certificate
