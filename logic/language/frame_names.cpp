#include "logic/language/frame_names.hpp"
#include "logic/grounding/ground.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

/// Looks up every reference in a frame.
class FrameResolver
{
public:
    FrameResolver(const Frame& frame, const Texts& texts) : frame_(frame), texts_(texts) {}

    void read(Expr* expr)
    {
        switch (expr->kind)
        {
        case ExprKind::True:
        case ExprKind::False:
        case ExprKind::Initial:
        case ExprKind::Terminal: return;
        case ExprKind::Legal:
        case ExprKind::Does: read_action(expr->operands[0]); return;
        case ExprKind::After:
        case ExprKind::Select:
            read_action(expr->operands[0]);
            read(expr->operands[1]);
            return;
        case ExprKind::Not:
        case ExprKind::Next:
        case ExprKind::Restrict:
        case ExprKind::And:
        case ExprKind::Or:
        case ExprKind::Implies:
        case ExprKind::Iff:
        case ExprKind::PrioritisedOr:
        case ExprKind::PrioritisedAnd:
            for (Expr* operand : expr->operands)
                read(operand);
            return;
        case ExprKind::Reference: read_fluent(expr); return;
        case ExprKind::All:
        case ExprKind::Any:
        case ExprKind::Each: fail(expr, "a quantifier, but there are no ranges here");
        case ExprKind::Number:
        case ExprKind::Minus:
        case ExprKind::Sum:
        case ExprKind::Count:
        case ExprKind::If:
        case ExprKind::Product: fail(expr, "a number where a formula is wanted");
        case ExprKind::Compare: read_value(expr); return;
        }
    }

private:
    void read_fluent(Expr* expr)
    {
        const std::string name = spelled(expr);
        const std::optional<Fluent> found = frame_.find_fluent(name);
        if (!found && frame_.find_action(name))
            fail(expr, fmt::format("'{}' is an action, not a formula", name),
                 fmt::format("write does({0}) or legal({0})", name));
        if (!found)
            fail(expr, fmt::format("unknown fluent '{}'", name), suggestion(name, fluents()));
        set(expr, found->index);
    }

    /// `heap(1) = 5`, for a fluent with values.
    void read_value(Expr* expr)
    {
        Expr* const left = expr->operands[0];
        Expr* fluent = left; // behind the prefixes
        while (fluent->kind == ExprKind::Next || fluent->kind == ExprKind::After ||
               fluent->kind == ExprKind::Select || fluent->kind == ExprKind::Restrict)
            fluent = fluent->operands.back();
        const std::string name = spelled(fluent) + "=" + spelled(expr->operands[1]);
        const std::optional<Fluent> found = frame_.find_fluent(name);
        if (expr->signs != "=" || !found)
            fail(expr, "a comparison where a formula is wanted",
                 "here only 'fluent = value' is one");
        fluent->name = frame_.name(*found);
        fluent->operands.clear();
        *expr = Expr(*left);
        read(expr);
    }

    void read_action(Expr* expr)
    {
        const std::string name = spelled(expr);
        const std::optional<Action> found = frame_.find_action(name);
        if (!found)
            fail(expr, fmt::format("unknown action '{}'", name), suggestion(name, actions()));
        set(expr, found->index);
    }

    static void set(Expr* expr, std::uint32_t index)
    {
        expr->target = Target::FrameSymbol;
        expr->index = index;
    }

    /// The name as a frame has it: without blanks.
    std::string spelled(const Expr* expr) const
    {
        if (expr->kind == ExprKind::Number)
            return std::to_string(expr->number);
        if (expr->kind == ExprKind::Minus)
            return "-" + spelled(expr->operands[0]);
        if (expr->kind != ExprKind::Reference)
            fail(expr, "an argument here is a name or a number");
        std::string answer(expr->name);
        for (std::size_t i = 0; i < expr->operands.size(); ++i)
            answer += (i == 0 ? "(" : ",") + spelled(expr->operands[i]);
        if (!expr->operands.empty())
            answer += ')';
        return answer;
    }

    std::vector<std::string_view> fluents() const
    {
        std::vector<std::string_view> names;
        for (std::uint32_t i = 0; i < frame_.fluent_count(); ++i)
            names.push_back(frame_.name(Fluent{i}));
        return names;
    }

    std::vector<std::string_view> actions() const
    {
        std::vector<std::string_view> names;
        for (std::uint32_t i = 0; i < frame_.action_count(); ++i)
            names.push_back(frame_.name(Action{i}));
        return names;
    }

    [[noreturn]] void fail(const Expr* expr, std::string message, std::string hint = {}) const
    {
        throw Fault{texts_.error(expr->at, std::move(message), std::move(hint))};
    }

    const Frame& frame_;
    const Texts& texts_;
};

} // namespace

Formula formula_over_frame(FormulaStore& store, const Frame& frame, const Texts& texts,
                           Watch& watch, Expr* expr)
{
    FrameResolver(frame, texts).read(expr);
    const GameFile nothing;
    const Names names(texts, nothing);
    Terms terms(texts, watch, nothing, names, {});
    Frame unused;
    Grounder grounder({store, texts, nothing, names, terms, unused},
                      std::numeric_limits<std::size_t>::max() / 4);
    return grounder.formula(expr, 0);
}

} // namespace sgl::language
