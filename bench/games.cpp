// A large game read and grounded, and large formulas printed. Started from the top directory.

#include "bench/allocated.hpp"
#include "logic/formula/print.hpp"
#include "logic/language/reader.hpp"

#include <benchmark/benchmark.h>
#include <fstream>
#include <sstream>

namespace sgl::bench
{

namespace
{

Source gomoku()
{
    const std::string name = "examples/gomoku.sgl";
    std::ostringstream text;
    text << std::ifstream(name).rdbuf();
    return {name, text.str()};
}

void read(benchmark::State& state)
{
    const Source source = gomoku();
    ReadOptions options;
    options.parameters = {{"m", state.range(0)}};
    std::size_t formulas = 0, bytes = 0;
    for ([[maybe_unused]] auto _ : state)
    {
        const Allocated allocated;
        FormulaStore store;
        const Result<GameReader> game = GameReader::read(store, source, options);
        if (!game)
        {
            state.SkipWithError(game.errors().front().text().c_str());
            return;
        }
        formulas = store.size();
        bytes = allocated.peak();
    }
    using benchmark::Counter;
    state.counters["formulas"] = static_cast<double>(formulas);
    state.counters["bytes"] =
        Counter(static_cast<double>(bytes), Counter::kDefaults, Counter::kIs1024);
}

/// What terminal is, as a tree; or first(x), whose tree is too large, with its parts named.
void print(benchmark::State& state, bool as_tree)
{
    FormulaStore store;
    const Result<GameReader> game = GameReader::read(store, gomoku());
    if (!game)
    {
        state.SkipWithError(game.errors().front().text().c_str());
        return;
    }
    const Game& gomoku = game->game();
    const Formula terminal = gomoku.axioms[1].formula;
    const Formula first = gomoku.strategies.back().moves;
    std::size_t size = 0;
    for ([[maybe_unused]] auto _ : state)
    {
        const std::string text = as_tree ? sgl::print(gomoku.frame, terminal)
                                         : print_shared(gomoku.frame, first, Style::Ascii, 0);
        size = text.size();
        benchmark::DoNotOptimize(text.data());
    }
    state.counters["characters"] = static_cast<double>(size);
}

/// ((… & p) -> p) & p …: n levels deep, with parentheses.
void print_deep(benchmark::State& state)
{
    Frame frame;
    FormulaStore store;
    const Formula p = store.fluent(frame.add_fluent("p"));
    Formula f = p;
    for (std::int64_t k = 0; k < state.range(0); ++k)
        f = k % 2 == 0 ? store.conjunction(f, p) : store.implication(f, p);
    for ([[maybe_unused]] auto _ : state)
        benchmark::DoNotOptimize(sgl::print(frame, f));
    state.SetComplexityN(state.range(0));
}

// Reads on a thread of its own.
BENCHMARK(read)
    ->ArgName("m")
    ->Arg(10)
    ->Arg(15)
    ->Arg(19)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(print, terminal, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(print, first, false)->Unit(benchmark::kMillisecond);
BENCHMARK(print_deep)
    ->Arg(1'000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond)
    ->Complexity(benchmark::oN);

} // namespace

} // namespace sgl::bench
