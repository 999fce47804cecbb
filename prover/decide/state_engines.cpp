#include "prover/decide/state_engines.hpp"

#include "prover/decide/limits.hpp"
#include "prover/resources/limits.hpp"
#include "prover/resources/switches.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

namespace sgl
{

namespace
{

/// Of the processor, in this thread: what engines cost, whatever else the machine does.
double thread_seconds()
{
    timespec now{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0)
        return 0;
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

std::optional<PlayAnswer> SharedEnumeration::go_on(const EngineQuery& query, std::size_t most,
                                                   const Budget& budget)
{
    const double begin = thread_seconds();
    if (!states_)
    {
        states_ = std::make_unique<StateEnumeration>(query.theory, query.question, query.bound,
                                                     query.tried);
        since_ = begin;
    }
    std::optional<PlayAnswer> found;
    try
    {
        found = states_->go_on(query.confirmation, most, budget);
    }
    catch (const Interrupted&)
    {
        seconds_ += thread_seconds() - begin;
        budget.check();
        return std::nullopt;
    }
    seconds_ += thread_seconds() - begin;
    return found;
}

std::optional<PlayAnswer> SharedEnumeration::go_on_for(const EngineQuery& query, double seconds,
                                                       const Budget& budget)
{
    constexpr double least = 1e4; // states, where the states so far took no time
    const double a_second = states() / std::max(seconds_, 1e-3);
    const double most = states() + std::max(least, seconds * a_second);
    return go_on(query, static_cast<std::size_t>(most), budget);
}

double SharedEnumeration::seconds_for(double states) const
{
    return states * seconds_ / std::max(this->states(), 1.0);
}

double SharedEnumeration::seconds_behind() const
{
    const double others = thread_seconds() - since_ - seconds_;
    return others - seconds_;
}

std::optional<PlayAnswer> EnumerationOfFewStates::answer(const EngineQuery& query,
                                                         const Budget& budget)
{
    return shared_->is_over() ? std::nullopt : shared_->go_on(query, most_, budget);
}

std::optional<PlayAnswer> EnumerationBesideOthers::answer(const EngineQuery& query,
                                                          const Budget& budget)
{
    std::optional<PlayAnswer> found;
    if (!shared_->is_over() && shared_->states() < static_cast<double>(most_))
        found = shared_->go_on(query, most_, budget);
    // Some more at a time, as the layers tell more then.
    while (!found && !shared_->is_over())
    {
        const double states = shared_->states(), all = shared_->expected_states();
        const double to_expect = limits::share_to_expect * all;
        const bool is_at_hand = shared_->seconds_for(all) <= limits::seconds_at_hand;
        const bool is_cheap = shared_->seconds_for(to_expect - states) <= limits::seconds_to_expect;
        if (states < to_expect ? !is_cheap : !is_at_hand)
            break;
        const auto more = static_cast<std::size_t>(states + states / 2);
        found = shared_->go_on(query, std::max(most_, more), budget);
    }
    if (!found && !shared_->is_over() && shared_->seconds_behind() > 0)
        found = shared_->go_on_for(query, shared_->seconds_behind(), budget);
    return found;
}

std::optional<PlayAnswer> DiagramsOfStates::answer(const EngineQuery& query, const Budget& budget)
{
    if (was_in_background_)
        return std::nullopt;
    try
    {
        if (!is_off("background search"))
            background_ = BackgroundQuery::start(query.theory, query.question, query.bound, all_,
                                                 answered_, query.tried);
    }
    catch (const Interrupted&) // its transition system takes too long
    {
        all_.check();
    }
    was_in_background_ = background_ != nullptr;
    const double seconds = budget.left().value_or(0);
    if (was_in_background_ || seconds <= too_short_)
        return std::nullopt;
    too_short_ = seconds;
    return explore_all_states(query.theory, query.question, query.bound, query.confirmation,
                              Engine::Diagrams, budget, query.tried);
}

std::optional<PlayAnswer> DiagramsOfStates::collect()
{
    return std::exchange(background_, nullptr)->result();
}

} // namespace sgl
