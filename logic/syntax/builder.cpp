#include "logic/syntax/builder.hpp"
#include "logic/deep_stack.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

struct Operator
{
    std::string_view text;
    ExprKind kind;
    int level; // of precedence, loosest first
    char sign = '\0';
};

// clang-format off
constexpr std::array operators{
    Operator{"<->", ExprKind::Iff, 1},            Operator{"↔", ExprKind::Iff, 1},
    Operator{"->",  ExprKind::Implies, 2},        Operator{"→", ExprKind::Implies, 2},
    Operator{"|>",  ExprKind::PrioritisedOr, 3},  Operator{"▽", ExprKind::PrioritisedOr, 3},
    Operator{"&>",  ExprKind::PrioritisedAnd, 4}, Operator{"△", ExprKind::PrioritisedAnd, 4},
    Operator{"|",   ExprKind::Or, 5},             Operator{"∨", ExprKind::Or, 5},
    Operator{"&",   ExprKind::And, 6},            Operator{"∧", ExprKind::And, 6},
    Operator{"=",   ExprKind::Compare, 7, '='},   Operator{"!=", ExprKind::Compare, 7, '!'},
    Operator{"<",   ExprKind::Compare, 7, '<'},   Operator{"<=", ExprKind::Compare, 7, 'l'},
    Operator{">",   ExprKind::Compare, 7, '>'},   Operator{">=", ExprKind::Compare, 7, 'g'},
    Operator{"+",   ExprKind::Sum, 8, '+'},       Operator{"-", ExprKind::Sum, 8, '-'},
    Operator{"*",   ExprKind::Product, 9, '*'},   Operator{"/", ExprKind::Product, 9, '/'},
    Operator{"mod", ExprKind::Product, 9, '%'},
};
// clang-format on
constexpr int tightest = 9;

constexpr unsigned levels(int first, int last)
{
    unsigned answer = 0;
    for (int level = first; level <= last; ++level)
        answer |= 1U << static_cast<unsigned>(level);
    return answer;
}
constexpr unsigned all_levels = levels(1, tightest), chain_levels = levels(3, 4),
                   number_levels = levels(8, 9), compared_levels = levels(7, 9);

const Operator& find_operator(std::string_view text)
{
    const auto found = std::ranges::find(operators, text, &Operator::text);
    assert(found != operators.end());
    return *found;
}

} // namespace

void Builder::enter(Body body)
{
    const unsigned around = levels_.empty() ? all_levels : levels_.back();
    switch (body)
    {
    case Body::Whole: levels_.push_back(all_levels); return;
    case Body::Each: levels_.push_back(around & ~chain_levels); return;
    case Body::Count: levels_.push_back(around & ~compared_levels); return;
    case Body::Number: levels_.push_back(number_levels); return;
    }
}

bool Builder::joins(std::string_view operator_text) const
{
    const auto level = static_cast<unsigned>(find_operator(operator_text).level);
    return levels_.empty() || (levels_.back() >> level & 1U) != 0;
}

Expr* Builder::node(ExprKind kind, const char* at, std::vector<Expr*> operands)
{
    watch_.tick(at);
    Expr& made = arena_.expressions.emplace_back();
    made.kind = kind;
    made.at = at;
    for (const Expr* operand : operands)
        made.depth = std::max(made.depth, operand->depth + 1);
    if (made.depth > depth_that_fits(nesting_limit_))
        throw nested_too_deep(texts_, at, nesting_limit_);
    made.operands = std::move(operands);
    return &made;
}

Expr* Builder::leaf(ExprKind kind, const char* at)
{
    return node(kind, at, {});
}

Expr* Builder::number(std::string_view digits)
{
    Expr* made = leaf(ExprKind::Number, digits.data());
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), made->number);
    if (error != std::errc())
        throw Fault{texts_.error(digits.data(), "the number is too large")};
    return made;
}

Expr* Builder::reference(std::string_view name, std::vector<Expr*> arguments)
{
    Expr* made = node(ExprKind::Reference, name.data(), std::move(arguments));
    made->name = name;
    return made;
}

Expr* Builder::quantifier(std::string_view word, Binders* binders, Expr* body)
{
    const ExprKind kind = word == "all"     ? ExprKind::All
                          : word == "any"   ? ExprKind::Any
                          : word == "count" ? ExprKind::Count
                                            : ExprKind::Each;
    Expr* made = node(kind, word.data(), {body});
    made->binders = binders;
    return made;
}

