#pragma once

// Property-directed reachability (pdr.hpp) as an engine. What it finds is a hint: the invariant is
// checked like one that a user gives, and a play is replayed by the evaluator.

#include "prover/induction/pdr/pdr.hpp"
#include "prover/plays/play_engine.hpp"

#include <optional>

namespace sgl
{

/// A later call goes on with the clauses that the earlier ones found.
class InvariantByPdr : public PlayEngine
{
public:
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
    SolverStatistics statistics() const override;

private:
    void begin(const EngineQuery& query, const Budget& budget);
    std::optional<PlayAnswer> answer_from(const PdrResult& found, const EngineQuery& query,
                                          const Budget& budget, AttemptTimer& trial) const;

    std::vector<Formula> kept_;        // lemmas that become part of the invariant
    std::optional<OpenSystem> system_; // made by the first call
    std::optional<Pdr> search_;
    bool is_over_ = false;
};

} // namespace sgl
