#pragma once

// Builds syntax nodes for the grammar: prefixes, and operators by precedence.

#include "logic/syntax/syntax.hpp"
#include "logic/syntax/text.hpp"

#include <string_view>
#include <vector>

namespace sgl::language
{

/// A prefix as read: `!`, `-`, `next`, `[a]`, `<<a>>` or `{α}`.
struct Prefix
{
    ExprKind kind = ExprKind::Not;
    const char* at = nullptr;
    Expr* inner = nullptr; // the action or α
};

/// Prefixes and what they stand before.
struct Operand
{
    std::vector<Prefix> prefixes;
    Expr* expression = nullptr;
};

/// Operands and the operators between them, as read from left to right.
struct Chain
{
    std::vector<Expr*> operands;
    std::vector<std::string_view> operators;
};

class Builder
{
public:
    Builder(Arena& arena, const Texts& texts, Watch& watch, std::size_t nesting_limit)
        : arena_(arena), texts_(texts), watch_(watch), nesting_limit_(nesting_limit)
    {
    }

    Expr* leaf(ExprKind kind, const char* at);
    Expr* number(std::string_view digits);
    Expr* reference(std::string_view name, std::vector<Expr*> arguments);
    Expr* node(ExprKind kind, const char* at, std::vector<Expr*> operands);
    Expr* quantifier(std::string_view word, Binders* binders, Expr* body);
    Expr* with_prefixes(const Operand& operand);
    /// Groups a chain by precedence.
    Expr* grouped(const Chain& chain);

    Binders* binders(Binders content);
    Domain* domain(Domain content);

    /// Whether `|>` and `&>` belong to the expression being read; not so in the body of an
    /// `each`, which ends before them.
    bool joins_chains() const { return joins_chains_.empty() || joins_chains_.back(); }
    void enter(bool joins_chains) { joins_chains_.push_back(joins_chains); }
    void leave() { joins_chains_.pop_back(); }

private:
    Expr* part(const Chain& chain, std::size_t first, std::size_t last, int level);
    Expr* joined(const Chain& chain, const std::vector<std::size_t>& splits,
                 std::vector<Expr*> parts);

    Arena& arena_;
    const Texts& texts_;
    Watch& watch_;
    std::size_t nesting_limit_;
    std::vector<bool> joins_chains_;
};

} // namespace sgl::language
