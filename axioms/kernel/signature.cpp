#include "axioms/kernel/signature.hpp"

#include <algorithm>

namespace sgl::axioms
{

namespace
{

bool has_action(Formula f)
{
    return f.is(Kind::Legal) || f.is(Kind::Does) || f.is(Kind::After) || f.is(Kind::Select);
}

bool is_metavariable(Formula f)
{
    return f.is(Kind::Fluent) ? f.fluent().index >= first_atom_variable
                              : has_action(f) && is_variable(f.action());
}

/// As many operands as the connective has.
bool has_operands(Formula f)
{
    const std::size_t count = f.children().size();
    switch (f.kind())
    {
    case Kind::True:
    case Kind::False:
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal:
    case Kind::Legal:
    case Kind::Does: return count == 0;
    case Kind::Not:
    case Kind::After:
    case Kind::Select:
    case Kind::Next: return count == 1;
    case Kind::Implies:
    case Kind::Iff:
    case Kind::Restrict: return count == 2;
    case Kind::And:
    case Kind::Or:
    case Kind::PrioritisedOr:
    case Kind::PrioritisedAnd: return count >= 2;
    }
    return false;
}

} // namespace

bool is_multi_agent_frame(const Frame& frame)
{
    for (std::uint32_t i = 0; i < frame.agent_count(); ++i)
        if (frame.actions_of(Agent{i}).empty())
            return false;
    return frame.agent_count() > 0 && frame.action_count() <= first_action_variable &&
           frame.fluent_count() <= first_atom_variable;
}

bool Signature::has(Action a) const
{
    return is_variable(a) ? a.index - first_action_variable < variables_.actions.size()
                          : a.index < frame_.action_count();
}

bool Signature::has_symbol(Formula f) const
{
    if (has_action(f))
        return has(f.action());
    if (!f.is(Kind::Fluent))
        return true;
    const std::uint32_t p = f.fluent().index;
    return is_formula_variable(f.fluent()) ? p - first_formula_variable < variables_.formulas.size()
           : is_atom_variable(f.fluent())  ? p - first_atom_variable < variables_.atoms.size()
                                           : p < frame_.fluent_count();
}

bool Signature::has(Formula root)
{
    if (!root)
        return false;
    stack_.assign(1, root);
    while (!stack_.empty())
    {
        const Formula f = stack_.back();
        const std::size_t before = stack_.size();
        if (!is_known(f))
            std::ranges::copy_if(f.children(), std::back_inserter(stack_),
                                 [&](Formula operand) { return !is_known(operand); });
        if (stack_.size() > before)
            continue; // operands first
        stack_.pop_back();
        if (is_known(f))
            continue;
        // Once its operands are the store's own, the store has this formula and no other like it.
        if (!has_symbol(f) || !has_operands(f) || store_.with_children(f, f.children()) != f)
            return false;
        const auto is_closed = [&](Formula operand) { return is_ground(operand); };
        if (is_metavariable(f) || !std::ranges::all_of(f.children(), is_closed))
        {
            open_.insert(f);
            continue;
        }
        if (f.id() >= ground_.size())
            ground_.resize(store_.size());
        ground_[f.id()] = f;
    }
    return true;
}

} // namespace sgl::axioms
