#include "prover/induction/play_invariant_induction.hpp"

#include "logic/formula/print.hpp"
#include "prover/invariants/play_invariants.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl
{

namespace
{

std::string invariants(std::size_t n)
{
    return fmt::format("{} invariant{} of random plays", n, n == 1 ? "" : "s");
}

/// "claims kept, even; 2 invariants of random plays: a -> b and 1 more".
std::string listed(const Frame& frame, const PlayInvariants& found)
{
    std::string text;
    if (!found.claims.empty())
        text = fmt::format("claim{} {}", found.claims.size() == 1 ? "" : "s",
                           fmt::join(found.claims, ", "));
    // What claims say comes first.
    const std::size_t others =
        found.formulas.size() - std::min(found.claims.size(), found.formulas.size());
    if (others == 0)
        return text;
    text += (text.empty() ? "" : " and ") + invariants(others) + ": " +
            print(frame, found.formulas.back());
    if (others > 1)
        text += fmt::format(" and {} more", others - 1);
    return text;
}

std::string over(unsigned n)
{
    return n == 1 ? "from one state to the next" : "over " + plies(n);
}

} // namespace

PlayAnswer answer_of(const Frame& frame, const PlayInvariants& found)
{
    PlayAnswer answer;
    answer.any_initial = true;
    answer.never_stuck = found.excludes_stuck;
    Proved proved{Method::Induction, over(found.plies)};
    if (!found.formulas.empty())
        proved.detail += ", with " + listed(frame, found);
    proved.kept = found.formulas;
    proved.scheme = {ProofMethod::Induction, found.plies};
    answer.verdict = std::move(proved);
    return answer;
}

std::optional<PlayAnswer> InductionWithPlayInvariants::answer(const EngineQuery& query,
                                                              const Budget& budget)
{
    if (!query.question.bad || query.question.must_end || was_asked_)
        return std::nullopt;
    was_asked_ = true;
    std::optional<PlayAnswer> answer = ask(query, kind_, budget);
    if (!answer && kind_ == CandidateKind::Clauses && !query.question.proposals.empty())
        answer = ask(query, CandidateKind::Proposals, budget);
    return answer;
}

std::optional<PlayAnswer> InductionWithPlayInvariants::ask(const EngineQuery& query,
                                                           CandidateKind kind, const Budget& budget)
{
    const Question& question = query.question;
    AttemptTimer trial(query.tried, Method::PlayInvariants);
    try
    {
        const PlayInvariants found = find_play_invariants(query.theory, question, kind, budget);
        statistics_ += found.statistics;
        const Frame& frame = query.theory.game().frame;
        const std::string over =
            found.plies == 1 ? "from one state to the next" : "over " + plies(found.plies);
        const std::string what =
            fmt::format("{} of {} candidates are kept {}", found.kept, found.candidates, over);
        if (!found.excludes_bad)
        {
            trial.end(what + ", and do not exclude what is bad");
            if (found.formulas.empty())
                return std::nullopt;
            FormulaStore& store = query.theory.store();
            FoundLemmas& lemmas = query.lemmas;
            lemmas.kept.insert(lemmas.kept.end(), found.formulas.begin(), found.formulas.end());
            lemmas.kept_plies = std::max(lemmas.kept_plies, found.plies);
            const Formula all = store.conjunction(found.formulas);
            lemmas.conjunction =
                lemmas.conjunction ? store.conjunction(lemmas.conjunction, all) : all;
            lemmas.text += (lemmas.text.empty() ? "" : ", ") + listed(frame, found);
            return std::nullopt;
        }
        trial.end(what, true);
        return answer_of(frame, found);
    }
    catch (const Interrupted& interrupted)
    {
        trial.end(interrupted);
        throw;
    }
}

} // namespace sgl
