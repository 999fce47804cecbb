#pragma once

// Paths of a transition system as clauses: the states 0, 1, 2, … and the moves between them.

#include "prover/sat/solver.hpp"
#include "prover/transition/transition_system.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sgl
{

/// Every function throws Interrupted when the budget runs out.
class PathClauses
{
public:
    /// System and budget must outlive the path. State 0 is any state.
    PathClauses(const TransitionSystem& system, const Budget& budget);

    /// Makes state 0 an initial state.
    void start_initial();
    /// Adds a state that follows the last one by an allowed move.
    void move();
    /// The index of the last state.
    std::size_t last() const { return states_.size() - 1; }
    /// The value of a gate of the system's circuit at the t-th state.
    Literal at(Gate gate, std::size_t t);
    Literal always_true() const { return true_; }

    SatSolver solver;

private:
    /// Literals of gates that are made so far, by gate; 0: not made.
    using Literals = std::vector<Literal>;

    Literal made(const Circuit& circuit, Gate root, const std::vector<Literal>& variables,
                 Literals& literals);
    Literal junction(std::span<const Literal> operands, bool is_and);
    Literal iff(Literal a, Literal b);
    Literal value_after(std::uint32_t bit, std::span<const Literal> chosen);

    const TransitionSystem& system_;
    const Budget& budget_;
    Literal true_;
    std::vector<Literals> states_;
    std::vector<std::vector<Literal>> bits_;                           // by state
    std::vector<std::vector<std::pair<std::uint32_t, Gate>>> changes_; // by bit: move, value
};

} // namespace sgl
