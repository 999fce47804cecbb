#include "prover/reach.hpp"

#include "prover/diagrams.hpp"
#include "prover/transition.hpp"

#include <atomic>

namespace sgl
{

namespace
{
std::atomic<std::size_t> memory_of_states{4096};

bool is_beyond(const std::optional<Trail>& trail, std::optional<unsigned> bound)
{
    return trail && bound && trail->play.size() > *bound;
}
} // namespace

void limit_memory_of_states(std::size_t mebibytes)
{
    memory_of_states = mebibytes;
}

std::optional<Exploration> explore_all_states(Theory& theory, const Question& question,
                                              std::optional<unsigned> bound, Unrolling& replays,
                                              Engine engine, const Budget& budget)
{
    const TransitionSystem system = transition_system(theory, question, budget);
    const Reached reached =
        reach_by_diagrams(theory.game().frame, system, question.must_end, memory_of_states, budget);
    if (is_beyond(reached.bad, bound) || is_beyond(reached.endless, bound))
        return std::nullopt;
    return answer(theory, question, replays, system, reached, "diagrams", budget);
}

} // namespace sgl
