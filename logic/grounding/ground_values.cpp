// Grounding terms whose value depends on the state. Such a term becomes a list of cases: every
// value that it may have, with the formula that it has it. A comparison is a formula of the cases.

#include "logic/formula/cardinality.hpp"
#include "logic/grounding/ground.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

/// More operands than this are joined in blocks, which several comparisons share.
constexpr std::size_t most_side_by_side = 16;
constexpr std::size_t in_block = 4;

/// The sign between the sides when they are exchanged.
char mirrored(char sign)
{
    switch (sign)
    {
    case '<': return '>';
    case '>': return '<';
    case 'l': return 'g';
    case 'g': return 'l';
    default: return sign;
    }
}

bool has_action(Formula f, std::vector<std::uint32_t>& actions)
{
    if (f.is(Kind::Does))
    {
        actions.push_back(f.action().index);
        return true;
    }
    return f.is(Kind::And) && std::ranges::any_of(f.children(), [&](Formula conjunct)
                                                  { return has_action(conjunct, actions); });
}

/// No two of them are true at one move, since each names another action.
bool exclude_each_other(const std::vector<Formula>& formulas)
{
    std::vector<std::uint32_t> actions;
    for (Formula f : formulas)
        if (!has_action(f, actions))
            return false;
    std::ranges::sort(actions);
    return std::ranges::adjacent_find(actions) == actions.end();
}

} // namespace

Formula Grounder::both(Formula f, Formula g)
{
    if (f == in_.store.top() || f == g)
        return g;
    return g == in_.store.top() ? f : in_.store.conjunction(f, g);
}

// ---- comparisons

Formula Grounder::ground_comparison(const Expr* expr)
{
    if (!expr->of_state)
        return folded(in_.terms.condition(expr));
    const Expr *left = expr->operands[0], *right = expr->operands[1];
    char sign = expr->signs[0];
    if (!left->of_state)
    {
        std::swap(left, right);
        sign = mirrored(sign);
    }
    if (sign == '>' || sign == 'l') // a > b is b < a; a <= b is !(b < a), a >= b is !(a < b)
    {
        if (right->of_state)
            std::swap(left, right), sign = mirrored(sign);
    }
    if (left->kind == ExprKind::Count && !right->of_state)
        return compared_counts(expr, left, in_.terms.value(right), sign);
    const Cases of_left = cases(left);
    if (right->of_state)
    {
        const Cases of_right = cases(right);
        const bool order = sign == '<' || sign == 'g';
        const Formula f = order ? less(of_left, of_right) : equal(of_left, of_right);
        return made(expr, sign == '<' || sign == '=' ? f : in_.store.negation(f));
    }
    const std::int64_t with = in_.terms.value(right);
    const auto below = static_cast<std::size_t>(
        std::ranges::lower_bound(of_left, with, {}, &Case::value) - of_left.begin());
    const std::size_t all = of_left.size();
    const std::size_t up_to =
        below < all && of_left[below].value == with ? below + 1 : below; // those that are <=
    std::size_t first = below, last = up_to; // those that satisfy the comparison, or its denial
    switch (sign)
    {
    case '<': first = 0, last = below; break;
    case 'l': first = 0, last = up_to; break;
    case '>': first = up_to, last = all; break;
    case 'g': first = below, last = all; break;
    default: break;
    }
    const bool denies = sign == '!';
    if (first == last || last - first == all)
        return folded((first == last) == denies);
    const Formula f = any_of(of_left, first, last);
    return made(expr, denies ? in_.store.negation(f) : f);
}

