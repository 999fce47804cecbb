#pragma once

// The narrow interface to a propositional solver. Z3 and CaDiCaL stand behind it, each in a .cpp of
// its own.

#include "axioms/kernel/literal.hpp"
#include "prover/resources/budget.hpp"
#include "prover/resources/solver_statistics.hpp"
#include "prover/sat/sat_engine.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace sgl
{

using axioms::Literal;

enum class Satisfiable : std::uint8_t
{
    Yes,
    No,
};

/// What Z3 may take in this process, from now on; a query that would take more gives up. A solver
/// of Z3's that is made sets it to memory_limit().
void limit_z3_memory(std::size_t mebibytes);

/// What a solver provides behind the interface. It throws what SatSolver::solve throws.
class SatBackend
{
public:
    virtual ~SatBackend() = default;
    virtual void reach(Literal variable) = 0; // makes the variables from 1 to this one
    virtual void add(std::span<const Literal> clause) = 0;
    /// Gives up after `most_conflicts` conflicts, where the solver counts them.
    virtual Satisfiable solve(std::span<const Literal> assumptions, const Budget& budget,
                              std::optional<std::uint64_t> most_conflicts) = 0;
    virtual bool value(Literal literal) = 0;
    virtual std::uint64_t conflicts() = 0;
};

std::unique_ptr<SatBackend> make_cadical(bool plain);
std::unique_ptr<SatBackend> make_z3();

/// Sets which solver answers, in the whole process: Z3 answers everything; with CaDiCaL each
/// question names the variant that was measured to be quicker for it. To be called before a solver
/// is made.
void use_solver(SatEngine engine);
/// The solver for a question for which `preferred` is quickest, after `use_solver`.
SatEngine solver_for(SatEngine preferred);

/// A set of clauses, and queries whether they are satisfiable.
class SatSolver
{
public:
    SatSolver() : SatSolver(solver_for(SatEngine::Cadical)) {}
    /// Uses this solver, whatever `use_solver` chose.
    explicit SatSolver(SatEngine engine);

    Literal new_variable();
    void add(std::span<const Literal> clause);
    void add(std::initializer_list<Literal> clause)
    {
        add(std::span(clause.begin(), clause.size()));
    }

    /// Whether the clauses are satisfiable together with the assumptions. Throws Interrupted when
    /// the budget runs out or the solver gives up.
    Satisfiable solve(std::span<const Literal> assumptions, const Budget& budget);
    /// After Satisfiable::Yes: the value of a literal.
    bool value(Literal literal) const { return backend_->value(literal); }

    SolverStatistics statistics() const;

private:
    std::unique_ptr<SatBackend> backend_;
    SolverStatistics statistics_;
    std::uint64_t clauses_spent_ = 0; // clauses that were charged to a budget as steps
};

} // namespace sgl
