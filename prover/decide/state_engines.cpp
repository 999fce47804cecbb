#include "prover/decide/state_engines.hpp"

#include "prover/decide/limits.hpp"
#include "prover/induction/spacer.hpp"
#include "prover/resources/limits.hpp"
#include "prover/resources/switches.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sgl
{

StateEnumeration* SharedEnumeration::for_query(const EngineQuery& query)
{
    if (!states)
    {
        states = std::make_unique<StateEnumeration>(query.theory, query.question, query.bound,
                                                    query.tried);
        since = Budget::Clock::now();
    }
    return states->is_over() ? nullptr : states.get();
}

std::optional<PlayAnswer> SharedEnumeration::go_on(const EngineQuery& query, std::size_t most,
                                                   const Budget& budget, const Budget& whole)
{
    const auto begin = Budget::Clock::now();
    const auto count = [&]
    { seconds += std::chrono::duration<double>(Budget::Clock::now() - begin).count(); };
    try
    {
        auto found = states->go_on(query.confirmation, most, budget);
        count();
        return found;
    }
    catch (const Interrupted&)
    {
        count();
        whole.check();
        return std::nullopt;
    }
}

std::optional<PlayAnswer> EnumerationOfFewStates::answer(const EngineQuery& query,
                                                         const Budget& budget)
{
    if (shared_->for_query(query) == nullptr)
        return std::nullopt;
    return shared_->go_on(query, most_, budget, budget);
}

std::optional<PlayAnswer> EnumerationBesideOthers::answer(const EngineQuery& query,
                                                          const Budget& budget)
{
    StateEnumeration* states = shared_->for_query(query);
    if (states == nullptr)
        return std::nullopt;
    if (states->states() < static_cast<double>(most_))
    {
        if (auto found = shared_->go_on(query, most_, budget, budget))
            return found;
    }
    while (!states->is_over())
    {
        const double rate = states->states() / std::max(shared_->seconds, 1e-3);
        const double left = (states->expected_states() - states->states()) / std::max(rate, 1.0);
        if (left > limits::seconds_at_hand)
            break;
        const Budget twice = budget.at_most(std::max(2 * left, limits::least_enumeration_seconds));
        if (auto found = shared_->go_on(query, limits::most_states, twice, budget))
            return found;
    }
    if (states->is_over())
        return std::nullopt;
    const double all =
        std::chrono::duration<double>(Budget::Clock::now() - shared_->since).count();
    const double behind = all - 2 * shared_->seconds;
    if (behind < limits::least_enumeration_seconds)
        return std::nullopt;
    return shared_->go_on(query, limits::most_states, budget.at_most(behind), budget);
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

std::optional<PlayAnswer> InvariantBySpacer::answer(const EngineQuery& query, const Budget& budget)
{
    return explore_by_spacer(query.theory, query.question, budget, query.tried);
}

} // namespace sgl