Formula Grounder::compared_counts(const Expr* expr, const Expr* count, std::int64_t with, char sign)
{
    std::vector<Formula> parts;
    const std::int64_t certain = counted(count, parts);
    const auto n = static_cast<std::int64_t>(parts.size());
    const std::int64_t k = std::clamp<std::int64_t>(with, certain - 1, certain + n + 1) - certain;
    const auto at_least_so_many = [&](std::int64_t least)
    {
        if (least <= 0 || least > n)
            return folded(least <= 0);
        in_.terms.spend(expr->at, static_cast<std::size_t>(n * std::min(least, n - least + 1)));
        return made(expr, at_least(in_.store, parts, static_cast<std::size_t>(least)));
    };
    const auto denied = [&](Formula f)
    { return folded_ ? folded(f.is(Kind::False)) : made(expr, in_.store.negation(f)); };
    switch (sign)
    {
    case '<': return denied(at_least_so_many(k));
    case 'l': return denied(at_least_so_many(k + 1));
    case '>': return at_least_so_many(k + 1);
    case 'g': return at_least_so_many(k);
    default: break;
    }
    if (k < 0 || k > n)
        return folded(sign == '!');
    in_.terms.spend(expr->at, static_cast<std::size_t>(2 * n * std::min(k + 1, n - k + 1)));
    const Formula f = made(expr, exactly(in_.store, parts, static_cast<std::size_t>(k)));
    return n == 0 ? folded(sign == '=') : sign == '=' ? f : denied(f);
}

/// ⋁ over the values v on the left of "left is v, and right is more".
Formula Grounder::less(const Cases& left, const Cases& right)
{
    std::vector<Formula> parts;
    for (const Case& one : left)
    {
        const auto more = static_cast<std::size_t>(
            std::ranges::upper_bound(right, one.value, {}, &Case::value) - right.begin());
        if (more == 0)
            parts.push_back(one.holds);
        else if (more < right.size())
            parts.push_back(both(one.holds, any_of(right, more, right.size())));
    }
    return in_.store.disjunction(parts);
}

Formula Grounder::equal(const Cases& left, const Cases& right)
{
    std::vector<Formula> parts;
    for (const Case& one : left)
    {
        const auto same = std::ranges::lower_bound(right, one.value, {}, &Case::value);
        if (same != right.end() && same->value == one.value)
            parts.push_back(both(one.holds, same->holds));
    }
    return in_.store.disjunction(parts);
}

/// One of the cases from first to last holds: or none of the others, where these are fewer. Many
/// are joined in blocks.
Formula Grounder::any_of(const Cases& cases, std::size_t first, std::size_t last)
{
    std::vector<Formula> parts;
    const std::size_t all = cases.size();
    if ((first == 0 || last == all) && (last - first) * 2 > all && last - first != all)
        return in_.store.negation(first == 0 ? any_of(cases, last, all) : any_of(cases, 0, first));
    if (last - first <= most_side_by_side)
    {
        for (std::size_t i = first; i < last; ++i)
            parts.push_back(cases[i].holds);
        return in_.store.disjunction(parts);
    }
    while (first < last)
    {
        std::size_t size = 1;
        while (first % (size * in_block) == 0 && first + size * in_block <= last)
            size *= in_block;
        parts.push_back(block_of(cases, first, size));
        first += size;
    }
    return in_.store.disjunction(parts);
}

Formula Grounder::block_of(const Cases& cases, std::size_t first, std::size_t size)
{
    if (size == 1)
        return cases[first].holds;
    // Of a fluent with values, the first and the size say which values are in the block.
    const Formula begin = cases[first].holds, end = cases[first + size - 1].holds;
    const bool of_fluent = begin.is(Kind::Fluent) && end.is(Kind::Fluent) &&
                           end.fluent().index - begin.fluent().index == size - 1;
    Formula known;
    const std::uint64_t key = std::uint64_t{begin.id()} << 32U | size;
    if (const auto found = blocks_.find(key); of_fluent && found != blocks_.end())
        return found->second;
    std::vector<Formula> parts;
    for (std::size_t i = 0; i < in_block; ++i)
        parts.push_back(block_of(cases, first + i * (size / in_block), size / in_block));
    known = in_.store.disjunction(parts);
    if (of_fluent)
        blocks_.emplace(key, known);
    return known;
}

// ---- cases

