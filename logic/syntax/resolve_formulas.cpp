// Resolving formulas, strategies, conditions and terms.

#include "logic/syntax/resolve.hpp"

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

std::string_view what_is(const Expr* expr)
{
    switch (expr->kind)
    {
    case ExprKind::Number:
    case ExprKind::Minus:
    case ExprKind::Sum:
    case ExprKind::Product: return "a number";
    case ExprKind::Compare: return "a comparison";
    case ExprKind::Reference: return described(expr->target);
    default: return "a formula";
    }
}

} // namespace

// ---- formulas

void Resolver::read_formula(Expr* expr)
{
    switch (expr->kind)
    {
    case ExprKind::True:
    case ExprKind::False:
    case ExprKind::Initial:
    case ExprKind::Terminal: return;
    case ExprKind::Legal:
    case ExprKind::Does: read_action(expr->operands[0]); return;
    case ExprKind::Not:
    case ExprKind::Next: read_formula(expr->operands[0]); return;
    case ExprKind::After:
    case ExprKind::Select:
        read_action(expr->operands[0]);
        read_formula(expr->operands[1]);
        return;
    case ExprKind::Restrict:
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Implies:
    case ExprKind::Iff:
        for (Expr* operand : expr->operands)
            read_formula(operand);
        return;
    case ExprKind::PrioritisedOr:
    case ExprKind::PrioritisedAnd: read_chain(expr, false); return;
    case ExprKind::All:
    case ExprKind::Any: read_quantified(expr); return;
    case ExprKind::Each:
        fail(expr,
             in_rule_ ? "'each' below another connective: its operands join a chain of "
                        "'|>' or '&>'"
                      : "an 'each' alone: its operands join a chain of '|>' or '&>'",
             "write for instance 'true &> each …'");
    case ExprKind::Compare:
        fail(expr, "a comparison where a formula is wanted", "conditions go after 'where'");
    case ExprKind::Number:
    case ExprKind::Minus:
    case ExprKind::Sum:
    case ExprKind::Product: wrong_sort(expr, "a formula");
    case ExprKind::Reference: break;
    }
    find(expr);
    switch (expr->target)
    {
    case Target::Fluent: arguments(expr, file_.fluents[expr->index]); return;
    case Target::Definition: arguments(expr, file_.definitions[expr->index]); return;
    case Target::Strategy: arguments(expr, file_.strategies[expr->index]); return;
    case Target::Action:
        fail(expr, fmt::format("'{}' is an action, not a formula", expr->name),
             fmt::format("write does({0}{1}) or legal({0}{1})", expr->name,
                         expr->operands.empty() ? "" : "(…)"));
    default: wrong_sort(expr, "a formula");
    }
}

void Resolver::read_quantified(Expr* expr)
{
    bind(*expr->binders);
    read_formula(expr->operands[0]);
    unbind(*expr->binders);
}

/// A chain of ▽ or △. As a rule its operands are rules; elsewhere they are formulas, and a
/// chain inside a leaf of a strategy is a mistake.
void Resolver::read_chain(Expr* expr, bool as_rule)
{
    if (!as_rule && in_rule_)
        fail(expr,
             fmt::format("'{}' below another connective in a strategy",
                         expr->kind == ExprKind::PrioritisedOr ? "|>" : "&>"),
             "a strategy joins its rules with '|>' and '&>' on the outside; a 'define' may hold "
             "this one");
    for (Expr* operand : expr->operands)
    {
        Expr* inner = operand;
        std::vector<const Binders*> bound;
        while (inner->kind == ExprKind::Each && !inner->in_parentheses)
        {
            bind(*inner->binders);
            bound.push_back(inner->binders);
            inner = inner->operands[0];
        }
        if (as_rule)
            read_rule(inner);
        else
            read_formula(inner);
        for (auto binders = bound.rbegin(); binders != bound.rend(); ++binders)
            unbind(**binders);
    }
}

void Resolver::read_rule(Expr* expr)
{
    if (expr->kind == ExprKind::PrioritisedOr || expr->kind == ExprKind::PrioritisedAnd)
    {
        read_chain(expr, true);
        return;
    }
    if (expr->kind != ExprKind::Each)
        in_rule_ = true;
    read_formula(expr);
    in_rule_ = false;
}

