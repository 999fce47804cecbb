#pragma once

// Induction with the invariants of complying plays, as an engine for the schedule.

#include "prover/plays/play_engine.hpp"

namespace sgl
{

/// Searches for invariants of complying plays (find_play_invariants), once. The answer where they
/// exclude what is bad; else later engines get them as FoundLemmas.
class InductionWithPlayInvariants : public PlayEngine
{
public:
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
    SolverStatistics statistics() const override { return statistics_; }

private:
    SolverStatistics statistics_;
};

} // namespace sgl
