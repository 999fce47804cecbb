#include "logic/formula/definition.hpp"

namespace sgl
{
namespace
{

std::vector<Formula> selected(FormulaStore& store, const Frame& frame, Formula f)
{
    std::vector<Formula> selections;
    for (std::uint32_t c = 0; c < frame.action_count(); ++c)
        selections.push_back(store.select(Action{c}, f));
    return selections;
}

Formula next(FormulaStore& store, const Frame& frame, Formula f)
{
    std::vector<Formula> moves;
    for (std::uint32_t b = 0; b < frame.action_count(); ++b)
        moves.push_back(store.conjunction(store.does(Action{b}), store.after(Action{b}, f)));
    return store.disjunction(moves);
}

Formula prioritised_or(FormulaStore& store, const Frame& frame, std::span<const Formula> operands)
{
    Formula rest = operands.back();
    for (std::size_t k = operands.size() - 1; k-- > 0;)
    {
        const Formula none = for_all_actions(store, frame, store.negation(operands[k]));
        rest = store.disjunction(operands[k], store.conjunction(rest, none));
    }
    return rest;
}

Formula prioritised_and(FormulaStore& store, const Frame& frame, std::span<const Formula> operands)
{
    std::vector<Formula> conjuncts{operands.front()};
    Formula prefix = operands.front();
    for (Formula operand : operands.subspan(1))
    {
        prefix = store.conjunction(prefix, operand);
        conjuncts.push_back(store.implication(for_some_action(store, frame, prefix), operand));
    }
    return store.conjunction(conjuncts);
}

} // namespace

Formula for_all_actions(FormulaStore& store, const Frame& frame, Formula f)
{
    return store.conjunction(selected(store, frame, f));
}

Formula for_some_action(FormulaStore& store, const Frame& frame, Formula f)
{
    return store.disjunction(selected(store, frame, f));
}

Formula definition(FormulaStore& store, const Frame& frame, Formula f)
{
    switch (f.kind())
    {
    case Kind::Next: return next(store, frame, f[0]);
    case Kind::PrioritisedOr: return prioritised_or(store, frame, f.children());
    case Kind::PrioritisedAnd: return prioritised_and(store, frame, f.children());
    case Kind::True:
    case Kind::False:
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal:
    case Kind::Legal:
    case Kind::Does:
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Implies:
    case Kind::Iff:
    case Kind::After:
    case Kind::Select:
    case Kind::Restrict: return f;
    }
    return f;
}

} // namespace sgl
