// Formulas n levels high, to be reduced in time and memory linear in n; at n = 10,000, in less than
// a second. At the end are those whose normal forms are larger than that themselves. Each run
// builds a formula, reduces it, and frees what it made. With n = 200, derivations of the towers'
// normal forms are written as text, read back and checked: their size is at most quadratic in n.

#include "axioms/file/library.hpp"
#include "axioms/file/reader.hpp"
#include "axioms/file/write.hpp"
#include "bench/allocated.hpp"
#include "prover/derive/derive.hpp"
#include "prover/reduction/reduction.hpp"
#include "prover/sat/rup_search.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace sgl::bench
{

namespace
{

/// An agent with actions a and b, fluents p(0), …, p(15), no axioms, and a store for formulas.
struct Ground
{
    Ground()
    {
        const Agent x = frame.add_agent("x");
        a = frame.add_action("a", x);
        b = frame.add_action("b", x);
        for (int k = 0; k < 16; ++k)
            fluents.push_back(frame.add_fluent(fmt::format("p({})", k)));
        rules = Rules::none(frame);
    }

    /// p(k), and from the beginning again after the last.
    Formula p(std::size_t k) { return store.fluent(fluents[k % fluents.size()]); }

    FormulaStore store;
    Frame frame;
    Rules rules;
    Action a, b;
    std::vector<Fluent> fluents;
};

/// What α_k is.
enum class Alpha
{
    Fluent,       // p(k)
    Legal,        // legal(b)
    DoesOrFluent, // does(b) | p(k)
    Mixed,        // these joined, in ways that keep legal(b)
    After,        // [a](legal(b) | p(k))
};

Formula alpha(Ground& ground, Alpha kind, std::size_t k)
{
    FormulaStore& store = ground.store;
    const Formula p = ground.p(k);
    switch (kind)
    {
    case Alpha::Fluent: return p;
    case Alpha::Legal: return store.legal(ground.b);
    case Alpha::DoesOrFluent: return store.disjunction(store.does(ground.b), p);
    case Alpha::Mixed:
        switch (k % 3)
        {
        case 0: return store.implication(store.legal(ground.b), p);
        case 1:
            return store.conjunction(store.legal(ground.b),
                                     store.disjunction(store.does(ground.b), p));
        default:
            return store.disjunction(store.does(ground.a), store.negation(store.legal(ground.b)));
        }
    case Alpha::After: return store.after(ground.a, store.disjunction(store.legal(ground.b), p));
    }
    return {};
}

/// {α1}{α2}…{αn}legal(a)
Formula prefix_tower(Ground& ground, Alpha kind, std::size_t n)
{
    Formula f = ground.store.legal(ground.a);
    for (std::size_t k = n; k-- > 0;)
        f = ground.store.restrict(alpha(ground, kind, k), f);
    return f;
}

/// {{…{{α1}α2}…}αn}legal(a). By D1 and D3 only the last α_k counts if it has no legal(b).
Formula nested_tower(Ground& ground, Alpha kind, std::size_t n)
{
    Formula f = alpha(ground, kind, 0);
    for (std::size_t k = 1; k < n; ++k)
        f = ground.store.restrict(f, alpha(ground, kind, k));
    return ground.store.restrict(f, ground.store.legal(ground.a));
}

/// [a]…[a]p
Formula after_tower(Ground& ground, std::size_t n)
{
    Formula f = ground.p(0);
    for (std::size_t k = 0; k < n; ++k)
        f = ground.store.after(ground.a, f);
    return f;
}

/// next … next p
Formula next_tower(Ground& ground, std::size_t n)
{
    Formula f = ground.p(0);
    for (std::size_t k = 0; k < n; ++k)
        f = ground.store.next(f);
    return f;
}

/// `next p <-> p | does(a)`
void determine(Ground& ground)
{
    ground.rules.successors[0].whole =
        ground.store.disjunction(ground.p(0), ground.store.does(ground.a));
}

/// Builds and reduces a formula again and again, and says what that took.
template <class Build>
void reduce(benchmark::State& state, Build build)
{
    std::size_t formulas = 0, equations = 0, bytes = 0;
    for ([[maybe_unused]] auto _ : state)
    {
        const Allocated allocated;
        Ground ground;
        Reduction reduction(ground.store, ground.frame, ground.rules);
        const Formula f = build(ground, static_cast<std::size_t>(state.range(0)));
        benchmark::DoNotOptimize(reduction.reduce(f));
        formulas = ground.store.size();
        equations = reduction.equations().size();
        bytes = allocated.peak();
    }
    using benchmark::Counter;
    state.counters["formulas"] = static_cast<double>(formulas);
    state.counters["equations"] = static_cast<double>(equations);
    state.counters["bytes"] =
        Counter(static_cast<double>(bytes), Counter::kDefaults, Counter::kIs1024);
    state.SetComplexityN(state.range(0));
}

void prefix(benchmark::State& state, Alpha kind)
{
    reduce(state, [&](Ground& ground, std::size_t n) { return prefix_tower(ground, kind, n); });
}

void nested(benchmark::State& state, Alpha kind)
{
    reduce(state, [&](Ground& ground, std::size_t n) { return nested_tower(ground, kind, n); });
}

void after(benchmark::State& state)
{
    reduce(state, after_tower);
}

void next_of_determined(benchmark::State& state)
{
    reduce(state,
           [](Ground& ground, std::size_t n)
           {
               determine(ground);
               return next_tower(ground, n);
           });
}

/// Two actions and nothing said of p: the normal form names each sequence of actions, so this one
/// grows like 2^n.
void next_of_free(benchmark::State& state)
{
    reduce(state, next_tower);
}

/// The theorems of a file that the kernel accepts; none where it rejects one.
std::size_t accepted(FormulaStore& store, const std::string& text)
{
    axioms::FileAccess files;
    files.text = [&](const std::string& path) -> std::variant<std::string, axioms::Unavailable>
    {
        if (path == "tower.sgp")
            return text;
        const auto found = axioms::library_text(path);
        return found ? std::variant<std::string, axioms::Unavailable>(std::string(*found))
                     : axioms::Unavailable{"there is no such file"};
    };
    files.find_refutation = refutations_within(0);
    std::size_t count = 0;
    bool all = true;
    axioms::DerivationFile book(store, files);
    const auto errors = book.read("tower.sgp",
                                  [&](const axioms::TheoremResult& outcome)
                                  {
                                      all = all && outcome.theorem != nullptr;
                                      ++count;
                                  });
    return all && errors.empty() ? count : 0;
}

/// Derives that a tower is its normal form, writes that, and checks what was written.
void derivation(benchmark::State& state, Formula (*tower)(Ground&, Alpha, std::size_t), Alpha kind)
{
    std::size_t lines = 0, size = 0;
    for ([[maybe_unused]] auto _ : state)
    {
        Ground ground;
        Game bare;
        bare.frame = ground.frame;
        Theory theory(ground.store, bare);
        const Formula f = tower(ground, kind, static_cast<std::size_t>(state.range(0)));
        const Formula equation =
            ground.store.equivalence(f, theory.reduction().reduce(f, Budget(0)));
        Deriver deriver(theory);
        const auto proof = deriver.derive({{"tower", equation}}, Budget(0));
        if (!proof)
        {
            state.SkipWithError("not derived");
            return;
        }
        const std::string text =
            derivation_file(ground.store, ground.frame, axioms::frame_header(ground.frame), *proof);
        if (accepted(ground.store, text) == 0)
        {
            state.SkipWithError("not accepted");
            return;
        }
        lines = proof->lines();
        size = text.size();
    }
    state.counters["lines"] = static_cast<double>(lines);
    state.counters["text"] = static_cast<double>(size);
    state.SetComplexityN(state.range(0));
}

void heights_of_derivations(benchmark::internal::Benchmark* benchmark)
{
    benchmark->Arg(50)->Arg(100)->Arg(200)->Unit(benchmark::kMillisecond)->Complexity();
}

void heights(benchmark::internal::Benchmark* benchmark)
{
    benchmark->Arg(1'000)->Arg(10'000)->Arg(100'000);
    benchmark->Unit(benchmark::kMillisecond)->Complexity(benchmark::oN);
}

/// Each level takes [a] through all levels before it, and each [a]…[a]p is an atom of its own.
void squared_heights(benchmark::internal::Benchmark* benchmark)
{
    benchmark->Arg(100)->Arg(200)->Arg(400);
    benchmark->Unit(benchmark::kMillisecond)->Complexity(benchmark::oNSquared);
}

BENCHMARK_CAPTURE(prefix, fluent, Alpha::Fluent)->Apply(heights);
BENCHMARK_CAPTURE(prefix, legal, Alpha::Legal)->Apply(heights);
BENCHMARK_CAPTURE(prefix, does_or_fluent, Alpha::DoesOrFluent)->Apply(heights);
BENCHMARK_CAPTURE(prefix, mixed, Alpha::Mixed)->Apply(heights);
BENCHMARK_CAPTURE(nested, fluent, Alpha::Fluent)->Apply(heights);
BENCHMARK_CAPTURE(nested, legal, Alpha::Legal)->Apply(heights);
BENCHMARK_CAPTURE(nested, does_or_fluent, Alpha::DoesOrFluent)->Apply(heights);
BENCHMARK_CAPTURE(nested, mixed, Alpha::Mixed)->Apply(heights);
BENCHMARK(after)->Apply(heights);
BENCHMARK(next_of_determined)->Apply(heights);
BENCHMARK_CAPTURE(derivation, prefix_fluent, prefix_tower, Alpha::Fluent)
    ->Apply(heights_of_derivations);
BENCHMARK_CAPTURE(derivation, prefix_mixed, prefix_tower, Alpha::Mixed)
    ->Apply(heights_of_derivations);
BENCHMARK_CAPTURE(derivation, nested_fluent, nested_tower, Alpha::Fluent)
    ->Apply(heights_of_derivations);
BENCHMARK_CAPTURE(derivation, nested_mixed, nested_tower, Alpha::Mixed)
    ->Apply(heights_of_derivations);

// Not linear:
BENCHMARK_CAPTURE(prefix, after, Alpha::After)->Apply(squared_heights);
BENCHMARK_CAPTURE(nested, after, Alpha::After)->Apply(squared_heights);
BENCHMARK_CAPTURE(derivation, prefix_after, prefix_tower, Alpha::After)
    ->RangeMultiplier(2)
    ->Range(8, 32)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(next_of_free)->DenseRange(2, 12, 5)->Unit(benchmark::kMillisecond);

} // namespace

} // namespace sgl::bench