void Resolver::read_strategy(StrategyUse& use)
{
    if (use.agent != nullptr)
        read_agent(use.agent);
    if (use.rule_agent != nullptr)
    {
        read_agent(use.rule_agent);
        read_rule(use.rule);
        return;
    }
    if (use.rule->kind != ExprKind::Reference)
        fail(use.rule, "this is a rule, not the name of a strategy",
             "write '(rule) for agent', in parentheses and with its agent");
    find(use.rule);
    if (use.rule->target != Target::Strategy)
        wrong_sort(use.rule, "a strategy");
    arguments(use.rule, file_.strategies[use.rule->index]);
}

void Resolver::read_action(Expr* expr)
{
    find(expr);
    if (expr->target != Target::Action)
        wrong_sort(expr, "an action");
    arguments(expr, file_.actions[expr->index]);
}

// ---- conditions and terms

void Resolver::read_condition(Expr* expr)
{
    switch (expr->kind)
    {
    case ExprKind::True:
    case ExprKind::False: return;
    case ExprKind::Not:
    case ExprKind::And:
    case ExprKind::Or:
        for (Expr* operand : expr->operands)
            read_condition(operand);
        return;
    case ExprKind::Compare: read_comparison(expr); return;
    default:
        fail(expr, "this is not a condition", "expected comparisons (= != < <= > >=) with ! & |");
    }
}

void Resolver::read_comparison(Expr* expr)
{
    const Sort left = read_value(expr->operands[0]);
    const Sort right = read_value(expr->operands[1]);
    if (left != right)
        fail(expr, "an agent is compared with a number");
    if (left == Sort::Agent && expr->signs != "=" && expr->signs != "!")
        fail(expr, "agents have no order", "compare them with = or !=");
}

Sort Resolver::read_value(Expr* expr)
{
    const NestedCall nested(level_, term_depth_limit, texts_, expr->at);
    switch (expr->kind)
    {
    case ExprKind::Number: return Sort::Integer;
    case ExprKind::Minus:
    case ExprKind::Sum:
    case ExprKind::Product:
        for (Expr* operand : expr->operands)
            read_integer(operand);
        return Sort::Integer;
    case ExprKind::Reference: break;
    default: wrong_sort(expr, "a number or an agent");
    }
    find(expr);
    if (expr->target == Target::Function)
        return function_value(expr);
    const bool is_agent = expr->target == Target::Agent;
    const bool is_variable = expr->target == Target::Variable;
    if (!is_agent && !is_variable && expr->target != Target::Parameter)
        wrong_sort(expr, "a number or an agent");
    if (!expr->operands.empty())
        fail(expr, fmt::format("'{}' has no arguments", expr->name));
    if (is_variable)
        return scope_.at(expr->name).sort;
    return is_agent ? Sort::Agent : Sort::Integer;
}

Sort Resolver::function_value(Expr* expr)
{
    Function& function_named = names_.functions()[expr->index];
    function(function_named);
    const std::size_t arity = function_named.cases.front().arguments.size();
    if (expr->operands.size() != arity)
        fail(expr, fmt::format("'{}' has {} argument{}, not {}", expr->name, arity,
                               arity == 1 ? "" : "s", expr->operands.size()));
    for (std::size_t i = 0; i < arity; ++i)
    {
        if (function_named.arguments[i] == Sort::Integer)
            read_integer(expr->operands[i]);
        else
            read_agent(expr->operands[i]);
    }
    return *function_named.sort;
}

void Resolver::read_integer(Expr* expr)
{
    if (read_value(expr) != Sort::Integer)
        fail(expr, fmt::format("'{}' is an agent where a number is wanted", expr->name));
}

void Resolver::read_agent(Expr* expr)
{
    if (read_value(expr) != Sort::Agent)
        fail(expr, "a number where an agent is wanted");
}

void Resolver::wrong_sort(const Expr* expr, std::string_view wanted) const
{
    if (expr->kind == ExprKind::Reference)
        fail(expr, fmt::format("'{}' is {}, not {}", expr->name, what_is(expr), wanted));
    fail(expr, fmt::format("{} where {} is wanted", what_is(expr), wanted));
}

} // namespace sgl::language