Grounder::Cases Grounder::cases(const Expr* expr)
{
    const NestedCall nested(level_, formula_depth_limit, in_.texts, expr->at);
    in_.terms.spend(expr->at);
    if (!expr->of_state)
        return {{in_.terms.value(expr), in_.store.top()}};
    switch (expr->kind)
    {
    case ExprKind::Reference:
        return expr->target == Target::Fluent ? cases_of_fluent(expr) : cases_of_function(expr);
    case ExprKind::Minus:
    case ExprKind::Sum:
    case ExprKind::Product: return cases_of_numbers(expr);
    case ExprKind::Count: return cases_of_count(expr);
    case ExprKind::If: return cases_of_conditional(expr);
    default: return cases_elsewhere(expr);
    }
}

/// Parts in any order, with values that may be the same.
Grounder::Cases Grounder::joined(const Expr* expr, Cases parts)
{
    in_.terms.spend(expr->at, parts.size());
    std::ranges::stable_sort(parts, {}, &Case::value);
    Cases answer;
    std::vector<Formula> same;
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        same.push_back(parts[i].holds);
        if (i + 1 < parts.size() && parts[i + 1].value == parts[i].value)
            continue;
        answer.push_back({parts[i].value, made(expr, in_.store.disjunction(same))});
        same.clear();
    }
    return answer;
}

FluentRange Grounder::values_of(const Expr* reference)
{
    const Shape& shape = fluents_[reference->index];
    const std::int64_t size = size_of(shape.domains.back());
    const std::int64_t at = tuple(reference, in_.file.fluents[reference->index], shape) * size;
    return {Fluent{shape.first + static_cast<std::uint32_t>(at)}, static_cast<std::uint32_t>(size)};
}

Grounder::Cases Grounder::cases_of_fluent(const Expr* expr)
{
    const FluentRange atoms = values_of(expr);
    const std::int64_t least = fluents_[expr->index].domains.back().first;
    in_.terms.spend(expr->at, atoms.count / in_block); // atoms are made once
    Cases answer;
    for (std::uint32_t i = 0; i < atoms.count; ++i)
        answer.push_back({least + std::int64_t{i}, in_.store.fluent(atoms[i])});
    return answer;
}

Grounder::Cases Grounder::cases_of_function(const Expr* expr)
{
    struct Tuple
    {
        std::vector<std::int64_t> arguments;
        Formula holds;
    };
    std::vector<Tuple> tuples{{{}, in_.store.top()}};
    for (const Expr* argument : expr->operands)
    {
        const Cases of_argument = cases(argument);
        std::vector<Tuple> longer;
        for (const Tuple& tuple : tuples)
            for (const Case& one : of_argument)
            {
                in_.terms.spend(expr->at);
                longer.push_back(tuple);
                longer.back().arguments.push_back(one.value);
                longer.back().holds = both(tuple.holds, one.holds);
            }
        tuples = std::move(longer);
    }
    Cases parts;
    for (const Tuple& tuple : tuples)
        parts.push_back({in_.terms.value(expr, tuple.arguments), tuple.holds});
    return joined(expr, std::move(parts));
}

Grounder::Cases Grounder::cases_of_numbers(const Expr* expr)
{
    // The operands' numbers are put in place of them, and the sum or product is evaluated.
    std::vector<Expr> numbers(expr->operands.size());
    Expr term;
    term.kind = expr->kind;
    term.at = expr->at;
    const auto evaluated = [&](std::int64_t left, std::int64_t right, char sign)
    {
        numbers[0].number = left;
        numbers[1].number = right;
        term.signs = {'+', sign};
        return in_.terms.value(&term);
    };
    for (std::size_t i = 0; i < 2 && i < numbers.size(); ++i)
    {
        numbers[i].kind = ExprKind::Number;
        term.operands.push_back(&numbers[i]);
    }
    Cases answer = cases(expr->operands[0]);
    if (expr->kind == ExprKind::Minus)
    {
        for (Case& one : answer)
        {
            numbers[0].number = one.value;
            one.value = in_.terms.value(&term);
        }
        std::ranges::reverse(answer);
        return answer;
    }
    for (std::size_t i = 1; i < expr->operands.size(); ++i)
    {
        const Cases right = cases(expr->operands[i]);
        numbers[1].at = expr->operands[i]->at;
        Cases parts;
        for (const Case& l : answer)
            for (const Case& r : right)
            {
                in_.terms.spend(expr->at);
                parts.push_back(
                    {evaluated(l.value, r.value, expr->signs[i]), both(l.holds, r.holds)});
            }
        answer = joined(expr, std::move(parts));
    }
    return answer;
}

