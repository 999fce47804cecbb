#include "prover/invariants/known_invariants.hpp"

#include "prover/invariants/pair_invariants.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/resources/limits.hpp"
#include "prover/resources/switches.hpp"

namespace sgl
{

const std::vector<Formula>& known_invariants(Theory& theory, const Budget& budget)
{
    if (!theory.invariants)
    {
        budget.at_phase("while invariants were sought");
        try
        {
            if (is_off("pair invariants"))
                theory.invariants.emplace();
            else
                theory.invariants =
                    find_pair_invariants(theory, budget.effort(limits::pair_invariants_seconds));
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
