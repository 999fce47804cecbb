#include "prover/decide/prover.hpp"

#include "prover/claims/recommendation.hpp"
#include "prover/plays/axiom_clash.hpp"
#include "prover/processes/thread_budget.hpp"
#include "prover/reachability/listed/policy_claims.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/model_construction.hpp"
#include "prover/reduction/read_witness.hpp"
#include "prover/sat/rup_search.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>

namespace sgl
{

Prover::Prover(FormulaStore& store, const Game& game, const ProveOptions& options)
    : store_(store), game_(game), options_(options), frame_only_(frame_alone(game)),
      theory_(store, game)
{
    if (options_.keeps_models)
        theory_.keep_models();
}

const std::vector<Contradiction>& Prover::contradictions()
{
    // Looked for within the first claim's time, most of which is to be left.
    constexpr double most = limits::contradictions_seconds, share = limits::contradictions_share;
    if (!contradictions_)
    {
        const double seconds =
            options_.seconds > 0 ? std::min(most, share * options_.seconds) : most;
        const Budget budget(seconds, options_.stop, options_.progress);
        budget.at_phase("while the axioms were checked for contradictions");
        contradictions_ = std::make_shared<const std::vector<Contradiction>>(
            find_contradictions(theory_, budget));
    }
    return *contradictions_;
}

ClaimResult Prover::prove(const Claim& claim)
{
    const BusyThread at_work;
    const auto start = std::chrono::steady_clock::now();
    const Budget budget(options_.seconds, options_.stop, options_.progress);
    contradictions(); // first: everything is true of a game that has no model
    statistics_ = {};
    tried_.clear();
    ClaimResult result;
    try
    {
        result = decide(claim, budget);
    }
    catch (const Interrupted& interrupted)
    {
        result.verdict = Undecided{interrupted};
    }
    catch (const EvaluationTooDeep& error)
    {
        result.verdict = Undecided{error.what()};
    }
    catch (const EnginesDisagree& error)
    {
        throw EnginesDisagree(fmt::format("engines disagree on claim '{}' of game '{}': {}",
                                          claim.name, game_.name, error.what()));
    }
    result.contradictions = contradictions_;
    result.tried = std::move(tried_);
    result.statistics = statistics_;
    result.formulas = store_.size();
    result.equations = theory_.reduction().equations().size() +
                       (logic_ ? logic_->reduction().equations().size() : 0);
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

ClaimResult Prover::decide(const Claim& claim, const Budget& budget)
{
    if (claim.kind != ClaimKind::CanForce && is_about_policy(game_, claim))
        return policy_claim(theory_, claim, bound_for(claim), budget);
    switch (claim.kind)
    {
    case ClaimKind::Valid:
        if (!logic_)
            logic_ = std::make_unique<Theory>(store_, frame_only_);
        if (options_.keeps_models)
            logic_->keep_models();
        return theorem(*logic_, claim.formula, budget, "");
    case ClaimKind::Theorem: return theorem(theory_, claim.formula, budget, "");
    case ClaimKind::Always:
    case ClaimKind::If:
    {
        Question question;
        question.profile = claim.strategies;
        question.bad = store_.negation(claim.formula);
        question.at_moves = !claim.formula.is_state_wise();
        if (claim.formula.is(Kind::Implies))
            question.premise = claim.formula[0];
        std::vector<Formula> stuck;
        for (const Strategy& s : claim.strategies)
            stuck.push_back(nothing_recommended(store_, game_.frame, s.moves, s.agent));
        if (!stuck.empty())
            question.stuck = store_.disjunction(stuck);
        return along_plays(question, claim, budget);
    }
    case ClaimKind::Complete:
    case ClaimKind::Deterministic:
    case ClaimKind::Refines:
    case ClaimKind::Equals: return strategy_claim(claim, budget);
    case ClaimKind::Functional: return functional(claim, budget);
    case ClaimKind::Consistent: return consistent(claim, budget);
    case ClaimKind::Implements: return implements(claim, budget);
    case ClaimKind::Achieves: return along_plays(achievement(claim), claim, budget);
    case ClaimKind::CanForce: return can_force(claim, budget);
    }
    return {};
}

// Truth in all models: one query, since the reduct is propositional.

ClaimResult Prover::theorem(Theory& theory, Formula f, const Budget& budget, std::string detail)
{
    ClaimResult result;
    AttemptTimer trial(&tried_, Method::Reduction);
    theory.completion(budget); // may strengthen the constraint
    result.vacuous = !has_state(theory, budget);
    if (result.vacuous)
        result.vacuous_why = "no state satisfies the axioms";
    const bool in_frame_alone = &theory == logic_.get();
    // Where modal subformulas need not be looked into, they may be as large as they like.
    axioms::Tautologies tautologies;
    if (refutation_for(tautologies, {}, f, budget))
    {
        result.verdict =
            Proved{Method::Reduction, "a propositional tautology", {f}, in_frame_alone};
        trial.end("a propositional tautology", true);
        return result;
    }

    SatSolver solver;
    Encoder encoder(theory.reduction(), solver);
    solver.add({encoder.literal(theory.state_constraint(budget), 0, budget)});
    solver.add({-encoder.literal(f, 0, budget)});
    const bool about_moves = !f.is_state_wise();
    encoder.choose_action(0, budget);
    const std::size_t longest = longest_word(encoder, 0);
    theory.constrain_successors(encoder, 0, longest, budget);
    encoder.connect_frames(0, budget);
    const Satisfiable answer = solver.solve({}, budget);
    statistics_ += solver.statistics();
    if (answer == Satisfiable::No)
    {
        result.verdict = Proved{Method::Reduction, "", {f}, in_frame_alone};
        trial.end("in all states", true);
        return result;
    }
    const auto confirm =
        [&](Replay& replay, const Witness& witness, std::optional<OpenValues> otherwise)
    {
        return confirmed(theory, replay, {witness, {}, Method::Reduction, detail, {}}, f, otherwise,
                         budget);
    };
    const Witness witness = read_witness(encoder, 0, about_moves);
    for (OpenValues otherwise : theory.defaults(budget))
    {
        Replay replay(store_, theory.playable_game(), witness, otherwise);
        Verdict verdict = confirm(replay, witness, otherwise);
        const bool first = std::get<Undecided>(result.verdict).why.empty();
        const bool is_confirmed = std::holds_alternative<Refuted>(verdict);
        if (is_confirmed)
        {
            std::get<Refuted>(verdict).otherwise = otherwise;
            std::get<Refuted>(verdict).within = theory.within(otherwise, budget);
        }
        if (is_confirmed || first)
            result.verdict = std::move(verdict);
        if (is_confirmed)
        {
            trial.end("false in the state shown", true);
            return result;
        }
    }
    trial.end("false in a state of which it is not clear whether it occurs in a model");
    AttemptTimer search(&tried_, Method::ModelSearch);
    try
    {
        const auto found =
            find_in_model(theory, encoder, {0, about_moves, longest}, encoder.always_true(),
                          budget.effort(limits::model_search_seconds));
        statistics_ += solver.statistics();
        if (!found)
        {
            result.verdict = Proved{
                Method::Reduction, "in all states that a model goes on from", {f}, in_frame_alone};
            search.end("no state in which it is false occurs in one", true);
            return result;
        }
        Replay replay(store_, theory.playable_game(), found->witness, found->model);
        result.verdict = confirm(replay, found->witness, std::nullopt);
        const bool decided = std::holds_alternative<Refuted>(result.verdict);
        search.end(decided ? "false in the state shown" : "what was found is not confirmed",
                   decided);
    }
    catch (const Interrupted& interrupted)
    {
        budget.check(); // else what was said before stands
        search.end(interrupted);
    }
    return result;
}

/// What was found refutes f in a model of the theory, as the evaluator sees it; or why it may not.
/// Without a default for open values, the replay is a whole model, if Σ is true in it.
Verdict Prover::confirmed(Theory& theory, Replay& replay, Refuted found, Formula f,
                          std::optional<OpenValues> otherwise, const Budget& budget)
{
    budget.at_phase("while what was found was evaluated");
    // The action is part of what was found even where f does not look at it.
    const Action move = found.witness.move.value_or(Action{0});
    if (replay.evaluator().holds(f, replay.last(), move))
        return Undecided{"the state found is not confirmed by the evaluator"};
    if (const auto objection = replay.axiom_objection())
        return Undecided{"the state found may not occur in a model of the axioms: " + *objection};
    if (otherwise && !theory.completes(replay, found.witness, *otherwise, budget) &&
        !replay.is_whole_model(2000, budget))
        return Undecided{"the state found may have no successors that satisfy the axioms",
                         find_clash(theory, replay, budget)};
    if (theory.keeps_models())
        found.model = replay.whole_model(most_states_kept, budget);
    found.states.push_back(replay.model().valuation(replay.last()));
    for (const auto& [word, state] : replay.ahead())
        found.ahead.push_back({word, replay.model().valuation(state)});
    return found;
}

void Prover::tried_for(std::size_t n, const std::string& what)
{
    for (; n < tried_.size(); ++n)
        tried_[n].about = tried_[n].about.empty() ? what : what + ": " + tried_[n].about;
}

} // namespace sgl
