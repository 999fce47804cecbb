#include "prover/induction/invariant_by_pdr.hpp"

#include "prover/induction/inductive_invariant.hpp"
#include "prover/invariants/known_invariants.hpp"
#include "prover/resources/limits.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl
{

namespace
{

/// The clause that excludes a cube, as people would write it: a & b -> c | d.
Formula clause(FormulaStore& store, const std::vector<Formula>& bits, const Cube& cube)
{
    std::vector<Formula> true_there, false_there;
    for (const std::int32_t l : cube)
    {
        const Formula atom = bits[static_cast<std::size_t>(std::abs(l)) - 1];
        (l > 0 ? true_there : false_there).push_back(atom);
    }
    const auto joined = [](const std::vector<Formula>& parts, const auto& join)
    { return parts.size() == 1 ? parts[0] : join(parts); };
    const auto all = [&]
    {
        return joined(true_there,
                      [&](const std::vector<Formula>& parts) { return store.conjunction(parts); });
    };
    const auto any = [&]
    {
        return joined(false_there,
                      [&](const std::vector<Formula>& parts) { return store.disjunction(parts); });
    };
    if (true_there.empty())
        return false_there.empty() ? store.bottom() : any();
    return false_there.empty() ? store.negation(all()) : store.implication(all(), any());
}

/// A play with these moves, as the evaluator sees it; nothing where there is none in any model of
/// Σ, or it is not confirmed.
std::optional<Refuted> confirmed(const EngineQuery& query, const std::vector<Action>& moves,
                                 const Budget& budget)
{
    const Question& question = query.question;
    FormulaStore& store = query.theory.store();
    Path path(query.theory, question.profile, budget);
    path.start_initial();
    const auto last = static_cast<unsigned>(moves.size()) - (question.at_moves ? 1U : 0U);
    for (unsigned t = 0; t < last; ++t)
    {
        path.admit(t);
        path.add({path.move_allowed(t)});
        path.add({path.at(store.does(moves[t]), t)});
    }
    path.admit(last);
    const Literal bad = path.at(question.bad, last, question.at_moves);
    if (question.at_moves)
        path.add({path.at(store.does(moves[last]), last)});
    path.constrain_successors(last);
    if (!path.is_possible(bad))
        return std::nullopt;
    std::string objection;
    return query.confirmation.confirmed(path, last, bad, {question.bad, question.at_moves},
                                        objection);
}

/// A play to something bad of fewer moves than `most`, if one is found soon.
std::optional<Refuted> shorter(const EngineQuery& query, unsigned most, const Budget& budget)
{
    const Question& question = query.question;
    const Budget brief = budget.effort(limits::shorter_play_seconds);
    try
    {
        Path path(query.theory, question.profile, brief);
        path.start_initial();
        for (unsigned t = 0; t < most; ++t)
        {
            path.admit(t);
            const Literal bad = path.at(question.bad, t, question.at_moves);
            path.constrain_successors(t);
            std::string objection;
            if (t >= query.ply && path.is_possible(bad))
            {
                if (auto found = query.confirmation.confirmed(
                        path, t, bad, {question.bad, question.at_moves}, objection))
                    return found;
            }
            path.add({path.move_allowed(t)});
        }
    }
    catch (const Interrupted&)
    {
        budget.check();
    }
    return std::nullopt;
}

} // namespace

void InvariantByPdr::begin(const EngineQuery& query, const Budget& budget)
{
    budget.at_phase("while a search for an invariant began");
    std::vector<Formula> lemmas = known_invariants(query.theory, budget);
    if (query.lemmas.kept_plies == 1)
        kept_ = query.lemmas.kept; // each move keeps them true, so they may be part of an invariant
    lemmas.insert(lemmas.end(), kept_.begin(), kept_.end());
    system_ = open_system(query.theory, query.question, lemmas, budget);
    search_.emplace(*system_, plies_of_a_round(query.theory.game().frame), budget);
}

std::optional<PlayAnswer> InvariantByPdr::answer(const EngineQuery& query, const Budget& budget)
{
    if (is_over_ || query.question.must_end || !query.question.bad)
        return std::nullopt;
    AttemptTimer trial(query.tried, Method::Pdr);
    try
    {
        if (!search_)
            begin(query, budget);
        budget.at_phase("while an invariant was searched for");
        const PdrResult found = search_->run(budget);
        is_over_ = true;
        return answer_from(found, query, budget, trial);
    }
    catch (const Interrupted& interrupted)
    {
        trial.end(interrupted);
        throw;
    }
}

std::optional<PlayAnswer> InvariantByPdr::answer_from(const PdrResult& found,
                                                      const EngineQuery& query,
                                                      const Budget& budget,
                                                      AttemptTimer& trial) const
{
    PlayAnswer answer;
    answer.any_initial = true;
    if (found.play)
    {
        const auto length =
            static_cast<unsigned>(found.play->size()) - (query.question.at_moves ? 1U : 0U);
        std::optional<Refuted> refuted = shorter(query, length, budget);
        if (!refuted && (!query.bound || length <= *query.bound))
            refuted = confirmed(query, *found.play, budget);
        if (refuted && query.bound && refuted->witness.play.size() > *query.bound)
            refuted.reset();
        trial.end(refuted ? "a play" : "a play that is too long, or is not confirmed",
                  refuted.has_value());
        if (!refuted)
            return std::nullopt;
        refuted->method = Method::Pdr;
        answer.verdict = std::move(*refuted);
        return answer;
    }
    FormulaStore& store = query.theory.store();
    std::vector<Formula> clauses = kept_;
    for (const Cube& cube : found.excluded)
        clauses.push_back(clause(store, system_->bits, cube));
    const unsigned plies = search_->plies();
    const Formula formula = clauses.empty()       ? store.top()
                            : clauses.size() == 1 ? clauses[0]
                                                  : store.conjunction(clauses);
    const Invariant invariant{formula, plies, {}};
    InductionByInvariant induction(query.theory, query.question, invariant, budget);
    for (const Condition& obligation : induction.obligations())
    {
        if (!std::holds_alternative<Proved>(obligation.result.verdict))
        {
            trial.end("its invariant is not confirmed: " + obligation.name);
            return std::nullopt;
        }
    }
    std::string detail = fmt::format("an invariant of {} {}{}", clauses.size(),
                                     clauses.size() == 1 ? "clause" : "clauses",
                                     plies == 1 ? "" : fmt::format(" every {} plies", plies));
    trial.end(fmt::format("{}, after {} rounds", detail, search_->depth()), true);
    Proved proved{Method::Pdr, "by " + detail + ", which was found"};
    proved.scheme = {ProofMethod::Invariant, plies};
    proved.lemmas = known_invariants(query.theory, budget);
    proved.kept = clauses.empty() ? std::vector{store.top()} : std::move(clauses);
    answer.verdict = std::move(proved);
    return answer;
}

SolverStatistics InvariantByPdr::statistics() const
{
    return search_ ? search_->statistics() : SolverStatistics{};
}

} // namespace sgl
