#pragma once

// k-induction (Sheeran, Singh, Stålmarck 2000): if k consecutive good states, from an arbitrary
// state, are never followed by a bad state, and plays of fewer than k moves have no bad state, then
// no bad state is reachable. Three engines: k-induction for small k; for small k with linear
// invariants; and for any k over simple paths, whose states all differ.

#include "prover/induction/simple_path_induction.hpp"
#include "prover/plays/play_engine.hpp"

#include <optional>
#include <string>

namespace sgl
{

/// k-induction, where k is the number of plies that were searched, less one.
class KInduction : public PlayEngine
{
public:
    /// All arguments must outlive the engine.
    KInduction(Theory& theory, const Question& question, const Budget& budget);
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
    SolverStatistics statistics() const override { return path_.solver.statistics(); }

private:
    const Budget& budget_;
    Path path_; // from any state
};

/// k-induction over few plies with linear invariants, which later engines get as FoundLemmas.
class InductionWithLinearInvariants : public PlayEngine
{
public:
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
};

/// Induction over simple paths (SimplePathInduction). The budget of the first call holds for all
/// calls.
class InductionOverSimplePaths : public PlayEngine
{
public:
    ~InductionOverSimplePaths() override;
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
    SolverStatistics statistics() const override;

private:
    std::optional<SimplePathInduction> induction_; // made by the first call
    std::optional<AttemptTimer> trial_;
    bool is_over_ = false; // the engine has answered, or has given up
    std::string not_so_;   // the last negative outcome
};

} // namespace sgl
