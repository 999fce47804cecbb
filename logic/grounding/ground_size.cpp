#include "logic/grounding/ground_size.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

constexpr std::size_t samples = 16;
constexpr std::size_t samples_left_out = 4; // the largest: a rare case may look like a large one

bool has_variable(const Expr* expr)
{
    return (expr->kind == ExprKind::Reference && expr->target == Target::Variable) ||
           std::ranges::any_of(expr->operands, has_variable);
}

bool has_variable(const Domain& domain)
{
    const bool has_bounds = domain.kind == Domain::Kind::Up || domain.kind == Domain::Kind::Down;
    return has_bounds && (has_variable(domain.first) || has_variable(domain.last));
}

/// "1500", "1000000000", "3.2e+17", "1e+300 or more".
std::string number(double n)
{
    return n < 1e15    ? fmt::format("{:.0f}", n)
           : n < 1e300 ? fmt::format("{:.1e}", n)
                       : "1e+300 or more";
}

std::string bytes(double n)
{
    return n < 1e9 ? fmt::format("{:.0f} MB", n / 1e6) : fmt::format("{} GB", number(n / 1e9));
}

std::string too_large(double nodes, std::size_t limit)
{
    return fmt::format("grounding would make about {} formula nodes (up to {}), more than the {} "
                       "allowed",
                       number(nodes), bytes(nodes * static_cast<double>(bytes_a_formula)), limit);
}

} // namespace

void GroundSize::check_count(const Grounding& in, const char* at, std::string_view what,
                             double count, std::size_t nodes_each, std::size_t limit)
{
    const double nodes = count * static_cast<double>(nodes_each);
    if (nodes > static_cast<double>(limit))
        throw beyond_limit(in.texts.error(at, too_large(nodes, limit),
                                          fmt::format("there would be {} {}; are the parameters "
                                                      "too large?",
                                                      number(count), what)));
}

void GroundSize::check_file()
{
    check(0, [this] { visit_file(); });
}

void GroundSize::check_formula(const Expr* expr, std::uint32_t slots)
{
    check(slots, [this, expr] { visit(expr, 1, {}); });
}

template <class Visit>
void GroundSize::check(std::uint32_t slots, Visit visit_once)
{
    std::vector<std::pair<double, Blame>> estimates;
    do
    {
        nodes_ = most_ = 0;
        most_blame_ = {};
        expansions_.clear();
        wanted_.clear();
        in_.terms.restart(limit_);
        try
        {
            open(slots);
            visit_once();
            expand_all();
        }
        catch (const Fault& fault)
        {
            if (fault.is_interruption)
                throw; // what else is wrong will be found, and said, by grounding
        }
        for (const auto& [which, expansion] : expansions_)
            nodes_ += expansion.nodes;
        estimates.emplace_back(nodes_, most_blame_);
    } while (varies_ && estimates.size() < samples);
    in_.terms.restart(limit_);

    std::ranges::sort(estimates, {}, [](const auto& one) { return one.first; });
    if (varies_)
        estimates.resize(samples - samples_left_out);
    double sum = 0;
    for (const auto& [nodes, blame] : estimates)
        sum += nodes;
    const double mean = sum / static_cast<double>(estimates.size());
    const Blame blame = estimates.back().second;
    if (mean > static_cast<double>(limit_) && blame.variable != nullptr)
        throw beyond_limit(in_.texts.error(
            blame.variable->name.data(), too_large(mean, limit_),
            fmt::format("mostly for this quantifier, where '{}' has {} values; are the parameters "
                        "too large?",
                        blame.variable->name, number(blame.values))));
}

void GroundSize::visit_file()
{
    for (const AxiomDeclaration& declared : in_.file.axioms)
    {
        open(declared.slots);
        Blame blame;
        const double times = declared.binders == nullptr ? 1 : enter(*declared.binders, 1, blame);
        if (times > 0)
            visit(declared.body, times, blame);
    }
    for (const ClaimDeclaration& declared : in_.file.claims)
    {
        open(declared.slots);
        if (declared.formula != nullptr)
            visit(declared.formula, 1, {});
        if (declared.kind != ClaimKind::Achieves && declared.kind != ClaimKind::CanForce)
            for (const Expr* subject : declared.subjects)
                visit(subject, 1, {});
        for (const StrategyUse& use : declared.strategies)
            visit(use.rule, 1, {});
        for (const Expr* part : declared.invariants)
            visit(part, 1, {});
        if (declared.when != nullptr)
            visit(declared.when, 1, {});
        for (const Expr* part : declared.measure)
            visit(part, 1, {});
    }
    for (std::uint32_t i = 0; i < in_.file.strategies.size(); ++i)
        if (in_.file.strategies[i].arguments.empty())
        {
            expansions_.try_emplace({Target::Strategy, i}, Expansion{{}, {}, 1, {}, 0, true});
            wanted_.push_back({Target::Strategy, i});
        }
}

void GroundSize::visit(const Expr* expr, double times, Blame blame)
{
    add(times, blame);
    switch (expr->kind)
    {
    case ExprKind::All:
    case ExprKind::Any:
    case ExprKind::Each:
        times = enter(*expr->binders, times, blame);
        if (times > 0)
            visit(expr->operands[0], times, blame);
        return;
    case ExprKind::Reference:
        if (expr->target == Target::Definition || expr->target == Target::Strategy)
            refer(expr, times, blame);
        else if (expr->target == Target::Fluent && in_.file.fluents[expr->index].values != nullptr)
            add(times * in_.terms.values(*in_.file.fluents[expr->index].values).count(), blame);
        return;
    case ExprKind::Compare: compare(expr, times, blame); return;
    case ExprKind::Count: count(expr, times, nullptr, blame); return;
    case ExprKind::If:
    {
        const Expr* const condition = expr->operands[0];
        const bool binds = condition->kind == ExprKind::Any && !condition->in_parentheses;
        visit(expr->operands[2], times, blame);
        times = binds ? enter(*condition->binders, times, blame) : times;
        if (times > 0)
        {
            visit(binds ? condition->operands[0] : condition, times, blame);
            visit(expr->operands[1], times, blame);
        }
        return;
    }
    case ExprKind::Legal:
    case ExprKind::Does: return;
    case ExprKind::After:
    case ExprKind::Select: visit(expr->operands[1], times, blame); return;
    default:
        for (const Expr* operand : expr->operands)
            visit(operand, times, blame);
    }
}

