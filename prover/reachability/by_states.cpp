#include "prover/reachability/by_states.hpp"

#include "prover/reachability/answer.hpp"
#include "prover/reachability/by_enumeration.hpp"
#include "prover/reachability/symbolic/bdd_search.hpp"
#include "prover/resources/limits.hpp"
#include "prover/resources/memory.hpp"
#include "prover/transition/transition_system.hpp"

#include <algorithm>
#include <utility>

namespace sgl
{

namespace
{

/// Notes what an engine did, whether it answers or gives up.
template <typename Search>
std::optional<PlayAnswer> noted(std::vector<EngineAttempt>* tried, Method engine,
                                const Search& search)
{
    AttemptTimer trial(tried, engine);
    try
    {
        std::optional<PlayAnswer> found = search();
        trial.end(outcome_of(found), found.has_value());
        return found;
    }
    catch (const Interrupted& interrupted)
    {
        trial.end(interrupted);
        throw;
    }
}

std::optional<PlayAnswer> explore_by_diagrams(Theory& theory, const Question& question,
                                              std::optional<unsigned> bound, Confirmation& replays,
                                              const Budget& budget)
{
    const TransitionSystem system = transition_system(theory, question, budget);
    Reachability reached =
        reach_by_diagrams(theory.game().frame, system,
                          {question.must_end, theory.keeps_models(), memory_limit()}, budget);
    return answer_of(theory, question, replays, system, std::move(reached), bound, Method::Diagrams,
                     budget);
}

} // namespace

std::optional<PlayAnswer> explore_all_states(Theory& theory, const Question& question,
                                             std::optional<unsigned> bound, Confirmation& replays,
                                             Engine engine, const Budget& budget,
                                             std::vector<EngineAttempt>* tried)
{
    if (engine == Engine::Enumeration)
    {
        StateEnumeration states(theory, question, bound, tried);
        return states.go_on(replays, limits::most_states, budget);
    }
    return noted(tried, Method::Diagrams,
                 [&] { return explore_by_diagrams(theory, question, bound, replays, budget); });
}

std::unique_ptr<BackgroundQuery> BackgroundQuery::start(Theory& theory, const Question& question,
                                                        std::optional<unsigned> bound,
                                                        const Budget& budget,
                                                        std::atomic<bool>& answered,
                                                        std::vector<EngineAttempt>* tried)
{
    if (!threads_are_free())
        return nullptr;
    std::unique_ptr<BackgroundQuery> beside(
        new BackgroundQuery(theory, question, bound, budget, tried));
    beside->search_ =
        BackgroundBddSearch::start(theory.game().frame, transition_system(theory, question, budget),
                                   {question.must_end, theory.keeps_models()}, budget, answered);
    if (beside->search_)
        return beside;
    beside->trial_.end("no core was free, or not memory for two");
    return nullptr;
}

BackgroundQuery::BackgroundQuery(Theory& theory, Question question, std::optional<unsigned> bound,
                                 const Budget& budget, std::vector<EngineAttempt>* tried)
    : theory_(theory), question_(std::move(question)), bound_(bound), budget_(budget),
      trial_(tried, Method::Diagrams)
{
}

BackgroundQuery::~BackgroundQuery()
{
    trial_.end("on another core: there was an answer before it had one");
}

std::optional<PlayAnswer> BackgroundQuery::result()
{
    try
    {
        Reachability reached = search_->result();
        Confirmation replays(theory_, question_, budget_);
        std::optional<PlayAnswer> found =
            answer_of(theory_, question_, replays, search_->system(), std::move(reached), bound_,
                      Method::Diagrams, budget_);
        trial_.end("on another core: " + outcome_of(found), found.has_value());
        return found;
    }
    catch (const Interrupted& interrupted)
    {
        trial_.end("on another core: " + text(interrupted));
        budget_.check();
        return std::nullopt;
    }
}

} // namespace sgl
