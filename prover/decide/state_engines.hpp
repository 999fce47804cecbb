#pragma once

// The engines of all reachable states (prover/reachability) as PlayEngines, for the schedule.

#include "prover/plays/play_engine.hpp"
#include "prover/reachability/by_enumeration.hpp"
#include "prover/reachability/by_states.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace sgl
{

/// The enumeration of one question, which several rows of the schedule carry on.
class SharedEnumeration
{
public:
    /// Carries the enumeration on for at most so many states in all. An answer, or nothing at a
    /// limit of its own. Throws Interrupted when the budget is used up.
    std::optional<PlayAnswer> go_on(const EngineQuery& query, std::size_t most,
                                    const Budget& budget);
    /// The same for about so many seconds of the processor.
    std::optional<PlayAnswer> go_on_for(const EngineQuery& query, double seconds,
                                        const Budget& budget);

    bool is_over() const { return states_ && states_->is_over(); }
    double states() const { return states_ ? states_->states() : 0; }
    double expected_states() const { return states_ ? states_->expected_states() : 0; }
    /// Seconds of the processor that so many states take.
    double seconds_for(double states) const;
    /// Seconds of the processor spent by the other engines, and not matched by the enumeration.
    double seconds_behind() const;

private:
    std::unique_ptr<StateEnumeration> states_; // made by the first query
    double seconds_ = 0;                       // of the processor, spent here
    double since_ = 0;                         // the thread's seconds at the first query
};

/// Enumeration of at most `most` states; no answer where more are reached.
class EnumerationOfFewStates : public PlayEngine
{
public:
    EnumerationOfFewStates(std::shared_ptr<SharedEnumeration> shared, std::size_t most)
        : shared_(std::move(shared)), most_(most)
    {
    }
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;

private:
    std::shared_ptr<SharedEnumeration> shared_;
    std::size_t most_;
};

/// Enumeration that goes on: to `most` states at once; to all states while these seem to be at hand
/// (limits::seconds_at_hand); and then, at each query, for as long as all other engines took.
class EnumerationBesideOthers : public PlayEngine
{
public:
    EnumerationBesideOthers(std::shared_ptr<SharedEnumeration> shared, std::size_t most)
        : shared_(std::move(shared)), most_(most)
    {
    }
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;

private:
    std::shared_ptr<SharedEnumeration> shared_;
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
