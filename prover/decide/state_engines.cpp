#include "prover/decide/state_engines.hpp"

#include "prover/resources/switches.hpp"

#include <utility>

namespace sgl
{

std::optional<PlayAnswer> EnumerationOfFewStates::answer(const EngineQuery& query,
                                                         const Budget& budget)
{
    return explore_few_states(query.theory, query.question, query.bound, query.confirmation, most_,
                              budget, query.tried);
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
