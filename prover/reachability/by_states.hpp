#pragma once

// Questions about plays of any length, answered by all states that plays reach.

#include "prover/claims/method.hpp"
#include "prover/plays/confirmation.hpp"
#include "prover/reachability/symbolic/background_bdd_search.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

namespace sgl
{

/// By the engine that was asked for, diagrams or enumeration. `replays` confirms the plays found.
/// Nothing where the rules leave open what happens, or a play is not confirmed. Throws Interrupted
/// when the budget runs out, or with the engine's reason for giving up. What was done is noted in
/// `tried`.
std::optional<PlayAnswer> explore_all_states(Theory& theory, const Question& question,
                                             std::optional<unsigned> bound, Confirmation& replays,
                                             Engine engine, const Budget& budget,
                                             std::vector<EngineAttempt>* tried = nullptr);

/// By enumeration, if there are no more than so many states; else nothing.
std::optional<PlayAnswer> explore_few_states(Theory& theory, const Question& question,
                                             std::optional<unsigned> bound, Confirmation& replays,
                                             std::size_t most, const Budget& budget,
                                             std::vector<EngineAttempt>* tried = nullptr);

/// The question, answered by diagrams on another core, while this process goes on with it in
/// another way.
class BackgroundQuery
{
public:
    /// Begins, if a core is free, and memory for two. Theory, budget and the flag, which says that
    /// there is an answer, must outlive it.
    static std::unique_ptr<BackgroundQuery> start(Theory& theory, const Question& question,
                                                  std::optional<unsigned> bound,
                                                  const Budget& budget, std::atomic<bool>& answered,
                                                  std::vector<EngineAttempt>* tried);
    ~BackgroundQuery();
    BackgroundQuery(const BackgroundQuery&) = delete;
    BackgroundQuery& operator=(const BackgroundQuery&) = delete;

    bool is_over() const { return search_->is_over(); }
    /// Waits for its end; to be called once. As explore_all_states, but that giving up is nothing,
    /// too, unless time ran out.
    std::optional<PlayAnswer> result();

private:
    BackgroundQuery(Theory& theory, Question question, std::optional<unsigned> bound,
                    const Budget& budget, std::vector<EngineAttempt>* tried);

    Theory& theory_;
    const Question question_;
    const std::optional<unsigned> bound_;
    const Budget& budget_;
    std::unique_ptr<BackgroundBddSearch> search_;
    AttemptTimer trial_;
};

} // namespace sgl
