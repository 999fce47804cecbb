#include "prover/checker/cone_of_influence.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_set>

namespace sgl::certificate
{

namespace
{

/// The numbers among the arguments of `p(x,1,2)`: fluents with the same ones are decided together.
std::vector<std::int64_t> numbers_in(const std::string& name)
{
    std::vector<std::int64_t> numbers;
    const char* at = name.data() + std::min(name.find('('), name.size());
    const char* const end = name.data() + name.size();
    while (at != end)
    {
        std::int64_t number = 0;
        const auto [after, error] = std::from_chars(++at, end, number);
        if (error == std::errc() && after != end && (*after == ',' || *after == ')'))
            numbers.push_back(number);
        at = std::find_if(at, end, [](char c) { return c == ','; });
    }
    return numbers;
}

/// It is told by the fluents of a state: definitions say the rest.
bool is_about_fluents(const Rules& rules, Formula f)
{
    std::unordered_set<Formula> seen{f};
    std::vector<Formula> stack{f};
    const auto open = [&](Formula g)
    {
        if (seen.insert(g).second)
            stack.push_back(g);
    };
    while (!stack.empty())
    {
        const Formula g = stack.back();
        stack.pop_back();
        for (Formula child : g.children())
            open(child);
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
            open(definition);
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
        const Formula axiom = ground.game.axioms[i].formula;
        const Formula at_start = initially(axiom);
        if (!at_start || !is_about_fluents(ground.rules, at_start))
            open(axiom);
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
