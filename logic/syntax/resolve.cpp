#include "logic/syntax/resolve.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

constexpr std::size_t most_errors = 50; // more are not read by anybody

enum State : std::uint8_t
{
    Untouched,
    InProgress,
    Done
};

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

Resolver::Resolver(const Texts& texts, File& file, Names& names)
    : texts_(texts), file_(file), names_(names), range_state_(file.ranges.size(), Untouched),
      range_sort_(file.ranges.size(), Sort::Integer),
      function_state_(names.functions().size(), Untouched)
{
}

void Resolver::file(std::vector<Diagnostic>& errors)
{
    const auto each_of = [&](auto& declarations, auto resolve)
    {
        for (auto& declared : declarations)
        {
            if (errors.size() >= most_errors)
                return;
            open();
            try
            {
                resolve(declared);
            }
            catch (const Fault& fault)
            {
                errors.push_back(fault.diagnostic);
            }
        }
    };
    each_of(file_.parameters, [this](auto& declared) { parameter(declared.value); });
    each_of(names_.functions(), [this](auto& declared) { function(declared); });
    each_of(file_.ranges, [this](auto& declared) { range(declared); });
    each_of(file_.fluents, [this](auto& declared) { symbol(declared); });
    each_of(file_.actions, [this](auto& declared) { symbol(declared); });
    each_of(file_.definitions, [this](auto& declared) { arguments_of(declared); });
    each_of(file_.strategies, [this](auto& declared) { arguments_of(declared); });
    if (!errors.empty())
        return; // the rest depends on these
    each_of(file_.actions, [this](auto& declared) { action(declared); });
    each_of(file_.definitions, [this](auto& declared) { definition(declared); });
    each_of(file_.strategies, [this](auto& declared) { strategy_declared(declared); });
    each_of(file_.boards, [this](auto& declared) { board(declared); });
    each_of(file_.axioms, [this](auto& declared) { axiom(declared); });
    each_of(file_.claims, [this](auto& declared) { claim(declared); });
}

std::uint32_t Resolver::formula(Expr* expr)
{
    open();
    read_formula(expr);
    return slots();
}

std::uint32_t Resolver::strategy(StrategyUse& use)
{
    open();
    read_strategy(use);
    return slots();
}

// ---- declarations

void Resolver::parameter(Expr* value)
{
    read_integer(value);
}

void Resolver::range(RangeDeclaration& declared)
{
    const Symbol* symbol = names_.find(declared.name);
    sort_of_range(symbol->index);
}

void Resolver::function(Function& declared)
{
    const std::size_t index = names_.find(declared.name)->index;
    if (function_state_[index] == Done)
        return;
    if (function_state_[index] == InProgress)
        throw Fault{texts_.error(declared.name.data(),
                                 fmt::format("'{}' is defined by itself", declared.name))};
    function_state_[index] = InProgress;
    for (FunctionCase& one : declared.cases)
    {
        std::vector<Sort> sorts;
        for (Expr* argument : one.arguments)
            sorts.push_back(read_value(argument));
        const Sort sort = read_value(one.result);
        if (declared.sort && (*declared.sort != sort || declared.arguments != sorts))
            throw Fault{texts_.error(
                one.name.data(),
                fmt::format("the cases of '{}' differ in sort: agents here, numbers there",
                            declared.name))};
        declared.sort = sort;
        declared.arguments = std::move(sorts);
    }
    function_state_[index] = Done;
}

void Resolver::symbol(SymbolDeclaration& declared)
{
    for (Argument& argument : declared.arguments)
        read_domain(*argument.domain);
}

void Resolver::arguments_of(SymbolDeclaration& declared)
{
    for (Argument& argument : declared.arguments)
    {
        if (argument.name.empty())
            throw Fault{texts_.error(argument.domain->at, "this argument has no name",
                                     "write it as 'name: range'")};
        read_domain(*argument.domain);
    }
}

void Resolver::action(SymbolDeclaration& declared)
{
    std::uint32_t slot = 0;
    for (const Argument& argument : declared.arguments)
        if (!argument.name.empty())
            bind(argument.name, sort_of_domain(*argument.domain), slot);
    read_agent(declared.agent);
    declared.slots = slots();
}

