#include "prover/plays/bounded_model_checking.hpp"

#include "logic/formula/print.hpp"
#include "prover/claims/proof_obligations.hpp"
#include "prover/decide/cross_check.hpp"
#include "prover/induction/forced_moves.hpp"
#include "prover/induction/spacer.hpp"
#include "prover/invariants/known_invariants.hpp"
#include "prover/invariants/linear_invariants.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace sgl
{

namespace
{

std::string over_plies(unsigned k)
{
    return k == 1 ? "from one state to the next" : fmt::format("over {} plies", k);
}

/// ", given …": what was found to be true of every reachable state, or some of it.
std::string given(const Frame& frame, const std::vector<Formula>& invariants)
{
    constexpr std::size_t few = 3;
    if (invariants.empty())
        return "";
    std::vector<std::string> texts;
    for (Formula f : invariants)
        if (texts.size() < few)
            texts.push_back(print(frame, f));
    const std::size_t more = invariants.size() - texts.size();
    return fmt::format(", given {}{}", fmt::join(texts, ", "),
                       more == 0 ? "" : fmt::format(" and {} more", more));
}

} // namespace

Unrolling::Unrolling(Theory& theory, const Question& question, std::optional<unsigned> bound,
                     const Budget& budget, Engine engine, std::vector<EngineAttempt>* tried,
                     const PortfolioLimits& patience)
    : theory_(theory), question_(question), bound_(bound), all_(budget),
      budget_(budget.until(answered_)), engine_(engine), patience_(patience), tried_(tried),
      play_(theory, question.profile, budget_), step_(theory, question.profile, budget_),
      confirmation_(theory, question, budget_)
{
}

SolverStatistics Unrolling::statistics() const
{
    SolverStatistics sum = play_.solver.statistics();
    sum += step_.solver.statistics();
    if (simple_)
        sum += simple_->statistics();
    return sum;
}

PlayAnswer Unrolling::explore()
{
    PlayAnswer found;
    AttemptTimer unrolled(tried_, "unrolling");
    search(found, unrolled);
    beside_.reset();
    if (simple_trial_)
        simple_trial_->end(not_simple_.empty() ? "cut short" : not_simple_);
    if (is_to_be_redone_)
    {
        Unrolling alone(theory_, question_, bound_, all_, engine_, tried_, patience_);
        alone.sought_beside_ = true;
        return alone.explore();
    }
    return found;
}

void Unrolling::search(PlayAnswer& found, AttemptTimer& unrolled)
{
    constexpr unsigned shallow = 2;
    unsigned t = 0;
    const auto decide = [&](Verdict verdict)
    {
        found.verdict = std::move(verdict);
        unrolled.end(outcome_of(found.verdict),
                     !std::holds_alternative<Undecided>(found.verdict) &&
                         !std::holds_alternative<HoldsUpTo>(found.verdict));
    };
    const auto answered_elsewhere = [&](bool (Unrolling::*way)(unsigned, PlayAnswer&))
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
            if (t == shallow)
                decide_moves();
            play_.admit(t);
            if (!play_.is_possible())
            {
                Proved proved{"unrolling", t == 0 ? "there is no initial state"
                                                  : fmt::format("no play is longer than {} {}",
                                                                t - 1, t == 2 ? "ply" : "plies")};
                if (t > 0)
                {
                    proved.way = ProofMethod::Unrolling;
                    proved.plies = t - 1;
                }
                // Formulas of deeper plays are too large to be of use.
                constexpr unsigned most_written = 5;
                if (t > 0 && t <= most_written && !question_.must_end && !question_.known)
                    proved.shown = {
                        by_unrolling(theory_.store(), theory_.game().frame, question_, t - 1)};
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
        const bool is_answered = answered_;
        if (beside_ && !all_.is_used_up())
        {
            if (answered_elsewhere(&Unrolling::answered_beside))
                return;
            is_to_be_redone_ = is_answered;
        }
        if (t == 0)
            decide(Undecided{interrupted.why + " before the first state was searched"});
        else
            decide(HoldsUpTo{t - 1, fmt::format("{} at ply {}", interrupted.why, t)});
    }
}

/// Who has no choice is given none, from here on.
void Unrolling::decide_moves()
{
    movers_ = deterministic_agents(theory_, question_.profile, budget_);
    play_.decide_moves(movers_);
    step_.decide_moves(movers_);
}

/// Short plays refute most of what is false: induction starts when they are through. It ends at a
/// few plies: beyond, unrolling from the initial states has more to go by.
bool Unrolling::shown_by_induction(unsigned t, PlayAnswer& found)
{
    constexpr unsigned few = 2, most = 4; // plies
    if (t < few || engine_ == Engine::Unrolling)
        return false;
    if (question_.must_end || !question_.bad)
        return t == few && has_very_few_states(found);
    if (t - 1 > most)
        return shown_by_simple_paths(t - 1, found);
    const std::string over = over_plies(t - 1);
    const std::vector<Formula>& invariants = known_invariants(theory_, budget_);
    AttemptTimer trial(tried_, "induction");
    const bool answer = is_inductive(step_, question_, t - 1);
    trial.end(answer ? over + given(theory_.game().frame, invariants) : "not " + over, answer);
    if (!answer)
        return t == few && (has_very_few_states(found) || shown_by_balances(few, found));
    found.verdict = inductive(over, invariants, t - 1);
    return true;
}

/// The answer, as it is to be written down.
Proved Unrolling::inductive(std::string over, std::vector<Formula> known, unsigned k)
{
    Proved proved{"induction", std::move(over)};
    if (question_.known)
        return proved;
    proved.known = std::move(known);
    proved.shown = by_induction(theory_.store(), theory_.game().frame, question_, proved.known, k);
    proved.way = ProofMethod::Induction;
    proved.plies = k;
    return proved;
}

/// Induction over as many plies, or fewer, given invariants about how many fluents are true.
bool Unrolling::shown_by_balances(unsigned plies, PlayAnswer& found)
{
    constexpr double seconds = 2;
    const Budget brief = for_induction(seconds);
    std::string text;
    std::vector<Formula> known = known_invariants(theory_, budget_);
    Question counted = question_;
    AttemptTimer sought(tried_, "invariants");
    try
    {
        FormulaStore& store = theory_.store();
        for (const LinearInvariant& balance : find_balances(theory_, question_, brief))
        {
            text += (text.empty() ? "" : ", ") + balance.text;
            known.push_back(balance.formula);
            counted.known =
                counted.known ? store.conjunction(counted.known, balance.formula) : balance.formula;
        }
        sought.end(text.empty() ? "none was found about numbers" : text);
        if (text.empty())
            return false;
        balances_ = text;
        counted_ = counted;
        Path step(theory_, question_.profile, brief);
        step.decide_moves(movers_);
        for (unsigned k = 1; k <= plies; ++k)
        {
            AttemptTimer trial(tried_, "induction");
            const bool answer = is_inductive(step, counted, k);
            trial.end((answer ? "" : "not ") + over_plies(k) + ", given these", answer);
            if (!answer)
                continue;
            found.verdict = inductive(over_plies(k) + ", given " + text, known, k);
            return true;
        }
    }
    catch (const Interrupted& interrupted)
    {
        budget_.check();
        sought.end(interrupted.why);
    }
    return false;
}

/// What a kind of induction may take: unless induction was asked for, a few seconds.
Budget Unrolling::for_induction(double seconds) const
{
    return engine_ == Engine::Induction ? budget_ : budget_.effort(seconds);
}

/// Induction over more plies, if no state comes back on the way.
bool Unrolling::shown_by_simple_paths(unsigned k, PlayAnswer& found)
{
    constexpr double seconds = 5;
    if (no_simple_paths_)
        return false;
    std::string said =
        over_plies(k) + " without coming back" + (balances_.empty() ? "" : ", given " + balances_);
    if (!simple_trial_)
        simple_trial_.emplace(tried_, "induction");
    simple_trial_->resume();
    try
    {
        if (!simple_)
        {
            simple_.emplace(theory_, counted_.value_or(question_), movers_, for_induction(seconds));
            if (!simple_->applies())
                throw Interrupted{"the rules leave open what happens"};
        }
        if (!simple_->shows(k))
        {
            not_simple_ = "not " + said;
            simple_trial_->pause();
            return false;
        }
    }
    catch (const Interrupted& interrupted)
    {
        budget_.check();
        no_simple_paths_ = true;
        simple_trial_->end(not_simple_.empty() ? interrupted.why : not_simple_);
        return false;
    }
    simple_trial_->end(said, true);
    found.verdict = Proved{"induction", std::move(said)};
    return true;
}

/// When plays become long: all states that they reach may be fewer, or make small diagrams; or an
/// invariant may be small where the sets of states are not.
bool Unrolling::explored_otherwise(unsigned t, PlayAnswer& found)
{
    const unsigned long_plays = patience_.long_plays;
    if (engine_ != Engine::Automatic)
        return false;
    if (beside_ && beside_->is_over() && answered_beside(t, found))
        return true;
    if (t < long_plays || t % long_plays != 0 || !std::has_single_bit(t / long_plays))
        return false;
    if (explored_by_states(t, found))
        return true;
    constexpr double most_seconds = 10, part = 0.25;
    const auto rest = budget_.left();
    const double brief = rest ? std::min(most_seconds, part * *rest) : most_seconds;
    return t > long_plays && answered_by(
                                 [&] {
                                     return explore_by_spacer(theory_, open_question(found),
                                                              budget_.at_most(brief), tried_);
                                 },
                                 found);
}

/// Without what was found out about it.
Question Unrolling::open_question(const PlayAnswer& found) const
{
    Question open = question_;
    if (found.premise_seen)
        open.premise = Formula();
    if (found.stuck)
        open.stuck = Formula();
    return open;
}

/// Going through all states takes less time than most else, where they are very few.
bool Unrolling::has_very_few_states(PlayAnswer& found)
{
    constexpr double seconds = 0.25;
    return engine_ == Engine::Automatic &&
           explored_one_by_one(patience_.very_few_states, budget_.effort(seconds), found);
}

bool Unrolling::explored_one_by_one(std::size_t most, const Budget& budget, PlayAnswer& found)
{
    return answered_by(
        [&]
        {
            return explore_few_states(theory_, open_question(found), bound_, confirmation_, most,
                                      budget, tried_);
        },
        found);
}

/// Few states are gone through. For many, diagrams are made: beside what goes on here, if there is
/// a core for it.
bool Unrolling::explored_by_states(unsigned t, PlayAnswer& found)
{
    if (sought_beside_)
        return false;
    const Question open = open_question(found);
    const bool is_first = seconds_too_few_ == 0;
    if (is_first && patience_.few_states > patience_.very_few_states &&
        explored_one_by_one(patience_.few_states, budget_, found))
        return true;
    const auto beside = [&]() -> std::optional<PlayAnswer>
    {
        beside_ = BackgroundQuery::start(theory_, open, bound_, all_, answered_, tried_);
        return std::nullopt;
    };
    answered_by(beside, found);
    sought_beside_ = beside_ != nullptr;
    return !sought_beside_ && explored_by_diagrams(open, t, found);
}

/// Most of a limited time is given to it once: what was too little for it is not tried again.
/// Without a limit, more time is given to it the longer plays are.
bool Unrolling::explored_by_diagrams(const Question& open, unsigned t, PlayAnswer& found)
{
    constexpr double least_seconds = 5, share = 0.8;
    const auto left = budget_.left();
    const double seconds = left ? share * *left : least_seconds * t;
    if (seconds <= seconds_too_few_)
        return false;
    seconds_too_few_ = seconds;
    return answered_by(
        [&]
        {
            return explore_all_states(theory_, open, bound_, confirmation_, Engine::Diagrams,
                                      budget_.at_most(seconds), tried_);
        },
        found);
}

/// What another way to explore said, if it has an answer; giving up is none.
template <typename Explore>
bool Unrolling::answered_by(const Explore& explore, PlayAnswer& found)
{
    try
    {
        std::optional<PlayAnswer> all = explore();
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

/// The answer from beside, waited for. Plays of fewer than t moves were searched here: what is said
/// of them there is the same, or one of the two is wrong.
bool Unrolling::answered_beside(unsigned t, PlayAnswer& found)
{
    const std::unique_ptr<BackgroundQuery> beside = std::move(beside_);
    const bool any_initial = found.any_initial;
    if (!answered_by([&] { return beside->result(); }, found))
    {
        answered_ = false; // what it said was not confirmed
        return false;
    }
    found.any_initial = any_initial;
    if (t > 0)
    {
        if (const auto how = disagreement(found.verdict, HoldsUpTo{t - 1, ""}))
            throw EnginesDisagree(*how);
    }
    return true;
}

/// No k states that follow each other by complying moves, none bad, are followed by a bad one. The
/// path is the one that was asked about k - 1.
bool Unrolling::is_inductive(Path& path, const Question& question, unsigned k)
{
    for (unsigned t = k - 1; t <= k; ++t)
    {
        path.admit(t);
        path.assume_invariants(t, known_invariants(theory_, budget_));
        if (question.known)
            path.add({path.at(question.known, t)});
    }
    path.add({-bad_at(path, k - 1)});
    path.add({path.move_allowed(k - 1)});
    const Literal bad = bad_at(path, k);
    path.constrain_successors(k);
    return !path.is_possible(bad);
}

/// Looks for something bad at the t-th state; true when that settles the question.
bool Unrolling::look_at(unsigned t, PlayAnswer& found)
{
    const auto settles = [&](Literal literal, EndOfPlay wanted)
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
