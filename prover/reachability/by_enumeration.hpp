#pragma once

// Questions about plays of any length, answered by explicit search, which can be cut short and go
// on.

#include "prover/claims/question.hpp"
#include "prover/plays/confirmation.hpp"
#include "prover/reachability/explicit/explicit_search.hpp"
#include "prover/system/play_query.hpp"
#include "prover/verdicts/attempt_log.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace sgl
{

/// Enumeration of the states that plays reach, which keeps its states when a limit cuts it short.
/// Values that Σ leaves open become choices of the environment where they matter; formulas that
/// look far ahead are evaluated state by state.
class StateEnumeration
{
public:
    /// Theory and log must outlive the object. The bound is in plies.
    StateEnumeration(Theory& theory, Question question, std::optional<unsigned> bound,
                     std::vector<EngineAttempt>* tried);
    ~StateEnumeration();
    StateEnumeration(const StateEnumeration&) = delete;
    StateEnumeration& operator=(const StateEnumeration&) = delete;

    /// The answer, from where an earlier call was cut short. Nothing where Σ leaves open too much,
    /// or a play is not confirmed. `replays` confirms the plays found. Throws Interrupted when more
    /// than `most` states are reached, or the budget runs out.
    std::optional<PlayAnswer> go_on(Confirmation& replays, std::size_t most, const Budget& budget);
    /// No further call gives an answer: there was one, or there is none.
    bool is_over() const { return is_over_; }
    /// States reached so far, and how many there will be (ExplicitSearch::expected_states).
    double states() const;
    double expected_states() const;

private:
    void end();
    std::optional<PlayAnswer> found(Confirmation& replays, std::size_t most, const Budget& budget);
    void begin(std::size_t most, const Budget& budget);
    bool opens(const Reachability& reached);

    Theory& theory_;
    const Question question_;
    const std::optional<unsigned> bound_;
    std::optional<GameSystem> game_;
    PlayQuery query_;
    SystemOptions options_;
    unsigned times_opened_ = 0;
    bool packs_values_ = true; // where nobody reads the states
    std::unique_ptr<ExplicitSearch> search_;
    bool is_over_ = false;
    std::optional<Interrupted> cut_short_;
    AttemptTimer trial_;
};

} // namespace sgl
