#pragma once

// The engines of all reachable states (prover/reachability) as PlayEngines, for the schedule.

#include "prover/plays/play_engine.hpp"
#include "prover/reachability/by_states.hpp"

#include <atomic>
#include <cstddef>
#include <memory>

namespace sgl
{

/// Enumeration of at most `most` states; no answer where more are reached.
class EnumerationOfFewStates : public PlayEngine
{
public:
    explicit EnumerationOfFewStates(std::size_t most) : most_(most) {}
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;

private:
    std::size_t most_;
};

/// BDDs: on another core, in parallel with the search of plays, if a core is free; else in the
/// call, with its budget. A call whose time is not longer than that of an earlier call does
/// nothing.
class DiagramsOfStates : public PlayEngine
{
public:
    /// `all` is the budget of the search in the background, which sets the flag when it has an
    /// answer. Budget and flag must outlive the engine.
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
    double too_short_ = 0; // seconds that were not enough
};

} // namespace sgl
