#pragma once

// Questions about plays of any length, answered by reachability: a search through all states that
// plays reach.

#include "prover/claims/method.hpp"
#include "prover/plays/confirmation.hpp"
#include "prover/reachability/symbolic/background_bdd_search.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

namespace sgl
{

/// The answer of an engine, diagrams or enumeration. `replays` confirms the plays found. Nothing
/// where Σ leaves open what happens, or a play is not confirmed. Throws Interrupted when the budget
/// runs out, or with the engine's reason for giving up. The attempt is logged in `tried`.
std::optional<PlayAnswer> explore_all_states(Theory& theory, const Question& question,
                                             std::optional<unsigned> bound, Confirmation& replays,
                                             Engine engine, const Budget& budget,
                                             std::vector<EngineAttempt>* tried = nullptr);

/// A question that diagrams answer on another core, while this process tries other engines.
class BackgroundQuery
{
public:
    /// Starts the search; null where no core is free, or memory is too small for two searches. The
    /// search sets the flag when it has an answer. Theory, budget and flag must outlive the query.
    /// Throws Interrupted.
    static std::unique_ptr<BackgroundQuery> start(Theory& theory, const Question& question,
                                                  std::optional<unsigned> bound,
                                                  const Budget& budget, std::atomic<bool>& answered,
                                                  std::vector<EngineAttempt>* tried);
    ~BackgroundQuery();
    BackgroundQuery(const BackgroundQuery&) = delete;
    BackgroundQuery& operator=(const BackgroundQuery&) = delete;

    bool is_over() const { return search_->is_over(); }
    /// Waits for the end of the search; may be called once. As explore_all_states, but nothing when
    /// the engine gives up. Throws Interrupted when the budget runs out.
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
