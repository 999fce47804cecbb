#include "logic/normal_form/fold.hpp"

#include <algorithm>

namespace sgl::fold
{
namespace
{

/// The operands but `unit`s; just `zero` if it is among them.
std::vector<Formula> without(std::span<const Formula> operands, Kind unit, Kind zero)
{
    std::vector<Formula> kept;
    for (Formula f : operands)
    {
        if (f.is(zero))
            return {f};
        if (!f.is(unit))
            kept.push_back(f);
    }
    return kept;
}

bool is_constant(Formula f)
{
    return f.is(Kind::True) || f.is(Kind::False);
}

} // namespace

Formula negation(FormulaStore& store, Formula f)
{
    return is_constant(f) ? store.constant(f.is(Kind::False)) : store.negation(f);
}

Formula conjunction(FormulaStore& store, std::span<const Formula> operands)
{
    return store.conjunction(without(operands, Kind::True, Kind::False));
}

Formula disjunction(FormulaStore& store, std::span<const Formula> operands)
{
    return store.disjunction(without(operands, Kind::False, Kind::True));
}

Formula implication(FormulaStore& store, Formula premise, Formula conclusion)
{
    if (premise.is(Kind::False) || conclusion.is(Kind::True))
        return store.top();
    if (premise.is(Kind::True))
        return conclusion;
    return conclusion.is(Kind::False) ? store.negation(premise)
                                      : store.implication(premise, conclusion);
}

Formula equivalence(FormulaStore& store, Formula f, Formula g)
{
    if (is_constant(f))
        return f.is(Kind::True) ? g : negation(store, g);
    if (is_constant(g))
        return g.is(Kind::True) ? f : negation(store, f);
    return store.equivalence(f, g);
}

} // namespace sgl::fold
