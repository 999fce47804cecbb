#include "axioms/text/instance.hpp"

#include <cassert>

namespace sgl::axioms
{

std::optional<Formula> instantiate(FormulaStore& store, const Frame& frame, const Schema& schema,
                                   const Instance& instance, const Variables& variables)
{
    if (schema.text().distinct &&
        !variables.differ(instance.actions.at(U'a'), instance.actions.at(U'b')))
        return std::nullopt;
    Instance values = instance;
    const auto build = [&](const auto& self, const Pattern& pattern) -> Formula
    {
        switch (pattern.form)
        {
        case Pattern::Form::FormulaVariable:
        case Pattern::Form::AtomVariable: return values.formulas.at(pattern.variable);
        case Pattern::Form::SomeAction:
        {
            std::vector<Formula> cases;
            for (std::uint32_t a = 0; a < frame.action_count(); ++a)
            {
                values.actions[pattern.action] = Action{a};
                cases.push_back(self(self, pattern.operands[0]));
            }
            return store.disjunction(cases);
        }
        case Pattern::Form::Connective: break;
        }
        std::vector<Formula> operands;
        if (schema.text().many && pattern.kind == Kind::And)
        {
            for (Formula conjunct : values.conjuncts)
            {
                values.formulas[U'φ'] = conjunct;
                operands.push_back(self(self, pattern.operands[0]));
            }
            return store.conjunction(operands);
        }
        for (const Pattern& operand : pattern.operands)
            operands.push_back(self(self, operand));
        const auto action = [&] { return values.actions.at(pattern.action); };
        switch (pattern.kind)
        {
        case Kind::True: return store.top();
        case Kind::False: return store.bottom();
        case Kind::Initial: return store.initial();
        case Kind::Terminal: return store.terminal();
        case Kind::Legal: return store.legal(action());
        case Kind::Does: return store.does(action());
        case Kind::Not: return store.negation(operands[0]);
        case Kind::And: return store.conjunction(operands);
        case Kind::Implies: return store.implication(operands[0], operands[1]);
        case Kind::Iff: return store.equivalence(operands[0], operands[1]);
        case Kind::After: return store.after(action(), operands[0]);
        case Kind::Select: return store.select(action(), operands[0]);
        case Kind::Restrict: return store.restrict(operands[0], operands[1]);
        case Kind::Fluent:
        case Kind::Or:
        case Kind::Next:
        case Kind::PrioritisedOr:
        case Kind::PrioritisedAnd: break;
        }
        assert(false && "no schema has this connective");
        return {};
    };
    const auto p = values.formulas.find(U'p');
    if (p != values.formulas.end() && !is_atom(p->second))
        return std::nullopt;
    return build(build, schema.pattern());
}

} // namespace sgl::axioms
