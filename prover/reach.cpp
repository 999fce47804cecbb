#include "prover/reach.hpp"

#include "prover/bit_order.hpp"
#include "prover/diagrams.hpp"
#include "prover/enumeration.hpp"
#include "prover/memory.hpp"
#include "prover/transition.hpp"

#include <algorithm>

namespace sgl
{

std::optional<Exploration> explore_all_states(Theory& theory, const Question& question,
                                              std::optional<unsigned> bound, Confirmation& replays,
                                              Engine engine, const Budget& budget,
                                              std::vector<Attempt>* tried)
{
    const TransitionSystem system = transition_system(theory, question, budget);
    const auto answered = [&](Reached reached, const char* method)
    {
        std::optional<Exploration> found =
            answer(theory, question, replays, system, reached, bound, method, budget);
        auto* proved = found ? std::get_if<Proved>(&found->verdict) : nullptr;
        if (proved != nullptr && reached.diagrams)
            proved->reached.push_back(
                std::make_shared<const StateDiagrams>(std::move(*reached.diagrams)));
        return found;
    };
    const auto noted = [&](const char* name, const auto& search) -> std::optional<Exploration>
    {
        Trial trial(tried, name);
        try
        {
            std::optional<Exploration> found = search();
            trial.end(found ? outcome_of(found->verdict)
                            : "the rules leave open what happens, or a play was not confirmed",
                      found.has_value());
            return found;
        }
        catch (const Interrupted& interrupted)
        {
            trial.end(interrupted.why);
            throw;
        }
    };
    const auto enumerated = [&](std::size_t most)
    {
        constexpr std::size_t most_starts = 10'000;
        const auto starts = initial_states(theory, system, std::min(most, most_starts), budget);
        if (!starts)
            throw Interrupted{"there are too many initial states to go through"};
        const EnumerationLimits limits{most, memory_limit()};
        std::vector<std::uint32_t> order;
        if (theory.keeps_models())
            order = bit_order(theory.game().frame, system);
        return answered(reach_by_enumeration(system, *starts, question.must_end, limits, budget,
                                             nullptr, order),
                        "enumeration");
    };
    const auto by_diagrams = [&]
    {
        return answered(reach_by_diagrams(theory.game().frame, system, question.must_end,
                                          theory.keeps_models(), memory_limit(), budget),
                        "diagrams");
    };
    constexpr std::size_t few = 200'000, most = std::size_t{1} << 31;
    if (engine == Engine::Enumeration)
        return noted("enumeration", [&] { return enumerated(most); });
    if (engine == Engine::Diagrams)
        return noted("diagrams", by_diagrams);
    try
    {
        return noted("enumeration", [&] { return enumerated(few); });
    }
    catch (const Interrupted&)
    {
        budget.check();
    }
    try
    {
        return noted("diagrams", by_diagrams);
    }
    catch (const Interrupted&)
    {
        budget.check();
    }
    return std::nullopt;
}

} // namespace sgl