void Resolver::definition(SymbolDeclaration& declared)
{
    std::uint32_t slot = 0;
    for (const Argument& argument : declared.arguments)
        bind(argument.name, sort_of_domain(*argument.domain), slot);
    read_formula(declared.body);
    declared.slots = slots();
}

void Resolver::strategy_declared(SymbolDeclaration& declared)
{
    std::uint32_t slot = 0;
    for (const Argument& argument : declared.arguments)
        bind(argument.name, sort_of_domain(*argument.domain), slot);
    read_agent(declared.agent);
    read_rule(declared.body);
    declared.slots = slots();
}

void Resolver::board(BoardDeclaration& declared)
{
    if (&declared != &file_.boards.front())
        throw Fault{texts_.error(declared.at, "a second board")};
    if (declared.axes.size() > 2)
        throw Fault{texts_.error(declared.at, "a board has one axis or two")};
    for (Domain* axis : declared.axes)
        read_domain(*axis);
    for (BoardMark& mark : declared.marks)
    {
        scope_.clear();
        most_slots_ = 0;
        const Symbol* fluent = names_.find(mark.pattern->name);
        if (fluent == nullptr || fluent->kind != Target::Fluent)
            wrong_sort(mark.pattern, "a fluent");
        const SymbolDeclaration& of = file_.fluents[fluent->index];
        for (std::size_t i = 0; i < mark.pattern->operands.size(); ++i)
        {
            const Expr* argument = mark.pattern->operands[i];
            const bool is_variable = argument->kind == ExprKind::Reference &&
                                     argument->operands.empty() &&
                                     names_.find(argument->name) == nullptr;
            std::uint32_t slot = 0;
            if (is_variable && i < of.arguments.size())
                bind(argument->name, sort_of_domain(*of.arguments[i].domain), slot);
        }
        find(mark.pattern);
        arguments(mark.pattern, of);
        if (scope_.contains(mark.label->name))
            find(mark.label);
    }
}

void Resolver::axiom(AxiomDeclaration& declared)
{
    if (declared.binders != nullptr)
        bind(*declared.binders);
    read_formula(declared.body);
    declared.slots = slots();
}

void Resolver::claim(ClaimDeclaration& declared)
{
    if (declared.up_to != nullptr)
        read_integer(declared.up_to);
    for (Expectation& expectation : declared.expectations)
        if (expectation.condition != nullptr)
            read_condition(expectation.condition);
    if (declared.formula != nullptr)
        read_formula(declared.formula);
    for (StrategyUse& use : declared.strategies)
        read_strategy(use);
    if (declared.invariants.size() > 1)
        fail(declared.invariants[1], "a second invariant", "join them with '&'");
    for (Expr* invariant : declared.invariants)
        read_formula(invariant);
    if (declared.every != nullptr)
        read_integer(declared.every);
    if (declared.when != nullptr)
        read_formula(declared.when);
    for (Expr* part : declared.measure)
        read_measure(part);

    const bool of_agents = declared.kind == ClaimKind::Achieves;
    if (declared.subjects.size() > 1 && !of_agents)
        fail(declared.subjects[1], "only one thing can be said to be so");
    if (declared.subject_agent != nullptr && (of_agents || declared.kind == ClaimKind::Implements))
        fail(declared.subject_agent, "'for' belongs to a strategy's rule");
    for (Expr* subject : declared.subjects)
    {
        if (of_agents)
            read_agent(subject);
        else if (declared.kind == ClaimKind::Implements)
            read_formula(subject);
        else
        {
            StrategyUse use{subject, nullptr, declared.subject_agent};
            read_strategy(use);
        }
    }
    declared.slots = slots();
}

/// A formula, or several by `each`.
void Resolver::read_measure(Expr* expr)
{
    std::vector<const Binders*> bound;
    for (; expr->kind == ExprKind::Each; expr = expr->operands[0])
    {
        bind(*expr->binders);
        bound.push_back(expr->binders);
    }
    read_formula(expr);
    for (auto binders = bound.rbegin(); binders != bound.rend(); ++binders)
        unbind(**binders);
}

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

