#include "prover/transition/initial_states.hpp"

#include "prover/sat/solver.hpp"
#include "prover/system/gate_clauses.hpp"

#include <array>

namespace sgl
{

namespace
{

/// The initial states, as the solutions of clauses (Tseitin's translation of their circuit).
class InitialStateSolver
{
public:
    InitialStateSolver(const TransitionSystem& system, const Budget& budget)
        : bits_(system.bits.size()), budget_(budget)
    {
        for (std::size_t variable = 0; variable < system.start.variables; ++variable)
            variables_.push_back(solver_.new_variable());
        budget_.check();
        const Circuit& circuit = system.start.circuit;
        const auto literals = add_gates(solver_, circuit, std::array{system.start.gate},
                                        [&](Gate gate) { return variables_[circuit.index(gate)]; });
        solver_.add({literals[system.start.gate]});
    }

    /// The bits of another one, each time.
    std::optional<std::vector<bool>> another()
    {
        if (solver_.solve({}, budget_) == Satisfiable::No)
            return std::nullopt;
        std::vector<bool> bits;
        std::vector<Literal> different;
        for (std::size_t bit = 0; bit < bits_; ++bit)
        {
            bits.push_back(solver_.value(variables_[bit]));
            different.push_back(bits.back() ? -variables_[bit] : variables_[bit]);
        }
        solver_.add(different);
        return bits;
    }

private:
    const std::size_t bits_;
    const Budget& budget_;
    SatSolver solver_;
    std::vector<Literal> variables_;
};

} // namespace

std::optional<std::vector<std::vector<bool>>> initial_states(const TransitionSystem& system,
                                                             std::size_t most, const Budget& budget)
{
    InitialStateSolver solver(system, budget);
    std::vector<std::vector<bool>> found;
    while (auto bits = solver.another())
    {
        if (found.size() == most)
            return std::nullopt;
        found.push_back(std::move(*bits));
    }
    return found;
}

std::vector<std::vector<bool>> some_initial_states(const TransitionSystem& system, std::size_t most,
                                                   const Budget& budget)
{
    InitialStateSolver solver(system, budget);
    std::vector<std::vector<bool>> found;
    while (found.size() < most)
    {
        auto bits = solver.another();
        if (!bits)
            break;
        found.push_back(std::move(*bits));
    }
    return found;
}

std::optional<std::vector<bool>> an_initial_state(const TransitionSystem& system,
                                                  const Budget& budget)
{
    return InitialStateSolver(system, budget).another();
}

} // namespace sgl