std::int64_t Grounder::counted(const Expr* expr, std::vector<Formula>& parts)
{
    std::int64_t certain = 0;
    in_.terms.for_each(*expr->binders,
                       [&]
                       {
                           const Formula f = ground(expr->operands[0]);
                           if (!folded_)
                               parts.push_back(f);
                           else if (f.is(Kind::True))
                               ++certain;
                       });
    return certain;
}

Grounder::Cases Grounder::cases_of_count(const Expr* expr)
{
    std::vector<Formula> parts;
    const std::int64_t certain = counted(expr, parts);
    in_.terms.spend(expr->at, parts.size() * parts.size() / 2);
    Cases answer;
    for (std::size_t k = 0; k <= parts.size(); ++k)
        answer.push_back(
            {certain + static_cast<std::int64_t>(k), made(expr, exactly(in_.store, parts, k))});
    return answer;
}

/// `if any k in …: φ(k) then s(k) else t`: the first k for which φ(k) is true counts.
Grounder::Cases Grounder::cases_of_conditional(const Expr* expr)
{
    const Expr* const condition = expr->operands[0];
    std::vector<Formula> conditions;
    std::vector<Cases> thens;
    bool decided = false;
    const auto look_at = [&](const Expr* one)
    {
        const Formula f = decided ? in_.store.bottom() : ground(one);
        if (decided || (folded_ && f.is(Kind::False)))
            return;
        decided = folded_;
        conditions.push_back(f);
        thens.push_back(cases(expr->operands[1]));
    };
    if (condition->kind == ExprKind::Any && !condition->in_parentheses)
        in_.terms.for_each(*condition->binders, [&] { look_at(condition->operands[0]); });
    else
        look_at(condition);

    Cases parts;
    const bool exclusive = exclude_each_other(conditions);
    Formula none_before = in_.store.top();
    for (std::size_t i = 0; i < conditions.size(); ++i)
    {
        const Formula guard = exclusive ? conditions[i] : both(none_before, conditions[i]);
        for (const Case& one : thens[i])
            parts.push_back({one.value, both(guard, one.holds)});
        if (!exclusive)
            none_before = both(none_before, in_.store.negation(conditions[i]));
    }
    if (exclusive && !conditions.empty())
        none_before = in_.store.negation(in_.store.disjunction(conditions));
    if (!decided)
        for (const Case& one : cases(expr->operands[2]))
            parts.push_back({one.value, both(none_before, one.holds)});
    return joined(expr, std::move(parts));
}

/// The value in another state, after another move, or in another game.
Grounder::Cases Grounder::cases_elsewhere(const Expr* expr)
{
    Cases answer = cases(expr->operands.back());
    const bool of_action = expr->kind == ExprKind::After || expr->kind == ExprKind::Select;
    const Action a = of_action ? ground_action(expr->operands[0]) : Action{};
    const Formula rule =
        expr->kind == ExprKind::Restrict ? ground(expr->operands[0]) : in_.store.top();
    for (Case& one : answer)
    {
        FormulaStore& store = in_.store;
        one.holds = made(expr, expr->kind == ExprKind::Next     ? store.next(one.holds)
                               : expr->kind == ExprKind::After  ? store.after(a, one.holds)
                               : expr->kind == ExprKind::Select ? store.select(a, one.holds)
                                                                : store.restrict(rule, one.holds));
    }
    return answer;
}

} // namespace sgl::language
