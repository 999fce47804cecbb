#include "prover/checker/cone_of_influence.hpp"

#include "logic/formula/subformulas.hpp"

#include <algorithm>

namespace sgl::certificate
{

namespace
{

/// It is told by the fluents of a state: definitions say the rest.
bool is_about_fluents(const Rules& rules, Formula f)
{
    SubformulaWalk walk;
    walk.add(f);
    while (const std::optional<Formula> next = walk.take())
    {
        const Formula g = *next;
        walk.add(g.children());
        switch (g.kind())
        {
        case Kind::True:
        case Kind::False:
        case Kind::Fluent:
        case Kind::Initial:
        case Kind::Not:
        case Kind::And:
        case Kind::Or:
        case Kind::Implies:
        case Kind::Iff: break;
        case Kind::Terminal:
        case Kind::Legal:
        {
            const Formula definition =
                g.is(Kind::Terminal) ? rules.terminal : rules.legal[g.action().index];
            if (!definition)
                return false;
            walk.add(definition);
            break;
        }
        default: return false;
        }
    }
    return true;
}

} // namespace

Bits relevant_bits(const GameUnderCheck& ground, const Question& question,
                   std::span<const Formula> others)
{
    SubformulaWalk walk;
    walk.add(ground.store.terminal());
    std::vector<Formula> atoms;
    const auto open = [&](Formula f)
    {
        if (f)
            walk.add(f);
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
        const Formula axiom = ground.game.axioms[i].formula;
        const Formula at_start = initially(axiom);
        if (!at_start || !is_about_fluents(ground.rules, at_start))
            open(axiom);
    }
    while (const std::optional<Formula> next = walk.take())
    {
        const Formula f = *next;
        walk.add(f.children());
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
        return std::pair(is_fluent ? ground.game.frame.numbers(atom.fluent())
                                   : std::vector<std::int64_t>(),
                         is_fluent ? std::int64_t{atom.fluent().index} : -1);
    };
    std::ranges::sort(atoms, {}, key);
    return {std::move(atoms)};
}

} // namespace sgl::certificate
