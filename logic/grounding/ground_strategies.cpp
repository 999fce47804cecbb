// Grounding strategies. A leaf of a rule is joined with "a legal move of the agent", so that ▽ and
// △ speak of legal moves (the SGL paper's definitions alone speak of all actions).

#include "logic/grounding/ground.hpp"
#include "logic/grounding/ground_size.hpp"

#include <cassert>

#include <fmt/format.h>

namespace sgl::language
{

Agent Grounder::agent_of(const Expr* expr)
{
    return Agent{static_cast<std::uint32_t>(in_.terms.value(expr))};
}

Formula Grounder::legal_move(Agent agent)
{
    Formula& known = legal_moves_[agent.index];
    if (!known)
        known = legal_move_of(in_.store, in_.frame, agent);
    return known;
}

/// Pushes the operands of a chain, those of `each` in order.
void Grounder::chain_operands(const Expr* chain, std::optional<Agent> rule_of)
{
    for (const Expr* operand : chain->operands)
        chain_operand(operand, rule_of);
}

void Grounder::chain_operand(const Expr* expr, std::optional<Agent> rule_of)
{
    if (expr->kind == ExprKind::Each)
        in_.terms.for_each(*expr->binders, [&] { chain_operand(expr->operands[0], rule_of); });
    else
        operands_.push_back(rule_of ? ground_rule(expr, *rule_of) : ground(expr));
}

/// The chain of the operands pushed since the mark.
Formula Grounder::joined(const Expr* chain, std::size_t mark)
{
    if (operands_.size() == mark)
        fail(chain, "every 'each' here is empty: the chain has no operand");
    const std::span<const Formula> parts(operands_.data() + mark, operands_.size() - mark);
    const Formula f = chain->kind == ExprKind::PrioritisedOr ? in_.store.prioritised_or(parts)
                                                             : in_.store.prioritised_and(parts);
    operands_.resize(mark);
    return made(chain, f);
}

Formula Grounder::ground_rule(const Expr* expr, Agent agent)
{
    if (expr->kind == ExprKind::PrioritisedOr || expr->kind == ExprKind::PrioritisedAnd)
    {
        const NestedCall nested(level_, formula_depth_limit, in_.texts, expr->at);
        const std::size_t mark = operands_.size();
        chain_operands(expr, agent);
        return joined(expr, mark);
    }
    if (expr->kind == ExprKind::Reference && expr->target == Target::Strategy)
    {
        const Strategy& named = ground_strategy(expr);
        check_agent(named, agent, expr);
        return named.moves;
    }
    const Formula legal = legal_move(agent);
    return made(expr, in_.store.conjunction(legal, ground(expr)));
}

const Strategy& Grounder::ground_strategy(const Expr* expr)
{
    const NestedCall nested(level_, formula_depth_limit, in_.texts, expr->at);
    StrategyMemo& memo = strategies_[expr->index];
    const SymbolDeclaration& declared = in_.file.strategies[expr->index];
    const std::int64_t at = tuple(expr, declared, memo.shape);
    if (expanding_ == 0)
        named_.emplace(expr->index, at);
    const auto [known, is_new] = memo.strategies.try_emplace(at);
    if (!is_new && !known->second)
        fail(expr, fmt::format("the strategy '{}' uses itself", expr->name));
    if (!is_new)
        return *known->second;

    const std::size_t old = open(declared, memo.shape, at);
    std::vector<std::int64_t> arguments;
    for (std::uint32_t i = 0; i < declared.arguments.size(); ++i)
        arguments.push_back(in_.terms.slot(i));
    Strategy made_now;
    made_now.name = ground_name(in_, declared, arguments);
    made_now.agent = agent_of(declared.agent);
    made_now.position = in_.texts.position(declared.name.data());
    ++expanding_;
    made_now.moves = declared.policy.empty()
                         ? ground_rule(declared.body, made_now.agent)
                         : in_.store.conjunction(legal_move(made_now.agent),
                                                 in_.policy(declared, made_now.agent));
    --expanding_;
    in_.terms.close_frame(old);
    strategy_names_.emplace(made_now.moves, made_now.name);
    std::optional<Strategy>& place = memo.strategies[at];
    place = std::move(made_now);
    return *place;
}

void Grounder::check_agent(const Strategy& s, Agent agent, const Expr* at) const
{
    if (s.agent != agent)
        fail(at, fmt::format("{} is a strategy of {}, not of {}", s.name, in_.frame.name(s.agent),
                             in_.frame.name(agent)));
}

Strategy Grounder::used(const StrategyUse& use)
{
    if (use.rule_agent == nullptr)
        return ground_strategy(use.rule);
    const Agent agent = agent_of(use.rule_agent);
    return {"(rule)", agent, ground_rule(use.rule, agent), in_.texts.position(use.rule->at)};
}

Strategy Grounder::strategy(const StrategyUse& use, std::uint32_t slots)
{
    start();
    try
    {
        GroundSize(in_, formula_limit_).check_formula(use.rule, slots);
        in_.terms.open_frame(slots);
        return used(use);
    }
    catch (const Fault&)
    {
        recover();
        throw;
    }
}

std::optional<std::string> Grounder::strategy_name(Formula moves) const
{
    const auto known = strategy_names_.find(moves);
    return known == strategy_names_.end() ? std::nullopt : std::optional(known->second);
}

std::vector<Strategy> Grounder::strategies()
{
    for (std::uint32_t i = 0; i < in_.file.strategies.size(); ++i)
    {
        const SymbolDeclaration& declared = in_.file.strategies[i];
        if (!declared.arguments.empty())
            continue;
        Expr reference{};
        reference.kind = ExprKind::Reference;
        reference.target = Target::Strategy;
        reference.index = i;
        reference.name = declared.name;
        reference.at = declared.name.data();
        ground_strategy(&reference);
    }
    std::vector<Strategy> answer;
    for (const auto& [strategy, at] : named_)
        answer.push_back(*strategies_[strategy].strategies.at(at));
    return answer;
}

} // namespace sgl::language
