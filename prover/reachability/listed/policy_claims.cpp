#include "prover/reachability/listed/policy_claims.hpp"

#include "logic/states/policies.hpp"
#include "prover/checker/symbolic/bdd.hpp"
#include "prover/claims/claim_parts.hpp"
#include "prover/plays/confirmation.hpp"
#include "prover/reachability/listed/listed_states.hpp"
#include "prover/resources/count_of_states.hpp"
#include "prover/resources/memory.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl
{

namespace
{

/// What was found is not known to the evaluator, or is.
Verdict refuted(Theory& theory, const certificate::ListedStates& found, Question question,
                const Budget& budget)
{
    if (!found.bad)
        return Undecided{"a state is bad for some values of what the axioms leave open, and no "
                         "play to it is shown"};
    question.method = Method::Enumeration;
    Confirmation confirmation(theory, question, budget);
    EndOfPlay wanted;
    wanted.f = question.bad;
    wanted.at_move = question.at_moves;
    if (auto play = confirmation.replayed(*found.bad, wanted))
        return std::move(*play);
    return Undecided{"the play found is not confirmed by the evaluator"};
}

} // namespace

bool is_about_policy(const Game& game, const Claim& claim)
{
    const bool is_in_hints =
        (claim.invariant && (mentions_policy(game.policies, claim.invariant->formula) ||
                             mentions_policy(game.policies, claim.invariant->when))) ||
        std::ranges::any_of(claim.measure,
                            [&](Formula f) { return mentions_policy(game.policies, f); });
    return is_in_hints || mentions_policy(game.policies, claim.formula) ||
           mentions_policy(game.policies, claim.alpha) ||
           std::ranges::any_of(claim.strategies, [&](const Strategy& s)
                               { return mentions_policy(game.policies, s.moves); });
}

ClaimResult policy_claim(Theory& theory, const Claim& claim, std::optional<unsigned> bound,
                         const Budget& budget)
{
    ClaimResult result;
    FormulaStore& store = theory.store();
    const Game& game = theory.game();
    const Rules rules = read_rules(store, game);
    const certificate::GameUnderCheck ground{store, game, rules, budget};
    const auto parts = certificate::parts_of(store, game, claim);
    if (std::ranges::any_of(parts, [](const auto& part) { return bool(part.theorem); }))
    {
        result.verdict = Undecided{"the policy is looked up in the states that plays reach, and "
                                   "the claim is about all states"};
        return result;
    }
    budget.at_phase("while all states were gone through");
    std::string detail;
    for (const certificate::ClaimPart& part : parts)
    {
        Question question = part.question;
        if (claim.kind == ClaimKind::If && claim.formula.is(Kind::Implies))
            question.premise = claim.formula[0];
        if (claim.kind == ClaimKind::Achieves && question.bad.is(Kind::Or))
            question.deadlock = question.bad[1];
        const std::size_t memory = memory_left(memory_limit());
        const certificate::ListedStates found = certificate::listed_states(
            ground, question,
            {certificate::Bdds::nodes_within(memory), StateList::most_states, (memory << 20) / 2});
        if (found.is_endless)
        {
            result.verdict = Undecided{"states come back, so that plays need not end; no such "
                                       "play is shown"};
            return result;
        }
        // The play is the shortest that there is.
        if (found.bad && bound && found.bad->play.size() > *bound)
        {
            result.verdict = HoldsUpTo{*bound, {}};
            continue;
        }
        if (!found.list)
        {
            result.verdict = refuted(theory, found, question, budget);
            if (auto* play = std::get_if<Refuted>(&result.verdict);
                play != nullptr && !certificate::parts_prove(claim))
            {
                Proved proved{Method::Enumeration, ""};
                proved.play = std::make_shared<const Refuted>(std::move(*play));
                result.verdict = std::move(proved);
            }
            return result;
        }
        const std::string states = count_of_states(static_cast<double>(found.list->size()));
        detail = fmt::format("{} {} reached", states, found.list->size() == 1 ? "is" : "are");
        if (!found.premise_seen)
        {
            result.vacuous = true;
            result.vacuous_why = "the premise is true nowhere";
        }
        if (found.list->size() == 0)
        {
            result.vacuous = true;
            result.vacuous_why = "no initial state satisfies the axioms";
        }
    }
    if (std::holds_alternative<HoldsUpTo>(result.verdict))
        return result;
    if (certificate::parts_prove(claim))
        result.verdict = Proved{Method::Enumeration, detail};
    else
        result.verdict = Undecided{"the policy recommends a move in none of the states that plays "
                                   "reach"};
    return result;
}

} // namespace sgl
