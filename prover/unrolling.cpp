#include "prover/unrolling.hpp"

#include "prover/reach.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace sgl
{

Formula allowed_move(FormulaStore& store, const Frame& frame, const std::vector<Strategy>& profile,
                     Action a)
{
    const auto told = std::ranges::find(profile, frame.agent(a), &Strategy::agent);
    return told == profile.end() ? store.legal(a) : store.select(a, told->moves);
}

std::vector<Action> recommended(const Frame& frame, Evaluator& evaluator, const Strategy& strategy,
                                State w)
{
    std::vector<Action> moves;
    for (Action a : frame.actions_of(strategy.agent))
    {
        if (evaluator.holds(strategy.moves, w, a))
            moves.push_back(a);
    }
    return moves;
}

Unrolling::Unrolling(Theory& theory, const Question& question, std::optional<unsigned> bound,
                     const Budget& budget, Engine engine)
    : theory_(theory), question_(question), bound_(bound), budget_(budget), engine_(engine),
      play_(theory.reduction()), step_(theory.reduction())
{
}

SolverStatistics Unrolling::statistics() const
{
    SolverStatistics sum = play_.solver.statistics();
    sum += step_.solver.statistics();
    return sum;
}

Exploration Unrolling::explore()
{
    Exploration found;
    unsigned t = 0;
    try
    {
        encoder_.start_initial(theory_.state_constraint(budget_));
        for (;; ++t)
        {
            budget_.at_ply(t);
            solver_.add({encoder_.literal(theory_.state_constraint(budget_), t, budget_)});
            encoder_.relate(t, budget_);
            if (solver_.solve({}, budget_) == Satisfiable::No)
            {
                found.verdict =
                    Proved{"unrolling", t == 0 ? "there is no initial state"
                                               : fmt::format("no play is longer than {} {}", t - 1,
                                                             t == 2 ? "ply" : "plies")};
                return found;
            }
            found.any_initial = true;
            if (look_at(t, found))
                return found;
            if (bound_ && t >= *bound_)
            {
                found.verdict = HoldsUpTo{t, "the bound"};
                return found;
            }
            if (explored_otherwise(t, found))
                return found;
            // Short plays refute most of what is false: induction starts when they are through.
            if (t >= 2 && is_inductive(t - 1))
            {
                found.verdict = Proved{"induction", t == 2 ? "from one state to the next"
                                                           : fmt::format("over {} plies", t - 1)};
                return found;
            }
            solver_.add({move_allowed(play_, t)});
        }
    }
    catch (const Interrupted& interrupted)
    {
        if (t == 0)
            found.verdict = Undecided{interrupted.why + " before the first state was searched"};
        else
            found.verdict = HoldsUpTo{t - 1, fmt::format("{} at ply {}", interrupted.why, t)};
    }
    return found;
}

/// When plays become long: all states that they reach may be fewer, or make small diagrams. More
/// time is given to it the longer plays are.
bool Unrolling::explored_otherwise(unsigned t, Exploration& found)
{
    constexpr unsigned long_plays = 6;
    constexpr double least_seconds = 5, share = 0.5;
    if (engine_ != Engine::Automatic || t < long_plays || t % long_plays != 0 ||
        !std::has_single_bit(t / long_plays))
        return false;
    Question open = question_;
    if (found.premise_seen)
        open.premise = Formula();
    if (found.stuck)
        open.stuck = Formula();
    const auto left = budget_.left();
    const double seconds = left ? share * *left : least_seconds * t;
    try
    {
        std::optional<Exploration> all = explore_all_states(
            theory_, open, bound_, *this, Engine::Automatic, budget_.at_most(seconds));
        if (!all)
            return false;
        found.verdict = std::move(all->verdict);
        found.premise_seen = found.premise_seen || all->premise_seen;
        if (all->stuck)
            found.stuck = std::move(all->stuck);
        return true;
    }
    catch (const Interrupted&)
    {
        budget_.check();
        return false;
    }
}

/// No k states that follow each other by complying moves, none bad, are followed by a bad one. For
/// small k only: beyond, unrolling from the initial states has more to go by.
bool Unrolling::is_inductive(unsigned k)
{
    constexpr unsigned most = 4;
    if (engine_ == Engine::Unrolling || k > most || question_.must_end || !question_.bad)
        return false;
    for (unsigned t = k - 1; t <= k; ++t)
        step_.solver.add({step_.encoder.literal(theory_.state_constraint(budget_), t, budget_)});
    step_.solver.add({-bad_at(step_, k - 1)});
    step_.solver.add({move_allowed(step_, k - 1)});
    const Literal bad = bad_at(step_, k);
    step_.encoder.relate(k, budget_);
    return step_.solver.solve(std::array{bad}, budget_) == Satisfiable::No;
}

/// Looks for something bad at the t-th state; true when that settles the question.
bool Unrolling::look_at(unsigned t, Exploration& found)
{
    const auto settles = [&](Literal literal, Wanted wanted)
    {
        std::string objection;
        if (!possible(t, literal))
            return false;
        if (auto refuted = confirmed(t, literal, wanted, objection))
            found.verdict = std::move(*refuted);
        else if (objection.empty())
            return false;
        else
            found.verdict = Undecided{"a play was found that is not confirmed: " + objection};
        return true;
    };
    if (question_.bad && settles(bad_at(play_, t), {question_.bad, question_.at_moves, false}))
        return true;
    // Plays that repeat a state are looked for at growing lengths only.
    if (question_.must_end && t > 0 && (std::has_single_bit(t) || t == bound_) &&
        settles(repeats(t), {Formula(), false, true}))
        return true;
    if (question_.premise && !found.premise_seen)
    {
        Literal premise = encoder_.literal(question_.premise, t, budget_);
        if (question_.at_moves)
            premise = encoder_.all_of(std::array{premise, move_allowed(play_, t)});
        found.premise_seen = occurs(t, premise, question_.at_moves);
    }
    if (question_.stuck && !found.stuck)
    {
        const Literal stuck = encoder_.literal(question_.stuck, t, budget_);
        std::string objection;
        if (possible(t, stuck))
            found.stuck = confirmed(t, stuck, {question_.stuck, false, false}, objection);
    }
    return false;
}

bool Unrolling::possible(unsigned t, Literal literal)
{
    if (play_.longest_words.size() <= t)
        play_.longest_words.resize(t + 1, longest_word(encoder_, t));
    theory_.constrain_successors(encoder_, t, play_.longest_words[t], budget_);
    encoder_.relate(t, budget_);
    return solver_.solve(std::array{literal}, budget_) == Satisfiable::Yes;
}

/// Possible in a model of Σ, as far as that can be told.
bool Unrolling::occurs(unsigned t, Literal literal, bool with_move)
{
    if (!possible(t, literal))
        return false;
    if (theory_.completion(budget_))
        return true;
    try
    {
        return in_model(t, literal, with_move).has_value();
    }
    catch (const Interrupted&)
    {
        budget_.check();
        return true;
    }
}

/// A play that occurs in a model of Σ. Throws Interrupted where that takes long, and from then on.
std::optional<PlayInModel> Unrolling::in_model(unsigned t, Literal literal, bool with_move)
{
    constexpr double seconds = 10;
    if (models_are_hard_)
        throw Interrupted{"models are hard to find"};
    models_are_hard_ = true;
    auto found = find_in_model(theory_, encoder_, {t, with_move, play_.longest_words[t]}, literal,
                               budget_.at_most(seconds));
    models_are_hard_ = false;
    return found;
}

Literal Unrolling::bad_at(Path& path, unsigned t)
{
    const Literal bad = path.encoder.literal(question_.bad, t, budget_);
    return question_.at_moves ? path.encoder.all_of(std::array{bad, move_allowed(path, t)}) : bad;
}

/// A legal move is chosen at the t-th state, which is not terminal, and it is as the profile says.
Literal Unrolling::move_allowed(Path& path, unsigned t)
{
    if (path.allowed.size() > t)
        return path.allowed[t];
    FormulaStore& store = theory_.store();
    const Frame& frame = theory_.game().frame;
    path.encoder.choose_action(t, budget_);
    std::vector<Literal> parts{-path.encoder.literal(store.terminal(), t, budget_)};
    for (std::uint32_t index = 0; index < frame.action_count(); ++index)
    {
        const Action a{index};
        parts.push_back(path.encoder.any_of(std::array{
            -path.encoder.literal(store.does(a), t, budget_),
            path.encoder.literal(allowed_move(store, frame, question_.profile, a), t, budget_)}));
    }
    path.allowed.push_back(path.encoder.all_of(parts));
    return path.allowed.back();
}

/// The t-th state is one of the states before it again.
Literal Unrolling::repeats(unsigned t)
{
    FormulaStore& store = theory_.store();
    const Frame& frame = theory_.game().frame;
    std::vector<Formula> atoms{store.initial()};
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        atoms.push_back(store.fluent(Fluent{p}));
    if (!theory_.rules().terminal)
        atoms.push_back(store.terminal());
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
    {
        if (!theory_.rules().legal[a])
            atoms.push_back(store.legal(Action{a}));
    }
    std::vector<Literal> any;
    for (unsigned i = 0; i < t; ++i)
    {
        std::vector<Literal> same;
        for (Formula atom : atoms)
        {
            const Literal then = encoder_.literal(atom, i, budget_);
            const Literal now = encoder_.literal(atom, t, budget_);
            same.push_back(encoder_.all_of(std::array{encoder_.any_of(std::array{-then, now}),
                                                      encoder_.any_of(std::array{then, -now})}));
        }
        any.push_back(encoder_.all_of(same));
    }
    return encoder_.any_of(any);
}

/// The play in the solver's model, or another, replayed. Nothing if there is none; or, with an
/// objection, if there may be one that was not confirmed.
std::optional<Refuted> Unrolling::confirmed(unsigned t, Literal literal, Wanted wanted,
                                            std::string& objection)
{
    if (auto refuted = replayed(read_witness(encoder_, t, wanted.at_move), wanted, objection))
        return refuted;
    try
    {
        const auto found = in_model(t, literal, wanted.at_move);
        objection.clear();
        if (!found)
            return std::nullopt;
        Replay replay(theory_.store(), theory_.playable_game(), found->witness,
                      theory_.continuations(budget_), found->places);
        return confirmed_by(replay, found->witness, true, wanted, objection);
    }
    catch (const Interrupted&)
    {
        budget_.check();
        return std::nullopt;
    }
}

std::optional<Refuted> Unrolling::replayed(const Witness& witness, const Wanted& wanted)
{
    std::string objection;
    return replayed(witness, wanted, objection);
}

std::optional<Refuted> Unrolling::replayed(const Witness& witness, const Wanted& wanted,
                                           std::string& objection)
{
    for (Default otherwise : theory_.defaults(budget_))
    {
        std::string wrong;
        Replay replay(theory_.store(), theory_.playable_game(), witness, otherwise);
        if (auto refuted = confirmed_by(replay, witness, false, wanted, wrong))
            return refuted;
        if (objection.empty())
            objection = wrong;
    }
    return std::nullopt;
}

/// What the evaluator says of a replay; `is_model`: it is a whole model, if Σ is true in it.
std::optional<Refuted> Unrolling::confirmed_by(Replay& replay, const Witness& witness,
                                               bool is_model, Wanted wanted, std::string& objection)
{
    Refuted refuted{witness, {}, "unrolling", question_.detail, {}};
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
    if (const auto wrong = replay.objection(question_.profile))
    {
        objection = *wrong;
        return std::nullopt;
    }
    const State last = replay.last();
    Evaluator& evaluator = replay.evaluator();
    if (wanted.at_move)
    {
        const Action a = *witness.move;
        const auto told =
            std::ranges::find(question_.profile, theory_.game().frame.agent(a), &Strategy::agent);
        const bool complies =
            !replay.model().terminal(last) && replay.model().legal(last, a) &&
            (told == question_.profile.end() || evaluator.holds(told->moves, last, a));
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
    if (!is_model && !theory_.completes(witness, budget_) && !replay.is_whole_model(2000, budget_))
    {
        objection = "Σ may have no model that continues it";
        return std::nullopt;
    }
    if (question_.about)
        refuted.told = recommended(theory_.game().frame, evaluator, *question_.about, last);
    for (State w : replay.states())
        refuted.states.push_back(replay.model().valuation(w));
    return refuted;
}

} // namespace sgl
