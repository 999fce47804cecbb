#include "prover/invariants/known_invariants.hpp"

#include "prover/invariants/pair_invariants.hpp"

namespace sgl
{

const std::vector<Formula>& known_invariants(Theory& theory, const Budget& budget)
{
    constexpr double seconds = 3;
    if (!theory.invariants)
    {
        budget.at_phase("while invariants were sought");
        try
        {
            theory.invariants = find_pair_invariants(theory, budget.effort(seconds));
        }
        catch (const Interrupted&)
        {
            budget.check();
            theory.invariants.emplace();
        }
    }
    return *theory.invariants;
}

} // namespace sgl
