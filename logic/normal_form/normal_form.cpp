#include "logic/normal_form/normal_form.hpp"

#include "logic/formula/definition.hpp"
#include "logic/normal_form/fold.hpp"

namespace sgl
{
namespace
{

/// The tag of a formula that is the same under every ⟪a⟫.
constexpr std::uint32_t any_action = 0xFFFFFFFF;

std::uint32_t tag(Formula f, std::uint32_t action)
{
    return f.is_state_wise() ? any_action : action;
}

} // namespace

Formula NormalForm::chi(Formula f, Action a)
{
    return memo_(f, tag(f, a.index),
                 [this](FormulaKey key, MemoLoop::Need& need) { return step(key, need); });
}

Formula NormalForm::step(FormulaKey key, MemoLoop::Need& need)
{
    const Formula f = key.formula;
    const std::uint32_t a = key.tag;
    std::vector<Formula> inner;
    const auto all_inner = [&]
    {
        for (Formula child : f.children())
            inner.push_back(need(child, tag(child, a)));
        return !need.missing();
    };
    const auto same_as = [&need](Formula g, std::uint32_t action)
    { return need(g, tag(g, action)); };
    switch (f.kind())
    {
    case Kind::True:
    case Kind::False:
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal:
    case Kind::Legal:
    case Kind::After: return f;
    case Kind::Does: return store_.constant(f.action().index == a);
    case Kind::Not: return all_inner() ? fold::negation(store_, inner[0]) : f;
    case Kind::And: return all_inner() ? fold::conjunction(store_, inner) : f;
    case Kind::Or: return all_inner() ? fold::disjunction(store_, inner) : f;
    case Kind::Implies: return all_inner() ? fold::implication(store_, inner[0], inner[1]) : f;
    case Kind::Iff: return all_inner() ? fold::equivalence(store_, inner[0], inner[1]) : f;
    case Kind::Select: return same_as(f[0], f.action().index);
    case Kind::Restrict:
    {
        const Formula g = same_as(f[1], a);
        if (need.missing() || g.is(Kind::True) || g.is(Kind::False))
            return g;
        return store_.restrict(f[0], g);
    }
    case Kind::Next: return store_.after(Action{a}, f[0]);
    case Kind::PrioritisedOr:
    case Kind::PrioritisedAnd: return same_as(definition(store_, frame_, f), a);
    }
    return f;
}

std::vector<Formula> NormalForm::chis(Formula f)
{
    std::vector<Formula> all;
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        all.push_back(chi(f, Action{a}));
    return all;
}

Formula NormalForm::operator()(Formula f)
{
    std::vector<Formula> disjuncts;
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        if (const Formula g = chi(f, Action{a}); !g.is(Kind::False))
            disjuncts.push_back(store_.conjunction(g, store_.does(Action{a})));
    return store_.disjunction(disjuncts);
}

} // namespace sgl
