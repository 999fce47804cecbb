// Prover: claims about plays. Three ways are tried in this order: truth in all states, the hints of
// the claim (an invariant, a measure), and the engines.

#include "prover/claims/look_ahead.hpp"
#include "prover/claims/proof_obligations.hpp"
#include "prover/claims/proposals.hpp"
#include "prover/decide/prover.hpp"
#include "prover/induction/inductive_invariant.hpp"
#include "prover/induction/invariant_by_pdr.hpp"
#include "prover/induction/play_invariant_induction.hpp"
#include "prover/induction/ranking.hpp"
#include "prover/invariants/known_invariants.hpp"
#include "prover/reachability/by_states.hpp"
#include "prover/reduction/model_construction.hpp"
#include "prover/resources/switches.hpp"
#include "prover/transition/random_play.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace sgl
{

std::optional<unsigned> Prover::bound_for(const Claim& claim) const
{
    if (options_.bound && claim.up_to)
        return std::min(*options_.bound, *claim.up_to);
    return options_.bound ? options_.bound : claim.up_to;
}

bool Prover::never_anywhere(const Question& question, const Budget& budget)
{
    Path path(theory_, question.profile, budget);
    path.admit(0);
    if (question.known)
        path.add({path.at(question.known, 0)});
    path.add({path.at(question.bad, 0, question.at_moves)});
    path.constrain_successors(0);
    const bool never = !path.is_possible();
    statistics_ += path.solver.statistics();
    return never;
}

std::optional<Proved> Prover::shown_by_invariant(Question& question, const Claim& claim,
                                                 ClaimResult& result, const Budget& budget)
{
    AttemptTimer trial(&tried_, Method::Invariant);
    InductionByInvariant induction(theory_, question, *claim.invariant, budget);
    result.conditions = induction.obligations();
    statistics_ += induction.statistics();
    const auto open = std::ranges::find_if_not(
        result.conditions, [](const Condition& obligation)
        { return std::holds_alternative<Proved>(obligation.result.verdict); });
    const bool shown = open == result.conditions.end();
    trial.end(shown ? "inductive, and it excludes what is bad"
                    : fmt::format("not shown: {}", open->name),
              shown);
    if (!shown)
        return std::nullopt;
    if (induction.never_stuck())
        question.stuck = Formula();
    Proved proved{Method::Induction, "", induction.shown()};
    proved.scheme = {ProofMethod::Invariant, induction.plies()};
    proved.lemmas = known_invariants(theory_, budget);
    return proved;
}

std::optional<Proved> Prover::shown_with_claims(Question& question, const Claim& claim,
                                                ClaimResult& result, const Budget& budget)
{
    AttemptTimer trial(&tried_, Method::PlayInvariants);
    Question cited = question;
    cited.must_end = false;
    cited.proposals = proposals_for(store_, game_, claim, claim.cited);
    PlayInvariants found;
    found.shown.resize(cited.proposals.size());
    try
    {
        for (const CandidateKind kind : {CandidateKind::Proposals, CandidateKind::Gates})
        {
            if (!found.excludes_bad)
                found = find_play_invariants(theory_, cited, kind,
                                             budget.effort(limits::play_invariants_seconds));
        }
    }
    catch (const Interrupted& interrupted)
    {
        budget.check();
        trial.end(interrupted);
    }
    statistics_ += found.statistics;
    for (const std::string& name : claim.cited)
    {
        Condition condition{"claim " + name, {}};
        bool is_proposed = false, is_shown = true;
        for (std::size_t i = 0; i < cited.proposals.size(); ++i)
        {
            if (cited.proposals[i].claim != name)
                continue;
            is_proposed = true;
            is_shown = is_shown && found.shown[i];
        }
        if (is_proposed && is_shown)
            condition.result.verdict = Proved{Method::Induction, ""};
        else
            condition.result.verdict =
                Undecided{is_proposed ? "it is not shown together with this claim"
                                      : "it does not speak of the states of these plays"};
        result.conditions.push_back(std::move(condition));
    }
    if (!found.excludes_bad)
    {
        trial.end("not shown together with the claims that it names");
        return std::nullopt;
    }
    trial.end("shown together with the claims that it names", true);
    if (found.excludes_stuck)
        question.stuck = Formula();
    return std::get<Proved>(answer_of(game_.frame, found).verdict);
}

/// A claim about plays where there is none.
std::optional<ClaimResult> Prover::vacuous_without_start(const Budget& budget)
{
    theory_.completion(budget); // may strengthen what is asked of every state
    if (has_initial_state(theory_, budget))
        return std::nullopt;
    ClaimResult result;
    result.verdict = Proved{Method::Reduction, ""};
    result.vacuous = true;
    result.vacuous_why = "no initial state satisfies the axioms";
    return result;
}

ClaimResult Prover::along_plays(Question question, const Claim& claim, const Budget& budget)
{
    if (auto vacuous = vacuous_without_start(budget))
        return std::move(*vacuous);
    ClaimResult result;
    const std::optional<unsigned> bound = bound_for(claim);
    const Question asked = question;
    std::vector<std::string> why;
    std::optional<Proved> shown;
    const bool by_induction =
        options_.engine == Engine::Automatic || options_.engine == Engine::Induction;
    if (claim.invariant && by_induction)
        shown = shown_by_invariant(question, claim, result, budget);
    if (shown)
    {
        why.emplace_back("by the invariant");
        question.bad = store_.bottom();
        if (!claim.invariant->when && claim.invariant->every.value_or(1) == 1)
            question.known = claim.invariant->formula;
    }
    else if (!claim.cited.empty() && by_induction)
    {
        shown = shown_with_claims(question, claim, result, budget);
        if (shown)
        {
            why.push_back(std::exchange(shown->detail, ""));
            question.bad = store_.bottom();
        }
    }
    if (!shown)
        question.proposals = proposals_for(store_, game_, claim);
    if (question.must_end)
    {
        if (std::string end = why_plays_end(question, claim, result, budget); !end.empty())
        {
            why.push_back(std::move(end));
            question.must_end = false;
        }
    }
    PlayAnswer found;
    if (shown && !question.must_end)
        found.verdict = std::move(*shown);
    else
        found = explore(question, bound, budget);
    compare_engines(asked, found.verdict, bound, result, budget);
    if (auto* proof = std::get_if<Proved>(&found.verdict); proof != nullptr && !why.empty())
    {
        if (!proof->detail.empty())
            why.insert(why.begin(), proof->detail);
        proof->detail = fmt::format("{}", fmt::join(why, "; "));
        if (claim.kind == ClaimKind::Achieves)
            proof->obligations.clear(); // it would be only that nothing bad is reached
    }
    result.verdict = std::move(found.verdict);
    if (std::holds_alternative<Undecided>(result.verdict))
        return result;

    const auto* proved = std::get_if<Proved>(&result.verdict);
    const bool all_plays_seen = proved == nullptr || covers_all_plays(proved->method);
    if (question.premise && !found.premise_seen && !std::holds_alternative<Refuted>(result.verdict))
    {
        const std::size_t mark = tried_.size();
        const std::optional<bool> never =
            all_plays_seen ? true : premise_is_never(question, bound, budget);
        tried_for(mark, "the premise is true nowhere");
        result.vacuous = never.value_or(false);
        const bool is_bounded = std::holds_alternative<HoldsUpTo>(result.verdict);
        result.vacuous_why =
            is_bounded ? "the premise is true nowhere so far" : "the premise is true nowhere";
        result.perhaps_vacuous = !never;
    }
    result.stuck = std::move(found.stuck);
    if (question.stuck && !result.stuck && !all_plays_seen && !found.never_stuck)
    {
        Question nothing_recommended_there = about_states(question.stuck);
        nothing_recommended_there.profile = question.profile;
        nothing_recommended_there.deadlock = question.stuck; // so that the play says whose it is
        if (proved != nullptr)
            nothing_recommended_there.known = known_from(asked, *proved);
        const std::size_t mark = tried_.size();
        PlayAnswer stuck = explore_briefly(nothing_recommended_there, bound, budget);
        tried_for(mark, "never stuck");
        if (auto* play = std::get_if<Refuted>(&stuck.verdict))
            result.stuck = std::move(*play);
    }
    return result;
}

/// What a proof shows of every state that complying plays reach; empty: nothing.
Formula Prover::known_from(const Question& asked, const Proved& proved)
{
    std::vector<Formula> known = proved.kept;
    if (!asked.at_moves)
        known.push_back(store_.negation(asked.bad));
    return known.empty() ? Formula() : known.size() == 1 ? known[0] : store_.conjunction(known);
}

/// never_anywhere, noted as an attempt.
bool Prover::is_nowhere(const Question& question, const std::string& about, const Budget& budget)
{
    AttemptTimer trial(&tried_, Method::Reduction);
    const std::size_t mark = tried_.size();
    const bool answer = never_anywhere(question, budget);
    trial.end(answer ? "in all states" : "not in all states, reachable or not", answer);
    if (!about.empty())
        tried_for(mark, about);
    return answer;
}

/// A formula of the question looks further ahead than it can be regressed.
bool Prover::looks_far_ahead(const Question& question) const
{
    LookAhead look(game_.frame);
    const auto is_far = [&](Formula f) { return f && look.is_far(f); };
    return is_far(question.bad) || is_far(question.premise) || is_far(question.stuck) ||
           std::ranges::any_of(question.profile,
                               [&](const Strategy& strategy) { return is_far(strategy.moves); });
}

/// State by state, with a memo; nothing where that gives no answer.
std::optional<PlayAnswer> Prover::explore_by_look_ahead(const Question& question,
                                                        std::optional<unsigned> bound,
                                                        const Budget& budget)
{
    const auto left = budget.left();
    const Budget share = left ? budget.at_most(limits::look_ahead_share * *left) : budget;
    try
    {
        Confirmation confirmation(theory_, question, share);
        return explore_all_states(theory_, question, bound, confirmation, Engine::Enumeration,
                                  share, &tried_);
    }
    catch (const Interrupted&)
    {
        budget.check();
        return std::nullopt;
    }
}

/// In all states, or else along plays.
PlayAnswer Prover::explore(const Question& asked, std::optional<unsigned> bound,
                           const Budget& budget)
{
    const Engine engine = options_.engine;
    if (engine == Engine::Automatic && looks_far_ahead(asked))
    {
        if (auto found = explore_by_look_ahead(asked, bound, budget))
            return std::move(*found);
    }
    Question question = asked;
    // A strategy that is never at a loss in any state is not stuck in a play.
    if (question.stuck)
    {
        Question nowhere = about_states(question.stuck);
        nowhere.known = question.known;
        if (is_nowhere(nowhere, "never stuck", budget))
            question.stuck = Formula();
    }
    const bool reduces = engine == Engine::Automatic || engine == Engine::Reduction;
    PlayAnswer found;
    if (reduces && !question.must_end && is_nowhere(question, "", budget))
    {
        Proved proved{Method::Reduction, "in all states"};
        if (!question.known) // else it is no theorem
            proved.obligations = {nothing_bad(store_, game_.frame, question)};
        found.verdict = std::move(proved);
        return found;
    }
    if (engine == Engine::Reduction)
        found.verdict = Undecided{"it is not so in all states"};
    else if (engine == Engine::Diagrams || engine == Engine::Enumeration)
    {
        found.verdict = Undecided{"the engine asked for does not apply"};
        Confirmation confirmation(theory_, question, budget);
        if (auto all =
                explore_all_states(theory_, question, bound, confirmation, engine, budget, &tried_))
            found = std::move(*all);
    }
    else if (engine == Engine::Pdr)
    {
        Confirmation confirmation(theory_, question, budget);
        FoundLemmas lemmas;
        InvariantByPdr pdr;
        found.verdict = Undecided{"the engine asked for does not apply"};
        if (auto answer =
                pdr.answer({theory_, question, bound, 0, confirmation, lemmas, &tried_}, budget))
            found = std::move(*answer);
        statistics_ += pdr.statistics();
    }
    else
    {
        Portfolio portfolio(theory_, question, bound, budget, engine, &tried_, options_.patience);
        found = portfolio.explore();
        statistics_ += portfolio.statistics();
    }
    return found;
}

/// For what is said beside a verdict: it is not worth more than a few seconds.
PlayAnswer Prover::explore_briefly(const Question& question, std::optional<unsigned> bound,
                                   const Budget& budget)
{
    const Budget brief = budget.at_most(limits::beside_verdict_seconds);
    try
    {
        return explore(question, bound, brief);
    }
    catch (const Interrupted& interrupted)
    {
        PlayAnswer nothing;
        nothing.verdict = Undecided{interrupted};
        return nothing;
    }
}

/// Nothing where that is not found out.
std::optional<bool> Prover::premise_is_never(const Question& question,
                                             std::optional<unsigned> bound, const Budget& budget)
{
    Question seen;
    seen.profile = question.profile;
    seen.at_moves = question.at_moves;
    seen.premise = question.premise;
    try
    {
        if (premise_occurs_on_a_play(theory_, seen, budget.effort(limits::premise_seconds)))
            return false;
    }
    catch (const Interrupted&)
    {
        budget.check();
    }
    seen.premise = Formula();
    seen.bad = question.premise;
    return is_never(seen, bound, budget);
}

/// Nothing where that is not found out.
std::optional<bool> Prover::is_never(const Question& question, std::optional<unsigned> bound,
                                     const Budget& budget)
{
    const Verdict found = explore_briefly(question, bound, budget).verdict;
    if (std::holds_alternative<Proved>(found))
        return true;
    if (std::holds_alternative<Refuted>(found))
        return false;
    return std::nullopt;
}

Question Prover::achievement(const Claim& claim)
{
    // Bad: an end without φ; no complying move before the end; plays that need not end.
    std::vector<Formula> moves;
    for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
        moves.push_back(allowed_move(store_, game_.frame, claim.strategies, Action{a}));
    const Formula no_move = store_.negation(store_.disjunction(moves));
    Question question;
    question.profile = claim.strategies;
    question.must_end = true;
    question.deadlock = store_.conjunction(store_.negation(store_.terminal()), no_move);
    question.bad = store_.disjunction(
        store_.conjunction(store_.terminal(), store_.negation(claim.formula)), question.deadlock);
    return question;
}

/// Why every complying play ends, if a measure says so: one that was given, or one that was found.
/// What is said of the one given goes into the result. Empty where none says so.
std::string Prover::why_plays_end(const Question& question, const Claim& claim, ClaimResult& result,
                                  const Budget& budget)
{
    if (!claim.measure.empty())
    {
        Condition given{"measure", {}};
        AttemptTimer trial(&tried_, Method::Ranking);
        given.result.verdict = decreases(theory_, question, claim.measure, budget);
        const bool shown = std::holds_alternative<Proved>(given.result.verdict);
        trial.end(shown ? "plays end by the one given" : "the one given need not decrease", shown);
        result.conditions.push_back(std::move(given));
        if (shown)
            return "plays end by the measure";
    }
    const std::size_t found = is_off("ranking") ? 0 : measure_of(question, budget);
    return found == 0
               ? ""
               : fmt::format("plays end, as each move changes one of {} fluents for good", found);
}

/// How many fluents the measure that was found for the question looks at.
std::size_t Prover::measure_of(const Question& question, const Budget& budget)
{
    AttemptTimer trial(&tried_, Method::Ranking);
    try
    {
        const std::size_t size =
            find_measure(theory_, question, budget.effort(limits::ranking_seconds)).size();
        trial.end(size == 0 ? "no fluents were found that each move changes for good"
                            : "plays end by one that was found",
                  size > 0);
        return size;
    }
    catch (const Interrupted& interrupted)
    {
        budget.check();
        trial.end(interrupted);
        return 0;
    }
}

/// Whether a second engine answers in the short time that it has or not, the verdict stands, or
/// else is an error.
void Prover::compare_engines(const Question& question, const Verdict& verdict,
                             std::optional<unsigned> bound, ClaimResult& result,
                             const Budget& budget)
{
    if (!options_.compare)
        return;
    const Budget brief = budget.at_most(limits::cross_check_seconds);
    const auto by_plays = [&]
    { return Portfolio(theory_, question, bound, brief, Engine::Induction).explore().verdict; };
    const auto by_states = [&]() -> Verdict
    {
        Confirmation confirmation(theory_, question, brief);
        auto all =
            explore_all_states(theory_, question, bound, confirmation, Engine::Enumeration, brief);
        return all ? std::move(all->verdict) : Undecided{};
    };
    result.compared =
        cross_check(verdict, std::array{SecondEngine{Method::Unrolling, by_plays},
                                        SecondEngine{Method::Enumeration, by_states}});
}

} // namespace sgl
