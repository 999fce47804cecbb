#pragma once

// The narrow interface to a propositional solver. Z3 and CaDiCaL stand behind it, each in a .cpp of
// its own.

#include "prover/resources/budget.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace sgl
{

/// A variable (from 1) or, negative, its negation.
using Literal = std::int32_t;

enum class Satisfiable : std::uint8_t
{
    Yes,
    No,
};

struct SolverStatistics
{
    std::uint64_t variables = 0;
    std::uint64_t clauses = 0;
    std::uint64_t queries = 0;
    std::uint64_t conflicts = 0;

    SolverStatistics& operator+=(const SolverStatistics& more)
    {
        variables += more.variables;
        clauses += more.clauses;
        queries += more.queries;
        conflicts += more.conflicts;
        return *this;
    }
};

/// What solvers may take together, from now on; a query that would take more gives up.
void limit_solver_memory(std::size_t mebibytes);

/// Who answers.
enum class SatEngine : std::uint8_t
{
    Cadical,
    PlainCadical, // without simplification in between: for many small questions
    Z3,
};

/// What a solver is behind the interface; errors are as SatSolver says.
class SatBackend
{
public:
    virtual ~SatBackend() = default;
    virtual void reach(Literal variable) = 0; // variables from 1 to this one exist
    virtual void add(std::span<const Literal> clause) = 0;
    /// `most_conflicts`: gives up after so many, if it can count them.
    virtual Satisfiable solve(std::span<const Literal> assumptions, const Budget& budget,
                              std::optional<std::uint64_t> most_conflicts) = 0;
    virtual bool value(Literal literal) = 0;
    virtual std::uint64_t conflicts() = 0;
};

std::unique_ptr<SatBackend> make_cadical(bool plain);
std::unique_ptr<SatBackend> make_z3();

/// What answers where nothing else is said, from now on: everything if it is Z3, else CaDiCaL with
/// simplification or without, as each question was measured to be quicker. Set it before any solver
/// is made.
void use_solver(SatEngine engine);
/// Who answers a question for which `preferred` is quickest, as `use_solver` said.
SatEngine solver_for(SatEngine preferred);

/// Clauses, and whether they can all be true.
class SatSolver
{
public:
    SatSolver() : SatSolver(solver_for(SatEngine::Cadical)) {}
    /// By this engine, whatever `use_solver` said.
    explicit SatSolver(SatEngine engine);

    Literal new_variable();
    void add(std::span<const Literal> clause);
    void add(std::initializer_list<Literal> clause)
    {
        add(std::span(clause.begin(), clause.size()));
    }

    /// Under assumptions. Throws Interrupted when the budget runs out or the solver gives up.
    Satisfiable solve(std::span<const Literal> assumptions, const Budget& budget);
    /// After Satisfiable::Yes: the value of a literal.
    bool value(Literal literal) const { return backend_->value(literal); }

    SolverStatistics statistics() const;

private:
    std::unique_ptr<SatBackend> backend_;
    SolverStatistics statistics_;
    std::uint64_t clauses_spent_ = 0; // that budgets have heard of
};

} // namespace sgl
