#pragma once

// k-induction (Sheeran, Singh, Stålmarck 2000): if k good states in a row, wherever they are, are
// never followed by a bad one, and plays of fewer than k moves have nothing bad, nothing bad is
// ever reached. Three engines: for small k; the same given linear invariants; and for any k over
// paths whose states all differ.

#include "prover/induction/simple_path_induction.hpp"
#include "prover/plays/play_engine.hpp"

#include <optional>
#include <string>

namespace sgl
{

/// Induction over as many plies as were searched, less one.
class KInduction : public PlayEngine
{
public:
    /// All must outlive it.
    KInduction(Theory& theory, const Question& question, const Budget& budget);
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
    SolverStatistics statistics() const override { return path_.solver.statistics(); }

private:
    const Budget& budget_;
    Path path_; // from any state
};

/// Induction over few plies, given linear invariants, which are left to the engines after it.
class InductionWithLinearInvariants : public PlayEngine
{
public:
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
};

/// Induction over paths without repetition (SimplePathInduction). Its budget is that of the first
/// call.
class InductionOverSimplePaths : public PlayEngine
{
public:
    ~InductionOverSimplePaths() override;
    std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) override;
    SolverStatistics statistics() const override;

private:
    std::optional<SimplePathInduction> induction_; // once it is used
    std::optional<AttemptTimer> trial_;
    bool is_over_ = false; // it does not apply, or takes too long
    std::string not_so_;   // what it was found not to show
};

} // namespace sgl
