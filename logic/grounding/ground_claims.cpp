// Grounding axioms and claims.

#include "logic/grounding/ground.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

/// Blanks and comments become one blank each.
std::string collapsed(std::string_view text)
{
    std::string answer;
    const char* at = text.data();
    const char* const last = at + text.size();
    while (at != last)
    {
        const char* after = skip_blanks(at, last);
        if (after != at && after != last && !answer.empty())
            answer += ' ';
        if (after != last)
            answer += *after++;
        at = after;
    }
    return answer;
}

} // namespace

std::vector<Axiom> Grounder::axioms()
{
    std::vector<Axiom> answer;
    value_axioms(answer);
    for (const AxiomDeclaration& declared : in_.file.axioms)
    {
        const std::size_t old = in_.terms.open_frame(declared.slots);
        const Position position = in_.texts.position(declared.name.data());
        const bool is_assignment = assigns(declared.body);
        const auto instance = [&]
        {
            if (is_assignment)
                assign(declared.body, {std::string(declared.name), position, {}}, answer);
            else
                answer.push_back({std::string(declared.name), ground(declared.body), position});
        };
        if (declared.binders == nullptr)
            instance();
        else
            in_.terms.for_each(*declared.binders, instance);
        in_.terms.close_frame(old);
    }
    check_memories(answer);
    return answer;
}

Claim Grounder::claim(const ClaimDeclaration& declared)
{
    const std::size_t old = in_.terms.open_frame(declared.slots);
    Claim claim;
    claim.name = declared.name;
    claim.kind = declared.kind;
    claim.everywhere = declared.everywhere;
    claim.position = in_.texts.position(declared.name.data());
    claim.text = collapsed(declared.text);
    if (declared.up_to != nullptr)
    {
        const std::int64_t plies = in_.terms.value(declared.up_to);
        if (plies < 0 || plies > std::numeric_limits<int>::max())
            fail(declared.up_to, fmt::format("{} is no number of plies", plies));
        if (declared.kind == ClaimKind::CanForce)
            fail(declared.up_to, "'can force' is about plays of any length");
        claim.up_to = static_cast<unsigned>(plies);
    }
    if (declared.formula != nullptr)
        claim.formula = declared.kind == ClaimKind::Achieves
                            ? about_states(declared.formula, "what is achieved")
                        : declared.kind == ClaimKind::CanForce
                            ? about_states(declared.formula, "what is forced")
                            : ground(declared.formula);
    claim_strategies(declared, claim);
    claim_proof(declared, claim);
    claim.expected = expected(declared);
    in_.terms.close_frame(old);
    return claim;
}

Formula Grounder::about_states(const Expr* expr, const char* what)
{
    const Formula f = ground(expr);
    if (!f.is_state_wise())
        fail(expr, fmt::format("{} speaks of moves, not of a state", what),
             "'does' and 'next' look at the action, unless under a [a] or <<a>>");
    return f;
}

/// What the claim says of how it is to be shown.
void Grounder::claim_proof(const ClaimDeclaration& declared, Claim& claim)
{
    const bool about_plays =
        declared.kind != ClaimKind::Valid && declared.kind != ClaimKind::Theorem &&
        declared.kind != ClaimKind::Implements && declared.kind != ClaimKind::Consistent &&
        declared.kind != ClaimKind::Functional && declared.kind != ClaimKind::CanForce &&
        !declared.everywhere;
    for (const std::string_view cited : declared.cited)
    {
        if (!about_plays)
            throw Fault{in_.texts.error(cited.data(),
                                        "another claim, for a claim that does not speak of what is "
                                        "so throughout plays")};
        claim.cited.emplace_back(cited);
    }
    for (const Expr* given : declared.invariants)
    {
        if (!about_plays)
            fail(given, "an invariant, for a claim that does not speak of what is so "
                        "throughout plays");
        Invariant invariant;
        invariant.formula = about_states(given, "the invariant");
        if (declared.when != nullptr)
            invariant.when = about_states(declared.when, "the condition");
        if (declared.every != nullptr)
        {
            constexpr std::int64_t most = 1000;
            const std::int64_t plies = in_.terms.value(declared.every);
            if (plies < 1 || plies > most)
                fail(declared.every,
                     fmt::format("{} is no number of plies from 1 to {}", plies, most));
            invariant.every = static_cast<unsigned>(plies);
        }
        claim.invariant = invariant;
    }
    if (!declared.measure.empty() && declared.kind != ClaimKind::Achieves)
        fail(declared.measure.front(),
             "a measure shows that plays end, which only 'achieves' speaks of");
    for (const Expr* part : declared.measure)
        measure_part(part, claim);
}