void GroundSize::compare(const Expr* expr, double times, Blame blame)
{
    const Expr *const left = expr->operands[0], *const right = expr->operands[1];
    if (!expr->of_state)
        return;
    if (left->kind == ExprKind::Count && !right->of_state)
        return count(left, times, right, blame);
    if (right->kind == ExprKind::Count && !left->of_state)
        return count(right, times, left, blame);
    visit(left, times, blame);
    visit(right, times, blame);
}

/// A count of n formulas that is compared with k takes n · min(k, n − k) nodes.
void GroundSize::count(const Expr* expr, double times, const Expr* with, Blame blame)
{
    const double inside = enter(*expr->binders, times, blame);
    if (inside == 0)
        return;
    const double n = inside / times;
    const double k = with == nullptr ? n : static_cast<double>(in_.terms.value(with));
    visit(expr->operands[0], inside, blame);
    add(inside * std::max(1.0, with == nullptr ? n / 2 : std::min(k, n - k)), blame);
}

double GroundSize::enter(const Binders& binders, double times, Blame& blame)
{
    for (const Variable& variable : binders.variables)
    {
        varies_ = varies_ || has_variable(*variable.domain);
        const Values values = in_.terms.values(*variable.domain);
        const double size = values.count();
        if (size == 0)
            return 0;
        in_.terms.slot(variable.slot) = random_value(values);
        sizes_[variable.slot] = size;
        times *= size;
        if (size > blame.values)
            blame = {&variable, size};
    }
    add(times, blame);
    if (binders.where == nullptr)
        return times;
    varies_ = true;
    return in_.terms.condition(binders.where) ? times : 0;
}

/// Notes that a definition or strategy is wanted: for how many tuples, at least.
void GroundSize::refer(const Expr* expr, double times, Blame blame)
{
    const SymbolDeclaration& declared = expr->target == Target::Definition
                                            ? in_.file.definitions[expr->index]
                                            : in_.file.strategies[expr->index];
    const Shape shape = shape_of(in_, declared);
    Expansion wanted;
    wanted.blame = blame;
    wanted.is_open = true;
    double tuples = 1;
    std::set<std::uint32_t> seen;
    for (const Expr* argument : expr->operands)
    {
        const bool is_variable = argument->target == Target::Variable;
        wanted.arguments.push_back(in_.terms.value(argument));
        wanted.sizes.push_back(is_variable ? sizes_[argument->index] : 1);
        if (is_variable && seen.insert(argument->index).second)
            tuples *= sizes_[argument->index];
    }
    for (std::size_t i = 0; i < wanted.arguments.size(); ++i)
        if (!shape.domains[i].contains(wanted.arguments[i]))
            return; // which grounding will say
    wanted.tuples = std::min({tuples, times, static_cast<double>(shape.count)});
    const Declared which{expr->target, expr->index};
    const auto [known, is_new] = expansions_.try_emplace(which, wanted);
    if (!is_new && wanted.tuples < 2 * known->second.tuples)
        return;
    wanted.nodes = known->second.nodes;
    known->second = wanted;
    wanted_.push_back(which);
}

/// Expands what is wanted, and what that wants. Tuples at least double each time, so this ends.
void GroundSize::expand_all()
{
    while (!wanted_.empty())
    {
        const Declared which = wanted_.back();
        wanted_.pop_back();
        if (std::exchange(expansions_[which].is_open, false))
            expand(which);
    }
}

void GroundSize::expand(const Declared& which)
{
    const Expansion now = expansions_[which];
    const SymbolDeclaration& declared = which.first == Target::Definition
                                            ? in_.file.definitions[which.second]
                                            : in_.file.strategies[which.second];
    open(declared.slots);
    for (std::uint32_t i = 0; i < now.arguments.size(); ++i)
    {
        in_.terms.slot(i) = now.arguments[i];
        sizes_[i] = now.sizes[i];
    }
    const double before = std::exchange(nodes_, 0);
    visit(declared.body, now.tuples, now.blame);
    Expansion& same = expansions_[which];
    same.nodes = std::max(same.nodes, nodes_);
    nodes_ = before;
}

void GroundSize::open(std::uint32_t slots)
{
    in_.terms.close_frame(0);
    in_.terms.open_frame(slots);
    sizes_.assign(slots, 1);
}

void GroundSize::add(double nodes, Blame blame)
{
    nodes_ += nodes;
    if (nodes > most_)
    {
        most_ = nodes;
        most_blame_ = blame;
    }
}

std::int64_t GroundSize::random_value(const Values& values)
{
    random_ = random_ * 6364136223846793005U + 1442695040888963407U;
    const auto least = static_cast<std::uint64_t>(values.least());
    const std::uint64_t width = static_cast<std::uint64_t>(values.greatest()) - least;
    const std::uint64_t step = width == UINT64_MAX ? random_ : (random_ >> 11U) % (width + 1);
    return static_cast<std::int64_t>(least + step);
}

} // namespace sgl::language
