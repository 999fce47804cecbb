#include "logic/grounding/terms.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace sgl::language
{

bool Values::advance()
{
    if (empty() || first == last)
        return false;
    first += down ? -1 : 1;
    return true;
}

Terms::Terms(const Texts& texts, Watch& watch, const GameFile& file, const Names& names,
             const Parameters& overrides)
    : texts_(texts), watch_(watch), file_(file), names_(names), parameters_(file.parameters.size()),
      parameter_in_progress_(file.parameters.size()), cases_(names.functions().size()),
      cases_read_(names.functions().size())
{
    override_parameters(overrides);
    for (std::uint32_t i = 0; i < file.parameters.size(); ++i)
        parameter(file.parameters[i].value, i);
    for (std::uint32_t i = 0; i < cases_.size(); ++i)
        read_cases(i);
}

void Terms::override_parameters(const Parameters& overrides)
{
    std::vector<std::string_view> known;
    for (const ParameterDeclaration& declared : file_.parameters)
        known.push_back(declared.name);
    std::vector<bool> given(known.size());
    for (const auto& one : overrides)
    {
        const std::string& name = one.first;
        const auto fault = [&one](std::string message, std::string hint)
        {
            return Fault{{Diagnostic::Severity::Error,
                          "command line",
                          {1, 4},
                          std::move(message),
                          std::move(hint),
                          fmt::format("-D {}={}", one.first, one.second)}};
        };
        const auto found = std::ranges::find(known, name);
        if (found == known.end())
            throw fault(fmt::format("the game has no parameter '{}'", name),
                        suggestion(name, known));
        const auto i = static_cast<std::size_t>(found - known.begin());
        if (given[i])
            throw fault(fmt::format("parameter '{}' is given twice", name), "");
        given[i] = true;
    }
    for (const auto& [name, wanted] : overrides)
    {
        const auto i = static_cast<std::size_t>(std::ranges::find(known, name) - known.begin());
        const Expr* value = file_.parameters[i].value;
        const bool is_default = value->kind == ExprKind::Number && value->number == wanted;
        is_overridden_ = is_overridden_ || !is_default;
        parameters_[i] = wanted;
    }
}

std::int64_t Terms::parameter(const Expr* expr, std::uint32_t index)
{
    if (parameters_[index])
        return *parameters_[index];
    if (parameter_in_progress_[index])
        throw Fault{texts_.error(
            expr->at, fmt::format("'{}' is defined by itself", file_.parameters[index].name))};
    parameter_in_progress_[index] = true;
    parameters_[index] = value(file_.parameters[index].value);
    return *parameters_[index];
}

Terms::Parameters Terms::parameters() const
{
    Parameters answer;
    for (std::size_t i = 0; i < parameters_.size(); ++i)
        answer.emplace_back(file_.parameters[i].name, parameters_[i].value_or(0));
    return answer;
}

void Terms::spend(const char* at, std::size_t steps)
{
    watch_.tick(at);
    steps_ += steps;
    if (steps_ > step_limit_)
        throw beyond_limit(
            texts_.error(at, fmt::format("grounding takes more than {} formula nodes", step_limit_),
                         "are the parameters too large?"));
}

void Terms::work(const char* at, std::size_t operations)
{
    watch_.tick(at);
    operations_ += operations;
    if (operations_ / operations_a_step > step_limit_)
        throw beyond_limit(
            texts_.error(at,
                         fmt::format("grounding takes more than {} operations on numbers",
                                     step_limit_ * operations_a_step),
                         "are the parameters too large?"));
}

void Terms::restart(std::size_t step_limit)
{
    slots_.clear();
    base_ = 0;
    steps_ = operations_ = 0;
    step_limit_ = step_limit;
}

std::size_t Terms::open_frame(std::uint32_t size)
{
    const std::size_t old = base_;
    base_ = slots_.size();
    slots_.resize(base_ + size);
    return old;
}

void Terms::close_frame(std::size_t old)
{
    slots_.resize(base_);
    base_ = old;
}

// ---- functions

void Terms::read_cases(std::uint32_t function)
{
    if (cases_read_[function])
        return;
    cases_read_[function] = true;
    for (const FunctionCase& declared : names_.functions()[function].cases)
    {
        std::vector<std::int64_t> arguments;
        for (const Expr* argument : declared.arguments)
            arguments.push_back(value(argument));
        if (!cases_[function].emplace(std::move(arguments), Case{&declared}).second)
            throw Fault{texts_.error(
                declared.name.data(),
                fmt::format("a second case of '{}' for the same argument", declared.name))};
    }
}

std::int64_t Terms::call(const Expr* expr)
{
    std::vector<std::int64_t> arguments;
    for (const Expr* argument : expr->operands)
        arguments.push_back(value(argument));
    return value(expr, arguments);
}

std::int64_t Terms::value(const Expr* expr, const std::vector<std::int64_t>& arguments)
{
    read_cases(expr->index);
    auto& cases = cases_[expr->index];
    const auto found = cases.find(arguments);
    if (found == cases.end())
    {
        const Function& function = names_.functions()[expr->index];
        std::string list;
        for (std::size_t i = 0; i < arguments.size(); ++i)
            list +=
                fmt::format("{}{}", i == 0 ? "" : ",",
                            function.arguments[i] == Sort::Agent
                                ? std::string(file_.agents[static_cast<std::size_t>(arguments[i])])
                                : std::to_string(arguments[i]));
        throw Fault{
            texts_.error(expr->at, fmt::format("'{0}' has no case {0}({1})", expr->name, list))};
    }
    Case& one = found->second;
    if (one.in_progress)
        throw Fault{texts_.error(expr->at, fmt::format("'{}' is defined by itself", expr->name))};
    if (!one.is_known)
    {
        one.in_progress = true;
        one.value = value(one.declared->result);
        one.in_progress = false;
        one.is_known = true;
    }
    return one.value;
}

// ---- integers and agents

std::int64_t Terms::value(const Expr* expr)
{
    const NestedCall nested(level_, term_depth_limit, texts_, expr->at);
    switch (expr->kind)
    {
    case ExprKind::Number: return expr->number;
    case ExprKind::Sum: return sum(expr);
    case ExprKind::Product: return product(expr);
    case ExprKind::Minus:
    {
        std::int64_t answer = 0;
        if (__builtin_sub_overflow(std::int64_t{0}, value(expr->operands[0]), &answer))
            throw Fault{texts_.error(expr->at, "the number is too large")};
        return answer;
    }
    default: break;
    }
    switch (expr->target)
    {
    case Target::Variable: return slot(expr->index);
    case Target::Agent: return expr->index;
    case Target::Parameter: return parameter(expr, expr->index);
    case Target::Function: return call(expr);
    default: break;
    }
    assert(false && "resolved as a term");
    return 0;
}

std::int64_t Terms::sum(const Expr* expr)
{
    work(expr->at, expr->operands.size());
    std::int64_t answer = value(expr->operands[0]);
    for (std::size_t i = 1; i < expr->operands.size(); ++i)
    {
        const std::int64_t next = value(expr->operands[i]);
        const bool overflow = expr->signs[i] == '+' ? __builtin_add_overflow(answer, next, &answer)
                                                    : __builtin_sub_overflow(answer, next, &answer);
        if (overflow)
            throw Fault{texts_.error(expr->at, "the number is too large")};
    }
    return answer;
}

/// Products, quotients and remainders, from left to right; the last two round down.
std::int64_t Terms::product(const Expr* expr)
{
    work(expr->at, expr->operands.size());
    std::int64_t answer = value(expr->operands[0]);
    for (std::size_t i = 1; i < expr->operands.size(); ++i)
    {
        const Expr* operand = expr->operands[i];
        const std::int64_t by = value(operand);
        const char sign = expr->signs[i];
        if (sign != '*' && by == 0)
            throw Fault{texts_.error(operand->at, "division by zero")};
        const bool overflow = sign == '*' ? __builtin_mul_overflow(answer, by, &answer)
                                          : by == -1 && answer == INT64_MIN && sign == '/';
        if (overflow)
            throw Fault{texts_.error(expr->at, "the number is too large")};
        if (sign == '*')
            continue;
        const std::int64_t remainder = by == -1 ? 0 : answer % by;
        const bool rounds_up = remainder != 0 && (remainder < 0) != (by < 0);
        if (sign == '/')
            answer = by == -1 ? -answer : answer / by - (rounds_up ? 1 : 0);
        else
            answer = remainder + (rounds_up ? by : 0);
    }
    return answer;
}

// ---- conditions and ranges

bool Terms::condition(const Expr* expr)
{
    const auto holds = [this](const Expr* operand) { return condition(operand); };
    switch (expr->kind)
    {
    case ExprKind::True: return true;
    case ExprKind::False: return false;
    case ExprKind::Not: return !condition(expr->operands[0]);
    case ExprKind::And: return std::ranges::all_of(expr->operands, holds);
    case ExprKind::Or: return std::ranges::any_of(expr->operands, holds);
    default: return comparison(expr);
    }
}

bool Terms::comparison(const Expr* expr)
{
    work(expr->at, 2);
    const std::int64_t left = value(expr->operands[0]);
    const std::int64_t right = value(expr->operands[1]);
    switch (expr->signs[0])
    {
    case '=': return left == right;
    case '!': return left != right;
    case '<': return left < right;
    case 'l': return left <= right;
    case '>': return left > right;
    default: return left >= right;
    }
}

Values Terms::values(const Domain& domain)
{
    const Domain* named = &domain;
    while (named->kind == Domain::Kind::Named)
        named = file_.ranges[named->range].domain;
    if (named->kind == Domain::Kind::Agents)
        return {0, static_cast<std::int64_t>(file_.agents.size()) - 1, false};
    return {value(named->first), value(named->last), named->kind == Domain::Kind::Down};
}

} // namespace sgl::language
