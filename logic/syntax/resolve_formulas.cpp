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
    case ExprKind::Count:
    case ExprKind::If: return "a number";
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
        regroup(expr);
        if (expr->kind == ExprKind::Compare)
            return read_comparison_in_state(expr);
        break;
    case ExprKind::Number:
    case ExprKind::Minus:
    case ExprKind::Sum:
    case ExprKind::Product: wrong_sort(expr, "a formula");
    case ExprKind::Count: break;
    case ExprKind::If:
        fail(expr, "'if' gives a number or an agent, where a formula is wanted",
             "compare it, or write (c & f) | (!c & g)");
    case ExprKind::Reference: break;
    }
    if (expr->kind == ExprKind::Count)
        fail(expr, "a number where a formula is wanted", "compare it: count … >= 1");
    find(expr);
    switch (expr->target)
    {
    case Target::Fluent:
        arguments(expr, file_.fluents[expr->index]);
        if (file_.fluents[expr->index].values != nullptr)
            fail(expr, fmt::format("'{}' has values, and is no formula", expr->name),
                 fmt::format("compare it: {}{} = …", expr->name,
                             expr->operands.empty() ? "" : "(…)"));
        return;
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
    const SymbolDeclaration& declared = file_.actions[expr->index];
    if (expr->has_role && declared.agent->target == Target::Agent &&
        expr->operands.size() == declared.arguments.size() + 1)
        drop_role(expr, declared);
    arguments(expr, declared);
}

/// does(R, M) where M is an action of R alone, and has no argument for its agent.
void Resolver::drop_role(Expr* expr, const SymbolDeclaration& declared)
{
    Expr* const role = expr->operands.front();
    read_agent(role);
    const Expr* const owner = declared.agent;
    if (role->target != Target::Agent || role->name != owner->name)
        fail(role, fmt::format("the action '{}' is of '{}' alone", expr->name, owner->name));
    expr->operands.erase(expr->operands.begin());
    expr->has_role = false;
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
    case ExprKind::Compare:
    {
        const Sort left = read_value(expr->operands[0]);
        check_comparison(expr, left, read_value(expr->operands[1]));
        return;
    }
    default:
        fail(expr, "this is not a condition", "expected comparisons (= != < <= > >=) with ! & |");
    }
}

void Resolver::check_comparison(const Expr* expr, Sort left, Sort right) const
{
    if (left != right)
        fail(expr, "an agent is compared with a number");
    if (left == Sort::Agent && expr->signs != "=" && expr->signs != "!")
        fail(expr, "agents have no order", "compare them with = or !=");
}

void Resolver::read_comparison_in_state(Expr* expr)
{
    const Sort left = read_term(expr->operands[0]);
    const Sort right = read_term(expr->operands[1]);
    check_comparison(expr, left, right);
    expr->of_state = expr->operands[0]->of_state || expr->operands[1]->of_state;
}

/// `count h in Heap: heap(h) > 0` counts where the heap is more than 0, since `heap(h)` alone is
/// nothing that can be counted; `count i in Cell: p(i) > 0` compares the count. The grammar reads
/// both as the second, and knows no names.
void Resolver::regroup(Expr* comparison) const
{
    Expr* const left = comparison->operands[0];
    if (left->in_parentheses)
        return;
    const bool compares = left->kind == ExprKind::Compare;
    if (compares)
        regroup(left);
    Expr* const count = left->kind == ExprKind::Compare ? left->operands[1] : left;
    if (count->kind != ExprKind::Count || count->in_parentheses)
        return;
    Expr** const number = number_at_end(count);
    if (number == nullptr)
        return;
    // The nodes change places: `left` becomes the comparison within.
    Expr inner = *comparison;
    inner.at = (*number)->at;
    inner.operands[0] = *number;
    *number = left;
    const bool in_parentheses = comparison->in_parentheses;
    *comparison = *left;
    comparison->in_parentheses = in_parentheses;
    *left = std::move(inner);
    left->in_parentheses = false;
}

/// Where the body of a count ends in a number or an agent, which is not a formula; null: it does
/// not.
Expr** Resolver::number_at_end(Expr* count) const
{
    Expr** end = &count->operands[0];
    for (bool ends = false; !ends;)
    {
        switch ((*end)->in_parentheses ? ExprKind::True : (*end)->kind)
        {
        case ExprKind::And:
        case ExprKind::Or:
        case ExprKind::Implies:
        case ExprKind::Iff:
        case ExprKind::Not:
        case ExprKind::Next:
        case ExprKind::After:
        case ExprKind::Select:
        case ExprKind::Restrict:
        case ExprKind::All:
        case ExprKind::Any: end = &(*end)->operands.back(); break;
        default: ends = true;
        }
    }
    const Expr* const last = *end;
    if (last->kind == ExprKind::Number)
        return end;
    if (last->kind != ExprKind::Reference)
        return nullptr;
    const Symbol* const symbol = names_.find(last->name);
    const bool is_number =
        symbol == nullptr || symbol->kind == Target::Agent || symbol->kind == Target::Parameter ||
        symbol->kind == Target::Function ||
        (symbol->kind == Target::Fluent && file_.fluents[symbol->index].values != nullptr);
    return is_number ? end : nullptr;
}

