#include "logic/grounding/ground.hpp"
#include "logic/grounding/ground_size.hpp"

#include <cassert>
#include <map>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

/// "where j = 3, l = 1": the variables of a sum or product.
std::string variables_of(Terms& terms, const Expr* expr)
{
    std::vector<const Expr*> left{expr};
    std::map<std::string_view, std::int64_t> values;
    while (!left.empty())
    {
        const Expr* one = left.back();
        left.pop_back();
        if (one->kind != ExprKind::Reference)
            left.insert(left.end(), one->operands.begin(), one->operands.end());
        else if (one->target == Target::Variable)
            values.emplace(one->name, terms.slot(one->index));
    }
    std::string answer;
    for (const auto& [name, value] : values)
        answer += fmt::format("{}{} = {}", answer.empty() ? "where " : ", ", name, value);
    return answer;
}

} // namespace

Grounder::Grounder(const Grounding& in, std::size_t formula_limit)
    : in_(in), formula_limit_(formula_limit)
{
    start();
    for (const SymbolDeclaration& declared : in_.file.definitions)
        definitions_.push_back({shape_of(in_, declared), {}, {}});
    for (const SymbolDeclaration& declared : in_.file.strategies)
        strategies_.push_back({shape_of(in_, declared), {}});
}

void Grounder::start()
{
    store_limit_ = in_.store.size() + formula_limit_;
    in_.terms.restart(formula_limit_);
}

void Grounder::check_size() const
{
    GroundSize(in_, formula_limit_).check_file();
}

void Grounder::recover()
{
    operands_.clear();
    expanding_ = 0;
    for (Memo& memo : definitions_)
        std::erase_if(memo.formulas, [](const auto& entry) { return !entry.second; });
    for (StrategyMemo& memo : strategies_)
        std::erase_if(memo.strategies, [](const auto& entry) { return !entry.second; });
}

Formula Grounder::formula(const Expr* expr, std::uint32_t slots)
{
    start();
    try
    {
        GroundSize(in_, formula_limit_).check_formula(expr, slots);
        in_.terms.open_frame(slots);
        return ground(expr);
    }
    catch (const Fault&)
    {
        recover();
        throw;
    }
}

Formula Grounder::made(const Expr* expr, Formula f)
{
    folded_ = false;
    if (in_.store.size() > store_limit_)
        in_.terms.spend(expr->at, SIZE_MAX / 2);
    if (f.depth() > formula_depth_limit)
        fail(expr, too_deep(formula_depth_limit));
    return f;
}

Formula Grounder::ground(const Expr* expr)
{
    const NestedCall nested(level_, formula_depth_limit, in_.texts, expr->at);
    FormulaStore& store = in_.store;
    in_.terms.spend(expr->at);
    const std::vector<Expr*>& of = expr->operands;
    folded_ = false;
    switch (expr->kind)
    {
    case ExprKind::True: return store.top();
    case ExprKind::False: return store.bottom();
    case ExprKind::Initial: return store.initial();
    case ExprKind::Terminal: return store.terminal();
    case ExprKind::Legal: return made(expr, store.legal(ground_action(of[0])));
    case ExprKind::Does: return made(expr, store.does(ground_action(of[0])));
    case ExprKind::Reference: return ground_reference(expr);
    case ExprKind::Not:
    {
        const Formula f = ground(of[0]);
        return folded_ ? folded(f.is(Kind::False)) : made(expr, store.negation(f));
    }
    case ExprKind::Compare: return ground_comparison(expr);
    case ExprKind::Next: return made(expr, store.next(ground(of[0])));
    case ExprKind::After:
    case ExprKind::Select:
    {
        const Action a = ground_action(of[0]);
        const Formula f = ground(of[1]);
        return made(expr, expr->kind == ExprKind::After ? store.after(a, f) : store.select(a, f));
    }
    case ExprKind::Restrict:
    {
        const Formula f = ground(of[0]);
        return made(expr, store.restrict(f, ground(of[1])));
    }
    case ExprKind::Implies: return ground_implication(expr);
    case ExprKind::Iff: return ground_equivalence(expr);
    case ExprKind::And:
    case ExprKind::Or: return ground_junction(expr);
    case ExprKind::PrioritisedOr:
    case ExprKind::PrioritisedAnd: return ground_chain(expr);
    case ExprKind::All:
    case ExprKind::Any: return ground_quantified(expr);
    case ExprKind::Each:
    case ExprKind::Number:
    case ExprKind::Minus:
    case ExprKind::Sum:
    case ExprKind::Product:
    case ExprKind::Count:
    case ExprKind::If: break;
    }
    assert(false && "resolved as a formula");
    return store.top();
}

Formula Grounder::folded(bool value)
{
    folded_ = true;
    return in_.store.constant(value);
}

/// ∧ or ∨. What follows an operand that decides it is not grounded, so that `i < n & p(i+1)` may be
/// written.
Formula Grounder::ground_junction(const Expr* expr)
{
    const bool is_and = expr->kind == ExprKind::And;
    const std::size_t mark = operands_.size();
    for (const Expr* operand : expr->operands)
    {
        const Formula f = ground(operand);
        if (folded_ && f.is(Kind::True) != is_and)
        {
            operands_.resize(mark);
            return folded(!is_and);
        }
        if (!folded_)
            operands_.push_back(f);
    }
    if (operands_.size() == mark)
        return folded(is_and);
    const std::span<const Formula> parts(operands_.data() + mark, operands_.size() - mark);
    const Formula f = is_and ? in_.store.conjunction(parts) : in_.store.disjunction(parts);
    operands_.resize(mark);
    return made(expr, f);
}

