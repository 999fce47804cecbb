#pragma once

// RUP refutations, found by CaDiCaL: clauses that follow by unit propagation, one after the other,
// until there is a contradiction. Large propositional steps of a derivation carry them, and so do
// certificates by clauses. Nothing here is trusted: the kernel and the checker propagate anew.

#include "axioms/kernel/tautology.hpp"
#include "prover/resources/budget.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sgl
{

/// Clauses that lead to the contradiction, as axioms::Tautologies::follows wants them; nothing
/// where the clauses can all be true. Throws Interrupted when the budget runs out.
std::optional<std::vector<axioms::Literal>> find_refutation(const axioms::Clauses& clauses,
                                                            const Budget& budget = {});

/// An incremental solver that records its proof: clauses are added between queries.
class TracedSolver
{
public:
    TracedSolver();
    ~TracedSolver();
    TracedSolver(const TracedSolver&) = delete;
    TracedSolver& operator=(const TracedSolver&) = delete;

    void add(std::span<const axioms::Literal> clause);
    /// Clauses, each ended by 0, each of which follows by unit propagation from those given and
    /// those found so far, and which at last contradict the literal; nothing where it can be true.
    /// Throws Interrupted when the budget runs out, or there are too many.
    std::optional<std::vector<axioms::Literal>> lines_against(axioms::Literal literal,
                                                              const Budget& budget);

private:
    struct Solver;
    std::unique_ptr<Solver> solver_;
};

/// The refutation that the kernel needs to accept a propositional step; empty where it needs none;
/// nothing where the conclusion does not follow from the premises. Subformulas that occur more than
/// once are taken as letters first, and looked into where that does not do. Throws Interrupted.
std::optional<std::vector<axioms::Literal>> refutation_for(axioms::Tautologies& tautologies,
                                                           std::span<const Formula> premises,
                                                           Formula conclusion,
                                                           const Budget& budget = {});

/// `refutation_for` as the reader of derivations calls it; `budget` gives the budget of each step.
axioms::FindRefutation refutations_within(std::function<Budget()> budget);
/// The same with a limit of so many seconds for each step; 0: no limit.
axioms::FindRefutation refutations_within(double seconds);

} // namespace sgl
