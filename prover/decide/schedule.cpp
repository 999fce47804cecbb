#include "prover/decide/schedule.hpp"

#include "prover/decide/state_engines.hpp"
#include "prover/induction/invariant_by_pdr.hpp"
#include "prover/induction/k_induction.hpp"
#include "prover/induction/play_invariant_induction.hpp"
#include "prover/resources/switches.hpp"
#include "prover/verdicts/disagreement.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>

namespace sgl
{

namespace
{

template <typename PlayEngineWithoutContext>
std::unique_ptr<PlayEngine> made(const EngineContext&)
{
    return std::make_unique<PlayEngineWithoutContext>();
}

} // namespace

std::vector<ScheduledEngine> schedule(const PortfolioLimits& limits)
{
    using Unit = Allowance::Unit;
    constexpr unsigned always = std::numeric_limits<unsigned>::max();
    constexpr unsigned early = limits::induction_from, plain = limits::plain_induction_to;
    const unsigned late = limits.long_plays;
    const auto shared = std::make_shared<SharedEnumeration>();
    const auto very_few =
        [shared, most = limits.very_few_states](const EngineContext&) -> std::unique_ptr<PlayEngine>
    { return std::make_unique<EnumerationOfFewStates>(shared, most); };
    const auto enumeration =
        [shared, most = limits.few_states](const EngineContext&) -> std::unique_ptr<PlayEngine>
    { return std::make_unique<EnumerationBesideOthers>(shared, most); };
    const auto diagrams = [](const EngineContext& context) -> std::unique_ptr<PlayEngine>
    { return std::make_unique<DiagramsOfStates>(context.all, context.answered); };
    const auto k_induction = [](const EngineContext& context) -> std::unique_ptr<PlayEngine> {
        return std::make_unique<KInduction>(context.theory, context.question,
                                            context.until_answered);
    };
    const auto play_invariants = [](CandidateKind kind)
    {
        return [kind](const EngineContext&) -> std::unique_ptr<PlayEngine>
        { return std::make_unique<InductionWithPlayInvariants>(kind); };
    };
    // clang-format off
    std::vector<ScheduledEngine> rows{
        // name              method                    first     last    doubles  allowance                                                               engine
        {"enumeration",      Method::Enumeration,      late,     always, false,   {},                                                                     enumeration},
        {"diagrams",         Method::Diagrams,         late,     always, true,    {Unit::ClockForPlies, limits::diagrams_seconds_a_ply, limits::diagrams_share}, diagrams},
        {"induction",        Method::Induction,        early,    plain,  false,   {},                                                                     k_induction},
        {"very few states",  Method::Enumeration,      early,    early,  false,   {Unit::Effort, limits::very_few_states_seconds},                        very_few},
        {"play invariants",  Method::PlayInvariants,   early,    early,  false,   {Unit::Clock, limits::first_play_invariants_seconds, limits::play_invariants_share}, play_invariants(CandidateKind::Clauses)},
        {"play invariants again", Method::PlayInvariants, late,  late,  false,   {Unit::Effort, limits::play_invariants_seconds},                        play_invariants(CandidateKind::Clauses)},
        {"gates of plays",   Method::PlayInvariants,   late,     late,   false,   {Unit::Effort, limits::play_invariants_seconds},                        play_invariants(CandidateKind::Gates)},
        {"linear invariants", Method::LinearInvariants, early,   early,  false,   {Unit::Effort, limits::linear_invariants_seconds},                      made<InductionWithLinearInvariants>},
        {"states so far",    Method::Enumeration,      early,    late - 1, false, {},                                                                     enumeration},
        {"pdr",              Method::Pdr,              2 * late, always, true,    {Unit::EffortForPlies, limits::pdr_seconds_a_ply},                      made<InvariantByPdr>},
        {"simple paths",     Method::Induction,        plain + 1, always, false,  {Unit::Effort, limits::simple_paths_seconds},                           made<InductionOverSimplePaths>},
    };
    // clang-format on
    std::erase_if(rows,
                  [&](const ScheduledEngine& row)
                  {
                      const bool has_no_states =
                          row.method == Method::Enumeration && limits.few_states == 0;
                      return has_no_states || is_off(row.name);
                  });
    return rows;
}

bool ScheduledEngine::is_due(unsigned ply) const
{
    if (ply < first || ply > last)
        return false;
    return !doubles || (ply % first == 0 && std::has_single_bit(ply / first));
}

Portfolio::Portfolio(Theory& theory, const Question& question, std::optional<unsigned> bound,
                     const Budget& budget, Engine engine, std::vector<EngineAttempt>* tried,
                     const PortfolioLimits& limits)
    : theory_(theory), question_(question), bound_(bound), all_(budget),
      budget_(budget.until(answered_)), engine_(engine), limits_(limits), tried_(tried),
      confirmation_(theory, question, budget_),
      unrolling_(theory, question, bound, confirmation_, budget_)
{
    for (ScheduledEngine& row : schedule(limits))
    {
        if (is_asked_for(row))
            engines_.push_back({std::move(row)});
    }
}

bool Portfolio::is_asked_for(const ScheduledEngine& row) const
{
    const bool is_induction = row.method == Method::Induction ||
                              row.method == Method::LinearInvariants ||
                              row.method == Method::PlayInvariants;
    return engine_ == Engine::Automatic || (engine_ == Engine::Induction && is_induction);
}

PlayAnswer Portfolio::explore()
{
    AttemptTimer unrolled(tried_, Method::Unrolling);
    search(unrolled);
    statistics_ += unrolling_.statistics();
    for (const Asked& asked : engines_)
    {
        if (asked.engine)
            statistics_ += asked.engine->statistics();
    }
    for (Asked& asked : engines_)
        asked.engine.reset(); // what they were at is noted, in this order
    if (!is_to_be_redone_)
        return std::move(found_);
    Portfolio alone(theory_, question_, bound_, all_, engine_, tried_, limits_);
    std::erase_if(alone.engines_,
                  [](const Asked& asked) { return asked.row.method == Method::Diagrams; });
    PlayAnswer answer = alone.explore();
    statistics_ += alone.statistics();
    return answer;
}

void Portfolio::decide(Verdict verdict, AttemptTimer& unrolled)
{
    found_.verdict = std::move(verdict);
    unrolled.end(outcome_of(found_.verdict), std::holds_alternative<Proved>(found_.verdict) ||
                                                 std::holds_alternative<Refuted>(found_.verdict));
}

void Portfolio::search(AttemptTimer& unrolled)
{
    try
    {
        for (;;)
        {
            if (auto verdict = unrolling_.deepen(found_))
                return decide(std::move(*verdict), unrolled);
            if (ask_engines(unrolled))
                return;
        }
    }
    catch (const Interrupted& interrupted)
    {
        const unsigned t = unrolling_.ply();
        const bool is_answered = answered_;
        if (Asked* asked = in_background(); asked != nullptr && !all_.is_used_up())
        {
            unrolled.pause();
            const bool is_taken = collect_from(*asked->engine);
            unrolled.resume();
            if (is_taken)
                return unrolled.end(fmt::format("nothing found up to ply {}", t));
            is_to_be_redone_ = is_answered;
        }
        Interrupted why = interrupted;
        why.where += t == 0 ? " before the first state was searched" : fmt::format(" at ply {}", t);
        if (t == 0)
            decide(Undecided{std::move(why)}, unrolled);
        else
            decide(HoldsUpTo{t - 1, std::move(why)}, unrolled);
    }
}

/// The rows that are due, in turn; true when one has the answer.
bool Portfolio::ask_engines(AttemptTimer& unrolled)
{
    unrolled.pause();
    const unsigned t = unrolling_.ply();
    bool is_answered = false;
    if (Asked* asked = in_background(); asked != nullptr && asked->engine->is_over())
        is_answered = collect_from(*asked->engine);
    for (std::size_t i = 0; i < engines_.size() && !is_answered; ++i)
        is_answered = engines_[i].row.is_due(t) && ask(engines_[i]);
    budget_.at_ply(t);
    unrolled.resume();
    if (is_answered)
        unrolled.end(fmt::format("nothing found up to ply {}", t));
    return is_answered;
}

bool Portfolio::ask(Asked& asked)
{
    Question open = question_;
    if (found_.premise_seen)
        open.premise = Formula();
    if (found_.stuck)
        open.stuck = Formula();
    return takes(
        [&]
        {
            if (!asked.engine)
                asked.engine = asked.row.make({theory_, question_, all_, budget_, answered_});
            const EngineQuery query{theory_,       open,    bound_, unrolling_.ply(),
                                    confirmation_, lemmas_, tried_};
            return asked.engine->answer(query, budget_for(asked.row.allowance));
        });
}

Budget Portfolio::budget_for(const Allowance& allowance) const
{
    const auto left = budget_.left();
    switch (allowance.unit)
    {
    case Allowance::Unit::All: return budget_;
    case Allowance::Unit::Effort:
        return engine_ == Engine::Automatic ? budget_.effort(allowance.seconds) : budget_;
    case Allowance::Unit::Clock:
        return budget_.at_most(left ? std::min(allowance.seconds, allowance.share * *left)
                                    : allowance.seconds);
    case Allowance::Unit::EffortForPlies:
        return engine_ == Engine::Automatic ? budget_.effort(allowance.seconds * unrolling_.ply())
                                            : budget_;
    case Allowance::Unit::ClockForPlies:
        return budget_.at_most(left ? allowance.share * *left
                                    : allowance.seconds * unrolling_.ply());
    }
    return budget_;
}

Portfolio::Asked* Portfolio::in_background()
{
    const auto at =
        std::ranges::find_if(engines_, [](const Asked& asked)
                             { return asked.engine && asked.engine->works_in_background(); });
    return at == engines_.end() ? nullptr : &*at;
}

/// What an engine said, if it has an answer; giving up is none.
template <typename Explore>
bool Portfolio::takes(const Explore& explore)
{
    try
    {
        std::optional<PlayAnswer> all = explore();
        if (!all)
            return false;
        found_.verdict = std::move(all->verdict);
        found_.premise_seen = found_.premise_seen || all->premise_seen;
        found_.never_stuck = found_.never_stuck || all->never_stuck;
        if (all->stuck)
            found_.stuck = std::move(all->stuck);
        return true;
    }
    catch (const Interrupted&)
    {
        budget_.check();
        return false;
    }
}

/// The answer from the background, waited for. Shorter plays were searched here: what is said of
/// them there is the same, or one of the two is wrong.
bool Portfolio::collect_from(PlayEngine& engine)
{
    if (!takes([&] { return engine.collect(); }))
    {
        answered_ = false; // what it said was not confirmed
        return false;
    }
    const unsigned t = unrolling_.ply();
    if (t > 0)
    {
        if (const auto how = disagreement(found_.verdict, HoldsUpTo{t - 1, ""}))
            throw EnginesDisagree(*how);
    }
    return true;
}

} // namespace sgl