Formula Grounder::ground_implication(const Expr* expr)
{
    const Formula premise = ground(expr->operands[0]);
    if (folded_)
        return premise.is(Kind::False) ? folded(true) : ground(expr->operands[1]);
    const Formula conclusion = ground(expr->operands[1]);
    if (!folded_)
        return made(expr, in_.store.implication(premise, conclusion));
    return conclusion.is(Kind::True) ? folded(true) : made(expr, in_.store.negation(premise));
}

/// What defines a symbol stays a definition, `legal(a) <-> false`.
Formula Grounder::ground_equivalence(const Expr* expr)
{
    const Formula f = ground(expr->operands[0]);
    const bool f_folded = folded_;
    const Formula g = ground(expr->operands[1]);
    return f_folded && folded_ ? folded(f == g) : made(expr, in_.store.equivalence(f, g));
}

Formula Grounder::ground_quantified(const Expr* expr)
{
    const bool is_all = expr->kind == ExprKind::All;
    const std::size_t mark = operands_.size();
    bool some_folded = false, decided = false;
    in_.terms.for_each(*expr->binders,
                       [&]
                       {
                           if (decided)
                               return;
                           const Formula f = ground(expr->operands[0]);
                           if (!folded_)
                               operands_.push_back(f);
                           some_folded = some_folded || folded_;
                           decided = folded_ && f.is(Kind::True) != is_all;
                       });
    if (decided || (some_folded && operands_.size() == mark))
    {
        operands_.resize(mark);
        return folded(decided ? !is_all : is_all);
    }
    const std::span<const Formula> parts(operands_.data() + mark, operands_.size() - mark);
    const Formula f = is_all ? in_.store.conjunction(parts) : in_.store.disjunction(parts);
    operands_.resize(mark);
    return made(expr, f);
}

Formula Grounder::ground_chain(const Expr* expr)
{
    const std::size_t mark = operands_.size();
    chain_operands(expr, std::nullopt);
    return joined(expr, mark);
}

Formula Grounder::ground_reference(const Expr* expr)
{
    if (expr->target == Target::Definition)
        return ground_definition(expr);
    if (expr->target == Target::Strategy)
        return made(expr, ground_strategy(expr).moves);
    if (expr->target == Target::FrameSymbol)
        return made(expr, in_.store.fluent(Fluent{expr->index}));
    const Shape& shape = fluents_[expr->index];
    const std::int64_t at = tuple(expr, in_.file.fluents[expr->index], shape);
    return made(expr, in_.store.fluent(Fluent{shape.first + static_cast<std::uint32_t>(at)}));
}

Formula Grounder::ground_definition(const Expr* expr)
{
    Memo& memo = definitions_[expr->index];
    const SymbolDeclaration& declared = in_.file.definitions[expr->index];
    const std::int64_t at = tuple(expr, declared, memo.shape);
    const auto [known, is_new] = memo.formulas.try_emplace(at);
    if (!is_new && !known->second)
        fail(expr, fmt::format("the definition of '{}' uses itself", expr->name));
    if (!is_new)
    {
        folded_ = memo.folded.contains(at);
        return known->second;
    }
    const std::size_t old = open(declared, memo.shape, at);
    ++expanding_;
    const Formula f = ground(declared.body);
    --expanding_;
    in_.terms.close_frame(old);
    memo.formulas[at] = f;
    if (folded_)
        memo.folded.insert(at);
    return f;
}

Action Grounder::ground_action(const Expr* expr)
{
    if (expr->target == Target::FrameSymbol)
        return Action{expr->index};
    const Shape& shape = actions_[expr->index];
    const std::int64_t at = tuple(expr, in_.file.actions[expr->index], shape);
    return Action{shape.first + static_cast<std::uint32_t>(at)};
}

std::int64_t Grounder::tuple(const Expr* expr, const SymbolDeclaration& declared,
                             const Shape& shape)
{
    std::int64_t answer = 0;
    for (std::size_t i = 0; i < expr->operands.size(); ++i)
    {
        const Values& domain = shape.domains[i];
        const std::int64_t v = in_.terms.value(expr->operands[i]);
        if (!domain.contains(v))
            fail(expr->operands[i],
                 fmt::format("argument {} of '{}' is {}, outside {}..{}", i + 1, declared.name, v,
                             domain.first, domain.last),
                 variables_of(in_.terms, expr->operands[i]));
        answer = answer * (domain.last - domain.first + 1) + (v - domain.first);
    }
    return answer;
}

std::size_t Grounder::open(const SymbolDeclaration& declared, const Shape& shape,
                           std::int64_t tuple)
{
    const std::size_t old = in_.terms.open_frame(declared.slots);
    for (std::size_t i = shape.domains.size(); i-- > 0;)
    {
        const Values& domain = shape.domains[i];
        const std::int64_t size = domain.last - domain.first + 1;
        in_.terms.slot(static_cast<std::uint32_t>(i)) = domain.first + tuple % size;
        tuple /= size;
    }
    return old;
}

void Grounder::fail(const Expr* expr, std::string message, std::string hint) const
{
    throw Fault{in_.texts.error(expr->at, std::move(message), std::move(hint))};
}

} // namespace sgl::language
