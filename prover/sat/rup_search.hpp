#pragma once

// Finding the refutations that large propositional steps of a derivation carry, with CaDiCaL.
// Nothing rests on it: the kernel checks what is found.

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

/// Clauses that become more, and questions whether a literal can be true with them.
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

/// What a large step must carry to be accepted; empty where it needs nothing. Nothing where the
/// conclusion does not follow. Formulas that the step has more than once are looked into only where
/// it takes that.
std::optional<std::vector<axioms::Literal>> refutation_for(axioms::Tautologies& tautologies,
                                                           std::span<const Formula> premises,
                                                           Formula conclusion,
                                                           const Budget& budget = {});

/// The same for the reader of derivations, each step within the budget that there is then.
axioms::FindRefutation refutations_within(std::function<Budget()> budget);
/// Each step within so many seconds; 0: no limit.
axioms::FindRefutation refutations_within(double seconds);

} // namespace sgl