Expr* Builder::conditional(const char* at, Expr* condition, Expr* then, Expr* otherwise)
{
    return node(ExprKind::If, at, {condition, then, otherwise});
}

Expr* Builder::with_prefixes(const Operand& operand)
{
    Expr* answer = operand.expression;
    for (auto prefix = operand.prefixes.rbegin(); prefix != operand.prefixes.rend(); ++prefix)
    {
        std::vector<Expr*> operands{answer};
        if (prefix->inner != nullptr)
            operands.insert(operands.begin(), prefix->inner);
        answer = node(prefix->kind, prefix->at, std::move(operands));
    }
    return answer;
}

Expr* Builder::grouped(const Chain& chain)
{
    return part(chain, 0, chain.operands.size() - 1, 1);
}

/// The operands from first to last, joined by operators of this level and tighter ones.
Expr* Builder::part(const Chain& chain, std::size_t first, std::size_t last, int level)
{
    if (first == last)
        return chain.operands[first];
    assert(level <= tightest);
    std::vector<std::size_t> splits;
    for (std::size_t i = first; i < last; ++i)
        if (find_operator(chain.operators[i]).level == level)
            splits.push_back(i);
    if (splits.empty())
        return part(chain, first, last, level + 1);

    std::vector<Expr*> parts;
    std::size_t start = first;
    for (std::size_t split : splits)
    {
        parts.push_back(part(chain, start, split, level + 1));
        start = split + 1;
    }
    parts.push_back(part(chain, start, last, level + 1));
    return joined(chain, splits, std::move(parts));
}

/// Parts between operators of one level: → groups to the right, ↔ and comparisons to the left,
/// the others stay side by side in one node.
Expr* Builder::joined(const Chain& chain, const std::vector<std::size_t>& splits,
                      std::vector<Expr*> parts)
{
    const auto operator_at = [&](std::size_t i)
    { return find_operator(chain.operators[splits[i]]); };
    const ExprKind kind = operator_at(0).kind;
    if (kind == ExprKind::Implies)
    {
        Expr* answer = parts.back();
        for (std::size_t i = parts.size() - 1; i-- > 0;)
            answer = node(kind, parts[i]->at, {parts[i], answer});
        return answer;
    }
    if (kind == ExprKind::Iff || kind == ExprKind::Compare)
    {
        Expr* answer = parts.front();
        for (std::size_t i = 0; i < splits.size(); ++i)
            answer = kind == ExprKind::Compare
                         ? comparison(answer, parts[i + 1], operator_at(i).sign)
                         : node(kind, answer->at, {answer, parts[i + 1]});
        return answer;
    }
    const char* const at = parts.front()->at;
    Expr* answer = node(kind, at, std::move(parts));
    answer->signs = kind == ExprKind::Product ? '*' : '+';
    for (std::size_t i = 0; i < splits.size(); ++i)
        answer->signs += operator_at(i).sign;
    return answer;
}

/// A `!` before a comparison denies all of it: `!a = b` is `!(a = b)`. Other prefixes belong to the
/// term behind them: `next a = b` compares what a is next with what b is now.
Expr* Builder::comparison(Expr* left, Expr* right, char sign)
{
    std::vector<Expr*> prefixes;
    std::size_t denied = 0; // so many prefixes, up to the last `!`
    for (Expr* inner = left; !inner->in_parentheses; inner = inner->operands.back())
    {
        const bool is_prefix = inner->kind == ExprKind::Not || inner->kind == ExprKind::Next ||
                               inner->kind == ExprKind::After || inner->kind == ExprKind::Select ||
                               inner->kind == ExprKind::Restrict;
        if (!is_prefix)
            break;
        prefixes.push_back(inner);
        if (inner->kind == ExprKind::Not)
            denied = prefixes.size();
    }
    Expr* const term = denied == 0 ? left : prefixes[denied - 1]->operands.back();
    Expr* answer = node(ExprKind::Compare, term->at, {term, right});
    answer->signs = sign;
    while (denied-- > 0)
    {
        std::vector<Expr*> operands = prefixes[denied]->operands;
        operands.back() = answer;
        answer = node(prefixes[denied]->kind, prefixes[denied]->at, std::move(operands));
    }
    return answer;
}

Binders* Builder::binders(Binders content)
{
    return &arena_.binders.emplace_back(std::move(content));
}

Domain* Builder::domain(Domain content)
{
    return &arena_.domains.emplace_back(content);
}

} // namespace sgl::language
