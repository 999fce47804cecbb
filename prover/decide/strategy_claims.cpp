// Prover: claims about strategies, decided by the laws of ▽ and △, in all states, or along plays.

#include "prover/decide/prover.hpp"

#include "prover/claims/recommendation.hpp"
#include "prover/decide/strategy_laws.hpp"
#include "prover/reduction/model_construction.hpp"
#include "prover/resources/switches.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace sgl
{

/// The laws are tried before any solver looks at the whole. They are not worth more than a part of
/// the time, as what they ask about parts may take longer than the question itself.
std::optional<ClaimResult> Prover::by_structure(const Claim& claim, const Question& question,
                                                const Budget& budget)
{
    const bool applies =
        options_.engine == Engine::Automatic || options_.engine == Engine::Reduction;
    if (!applies || claim.invariant || is_off("structure"))
        return std::nullopt;
    theory_.completion(budget); // may strengthen what is asked of every state
    // Where nothing is claimed of any state, there is something else to say.
    if (!(claim.everywhere ? has_state(theory_, budget) : has_initial_state(theory_, budget)))
        return std::nullopt;
    AttemptTimer trial(&tried_, Method::Structure);
    const auto left = budget.left();
    const Budget brief =
        budget.at_most(left ? limits::structure_share * *left : limits::structure_seconds);
    const Strategy& s = claim.strategies[0];
    Structure structure(store_, game_, s.agent, theory_.reduction().first_free_name(),
                        [&](Formula f) { return never_anywhere(about_states(f), brief); });
    std::optional<Argument> argument;
    try
    {
        switch (claim.kind)
        {
        case ClaimKind::Complete: argument = structure.complete(s.moves); break;
        case ClaimKind::Deterministic: argument = structure.deterministic(s.moves); break;
        case ClaimKind::Refines:
            argument = structure.refines(s.moves, claim.strategies[1].moves);
            break;
        default: argument = structure.equals(s.moves, claim.strategies[1].moves); break;
        }
    }
    catch (const Interrupted& interrupted)
    {
        budget.check();
        trial.end(interrupted);
        return std::nullopt;
    }
    if (!argument)
    {
        trial.end(structure.why_not());
        return std::nullopt;
    }
    trial.end(argument->text, true);
    ClaimResult result;
    result.verdict = Proved{Method::Structure,
                            std::move(argument->text),
                            {store_.negation(question.bad)},
                            false,
                            argument->opaque};
    return result;
}

ClaimResult Prover::strategy_claim(const Claim& claim, const Budget& budget)
{
    const Strategy& s = claim.strategies[0];
    const std::string& agent = game_.frame.name(s.agent);
    const auto beyond = [&](const Strategy& one, const Strategy& other)
    { return recommended_beyond(store_, game_.frame, one.moves, other.moves, one.agent); };
    Question question;
    switch (claim.kind)
    {
    case ClaimKind::Complete:
        question.bad = nothing_recommended(store_, game_.frame, s.moves, s.agent);
        question.detail = agent + " has a legal move and the strategy recommends none";
        break;
    case ClaimKind::Deterministic:
        question.bad = two_recommended(store_, game_.frame, s.moves, s.agent);
        question.detail = "the strategy recommends more than one move to " + agent;
        break;
    case ClaimKind::Refines:
        question.bad = beyond(s, claim.strategies[1]);
        question.detail = fmt::format("the strategy recommends to {} a move that {} does not allow",
                                      agent, claim.strategies[1].name);
        break;
    default:
        question.bad =
            store_.disjunction(beyond(s, claim.strategies[1]), beyond(claim.strategies[1], s));
        question.detail = "they recommend different moves";
        break;
    }
    question.about = s;
    if (auto result = by_structure(claim, question, budget))
    {
        if (!claim.everywhere)
            compare_engines(question, result->verdict, bound_for(claim), *result, budget);
        return std::move(*result);
    }
    if (claim.everywhere)
        return theorem(theory_, store_.negation(question.bad), budget, question.detail);
    return along_plays(question, claim, budget);
}

namespace
{

/// Cut short by the clock: more time may decide it.
bool is_cut_short(const Verdict& verdict)
{
    const auto* bounded = std::get_if<HoldsUpTo>(&verdict);
    const auto* undecided = std::get_if<Undecided>(&verdict);
    const Reason* why = bounded != nullptr     ? &bounded->why
                        : undecided != nullptr ? &undecided->why
                                               : nullptr;
    return why != nullptr && why->cut_short && why->cut_short->cause == Cause::Deadline;
}

} // namespace

std::vector<ClaimResult> Prover::in_shares(const std::vector<Part>& parts, const Budget& budget)
{
    std::vector<ClaimResult> results(parts.size());
    std::vector<std::size_t> open(parts.size());
    std::iota(open.begin(), open.end(), std::size_t{0});
    const auto decide_within = [&](std::size_t i, double seconds)
    {
        const std::size_t mark = tried_.size();
        const Budget share = budget.at_most(seconds);
        try
        {
            results[i] = parts[i].second(share);
        }
        catch (const Interrupted& interrupted)
        {
            if (budget.reason().cause == Cause::Stop)
                throw;
            results[i].verdict = Undecided{interrupted};
        }
        tried_for(mark, parts[i].first);
    };
    for (double last = 0; !open.empty();)
    {
        const auto left = budget.left();
        const double seconds = left       ? *left / static_cast<double>(open.size())
                               : last > 0 ? 2 * last
                                          : limits::first_share_seconds;
        if (left && seconds <= limits::larger_share * last)
            break;
        last = seconds;
        for (std::size_t n = 0; n < open.size(); ++n)
        {
            const auto still = budget.left();
            decide_within(open[n], still ? *still / static_cast<double>(open.size() - n) : seconds);
            if (std::holds_alternative<Refuted>(results[open[n]].verdict))
                return results;
        }
        std::erase_if(open, [&](std::size_t i) { return !is_cut_short(results[i].verdict); });
    }
    return results;
}

ClaimResult Prover::functional(const Claim& claim, const Budget& budget)
{
    const auto half = [&](ClaimKind kind)
    {
        return [this, &claim, kind](const Budget& share)
        {
            Claim part = claim;
            part.kind = kind;
            return strategy_claim(part, share);
        };
    };
    std::vector<ClaimResult> halves = in_shares({{"complete", half(ClaimKind::Complete)},
                                                 {"deterministic", half(ClaimKind::Deterministic)}},
                                                budget);
    ClaimResult& complete = halves[0];
    ClaimResult& deterministic = halves[1];
    if (std::holds_alternative<Refuted>(complete.verdict))
        return std::move(complete);
    if (!std::holds_alternative<Proved>(complete.verdict) &&
        !std::holds_alternative<Refuted>(deterministic.verdict))
    {
        const auto* far = std::get_if<HoldsUpTo>(&deterministic.verdict);
        const auto* near = std::get_if<HoldsUpTo>(&complete.verdict);
        if (std::holds_alternative<Undecided>(deterministic.verdict) ||
            (far != nullptr && near != nullptr && far->plies < near->plies))
            return std::move(deterministic);
        return std::move(complete);
    }
    auto* both = std::get_if<Proved>(&deterministic.verdict);
    const auto* first = std::get_if<Proved>(&complete.verdict);
    if (both != nullptr && first != nullptr &&
        (both->method == Method::Structure || first->method == Method::Structure))
    {
        const auto said = [](const Proved& proved, const char* what)
        {
            return proved.method == Method::Structure ? proved.detail
                   : proved.detail.empty()
                       ? fmt::format("{}: by {}", what, word(proved.method))
                       : fmt::format("{}: by {}, {}", what, word(proved.method), proved.detail);
        };
        both->detail =
            fmt::format("{}; {}", said(*first, "complete"), said(*both, "deterministic"));
        both->method = Method::Structure;
    }
    if (both != nullptr && first != nullptr)
    {
        both->opaque = Formula(); // completeness looks into it
        both->reached.insert(both->reached.end(), first->reached.begin(), first->reached.end());
        if (first->obligations.empty() || both->obligations.empty())
            both->obligations.clear(); // half of it is not enough
        else
            both->obligations.insert(both->obligations.begin(), first->obligations.begin(),
                                     first->obligations.end());
    }
    return std::move(deterministic);
}

namespace
{
Proved shown_by(Refuted play, Method method, std::string detail)
{
    Proved proved{method, std::move(detail)};
    proved.play = std::make_shared<const Refuted>(std::move(play));
    return proved;
}
} // namespace

/// Proved by a play that leads to a recommendation.
ClaimResult Prover::consistent(const Claim& claim, const Budget& budget)
{
    const Strategy& s = claim.strategies[0];
    // Refuted by all states: there is no play to show.
    const auto nowhere = [&](Method method, std::string detail) {
        return Refuted{Witness(game_.frame), {}, method, std::move(detail), {}};
    };
    ClaimResult result;
    if (claim.everywhere)
    {
        const std::size_t mark = tried_.size();
        ClaimResult never =
            theorem(theory_, store_.negation(recommends(store_, game_.frame, s.moves, s.agent)),
                    budget, "");
        tried_for(mark, "recommends nothing");
        if (auto* state = std::get_if<Refuted>(&never.verdict))
            result.verdict = shown_by(std::move(*state), Method::Reduction,
                                      "it recommends a move in some state");
        else if (std::holds_alternative<Proved>(never.verdict))
            result.verdict = nowhere(Method::Reduction, "it recommends no move in any state");
        else
            result.verdict = std::move(never.verdict);
        return result;
    }
    theory_.completion(budget);
    Question question;
    question.bad = recommends(store_, game_.frame, s.moves, s.agent);
    const std::size_t mark = tried_.size();
    PlayAnswer found = explore(question, bound_for(claim), budget);
    tried_for(mark, "recommends nothing");
    if (auto* play = std::get_if<Refuted>(&found.verdict))
    {
        const Method method = play->method;
        const std::size_t plies = play->witness.play.size();
        result.verdict = shown_by(std::move(*play), method,
                                  fmt::format("it recommends a move after {} plies", plies));
    }
    else if (const auto* never = std::get_if<Proved>(&found.verdict))
        result.verdict = nowhere(never->method, "it recommends no move in any reachable state");
    else if (const auto* bounded = std::get_if<HoldsUpTo>(&found.verdict))
    {
        Reason why = bounded->why;
        why.words.insert(0, fmt::format("it recommends no move up to {} plies; ", bounded->plies));
        result.verdict = Undecided{std::move(why)};
    }
    else
        result.verdict = std::move(found.verdict);
    return result;
}

ClaimResult Prover::implements(const Claim& claim, const Budget& budget)
{
    const Formula alpha = claim.alpha;
    std::vector<Formula> legal, steps;
    for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
        legal.push_back(store_.legal(Action{a}));
    const Formula some_legal = store_.disjunction(legal);
    const Formula goes_on = store_.disjunction(store_.terminal(), some_legal);
    for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
        steps.push_back(
            store_.restrict(alpha, store_.implication(legal[a], store_.after(Action{a}, goes_on))));
    const std::array<std::pair<std::string, Formula>, 3> conditions{{
        {"it starts", store_.implication(store_.initial(), store_.restrict(alpha, some_legal))},
        {"it goes on",
         store_.implication(store_.negation(store_.terminal()), store_.conjunction(steps))},
        {"it achieves",
         store_.implication(store_.conjunction(store_.terminal(), alpha), claim.formula)},
    }};
    std::vector<Part> parts;
    for (const auto& [title, formula] : conditions)
    {
        parts.emplace_back(title, [this, &title = title, &formula = formula](const Budget& share)
                           { return theorem(theory_, formula, share, title); });
    }
    std::vector<ClaimResult> results = in_shares(parts, budget);
    ClaimResult result;
    for (std::size_t i = 0; i < results.size(); ++i)
        result.conditions.push_back({conditions[i].first, std::move(results[i])});
    // Refuted if one condition is, else undecided if one is, else proved.
    const auto rank = [](const Verdict& verdict)
    {
        return std::holds_alternative<Refuted>(verdict)  ? 0
               : std::holds_alternative<Proved>(verdict) ? 2
                                                         : 1;
    };
    result.verdict = std::ranges::min_element(result.conditions, {},
                                              [&](const Condition& condition)
                                              { return rank(condition.result.verdict); })
                         ->result.verdict;
    if (auto* all = std::get_if<Proved>(&result.verdict))
    {
        all->obligations.clear();
        for (const auto& [title, formula] : conditions)
            all->obligations.push_back(formula);
    }
    // Where α is true in no terminal state, the third condition is vacuous, and so is a proof.
    const std::size_t mark = tried_.size();
    const ClaimResult never_ends =
        theorem(theory_, store_.negation(store_.conjunction(store_.terminal(), alpha)), budget, "");
    tried_for(mark, "α is false where plays end");
    if (std::holds_alternative<Proved>(never_ends.verdict))
    {
        result.conditions.back().result.vacuous = true;
        result.vacuous = std::holds_alternative<Proved>(result.verdict);
        result.vacuous_why =
            claim.alpha_is_strategy
                ? "a strategy recommends nothing in terminal states: see 'achieves'"
                : "α is false in every terminal state";
    }
    return result;
}

} // namespace sgl
