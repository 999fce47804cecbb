// All states that plays reach: CrossDot by diagrams, whose time is a child process's and so the
// clock's, and tic-tac-toe on 4 × 4 cells by enumeration. Started from the top directory.

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "prover/processes/thread_budget.hpp"
#include "prover/reachability/explicit/explicit_search.hpp"
#include "prover/transition/initial_states.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <fstream>
#include <sstream>

namespace sgl::bench
{

namespace
{

Source example(const std::string& name)
{
    std::ostringstream text;
    text << std::ifstream("examples/" + name).rdbuf();
    return {name, text.str()};
}

/// JPL Observation 8: passive defence never loses, k = 3, moving first or second.
void passive_defence(benchmark::State& state, const std::string& claim_name)
{
    ReadOptions options;
    options.parameters = {{"m", state.range(0)}, {"k", 3}};
    for ([[maybe_unused]] auto _ : state)
    {
        FormulaStore store;
        const Result<GameReader> game = GameReader::read(store, example("crossdot.sgl"), options);
        const auto claim = std::ranges::find(game->game().claims, claim_name, &Claim::name);
        Prover prover(store, game->game(), {0, {}, nullptr, nullptr, Engine::Diagrams});
        const ClaimResult result = prover.prove(*claim);
        if (!std::holds_alternative<Proved>(result.verdict))
        {
            state.SkipWithError("not proved");
            return;
        }
        state.SetLabel(std::get<Proved>(result.verdict).detail);
    }
}

/// Every play of the mk-game of 4 × 4 cells with three in a row, by so many threads; 0: by all
/// cores.
void all_plays(benchmark::State& state)
{
    ReadOptions options;
    options.parameters = {{"m", 4}, {"k", 3}};
    FormulaStore store;
    const Result<GameReader> game = GameReader::read(store, example("tictactoe.sgl"), options);
    Theory theory(store, game->game());
    const Frame& frame = game->game().frame;
    Question question;
    question.bad = store.conjunction(store.fluent(*frame.find_fluent("turn(x)")),
                                     store.fluent(*frame.find_fluent("turn(o)")));
    const TransitionSystem system = transition_system(theory, question, {});
    const auto starts = initial_states(system, 2, {});
    limit_threads(static_cast<unsigned>(state.range(0)));
    EnumerationStatistics statistics;
    for ([[maybe_unused]] auto _ : state)
        reach_by_enumeration(system, *starts, false, {}, {}, &statistics);
    using benchmark::Counter;
    const auto states = static_cast<double>(statistics.states);
    state.counters["states"] = states;
    state.counters["not_final"] = static_cast<double>(statistics.expanded);
    state.counters["moves"] = static_cast<double>(statistics.moves);
    state.counters["moves_a_second"] =
        Counter(static_cast<double>(statistics.moves), Counter::kIsIterationInvariantRate);
    state.counters["bytes_a_state"] = static_cast<double>(statistics.bytes) / states;
}

BENCHMARK_CAPTURE(passive_defence, first, "observation_8x")
    ->ArgName("m")
    ->Arg(12)
    ->Arg(16)
    ->Arg(24)
    ->Arg(32)
    ->Arg(40)
    ->Unit(benchmark::kSecond)
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK_CAPTURE(passive_defence, second, "observation_8o")
    ->ArgName("m")
    ->Arg(12)
    ->Arg(16)
    ->Arg(24)
    ->Arg(32)
    ->Arg(40)
    ->Unit(benchmark::kSecond)
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK(all_plays)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(0)
    ->Unit(benchmark::kSecond)
    ->Iterations(3)
    ->UseRealTime();

} // namespace

} // namespace sgl::bench
