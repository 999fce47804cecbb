#include "prover/induction/forced_moves.hpp"

#include "prover/invariants/known_invariants.hpp"
#include "prover/plays/symbolic_path.hpp"

#include <array>

namespace sgl
{

namespace
{

/// In a state, as far as is known of those that are reached.
bool moves_alone(Theory& theory, const Strategy& strategy, const Budget& budget)
{
    FormulaStore& store = theory.store();
    const Frame& frame = theory.game().frame;
    const std::vector<Strategy> profile{strategy}, nobody;
    Path path(theory, nobody, budget);
    path.admit(0);
    path.assume_invariants(0, known_invariants(theory, budget));
    Literal told_any = -path.encoder.always_true();
    std::vector<Literal> wrong, others;
    for (std::uint32_t index = 0; index < frame.action_count(); ++index)
    {
        const Action a{index};
        if (frame.agent(a) != strategy.agent)
        {
            others.push_back(path.at(store.legal(a), 0));
            continue;
        }
        const Literal told = path.at(allowed_move(store, frame, profile, a), 0);
        wrong.push_back(path.encoder.all_of(std::array{told_any, told}));
        told_any = path.encoder.any_of(std::array{told_any, told});
    }
    wrong.push_back(path.encoder.all_of(std::array{told_any, path.encoder.any_of(others)}));
    return !path.is_possible(path.encoder.any_of(wrong));
}

} // namespace

std::vector<Agent> deterministic_agents(Theory& theory, const std::vector<Strategy>& profile,
                                        const Budget& budget)
{
    constexpr double seconds = 0.5;
    std::vector<Agent> found;
    if (profile.empty())
        return found;
    try
    {
        const Budget brief = budget.effort(seconds);
        if (!theory.completion(budget))
            return found;
        for (const Strategy& strategy : profile)
        {
            if (moves_alone(theory, strategy, brief))
                found.push_back(strategy.agent);
        }
    }
    catch (const Interrupted&)
    {
        budget.check();
    }
    return found;
}

} // namespace sgl
