#include "prover/induction/play_invariant_induction.hpp"

#include "logic/formula/print.hpp"
#include "prover/invariants/play_invariants.hpp"
#include "prover/verdicts/words.hpp"

#include <fmt/format.h>

namespace sgl
{

namespace
{

/// "2 invariants found on random plays: a -> b and 1 more".
std::string listed(const Frame& frame, const std::vector<Formula>& formulas)
{
    std::string text = fmt::format("{} invariant{} of random plays", formulas.size(),
                                   formulas.size() == 1 ? "" : "s");
    if (!formulas.empty())
        text += ": " + print(frame, formulas.front());
    if (formulas.size() > 1)
        text += fmt::format(" and {} more", formulas.size() - 1);
    return text;
}

} // namespace

std::optional<PlayAnswer> InductionWithPlayInvariants::answer(const EngineQuery& query,
                                                              const Budget& budget)
{
    const Question& question = query.question;
    if (!question.bad || question.must_end)
        return std::nullopt;
    AttemptTimer trial(query.tried, Method::PlayInvariants);
    try
    {
        const PlayInvariants found = find_play_invariants(query.theory, question, budget);
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
            lemmas.kept = found.formulas;
            lemmas.kept_plies = found.plies;
            const Formula all = store.conjunction(found.formulas);
            lemmas.conjunction =
                lemmas.conjunction ? store.conjunction(lemmas.conjunction, all) : all;
            lemmas.text += (lemmas.text.empty() ? "" : ", ") + listed(frame, found.formulas);
            return std::nullopt;
        }
        trial.end(what, true);
        PlayAnswer answer;
        answer.any_initial = true;
        answer.never_stuck = found.excludes_stuck;
        Proved proved{Method::Induction, over};
        if (!found.formulas.empty())
            proved.detail += ", with " + listed(frame, found.formulas);
        proved.kept = found.formulas;
        proved.scheme = {ProofMethod::Induction, found.plies};
        answer.verdict = std::move(proved);
        return answer;
    }
    catch (const Interrupted& interrupted)
    {
        trial.end(interrupted);
        throw;
    }
}

} // namespace sgl
