#include "prover/transition/initial_states.hpp"

#include "prover/reduction/read_witness.hpp"

namespace sgl
{

namespace
{

/// The initial states of Σ, in a solver.
class Starts
{
public:
    Starts(Theory& theory, const TransitionSystem& system, const Budget& budget)
        : budget_(budget), encoder_(theory.reduction(), solver_)
    {
        const Formula constraint = theory.state_constraint(budget);
        encoder_.start_initial(constraint);
        solver_.add({encoder_.literal(constraint, 0, budget)});
        for (Formula atom : system.bits)
            bits_.push_back(encoder_.literal(atom, 0, budget));
        encoder_.connect_frames(0, budget);
    }

    /// One with these bits.
    std::optional<Witness> witness(const std::vector<bool>& bits)
    {
        for (std::size_t bit = 0; bit < bits.size(); ++bit)
            solver_.add({bits[bit] ? bits_[bit] : -bits_[bit]});
        if (solver_.solve({}, budget_) == Satisfiable::No)
            return std::nullopt;
        return read_witness(encoder_, 0, false);
    }

    /// The bits of another one, each time.
    std::optional<std::vector<bool>> another()
    {
        if (solver_.solve({}, budget_) == Satisfiable::No)
            return std::nullopt;
        std::vector<bool> bits;
        std::vector<Literal> different;
        for (Literal literal : bits_)
        {
            bits.push_back(solver_.value(literal));
            different.push_back(bits.back() ? -literal : literal);
        }
        solver_.add(different);
        return bits;
    }

private:
    const Budget& budget_;
    SatSolver solver_;
    Encoder encoder_;
    std::vector<Literal> bits_;
};

} // namespace

std::optional<std::vector<std::vector<bool>>> initial_states(Theory& theory,
                                                             const TransitionSystem& system,
                                                             std::size_t most, const Budget& budget)
{
    Starts starts(theory, system, budget);
    std::vector<std::vector<bool>> found;
    while (auto bits = starts.another())
    {
        if (found.size() == most)
            return std::nullopt;
        found.push_back(std::move(*bits));
    }
    return found;
}

std::optional<std::vector<bool>> an_initial_state(Theory& theory, const TransitionSystem& system,
                                                  const Budget& budget)
{
    return Starts(theory, system, budget).another();
}

std::optional<Witness> initial_state_with(Theory& theory, const TransitionSystem& system,
                                          const std::vector<bool>& bits, const Budget& budget)
{
    return Starts(theory, system, budget).witness(bits);
}

} // namespace sgl
