#include "prover/reduction/reduction.hpp"

#include "logic/formula/definition.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace sgl
{

std::string_view name(Law law)
{
    switch (law)
    {
    case Law::A1: return "A1";
    case Law::A4: return "A4";
    case Law::B: return "B1, B2";
    case Law::Select: return "C1-C7";
    case Law::C3: return "C3";
    case Law::D1: return "D1";
    case Law::D2: return "D2";
    case Law::D3: return "D3";
    case Law::D4: return "D4";
    case Law::D5: return "D5";
    case Law::D6: return "D6";
    case Law::D7: return "D7";
    case Law::D8: return "D8";
    case Law::Next: return "definition of next";
    case Law::PrioritisedOr: return "definition of |>";
    case Law::PrioritisedAnd: return "definition of &>";
    case Law::Game: return "game axiom";
    }
    return "";
}

Reduction::Reduction(FormulaStore& store, const Frame& frame, const Rules& rules)
    : store_(store), frame_(frame), rules_(rules)
{
    mark_normal(store_.top());
    mark_normal(store_.bottom());
}

Formula Reduction::reduce(Formula root, const Budget& budget)
{
    std::vector<Formula> stack{root};
    for (std::size_t steps = 1; !stack.empty(); ++steps)
    {
        if (steps % 256 == 0)
        {
            budget.at_phase("in the reduction");
            budget.check();
        }
        const Formula f = stack.back();
        fit(f);
        if (equation_of_[f.id()] != 0 || is_normal(f))
        {
            stack.pop_back();
            continue;
        }
        missing_.clear();
        used_.clear();
        law_ = Law::A1;
        const Formula result = step(f);
        if (missing_.empty())
        {
            record(f, result);
            stack.pop_back();
        }
        else
            stack.insert(stack.end(), missing_.rbegin(), missing_.rend());
    }
    return is_normal(root) ? root : equations_[equation_of_[root.id()] - 1].right;
}

void Reduction::take_as_letter(Formula f)
{
    assert(equations_.empty() && !f.is_state_wise());
    letter_ = f;
    mark_normal(f);
}

Formula Reduction::at_every_action(Formula f) const
{
    return for_all_actions(store_, frame_, f);
}

Formula Reduction::at_some_action(Formula f) const
{
    return for_some_action(store_, frame_, f);
}

// One step: the normal form of f from those of the formulas it needs. A needed formula without an
// equation is put on missing_, and the step is tried again when it has one.

Formula Reduction::step(Formula f)
{
    switch (f.kind())
    {
    case Kind::True:
    case Kind::False:
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Does: return mark_normal(f);
    case Kind::Terminal:
        if (!rules_.terminal)
            return mark_normal(f);
        law_ = Law::Game;
        return need(rules_.terminal);
    case Kind::Legal:
    {
        const Formula definition = rules_.legal[f.action().index];
        if (!definition)
            return mark_normal(f);
        law_ = Law::Game;
        return need(definition);
    }
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Implies:
    case Kind::Iff: return combine(f, {});
    case Kind::PrioritisedOr: law_ = Law::PrioritisedOr; return combine(f, {});
    case Kind::PrioritisedAnd: law_ = Law::PrioritisedAnd; return combine(f, {});
    case Kind::After: law_ = Law::B; return combine(f, {});
    case Kind::Select: return step_select(f);
    case Kind::Next: return step_next(f);
    case Kind::Restrict: return step_restrict(f);
    }
    return {};
}

/// ⌊α⌋φ, by the kind of φ.
Formula Reduction::step_restrict(Formula f)
{
    const Formula alpha = f[0];
    const Formula phi = f[1];
    switch (phi.kind())
    {
    // ⌊α⌋p  ==  p
    case Kind::True:
    case Kind::False:
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal: law_ = Law::D1; return need(phi);
    // ⌊α⌋legal(a)  ==  legal(a) & ⟪a⟫α
    case Kind::Legal:
    {
        law_ = Law::D2;
        const Formula legal = need(phi);
        const Formula recommended = need(store_.select(phi.action(), alpha));
        return missing_.empty() ? all_of(std::array{legal, recommended}) : Formula();
    }
    // ⌊α⌋does(a)  ==  does(a)
    case Kind::Does: law_ = Law::D3; return need(phi);
    case Kind::Not: law_ = Law::D4; return combine(phi, alpha);
    case Kind::And:
    case Kind::Or:
    case Kind::Implies:
    case Kind::Iff: law_ = Law::D5; return combine(phi, alpha);
    // ⌊α⌋⟪b⟫φ  ==  ⟪b⟫⌊α⌋φ
    case Kind::Select: law_ = Law::D6; return combine(phi, alpha);
    // ⌊α⌋[a]φ  ==  [a]⌊α⌋φ
    case Kind::After: law_ = Law::D7; return combine(phi, alpha);
    // ⌊α⌋⌊β⌋φ  ==  ⌊α & ⌊α⌋β⌋φ
    case Kind::Restrict:
        law_ = Law::D8;
        return need(
            store_.restrict(store_.conjunction(alpha, store_.restrict(alpha, phi[0])), phi[1]));
    case Kind::Next: law_ = Law::Next; return combine(phi, alpha);
    case Kind::PrioritisedOr: law_ = Law::PrioritisedOr; return combine(phi, alpha);
    case Kind::PrioritisedAnd: law_ = Law::PrioritisedAnd; return combine(phi, alpha);
    }
    return {};
}

/// An operand of a formula that may stand under ⌊α⌋.
Formula Reduction::operand(Formula alpha, Formula f)
{
    return need(alpha ? store_.restrict(alpha, f) : f);
}

/// The connective of `shape` over the normal forms of its operands, each under ⌊α⌋ if there is one.
Formula Reduction::combine(Formula shape, Formula alpha)
{
    std::vector<Formula> operands;
    operands.reserve(shape.children().size());
    for (Formula child : shape.children())
        operands.push_back(operand(alpha, child));
    if (!missing_.empty())
        return {};
    switch (shape.kind())
    {
    case Kind::Not: return no(operands[0]);
    case Kind::And: return all_of(operands);
    case Kind::Or: return any_of(operands);
    case Kind::Implies: return any_of(std::array{no(operands[0]), operands[1]});
    case Kind::Iff: return iff(operands[0], operands[1]);
    case Kind::PrioritisedOr: return first_applicable(operands);
    case Kind::PrioritisedAnd: return longest_prefix(operands);
    case Kind::Select: return need(store_.select(shape.action(), operands[0]));
    case Kind::After: return one_step(operands[0], shape.action());
    case Kind::Next: return one_step(operands[0], {});
    case Kind::True:
    case Kind::False:
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal:
    case Kind::Legal:
    case Kind::Does:
    case Kind::Restrict: break;
    }
    assert(false && "a connective with operands");
    return {};
}

/// α₁ ▽ … ▽ αₙ  ==  α₁ | ((α₂ ▽ … ▽ αₙ) & !⋁_c ⟪c⟫α₁)
Formula Reduction::first_applicable(std::span<const Formula> operands)
{
    std::vector<Formula> applies;
    for (Formula f : operands.first(operands.size() - 1))
        applies.push_back(need(at_some_action(f)));
    if (!missing_.empty())
        return {};
    Formula result = operands.back();
    for (std::size_t k = applies.size(); k-- > 0;)
    {
        const Formula rest = all_of(std::array{result, no(applies[k])});
        result = any_of(std::array{operands[k], rest});
    }
    return result;
}

/// α₁ △ … △ αₙ  ==  α₁ & ⋀_{k≥2} ((⋁_c ⟪c⟫(α₁ & … & α_k)) -> α_k); the prefixes share each other.
Formula Reduction::longest_prefix(std::span<const Formula> operands)
{
    std::vector<Formula> parts{operands[0]};
    Formula prefix = operands[0];
    for (Formula f : operands.subspan(1))
    {
        prefix = all_of(std::array{prefix, f});
        const Formula applies = need(at_some_action(prefix));
        if (missing_.empty())
            parts.push_back(any_of(std::array{no(applies), f}));
    }
    return missing_.empty() ? all_of(parts) : Formula();
}

bool Reduction::mentions(Formula f, Action a) const
{
    return mentioned_[f.id()].has(a);
}

/// The normal form of f if it is known; else f goes on the list of what is missing.
Formula Reduction::need(Formula f)
{
    fit(f);
    if (normal_[f.id()])
        return f;
    const std::uint32_t index = equation_of_[f.id()];
    if (index == 0)
    {
        missing_.push_back(f);
        return {};
    }
    used_.push_back(index - 1);
    return equations_[index - 1].right;
}

void Reduction::record(Formula left, Formula right)
{
    if (left == right)
        return; // a normal form is its own
    Equation equation{left,
                      right,
                      law_,
                      law_ == Law::Game,
                      static_cast<std::uint32_t>(premises_.size()),
                      static_cast<std::uint32_t>(used_.size())};
    for (std::uint32_t premise : used_)
        equation.uses_game = equation.uses_game || equations_[premise].uses_game;
    premises_.insert(premises_.end(), used_.begin(), used_.end());
    equations_.push_back(equation);
    fit(left);
    equation_of_[left.id()] = static_cast<std::uint32_t>(equations_.size());
}

/// Makes the tables large enough for f.
void Reduction::fit(Formula f)
{
    if (f.id() < normal_.size())
        return;
    const std::size_t size = std::max<std::size_t>(f.id() + 1, store_.size() + store_.size() / 2);
    equation_of_.resize(size);
    normal_.resize(size);
    mentioned_.resize(size);
    without_action_.resize(size);
    seen_.resize(size);
    seen_negated_.resize(size);
}

Formula Reduction::mark_normal(Formula f)
{
    fit(f);
    if (normal_[f.id()])
        return f;
    normal_[f.id()] = 1;
    Actions mentioned;
    constexpr std::uint64_t every = ~std::uint64_t{0};
    if (f.is(Kind::Does))
        mentioned = {f.action().index, f.action().index,
                     std::uint64_t{1} << (f.action().index % 64)};
    else if (f.is(Kind::Next) || f == letter_)
        mentioned = {0, ~std::uint32_t{0}, every};
    else if (!f.is_state_wise())
    {
        for (Formula child : f.children())
            mentioned |= mentioned_[child.id()];
    }
    mentioned_[f.id()] = mentioned;
    return f;
}

} // namespace sgl
