// Reduction: [a]φ, ○φ and ⟪a⟫φ of normal forms, by what Σ says of the next state.

#include "prover/reduction/reduction.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace sgl
{

/// [a]f or ○f for a normal f: first ⋀_c ⟪c⟫f if f speaks of the next action, then one step back.
Formula Reduction::one_step(Formula f, std::optional<Action> a)
{
    if (!f.is_state_wise())
    {
        f = need(at_every_action(f));
        if (!f)
            return {};
    }
    const Formula before = need(store_.next(f));
    return before && a ? need(store_.select(*a, before)) : before;
}

/// ○φ. Of a state-wise normal form: ○ commutes with ¬, ∧, ∨, ↔; then what Σ says of the atom.
Formula Reduction::step_next(Formula f)
{
    law_ = Law::Next;
    const Formula g = f[0];
    if (!is_normal(g) || !g.is_state_wise())
        return combine(f, {});
    switch (g.kind())
    {
    case Kind::True:
    case Kind::False: return g;
    // ○initial  ==  ⊥
    case Kind::Initial: law_ = Law::A4; return store_.bottom();
    case Kind::Fluent: return next_value(g.fluent());
    case Kind::Terminal:
    case Kind::Legal:
    case Kind::Select: // ⟪a⟫ of the letter
    case Kind::After: return mark_normal(f);
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Iff:
    {
        std::vector<Formula> operands;
        for (Formula child : g.children())
            operands.push_back(need(store_.next(child)));
        if (!missing_.empty())
            return {};
        if (g.is(Kind::Not))
            return no(operands[0]);
        return g.is(Kind::Iff) ? iff(operands[0], operands[1]) : junction(g.kind(), operands);
    }
    case Kind::Does:
    case Kind::Implies:
    case Kind::Restrict:
    case Kind::Next:
    case Kind::PrioritisedOr:
    case Kind::PrioritisedAnd: break;
    }
    assert(false && "a state-wise normal form");
    return {};
}

/// The value of p one step later, by the rules of Σ; ○p, or ○open(p), where they leave it open.
Formula Reduction::next_value(Fluent p)
{
    const SuccessorRule& rule = rules_.successors[p.index];
    if (rule.is_free())
        return mark_normal(store_.next(store_.fluent(p)));
    const Formula free = mark_normal(store_.next(store_.fluent(open(p))));
    law_ = Law::Game;
    std::vector<Action> special;
    for (const auto& [a, formula] : rule.after)
        special.push_back(a);
    for (const Effect& effect : rule.effects)
    {
        if (effect.only_after)
            special.push_back(*effect.only_after);
    }
    std::ranges::sort(special);
    special.erase(std::unique(special.begin(), special.end()), special.end());

    Formula general = rule.whole ? need(rule.whole) : effect_value(rule, {}, free);
    if (rule.whole || special.empty())
        return general;
    // ⋁_a (does(a) & value after a) | (!⋁_a does(a) & the general value)
    std::vector<Formula> cases, others;
    for (Action a : special)
    {
        const Formula does = need(store_.does(a));
        const auto whole = rule.after.find(a);
        const Formula value =
            whole != rule.after.end() ? need(whole->second) : effect_value(rule, a, free);
        if (!missing_.empty())
            continue;
        cases.push_back(all_of(std::array{does, value}));
        others.push_back(no(does));
    }
    if (!missing_.empty())
        return {};
    others.push_back(general);
    cases.push_back(all_of(others));
    return any_of(cases);
}

/// φ⁺ | (!φ⁻ & free): made true, or not made false and left as the free value says.
Formula Reduction::effect_value(const SuccessorRule& rule, std::optional<Action> after,
                                Formula free)
{
    std::vector<Formula> made_true, made_false;
    for (const Effect& effect : rule.effects)
    {
        if (!effect.only_after || effect.only_after == after)
            (effect.value ? made_true : made_false).push_back(need(effect.condition));
    }
    if (!missing_.empty())
        return {};
    const Formula on = any_of(made_true);
    const Formula not_off = no(any_of(made_false));
    if (on == not_off) // φ -> ○p, !φ -> ○!p: nothing is left open
        return on;
    return any_of(std::array{on, all_of(std::array{not_off, free})});
}

/// ⟪a⟫φ. Of a normal form: C1–C7 down to does(b) and ○x.
Formula Reduction::step_select(Formula f)
{
    law_ = Law::Select;
    const Formula g = f[0];
    if (!is_normal(g))
        return combine(f, {});
    return one_action(g, f.action());
}

Formula Reduction::one_action(Formula g, Action a)
{
    if (g.is_state_wise())
        return g;
    if (g == letter_)
        return mark_normal(store_.select(a, g));
    switch (g.kind())
    {
    case Kind::Does: law_ = Law::C3; return store_.constant(g.action() == a);
    // ⟪a⟫○x  ==  [a]x
    case Kind::Next: law_ = Law::Next; return mark_normal(store_.after(a, g[0]));
    default: break;
    }
    if (!mentions(g, a))
        return without_action(g);
    std::vector<Formula> operands;
    operands.reserve(g.children().size());
    for (Formula child : g.children())
    {
        if (child.is_state_wise())
            operands.push_back(child);
        else if (!mentions(child, a))
            operands.push_back(without_action(child));
        else
            operands.push_back(need(store_.select(a, child)));
    }
    if (!missing_.empty())
        return {};
    if (g.is(Kind::Not))
        return no(operands[0]);
    return g.is(Kind::Iff) ? iff(operands[0], operands[1]) : junction(g.kind(), operands);
}

/// A normal form without ○ at an action that it does not name: every does(b) is ⊥ there.
Formula Reduction::without_action(Formula root)
{
    std::vector<Formula> stack{root};
    std::vector<Formula> operands;
    while (!stack.empty())
    {
        const Formula f = stack.back();
        fit(f);
        if (without_action_[f.id()])
        {
            stack.pop_back();
            continue;
        }
        if (f.is_state_wise() || f.is(Kind::Does))
        {
            without_action_[f.id()] = f.is(Kind::Does) ? store_.bottom() : f;
            stack.pop_back();
            continue;
        }
        operands.clear();
        bool ready = true;
        for (Formula child : f.children())
        {
            fit(child);
            const Formula done = without_action_[child.id()];
            operands.push_back(done);
            if (!done)
            {
                stack.push_back(child);
                ready = false;
            }
        }
        if (!ready)
            continue;
        const Formula result = f.is(Kind::Not)   ? no(operands[0])
                               : f.is(Kind::Iff) ? iff(operands[0], operands[1])
                                                 : junction(f.kind(), operands);
        fit(f);
        without_action_[f.id()] = result;
        stack.pop_back();
    }
    return without_action_[root.id()];
}

} // namespace sgl
