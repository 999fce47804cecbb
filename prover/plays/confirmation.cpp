#include "prover/plays/confirmation.hpp"

#include "prover/plays/axiom_clash.hpp"
#include "prover/reduction/read_witness.hpp"
#include "prover/resources/limits.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

/// The agents with legal moves in a state, none of which complies.
Stuck why_stuck(const Frame& frame, const std::vector<Strategy>& profile, Replay& replay)
{
    const State w = replay.last();
    Stuck stuck;
    for (const Strategy& strategy : profile)
    {
        const std::vector<Action>& moves = frame.actions_of(strategy.agent);
        const auto is_legal = [&](Action a) { return replay.model().legal(w, a); };
        const auto complies = [&](Action a)
        { return is_legal(a) && replay.evaluator().holds(strategy.moves, w, a); };
        if (std::ranges::any_of(moves, is_legal) && std::ranges::none_of(moves, complies))
            stuck.without_recommendation.push_back(strategy.agent);
    }
    std::ranges::sort(stuck.without_recommendation, {}, &Agent::index);
    return stuck;
}

} // namespace

Confirmation::Confirmation(Theory& theory, const Question& question, const Budget& budget)
    : theory_(theory), question_(question), budget_(budget)
{
}

std::optional<PlayInModel> Confirmation::in_model(Path& path, unsigned t, Literal literal,
                                                  bool with_move)
{
    if (models_are_hard_)
        throw Interrupted{"models are hard to find"};
    models_are_hard_ = true;
    auto found = find_in_model(theory_, path.encoder, {t, with_move, path.longest_word_at(t)},
                               literal, budget_.effort(limits::play_in_model_seconds));
    models_are_hard_ = false;
    return found;
}

std::optional<Refuted> Confirmation::confirmed(Path& path, unsigned t, Literal literal,
                                               EndOfPlay wanted, std::string& objection)
{
    if (auto refuted = replayed(read_witness(path.encoder, t, wanted.at_move), wanted, objection))
        return refuted;
    try
    {
        const auto found = in_model(path, t, literal, wanted.at_move);
        objection.clear();
        if (!found)
            return std::nullopt;
        Replay replay(theory_.store(), theory_.playable_game(), found->witness, found->model);
        return confirmed_by(replay, found->witness, {}, wanted, objection);
    }
    catch (const Interrupted&)
    {
        // That time ran out says less than the axioms that clash.
        if (!clash_ || budget_.reason().cause != Cause::Deadline)
            budget_.check();
        return std::nullopt;
    }
}

std::optional<Refuted> Confirmation::replayed(const Witness& witness, const EndOfPlay& wanted)
{
    std::string objection;
    return replayed(witness, wanted, objection);
}

std::optional<Refuted> Confirmation::replayed(const Witness& witness, const EndOfPlay& wanted,
                                              std::string& objection)
{
    for (OpenValues otherwise : theory_.defaults(budget_))
    {
        std::string wrong;
        Replay replay(theory_.store(), theory_.playable_game(), witness, otherwise);
        if (auto refuted = confirmed_by(replay, witness, otherwise, wanted, wrong))
        {
            refuted->otherwise = otherwise;
            refuted->within = theory_.within(otherwise, budget_);
            return refuted;
        }
        if (objection.empty())
            objection = wrong;
    }
    return std::nullopt;
}

/// What the evaluator says of a replay, in which open values follow the default; without a default,
/// it is a whole model, if Σ is true in it.
std::optional<Refuted> Confirmation::confirmed_by(Replay& replay, const Witness& witness,
                                                  std::optional<OpenValues> otherwise,
                                                  EndOfPlay wanted, std::string& objection)
{
    Refuted refuted{witness, {}, question_.method, question_.detail, {}};
    budget_.check();
    budget_.at_phase("while the play found was replayed");
    if (wanted.loop)
    {
        refuted.witness.loop = replay.come_back();
        refuted.detail = "the play need not end";
        if (!refuted.witness.loop)
        {
            objection = "no state comes back";
            return std::nullopt;
        }
    }
    if (const auto wrong = wanted.from_any_state ? replay.objection_to_moves(question_.profile)
                                                 : replay.objection(question_.profile))
    {
        objection = *wrong;
        return std::nullopt;
    }
    const State last = replay.last();
    Evaluator& evaluator = replay.evaluator();
    const std::vector<State>& states = replay.states();
    bool as_wanted = !wanted.first || evaluator.holds(wanted.first, states.front(), Action{0});
    for (std::size_t t = 1; wanted.between && t + 1 < states.size(); ++t)
        as_wanted = as_wanted && evaluator.holds(wanted.between, states[t], Action{0});
    if (!as_wanted)
    {
        objection = "the evaluator finds the play other than it was sought";
        return std::nullopt;
    }
    if (wanted.at_move)
    {
        const Action a = *witness.move;
        const auto strategy =
            std::ranges::find(question_.profile, theory_.game().frame.agent(a), &Strategy::agent);
        const bool complies =
            !replay.model().terminal(last) && replay.model().legal(last, a) &&
            (strategy == question_.profile.end() || evaluator.holds(strategy->moves, last, a));
        if (!complies || !evaluator.holds(wanted.f, last, a))
        {
            objection = "the evaluator finds nothing wrong with the last move";
            return std::nullopt;
        }
    }
    else if (wanted.f && !evaluator.holds(wanted.f, last, Action{0}))
    {
        objection = "the evaluator finds nothing wrong with the last state";
        return std::nullopt;
    }
    if (otherwise && !theory_.completes(replay, witness, *otherwise, budget_) &&
        !replay.is_whole_model(2000, budget_))
    {
        objection = "Σ may have no model that continues it";
        if (!clash_)
            clash_ = find_clash(theory_, replay, budget_);
        return std::nullopt;
    }
    const bool is_deadlock = question_.deadlock && !wanted.loop && wanted.f == question_.bad &&
                             evaluator.holds(question_.deadlock, last, Action{0});
    if (is_deadlock || (question_.stuck && wanted.f == question_.stuck))
        refuted.stuck = why_stuck(theory_.game().frame, question_.profile, replay);
    if (question_.about)
        refuted.recommended = recommended(theory_.game().frame, evaluator, *question_.about, last);
    if (theory_.keeps_models())
        refuted.model = replay.whole_model(most_states_kept, budget_);
    for (State w : replay.states())
        refuted.states.push_back(replay.model().valuation(w));
    return refuted;
}

} // namespace sgl