Sort Resolver::read_domain(Domain& domain)
{
    switch (domain.kind)
    {
    case Domain::Kind::Agents: return Sort::Agent;
    case Domain::Kind::Up:
    case Domain::Kind::Down:
        read_integer(domain.first);
        read_integer(domain.last);
        return Sort::Integer;
    case Domain::Kind::Named: break;
    }
    Expr* named = domain.first;
    if (named->kind != ExprKind::Reference || !named->operands.empty())
        fail(named, "this is not a range", "expected a range's name, 'agent', or first..last");
    find(named);
    if (named->target != Target::Range)
        wrong_sort(named, "a range");
    domain.range = named->index;
    return sort_of_range(named->index);
}

Sort Resolver::sort_of_range(std::uint32_t index)
{
    RangeDeclaration& declared = file_.ranges[index];
    if (range_state_[index] == InProgress)
        throw Fault{texts_.error(declared.name.data(),
                                 fmt::format("'{}' is defined by itself", declared.name))};
    if (range_state_[index] == Untouched)
    {
        range_state_[index] = InProgress;
        range_sort_[index] = read_domain(*declared.domain);
        range_state_[index] = Done;
    }
    return range_sort_[index];
}

Sort Resolver::sort_of_domain(const Domain& domain) const
{
    if (domain.kind == Domain::Kind::Named)
        return range_sort_[domain.range];
    return domain.kind == Domain::Kind::Agents ? Sort::Agent : Sort::Integer;
}

// ---- names

void Resolver::find(Expr* expr)
{
    if (const auto bound = scope_.find(expr->name); bound != scope_.end())
    {
        expr->target = Target::Variable;
        expr->index = bound->second.slot;
        return;
    }
    const Symbol* symbol = names_.find(expr->name);
    if (symbol == nullptr)
    {
        std::vector<std::string_view> known = names_.all();
        for (const auto& [name, bound] : scope_)
            known.push_back(name);
        std::ranges::sort(known);
        fail(expr, fmt::format("unknown name '{}'", expr->name), suggestion(expr->name, known));
    }
    expr->target = symbol->kind;
    expr->index = symbol->index;
}

void Resolver::arguments(Expr* expr, const SymbolDeclaration& declared)
{
    const std::size_t arity = declared.arguments.size();
    if (expr->operands.size() != arity)
        fail(expr, fmt::format("'{}' has {} argument{}, not {}", expr->name, arity,
                               arity == 1 ? "" : "s", expr->operands.size()));
    for (std::size_t i = 0; i < arity; ++i)
    {
        if (sort_of_domain(*declared.arguments[i].domain) == Sort::Agent)
            read_agent(expr->operands[i]);
        else
            read_integer(expr->operands[i]);
    }
}

void Resolver::open()
{
    scope_.clear();
    most_slots_ = 0;
    in_rule_ = false;
}

void Resolver::bind(std::string_view name, Sort sort, std::uint32_t& slot)
{
    slot = static_cast<std::uint32_t>(scope_.size());
    if (!scope_.emplace(name, Bound{slot, sort}).second)
        throw Fault{texts_.error(
            name.data(), fmt::format("variable '{}' is already bound here", name),
            "a quantifier reaches as far right as it can: put parentheses around the one before, "
            "or choose another name")};
    most_slots_ = std::max(most_slots_, slot + 1);
}

void Resolver::bind(Binders& binders)
{
    const Domain* last = nullptr;
    Sort sort = Sort::Integer;
    for (std::size_t i = 0; i < binders.variables.size();)
    {
        Domain* domain = binders.variables[i].domain;
        sort = domain == last ? sort : read_domain(*domain);
        last = domain;
        // Variables of one group do not occur in its own domain.
        for (; i < binders.variables.size() && binders.variables[i].domain == domain; ++i)
            bind(binders.variables[i].name, sort, binders.variables[i].slot);
    }
    if (binders.where != nullptr)
        read_condition(binders.where);
}

void Resolver::unbind(const Binders& binders)
{
    for (const Variable& variable : binders.variables)
        scope_.erase(variable.name);
}

void Resolver::fail(const Expr* expr, std::string message, std::string hint) const
{
    throw Fault{texts_.error(expr->at, std::move(message), std::move(hint))};
}

void Resolver::wrong_sort(const Expr* expr, std::string_view wanted) const
{
    if (expr->kind == ExprKind::Reference)
        fail(expr, fmt::format("'{}' is {}, not {}", expr->name, what_is(expr), wanted));
    fail(expr, fmt::format("{} where {} is wanted", what_is(expr), wanted));
}

} // namespace sgl::language
