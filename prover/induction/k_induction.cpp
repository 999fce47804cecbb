#include "prover/induction/k_induction.hpp"

#include "logic/formula/print.hpp"
#include "prover/claims/proof_obligations.hpp"
#include "prover/invariants/known_invariants.hpp"
#include "prover/invariants/linear_invariants.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl
{

namespace
{

std::string over_plies(unsigned k)
{
    return k == 1 ? "from one state to the next" : fmt::format("over {} plies", k);
}

/// ", given …": the lemmas, or some of them.
std::string given(const Frame& frame, const std::vector<Formula>& lemmas)
{
    constexpr std::size_t few = 3;
    if (lemmas.empty())
        return "";
    std::vector<std::string> texts;
    for (Formula f : lemmas)
        if (texts.size() < few)
            texts.push_back(print(frame, f));
    const std::size_t more = lemmas.size() - texts.size();
    return fmt::format(", given {}{}", fmt::join(texts, ", "),
                       more == 0 ? "" : fmt::format(" and {} more", more));
}

bool applies_to(const Question& question)
{
    return question.bad && !question.must_end;
}

/// No k states that follow each other by complying moves, none bad, are followed by a bad one. The
/// path is the one that was asked about k - 1.
bool is_inductive(Path& path, const Question& question, const std::vector<Formula>& known,
                  unsigned k)
{
    const auto bad_at = [&](unsigned t) { return path.at(question.bad, t, question.at_moves); };
    for (unsigned t = k - 1; t <= k; ++t)
    {
        path.admit(t);
        path.assume_invariants(t, known);
        if (question.known)
            path.add({path.at(question.known, t)});
    }
    path.add({-bad_at(k - 1)});
    path.add({path.move_allowed(k - 1)});
    const Literal bad = bad_at(k);
    path.constrain_successors(k);
    return !path.is_possible(bad);
}

/// The answer, as it is to be written down.
PlayAnswer inductive(Theory& theory, const Question& question, std::string over,
                     std::vector<Formula> lemmas, unsigned k)
{
    Proved proved{Method::Induction, std::move(over)};
    if (!question.known)
        proved.obligations = by_induction(theory.store(), theory.game().frame, question, lemmas, k);
    if (!question.known || !question.kept.empty())
    {
        proved.lemmas = std::move(lemmas);
        proved.kept = question.kept;
        proved.scheme = {ProofMethod::Induction, std::max(k, question.kept_plies)};
    }
    PlayAnswer answer;
    answer.verdict = std::move(proved);
    return answer;
}

/// With the lemmas among what is known of every reachable state.
Question with_lemmas(FormulaStore& store, Question question, const FoundLemmas& lemmas)
{
    if (lemmas.conjunction)
        question.known = question.known ? store.conjunction(question.known, lemmas.conjunction)
                                        : lemmas.conjunction;
    question.kept.insert(question.kept.end(), lemmas.kept.begin(), lemmas.kept.end());
    question.kept_plies = std::max(question.kept_plies, lemmas.kept_plies);
    return question;
}

} // namespace

KInduction::KInduction(Theory& theory, const Question& question, const Budget& budget)
    : budget_(budget), path_(theory, question.profile, budget)
{
}

std::optional<PlayAnswer> KInduction::answer(const EngineQuery& query, const Budget&)
{
    if (!applies_to(query.question) || query.ply < 2)
        return std::nullopt;
    Theory& theory = query.theory;
    const unsigned k = query.ply - 1;
    const std::string over = over_plies(k);
    const std::vector<Formula>& known = known_invariants(theory, budget_);
    AttemptTimer trial(query.tried, Method::Induction);
    const bool holds = is_inductive(path_, query.question, known, k);
    trial.end(holds ? over + given(theory.game().frame, known) : "not " + over, holds);
    if (!holds)
        return std::nullopt;
    return inductive(theory, query.question, over, known, k);
}

std::optional<PlayAnswer> InductionWithLinearInvariants::answer(const EngineQuery& query,
                                                                const Budget& budget)
{
    if (!applies_to(query.question))
        return std::nullopt;
    Theory& theory = query.theory;
    FoundLemmas& lemmas = query.lemmas;
    std::vector<Formula> known = known_invariants(theory, budget);
    const std::vector<Formula> before = known;
    AttemptTimer sought(query.tried, Method::LinearInvariants);
    try
    {
        for (const LinearInvariant& found : find_balances(theory, query.question, budget))
        {
            lemmas.text += (lemmas.text.empty() ? "" : ", ") + found.text;
            known.push_back(found.formula);
            lemmas.conjunction = lemmas.conjunction
                                     ? theory.store().conjunction(lemmas.conjunction, found.formula)
                                     : found.formula;
        }
        sought.end(lemmas.text.empty() ? "none was found about numbers" : lemmas.text);
        if (lemmas.text.empty())
            return std::nullopt;
        const Question given_lemmas = with_lemmas(theory.store(), query.question, lemmas);
        // The linear invariants are shown of all plays; only what is kept is shown of these.
        Question stated = query.question;
        if (!lemmas.kept.empty())
        {
            stated.known = given_lemmas.known;
            stated.kept = given_lemmas.kept;
            stated.kept_plies = given_lemmas.kept_plies;
        }
        Path path(theory, query.question.profile, budget);
        for (unsigned k = 1; k <= query.ply; ++k)
        {
            AttemptTimer trial(query.tried, Method::Induction);
            const bool holds = is_inductive(path, given_lemmas, before, k);
            trial.end((holds ? "" : "not ") + over_plies(k) + ", given these", holds);
            if (holds)
                return inductive(theory, stated, over_plies(k) + ", given " + lemmas.text, known,
                                 k);
        }
    }
    catch (const Interrupted& interrupted)
    {
        sought.end(interrupted);
        throw;
    }
    return std::nullopt;
}

InductionOverSimplePaths::~InductionOverSimplePaths()
{
    if (trial_ && !not_so_.empty())
        trial_->end(not_so_);
}

SolverStatistics InductionOverSimplePaths::statistics() const
{
    return induction_ ? induction_->statistics() : SolverStatistics{};
}

std::optional<PlayAnswer> InductionOverSimplePaths::answer(const EngineQuery& query,
                                                           const Budget& budget)
{
    if (is_over_ || !applies_to(query.question) || query.ply < 2)
        return std::nullopt;
    const unsigned k = query.ply - 1;
    std::string said = over_plies(k) + " without coming back" +
                       (query.lemmas.text.empty() ? "" : ", given " + query.lemmas.text);
    if (!trial_)
        trial_.emplace(query.tried, Method::Induction);
    trial_->resume();
    try
    {
        if (!induction_)
        {
            induction_.emplace(query.theory,
                               with_lemmas(query.theory.store(), query.question, query.lemmas),
                               budget);
            if (!induction_->applies())
                throw Interrupted{"the rules leave open what happens"};
        }
        if (!induction_->shows(k))
        {
            not_so_ = "not " + said;
            trial_->pause();
            return std::nullopt;
        }
    }
    catch (const Interrupted& interrupted)
    {
        is_over_ = true;
        trial_->end(not_so_.empty() ? text(interrupted) : not_so_);
        throw;
    }
    is_over_ = true;
    trial_->end(said, true);
    PlayAnswer answer;
    answer.verdict = Proved{Method::Induction, std::move(said)};
    return answer;
}

} // namespace sgl
