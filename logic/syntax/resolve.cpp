#include "logic/syntax/resolve.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

constexpr std::size_t most_errors = 50; // more are not read by anybody

enum Resolution : std::uint8_t
{
    Untouched,
    InProgress,
    Failed, // with a fault that was said
    Done
};

/// Marks a declaration as failed, unless it is done in the end.
class ResolutionInProgress
{
public:
    explicit ResolutionInProgress(std::uint8_t& state) : state_(state) { state_ = InProgress; }
    ~ResolutionInProgress()
    {
        if (state_ != Done)
            state_ = Failed;
    }
    ResolutionInProgress(const ResolutionInProgress&) = delete;
    ResolutionInProgress& operator=(const ResolutionInProgress&) = delete;
    void done() { state_ = Done; }

private:
    std::uint8_t& state_;
};

} // namespace

Resolver::Resolver(const Texts& texts, GameFile& file, Names& names)
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
                if (!fault.is_consequence)
                    errors.push_back(fault.diagnostic);
            }
        }
    };
    each_of(file_.parameters, [this](auto& declared) { parameter(declared.value); });
    each_of(names_.functions(), [this](auto& declared) { function(declared); });
    each_of(file_.ranges, [this](auto& declared) { range(declared); });
    each_of(file_.fluents, [this](auto& declared) { fluent(declared); });
    each_of(file_.actions, [this](auto& declared) { symbol(declared); });
    each_of(file_.definitions, [this](auto& declared) { arguments_of(declared); });
    each_of(file_.strategies, [this](auto& declared) { arguments_of(declared); });
    if (!errors.empty())
        return; // the rest depends on these
    each_of(file_.actions, [this](auto& declared) { action(declared); });
    each_of(file_.fluents, [this](auto& declared) { memory(declared); });
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
    check_progress(function_state_[index], declared.name);
    ResolutionInProgress progress(function_state_[index]);
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
    progress.done();
}

/// It is neither being resolved, nor was it in vain.
void Resolver::check_progress(std::uint8_t state, std::string_view name) const
{
    if (state == InProgress || state == Failed)
    {
        Fault fault{texts_.error(name.data(), fmt::format("'{}' is defined by itself", name))};
        fault.is_consequence = state == Failed;
        throw fault;
    }
}

void Resolver::symbol(SymbolDeclaration& declared)
{
    for (ArgumentDeclaration& argument : declared.arguments)
        read_domain(*argument.domain);
}

void Resolver::fluent(SymbolDeclaration& declared)
{
    symbol(declared);
    if (declared.values != nullptr)
        read_domain(*declared.values);
}

/// The first value and the next one of a memory, which is a fluent like others but for these.
void Resolver::memory(SymbolDeclaration& declared)
{
    if (declared.start == nullptr)
        return;
    std::uint32_t slot = 0;
    for (const ArgumentDeclaration& argument : declared.arguments)
        if (!argument.name.empty())
            bind(argument.name, sort_of_domain(*argument.domain), slot);
    const Sort sort = sort_of_domain(*declared.values);
    read_agent(declared.agent);
    if (read_value(declared.start) != sort || read_term(declared.body) != sort)
        throw Fault{
            texts_.error(declared.name.data(),
                         fmt::format("the values of '{}' are {}, and so must be what it "
                                     "starts with and becomes",
                                     declared.name, sort == Sort::Agent ? "agents" : "numbers"))};
    declared.slots = slots();
}

void Resolver::arguments_of(SymbolDeclaration& declared)
{
    for (ArgumentDeclaration& argument : declared.arguments)
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
    for (const ArgumentDeclaration& argument : declared.arguments)
        if (!argument.name.empty())
            bind(argument.name, sort_of_domain(*argument.domain), slot);
    read_agent(declared.agent);
    declared.slots = slots();
}

void Resolver::definition(SymbolDeclaration& declared)
{
    std::uint32_t slot = 0;
    for (const ArgumentDeclaration& argument : declared.arguments)
        bind(argument.name, sort_of_domain(*argument.domain), slot);
    read_formula(declared.body);
    declared.slots = slots();
}

void Resolver::strategy_declared(SymbolDeclaration& declared)
{
    std::uint32_t slot = 0;
    for (const ArgumentDeclaration& argument : declared.arguments)
        bind(argument.name, sort_of_domain(*argument.domain), slot);
    read_agent(declared.agent);
    if (!declared.policy.empty() && !declared.arguments.empty())
        fail(declared.body, "a policy takes no arguments");
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
        board_mark(mark);
}

void Resolver::board_mark(BoardMark& mark)
{
    scope_.clear();
    most_slots_ = 0;
    const Symbol* named = names_.find(mark.pattern->name);
    if (named == nullptr || named->kind != Target::Fluent)
        wrong_sort(mark.pattern, "a fluent");
    const SymbolDeclaration& of = file_.fluents[named->index];
    if (of.values != nullptr && mark.value == nullptr)
        fail(mark.pattern, fmt::format("'{}' has values: which of them is drawn?", of.name),
             "write for instance 'heap(i) = v as v'");
    if (of.values == nullptr && mark.value != nullptr)
        fail(mark.value, fmt::format("'{}' has no values, it is true or false", of.name));
    const auto bind_variable = [&](const Expr* argument, const Domain& domain)
    {
        const bool is_variable = argument->kind == ExprKind::Reference &&
                                 argument->operands.empty() &&
                                 names_.find(argument->name) == nullptr;
        std::uint32_t slot = 0;
        if (is_variable)
            bind(argument->name, sort_of_domain(domain), slot);
    };
    for (std::size_t i = 0; i < mark.pattern->operands.size() && i < of.arguments.size(); ++i)
        bind_variable(mark.pattern->operands[i], *of.arguments[i].domain);
    if (mark.value != nullptr)
        bind_variable(mark.value, *of.values);
    find(mark.pattern);
    arguments(mark.pattern, of);
    if (mark.value != nullptr)
    {
        if (read_value(mark.value) != sort_of_domain(*of.values))
            wrong_sort(mark.value, "a value of it");
        mark.pattern->operands.push_back(mark.value); // an argument of each of its atoms
    }
    if (scope_.contains(mark.label->name))
        find(mark.label);
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

    const bool of_agents =
        declared.kind == ClaimKind::Achieves || declared.kind == ClaimKind::CanForce;
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

// ---- ranges

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
    const NestedCall nested(level_, term_depth_limit, texts_, declared.name.data());
    check_progress(range_state_[index], declared.name);
    if (range_state_[index] == Untouched)
    {
        ResolutionInProgress progress(range_state_[index]);
        range_sort_[index] = read_domain(*declared.domain);
        progress.done();
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

} // namespace sgl::language
