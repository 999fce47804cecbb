#include "prover/induction/inductive_invariant.hpp"

#include "prover/claims/proof_obligations.hpp"
#include "prover/invariants/known_invariants.hpp"
#include "prover/resources/limits.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl
{

namespace
{

/// Normal forms of which f is the disjunction. Each is a question about a small part of the game,
/// and these are answered one after the other much sooner than all at once.
std::vector<Formula> cases(Reduction& reduction, Formula f, const Budget& budget)
{
    std::vector<Formula> found, open{reduction.reduce(f, budget)};
    while (!open.empty())
    {
        const Formula g = open.back();
        open.pop_back();
        if (g.is(Kind::Or))
        {
            open.insert(open.end(), g.children().begin(), g.children().end());
            continue;
        }
        const auto is_conjunction = [](Formula h) { return h.is(Kind::Not) && h[0].is(Kind::And); };
        if (is_conjunction(g))
        {
            for (Formula child : g[0].children())
                open.push_back(reduction.no(child));
            continue;
        }
        if (g.is(Kind::And))
        {
            const auto size = [&](Formula h) {
                return h.is(Kind::Or)      ? h.children().size()
                       : is_conjunction(h) ? h[0].children().size()
                                           : 0;
            };
            const auto widest = std::ranges::max_element(g.children(), {}, size);
            if (size(*widest) > 0)
            {
                std::vector<Formula> parts(g.children().begin(), g.children().end());
                Formula& part = parts[static_cast<std::size_t>(widest - g.children().begin())];
                const bool negated = part.is(Kind::Not);
                const Formula whole = negated ? part[0] : part;
                for (Formula child : whole.children())
                {
                    part = negated ? reduction.no(child) : child;
                    found.push_back(reduction.all_of(parts));
                }
                continue;
            }
        }
        found.push_back(g);
    }
    return found;
}

} // namespace

InductionByInvariant::InductionByInvariant(Theory& theory, const Question& question,
                                           const Invariant& invariant, const Budget& budget)
    : theory_(theory), question_(question), invariant_(invariant), budget_(budget)
{
}

std::vector<Condition> InductionByInvariant::obligations()
{
    verdicts_.fill(Proved{Method::Reduction, ""});
    plies_ = invariant_.every.value_or(1);
    constexpr unsigned most = limits::most_plies_of_invariant;
    if (!invariant_.every && invariant_.when)
    {
        // Most often the rules alone see to it, which is asked sooner.
        const std::vector<Strategy> nobody;
        for (const auto* profile : {&nobody, &question_.profile})
        {
            plies_ = 1;
            while (plies_ < most && !comes_back_within(plies_, *profile))
                ++plies_;
            if (plies_ < most)
                break;
        }
    }
    follow(true, plies_);
    follow(false, plies_);
    std::vector<Condition> conditions(3);
    for (Name name : {Start, Step, Goal})
    {
        conditions[name].name = std::array{"start", "step", "goal"}[name];
        conditions[name].result.verdict = std::move(verdicts_[name]);
    }
    return conditions;
}

std::vector<Formula> InductionByInvariant::shown()
{
    return by_invariant(theory_.store(), theory_.game().frame, question_,
                        known_invariants(theory_, budget_), invariant_, plies_);
}

/// Whether φ is said of the t-th state of a stretch.
Literal InductionByInvariant::is_said_of(Path& path, unsigned t)
{
    if (invariant_.when)
        return path.at(invariant_.when, t);
    const bool on_time = t % invariant_.every.value_or(1) == 0;
    return on_time ? path.encoder.always_true() : -path.encoder.always_true();
}

/// Where φ is said of a state, it is said of one of the next so many again, if the play goes on.
bool InductionByInvariant::comes_back_within(unsigned plies, const std::vector<Strategy>& profile)
{
    Path path(theory_, profile, budget_, SatEngine::PlainCadical);
    path.admit(0);
    path.assume_invariants(0, known_invariants(theory_, budget_));
    path.add({path.at(invariant_.formula, 0)});
    path.add({is_said_of(path, 0)});
    for (unsigned t = 0; t < plies; ++t)
    {
        path.add({path.move_allowed(t)});
        path.admit(t + 1);
        path.add({-is_said_of(path, t + 1)});
    }
    const bool never = !path.is_possible();
    statistics_ += path.solver.statistics();
    return never;
}

/// What a stretch must be like, beside what is wanted at its end.
EndOfPlay InductionByInvariant::wanted(bool from_the_start) const
{
    EndOfPlay wanted;
    FormulaStore& store = theory_.store();
    wanted.from_any_state = !from_the_start;
    if (!from_the_start)
        wanted.first = invariant_.when ? store.conjunction(invariant_.when, invariant_.formula)
                                       : invariant_.formula;
    if (invariant_.when)
        wanted.between = store.negation(invariant_.when);
    return wanted;
}

void InductionByInvariant::follow(bool from_the_start, unsigned plies)
{
    FormulaStore& store = theory_.store();
    Path path(theory_, question_.profile, budget_, SatEngine::PlainCadical);
    if (from_the_start)
        path.start_initial();
    path.admit(0);
    if (!from_the_start)
    {
        path.assume_invariants(0, known_invariants(theory_, budget_));
        path.add({path.at(invariant_.formula, 0)});
        path.add({is_said_of(path, 0)});
    }
    const Name arrival = from_the_start ? Start : Step;
    EndOfPlay broken = wanted(from_the_start), bad = broken;
    broken.f = store.negation(invariant_.formula);
    if (invariant_.when)
        broken.f = store.conjunction(invariant_.when, broken.f);
    bad.f = question_.bad;
    bad.at_move = question_.at_moves;
    const auto ways_to_break =
        cases(theory_.reduction(), store.negation(invariant_.formula), budget_);
    const auto ways_to_be_bad = cases(theory_.reduction(), question_.bad, budget_);
    for (unsigned t = 0;; ++t)
    {
        budget_.at_phase("while the invariant was checked");
        budget_.check();
        if (from_the_start || t > 0)
        {
            const Literal said = is_said_of(path, t);
            for (Formula f : ways_to_break)
                ask(path, t, path.encoder.all_of(std::array{said, path.at(f, t)}), broken, arrival,
                    "the invariant is false where it leads");
            path.add({-said});
            if (!path.is_possible())
                break; // all plays have arrived
            if (t >= plies)
            {
                EndOfPlay late = wanted(from_the_start);
                late.f = late.between;
                ask(path, t, path.encoder.always_true(), late, arrival,
                    fmt::format("the condition of the invariant does not come back within {} {}",
                                plies, plies == 1 ? "ply" : "plies"));
                break;
            }
        }
        for (Formula f : ways_to_be_bad)
            ask(path, t, path.at(f, t, question_.at_moves), bad, Goal,
                question_.detail.empty() ? "what is claimed is false" : question_.detail);
        if (question_.stuck && never_stuck_)
        {
            path.constrain_successors(t);
            never_stuck_ = !path.is_possible(path.at(question_.stuck, t));
        }
        path.add({path.move_allowed(t)});
        path.admit(t + 1);
    }
    statistics_ += path.solver.statistics();
}

/// Whether the literal can be true at the end of a stretch; then the obligation is not met.
void InductionByInvariant::ask(Path& path, unsigned t, Literal literal, EndOfPlay wanted,
                               Name which, std::string detail)
{
    if (!std::holds_alternative<Proved>(verdicts_[which]))
        return; // one is enough to show
    path.constrain_successors(t);
    if (!path.is_possible(literal))
        return;
    Question question = question_;
    question.method = Method::Induction;
    question.detail = std::move(detail);
    Confirmation confirmation(theory_, question, budget_);
    std::string objection;
    if (auto refuted = confirmation.confirmed(path, t, literal, wanted, objection))
        verdicts_[which] = std::move(*refuted);
    else if (!objection.empty())
        verdicts_[which] = Undecided{"a play was found that is not confirmed: " + objection};
    // else there is none in any model
}

} // namespace sgl
