#include "prover/unrolling.hpp"

#include "prover/shown.hpp"

#include "prover/reach.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace sgl
{

Unrolling::Unrolling(Theory& theory, const Question& question, std::optional<unsigned> bound,
                     const Budget& budget, Engine engine, std::vector<Attempt>* tried)
    : theory_(theory), question_(question), bound_(bound), budget_(budget), engine_(engine),
      tried_(tried), play_(theory, question.profile, budget),
      step_(theory, question.profile, budget), confirmation_(theory, question, budget)
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
    Trial unrolled(tried_, "unrolling");
    search(found, unrolled);
    return found;
}

void Unrolling::search(Exploration& found, Trial& unrolled)
{
    unsigned t = 0;
    const auto decide = [&](Verdict verdict)
    {
        found.verdict = std::move(verdict);
        unrolled.end(outcome_of(found.verdict),
                     !std::holds_alternative<Undecided>(found.verdict) &&
                         !std::holds_alternative<HoldsUpTo>(found.verdict));
    };
    const auto answered_elsewhere = [&](bool (Unrolling::*way)(unsigned, Exploration&))
    {
        unrolled.pause();
        const bool answered = (this->*way)(t, found);
        budget_.at_ply(t);
        unrolled.resume();
        if (answered)
            unrolled.end(fmt::format("nothing found up to ply {}", t));
        return answered;
    };
    try
    {
        play_.start_initial();
        for (;; ++t)
        {
            budget_.at_ply(t);
            play_.admit(t);
            if (!play_.is_possible())
            {
                Proved proved{"unrolling", t == 0 ? "there is no initial state"
                                                  : fmt::format("no play is longer than {} {}",
                                                                t - 1, t == 2 ? "ply" : "plies")};
                // Formulas of deeper plays are too large to be of use.
                constexpr unsigned most_written = 5;
                if (t > 0 && t <= most_written && !question_.must_end && !question_.known)
                {
                    proved.shown = {
                        by_unrolling(theory_.store(), theory_.game().frame, question_, t - 1)};
                    proved.way = Way::Unrolling;
                    proved.plies = t - 1;
                }
                return decide(std::move(proved));
            }
            found.any_initial = true;
            if (look_at(t, found))
                return decide(std::move(found.verdict));
            if (bound_ && t >= *bound_)
                return decide(HoldsUpTo{t, "the bound"});
            if (answered_elsewhere(&Unrolling::explored_otherwise) ||
                answered_elsewhere(&Unrolling::shown_by_induction))
                return;
            play_.add({play_.move_allowed(t)});
        }
    }
    catch (const Interrupted& interrupted)
    {
        if (t == 0)
            decide(Undecided{interrupted.why + " before the first state was searched"});
        else
            decide(HoldsUpTo{t - 1, fmt::format("{} at ply {}", interrupted.why, t)});
    }
}

/// Short plays refute most of what is false: induction starts when they are through. It ends at a
/// few plies: beyond, unrolling from the initial states has more to go by.
bool Unrolling::shown_by_induction(unsigned t, Exploration& found)
{
    constexpr unsigned most = 4;
    if (t < 2 || t - 1 > most || engine_ == Engine::Unrolling || question_.must_end ||
        !question_.bad)
        return false;
    const std::string over =
        t == 2 ? "from one state to the next" : fmt::format("over {} plies", t - 1);
    Trial trial(tried_, "induction");
    const bool answer = is_inductive(t - 1);
    trial.end(answer ? over : "not " + over, answer);
    if (!answer)
        return false;
    Proved proved{"induction", over};
    if (!question_.known)
    {
        proved.known = theory_.invariants(budget_);
        proved.shown =
            by_induction(theory_.store(), theory_.game().frame, question_, proved.known, t - 1);
        proved.way = Way::Induction;
        proved.plies = t - 1;
    }
    found.verdict = std::move(proved);
    return true;
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
        std::optional<Exploration> all =
            explore_all_states(theory_, open, bound_, confirmation_, Engine::Automatic,
                               budget_.at_most(seconds), tried_);
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

/// No k states that follow each other by complying moves, none bad, are followed by a bad one.
bool Unrolling::is_inductive(unsigned k)
{
    for (unsigned t = k - 1; t <= k; ++t)
    {
        step_.admit(t);
        step_.assume_reachable(t);
        if (question_.known)
            step_.add({step_.at(question_.known, t)});
    }
    step_.add({-bad_at(step_, k - 1)});
    step_.add({step_.move_allowed(k - 1)});
    const Literal bad = bad_at(step_, k);
    step_.constrain_successors(k);
    return !step_.is_possible(bad);
}

/// Looks for something bad at the t-th state; true when that settles the question.
bool Unrolling::look_at(unsigned t, Exploration& found)
{
    const auto settles = [&](Literal literal, Wanted wanted)
    {
        std::string objection;
        if (!possible(t, literal))
            return false;
        if (auto refuted = confirmation_.confirmed(play_, t, literal, wanted, objection))
            found.verdict = std::move(*refuted);
        else if (objection.empty())
            return false;
        else
            found.verdict = Undecided{"a play was found that is not confirmed: " + objection};
        return true;
    };
    if (question_.bad && settles(bad_at(play_, t), {question_.bad, question_.at_moves}))
        return true;
    // Plays that repeat a state are looked for at growing lengths only.
    if (question_.must_end && t > 0 && (std::has_single_bit(t) || t == bound_) &&
        settles(repeats(t), {Formula(), false, true}))
        return true;
    if (question_.premise && !found.premise_seen)
    {
        const Literal premise = play_.at(question_.premise, t, question_.at_moves);
        found.premise_seen = occurs(t, premise, question_.at_moves);
    }
    if (question_.stuck && !found.stuck)
    {
        const Literal stuck = play_.at(question_.stuck, t);
        std::string objection;
        if (possible(t, stuck))
            found.stuck = confirmation_.confirmed(play_, t, stuck, {question_.stuck}, objection);
    }
    return false;
}

bool Unrolling::possible(unsigned t, Literal literal)
{
    play_.constrain_successors(t);
    return play_.is_possible(literal);
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
        return confirmation_.in_model(play_, t, literal, with_move).has_value();
    }
    catch (const Interrupted&)
    {
        budget_.check();
        return true;
    }
}

Literal Unrolling::bad_at(Path& path, unsigned t)
{
    return path.at(question_.bad, t, question_.at_moves);
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
    Encoder& encoder = play_.encoder;
    std::vector<Literal> any;
    for (unsigned i = 0; i < t; ++i)
    {
        std::vector<Literal> same;
        for (Formula atom : atoms)
        {
            const Literal then = play_.at(atom, i);
            const Literal now = play_.at(atom, t);
            same.push_back(encoder.all_of(std::array{encoder.any_of(std::array{-then, now}),
                                                     encoder.any_of(std::array{then, -now})}));
        }
        any.push_back(encoder.all_of(same));
    }
    return encoder.any_of(any);
}

} // namespace sgl
