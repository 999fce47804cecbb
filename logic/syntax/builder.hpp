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

/// Which operators belong to a body; the others end it, unless they are in parentheses.
enum class Body : std::uint8_t
{
    Whole,  // all of them
    Each,   // not |> and &>
    Count,  // not = != < <= > >= + - * / mod
    Number, // + - * / mod alone
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
    Expr* conditional(const char* at, Expr* condition, Expr* then, Expr* otherwise);
    Expr* with_prefixes(const Operand& operand);
    /// Groups a chain by precedence.
    Expr* grouped(const Chain& chain);

    Binders* binders(Binders content);
    Domain* domain(Domain content);

    /// Whether the operator belongs to the body being read.
    bool joins(std::string_view operator_text) const;
    void enter(Body body);
    void leave() { levels_.pop_back(); }

private:
    Expr* part(const Chain& chain, std::size_t first, std::size_t last, int level);
    Expr* joined(const Chain& chain, const std::vector<std::size_t>& splits,
                 std::vector<Expr*> parts);
    Expr* comparison(Expr* left, Expr* right, char sign);

    Arena& arena_;
    const Texts& texts_;
    Watch& watch_;
    std::size_t nesting_limit_;
    std::vector<unsigned> levels_; // of the operators of each body that is open, as bits
};

} // namespace sgl::language
