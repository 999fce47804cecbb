#pragma once

// The engines of all reachable states (prover/reachability) as rows of the schedule want them.

#include "prover/plays/play_engine.hpp"
#include "prover/reachability/by_states.hpp"

#include <atomic>
#include <cstddef>
#include <memory>

namespace sgl
{

/// Enumeration, if there are no more than so many states.
class EnumerationOfFewStates : public PlayEngine
{
public:
    explicit EnumerationOfFewStates(std::size_t most) : most_(most) {}
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;

private:
    std::size_t most_;
};

/// BDDs: on another core while plays are searched here, if one is free; else here, with what the
/// budget has. A time that was too short is not given again, nor a shorter one.
class DiagramsOfStates : public PlayEngine
{
public:
    /// What works in the background has all of this budget. Budget and flag must outlive it; the
    /// flag is set when there is an answer.
    DiagramsOfStates(const Budget& all, std::atomic<bool>& answered)
        : all_(all), answered_(answered)
    {
    }
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
    bool works_in_background() const override { return background_ != nullptr; }
    bool is_over() const override { return background_ && background_->is_over(); }
    std::optional<PlayAnswer> collect() override;

private:
    const Budget& all_;
    std::atomic<bool>& answered_;
    std::unique_ptr<BackgroundQuery> background_;
    bool was_in_background_ = false;
    double too_short_ = 0; // seconds
};

/// Spacer's search for an invariant.
class InvariantBySpacer : public PlayEngine
{
public:
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
};

} // namespace sgl