void Grounder::measure_part(const Expr* expr, Claim& claim)
{
    if (expr->kind == ExprKind::Each)
        in_.terms.for_each(*expr->binders, [&] { measure_part(expr->operands[0], claim); });
    else
        claim.measure.push_back(about_states(expr, "the measure"));
}

void Grounder::claim_strategies(const ClaimDeclaration& declared, Claim& claim)
{
    switch (declared.kind)
    {
    case ClaimKind::Valid:
    case ClaimKind::Theorem:
    case ClaimKind::Always: return;
    case ClaimKind::If: claim_profile(declared, claim); return;
    case ClaimKind::Achieves: claim_achievers(declared, claim); return;
    case ClaimKind::CanForce: claim_coalition(declared, claim); return;
    case ClaimKind::Implements:
    {
        const Expr* alpha = declared.subjects.front();
        claim.alpha = ground(alpha);
        claim.alpha_is_strategy =
            alpha->kind == ExprKind::Reference && alpha->target == Target::Strategy;
        return;
    }
    case ClaimKind::Complete:
    case ClaimKind::Deterministic:
    case ClaimKind::Functional:
    case ClaimKind::Consistent:
    case ClaimKind::Refines:
    case ClaimKind::Equals: break;
    }
    claim.strategies.push_back(used({declared.subjects.front(), nullptr, declared.subject_agent}));
    for (const StrategyUse& use : declared.strategies)
    {
        claim.strategies.push_back(used(use));
        check_agent(claim.strategies.back(), claim.strategies.front().agent, use.rule);
    }
}

void Grounder::claim_profile(const ClaimDeclaration& declared, Claim& claim)
{
    for (const StrategyUse& use : declared.strategies)
    {
        Strategy s = used(use);
        const Agent agent = agent_of(use.agent);
        check_agent(s, agent, use.rule);
        if (std::ranges::find(claim.strategies, agent, &Strategy::agent) != claim.strategies.end())
            fail(use.agent, fmt::format("{} plays two strategies", in_.frame.name(agent)));
        claim.strategies.push_back(std::move(s));
    }
}

void Grounder::claim_achievers(const ClaimDeclaration& declared, Claim& claim)
{
    if (declared.subjects.size() != declared.strategies.size())
        fail(declared.subjects.front(),
             fmt::format("{} agents, but {} strategies", declared.subjects.size(),
                         declared.strategies.size()));
    for (std::size_t i = 0; i < declared.subjects.size(); ++i)
    {
        Strategy s = used(declared.strategies[i]);
        const Agent agent = agent_of(declared.subjects[i]);
        check_agent(s, agent, declared.strategies[i].rule);
        if (std::ranges::find(claim.strategies, agent, &Strategy::agent) != claim.strategies.end())
            fail(declared.subjects[i],
                 fmt::format("{} plays two strategies", in_.frame.name(agent)));
        claim.strategies.push_back(std::move(s));
    }
}

void Grounder::claim_coalition(const ClaimDeclaration& declared, Claim& claim)
{
    for (const Expr* subject : declared.subjects)
    {
        const Agent agent = agent_of(subject);
        if (std::ranges::find(claim.coalition, agent) != claim.coalition.end())
            fail(subject, fmt::format("{} is named twice", in_.frame.name(agent)));
        claim.coalition.push_back(agent);
    }
}

/// The first expectation that applies. Without a condition it is about the default parameters.
std::optional<Expected> Grounder::expected(const ClaimDeclaration& declared)
{
    if (declared.expectations.empty())
        return Expected::Proved;
    for (const Expectation& one : declared.expectations)
    {
        if (one.condition == nullptr)
            return in_.terms.is_overridden() ? std::nullopt : std::optional(one.expected);
        if (in_.terms.condition(one.condition))
            return one.expected;
    }
    return std::nullopt;
}

} // namespace sgl::language
