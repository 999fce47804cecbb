#include "logic/model/initial_candidates.hpp"

#include "logic/formula/cardinality.hpp"
#include "logic/model/axiom_reading.hpp"
#include "logic/states/policies.hpp"

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sgl
{

namespace
{

/// What `initial -> φ`, or φ alone, says of single atoms, φ a conjunction with literals in it.
std::unordered_map<Formula, bool> fixed_initially(const Game& game)
{
    std::unordered_map<Formula, bool> fixed;
    std::vector<Formula> open;
    for (auto axiom = game.axioms.rbegin(); axiom != game.axioms.rend(); ++axiom)
        open.push_back(axiom->formula);
    while (!open.empty())
    {
        const Formula f = open.back();
        open.pop_back();
        if (f.is(Kind::And))
            open.insert(open.end(), f.children().rbegin(), f.children().rend());
        else if (f.is(Kind::Implies) && f[0].is(Kind::Initial))
            open.push_back(f[1]);
        else if (const auto literal = as_signed_atom(f))
            fixed.emplace(literal->atom, literal->positive);
    }
    return fixed;
}

} // namespace

StateAtom as_state_atom(Formula atom)
{
    switch (atom.kind())
    {
    case Kind::Fluent: return {Kind::Fluent, atom.fluent().index};
    case Kind::Legal: return {Kind::Legal, atom.action().index};
    default: return {Kind::Terminal, 0};
    }
}

void assign(Valuation& valuation, StateAtom atom, bool value)
{
    if (atom.kind == Kind::Fluent)
        valuation.fluents[atom.index] = value;
    else if (atom.kind == Kind::Legal)
        valuation.legal[atom.index] = value;
    else
        valuation.terminal = value;
}

InitialCandidates::InitialCandidates(FormulaStore& store, const Game& game,
                                     const std::function<bool(StateAtom)>& is_defined)
    : valuation_(game.frame)
{
    const std::unordered_map<Formula, bool> fixed = fixed_initially(game);
    for (const auto& [atom, value] : fixed)
        assign(valuation_, as_state_atom(atom), value);
    std::unordered_set<Formula> axioms;
    for (const Axiom& axiom : game.axioms)
        axioms.insert(axiom.formula);

    std::vector<bool> is_valued(game.frame.fluent_count());
    for (const FluentRange& range : game.frame.valued())
    {
        std::vector<Formula> atoms;
        for (std::uint32_t i = 0; i < range.count; ++i)
            atoms.push_back(store.fluent(range[i]));
        if (!axioms.contains(exactly_one(store, atoms)))
            continue;
        // Where one value is fixed, or no value is left, there is nothing else to try.
        Digit digit{{}, true};
        bool one_is_true = false;
        for (std::uint32_t i = 0; i < range.count; ++i)
        {
            is_valued[range[i].index] = true;
            const auto known = fixed.find(atoms[i]);
            if (known == fixed.end())
                digit.atoms.push_back({Kind::Fluent, range[i].index});
            one_is_true = one_is_true || (known != fixed.end() && known->second);
        }
        if (!one_is_true && !digit.atoms.empty())
            add(std::move(digit));
    }
    for (std::uint32_t p = 0; p < game.frame.fluent_count(); ++p)
        if (!is_valued[p] && !fixed.contains(store.fluent(Fluent{p})) &&
            !is_policy_atom(game.policies, Fluent{p}))
            add({{{Kind::Fluent, p}}});
    if (!is_defined({Kind::Terminal, 0}) && !fixed.contains(store.terminal()))
        add({{{Kind::Terminal, 0}}});
    for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
        if (!is_defined({Kind::Legal, a}) && !fixed.contains(store.legal(Action{a})))
            add({{{Kind::Legal, a}}});
}

void InitialCandidates::add(Digit digit)
{
    set(digit, true);
    digits_.push_back(std::move(digit));
}

void InitialCandidates::set(const Digit& digit, bool value)
{
    if (digit.is_one_of)
        assign(valuation_, digit.atoms[digit.at], value);
    else
        assign(valuation_, digit.atoms[0], value && digit.at == 1);
}

bool InitialCandidates::advance()
{
    for (Digit& digit : digits_)
    {
        set(digit, false);
        digit.at = (digit.at + 1) % (digit.is_one_of ? digit.atoms.size() : 2);
        set(digit, true);
        if (digit.at != 0)
            return true;
    }
    return false;
}

} // namespace sgl