/// A number or agent that may depend on the state: fluents with values and counts occur in it.
Sort Resolver::read_term(Expr* expr)
{
    const NestedCall nested(level_, term_depth_limit, texts_, expr->at);
    if (expr->kind == ExprKind::Compare)
        regroup(expr);
    switch (expr->kind)
    {
    case ExprKind::Minus:
    case ExprKind::Sum:
    case ExprKind::Product: return read_number_term(expr);
    case ExprKind::Count:
        read_quantified(expr);
        expr->of_state = true;
        return Sort::Integer;
    case ExprKind::If: return read_conditional(expr);
    case ExprKind::After:
    case ExprKind::Select: read_action(expr->operands[0]); break;
    case ExprKind::Restrict: read_formula(expr->operands[0]); break;
    case ExprKind::Next: break;
    case ExprKind::Reference: return read_call(expr);
    default: return read_value(expr);
    }
    Expr* const inner = expr->operands.back();
    const Sort sort = read_term(inner);
    if (!inner->of_state)
        fail(inner, "this is the same in every state",
             "after a prefix that looks at another state or move, a fluent is wanted");
    expr->of_state = true;
    return sort;
}

Sort Resolver::read_number_term(Expr* expr)
{
    for (std::size_t i = 0; i < expr->operands.size(); ++i)
    {
        Expr* const operand = expr->operands[i];
        if (read_term(operand) != Sort::Integer)
            fail(operand, "an agent where a number is wanted");
        const bool divides = expr->kind == ExprKind::Product && i > 0 && expr->signs[i] != '*';
        if (divides && operand->of_state)
            fail(operand, "the divisor depends on the state",
                 "expected a number that is the same in every state");
        expr->of_state = expr->of_state || operand->of_state;
    }
    return Sort::Integer;
}

/// The variables of an `any` that is the condition may be used in the term after `then`.
Sort Resolver::read_conditional(Expr* expr)
{
    Expr* const condition = expr->operands[0];
    const bool binds = condition->kind == ExprKind::Any && !condition->in_parentheses;
    if (binds)
        bind(*condition->binders);
    read_formula(binds ? condition->operands[0] : condition);
    const Sort sort = read_term(expr->operands[1]);
    if (binds)
        unbind(*condition->binders);
    if (read_term(expr->operands[2]) != sort)
        fail(expr->operands[2], "an agent and a number, in the two halves of an 'if'");
    expr->of_state = true;
    return sort;
}

/// A fluent with values, or a function of terms; or a value.
Sort Resolver::read_call(Expr* expr)
{
    const Symbol* const symbol = scope_.contains(expr->name) ? nullptr : names_.find(expr->name);
    if (symbol != nullptr && symbol->kind == Target::Fluent)
    {
        find(expr);
        const SymbolDeclaration& declared = file_.fluents[expr->index];
        if (declared.values == nullptr)
            fail(expr, fmt::format("'{}' is true or false, and has no values", expr->name),
                 "formulas are compared with '<->'");
        arguments(expr, declared);
        expr->of_state = true;
        return sort_of_domain(*declared.values);
    }
    if (symbol == nullptr || symbol->kind != Target::Function)
        return read_value(expr);
    find(expr);
    return function_value(expr, true);
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
        return function_value(expr, false);
    const bool has_values =
        expr->target == Target::Fluent && file_.fluents[expr->index].values != nullptr;
    if (has_values)
        fail(expr, fmt::format("'{}' depends on the state", expr->name),
             "expected a number or an agent that is the same in every state");
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

/// The value of a function; of terms that may depend on the state, if that is allowed.
Sort Resolver::function_value(Expr* expr, bool of_state)
{
    Function& function_named = names_.functions()[expr->index];
    function(function_named);
    const std::size_t arity = function_named.cases.front().arguments.size();
    if (expr->operands.size() != arity)
        fail(expr, fmt::format("'{}' has {} argument{}, not {}", expr->name, arity,
                               arity == 1 ? "" : "s", expr->operands.size()));
    for (std::size_t i = 0; i < arity; ++i)
    {
        Expr* const argument = expr->operands[i];
        if (of_state && read_term(argument) == function_named.arguments[i])
            expr->of_state = expr->of_state || argument->of_state;
        else if (of_state && argument->of_state)
            fail(argument, function_named.arguments[i] == Sort::Agent
                               ? "a number where an agent is wanted"
                               : "an agent where a number is wanted");
        else if (function_named.arguments[i] == Sort::Integer)
            read_integer(argument);
        else
            read_agent(argument);
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
