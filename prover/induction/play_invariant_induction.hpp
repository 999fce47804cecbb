#pragma once

// Induction with the invariants of complying plays, as an engine for the schedule.

#include "prover/invariants/play_invariants.hpp"
#include "prover/plays/play_engine.hpp"

#include <optional>

namespace sgl
{

/// The answer to a question whose bad states the invariants exclude.
PlayAnswer answer_of(const Frame& frame, const PlayInvariants& found);

/// Searches once for invariants of complying plays (find_play_invariants), among gates, or among
/// clauses and then the question's proposals. The answer where they exclude what is bad; else later
/// engines get them as FoundLemmas.
class InductionWithPlayInvariants : public PlayEngine
{
public:
    explicit InductionWithPlayInvariants(CandidateKind kind) : kind_(kind) {}
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
    SolverStatistics statistics() const override { return statistics_; }

private:
    std::optional<PlayAnswer> ask(const EngineQuery& query, CandidateKind kind,
                                  const Budget& budget);

    CandidateKind kind_;
    bool was_asked_ = false;
    SolverStatistics statistics_;
};

} // namespace sgl
