#include "logic/normal_form/negation_normal_form.hpp"

#include "logic/formula/definition.hpp"
#include "logic/formula/transform.hpp"

namespace sgl
{
namespace
{

constexpr std::uint32_t plain = 0;
constexpr std::uint32_t negated = 1;

/// One step of the way down: what f, or ¬f, becomes.
class NegationStep
{
public:
    NegationStep(FormulaStore& store, const Frame& frame) : store_(store), frame_(frame) {}

    Formula operator()(FormulaKey key, MemoLoop::Need& need)
    {
        const auto [f, polarity] = key;
        const bool negative = polarity == negated;
        switch (f.kind())
        {
        case Kind::True:
        case Kind::False: return store_.constant(f.is(Kind::True) != negative);
        case Kind::Fluent:
        case Kind::Initial:
        case Kind::Terminal:
        case Kind::Legal:
        case Kind::Does: return negative ? store_.negation(f) : f;
        case Kind::Not: return need(f[0], 1 - polarity);
        case Kind::And: return join(need.all(f.children(), polarity), !negative, need);
        case Kind::Or: return join(need.all(f.children(), polarity), negative, need);
        case Kind::Implies:
            return join({need(f[0], 1 - polarity), need(f[1], polarity)}, negative, need);
        case Kind::Iff: return iff(f, negative, need);
        case Kind::After:
        case Kind::Next: return moved(f, negative, need);
        case Kind::Select:
        {
            const Formula inner = need(f[0], polarity);
            return inner ? store_.select(f.action(), inner) : inner;
        }
        case Kind::Restrict:
        {
            const Formula alpha = need(f[0], plain);
            const Formula inner = need(f[1], polarity);
            return need.missing() ? Formula() : store_.restrict(alpha, inner);
        }
        case Kind::PrioritisedOr:
        case Kind::PrioritisedAnd: return need(definition(store_, frame_, f), polarity);
        }
        return f;
    }

private:
    Formula join(const std::vector<Formula>& operands, bool conjunction, MemoLoop::Need& need)
    {
        if (need.missing())
            return Formula();
        return conjunction ? store_.conjunction(operands) : store_.disjunction(operands);
    }

    // φ ↔ ψ  ==  (φ ∧ ψ) ∨ (¬φ ∧ ¬ψ);   ¬(φ ↔ ψ)  ==  (φ ∧ ¬ψ) ∨ (¬φ ∧ ψ)
    Formula iff(Formula f, bool negative, MemoLoop::Need& need)
    {
        const Formula left = need(f[0], plain), not_left = need(f[0], negated);
        const Formula right = need(f[1], plain), not_right = need(f[1], negated);
        if (need.missing())
            return Formula();
        return store_.disjunction(store_.conjunction(left, negative ? not_right : right),
                                  store_.conjunction(not_left, negative ? right : not_right));
    }

    // ¬[a]φ  ==  [a] ⋁_c ⟪c⟫¬φ, the ⋁_c ⟪c⟫ only where φ depends on c; the same for ○
    Formula moved(Formula f, bool negative, MemoLoop::Need& need)
    {
        Formula inner = need(f[0], negative ? negated : plain);
        if (need.missing())
            return Formula();
        if (negative && !f[0].is_state_wise())
            inner = for_some_action(store_, frame_, inner);
        return f.is(Kind::Next) ? store_.next(inner) : store_.after(f.action(), inner);
    }

    FormulaStore& store_;
    const Frame& frame_;
};

} // namespace

Formula negation_normal_form(FormulaStore& store, const Frame& frame, Formula f)
{
    return MemoLoop()(f, plain, NegationStep(store, frame));
}

} // namespace sgl
