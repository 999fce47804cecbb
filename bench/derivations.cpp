// Derivation files read and checked: n lines in one theorem, of every kind that does not search.
// At n = 200,000 and 2,000,000: 300,000 lines a second, linear in n, in 2 GiB at most; within one
// program, and by the whole command, from a file.

#include "axioms/file/reader.hpp"
#include "bench/allocated.hpp"
#include "tests/places.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sgl::bench
{

namespace
{

/// About n lines: instances of B1, TAUT, GEN A, MP and a theorem cited, over formulas that grow by
/// lets.
std::string derivation_text(std::uint64_t n)
{
    constexpr const char* actions[] = {"a0", "a1", "b0"};
    std::string text = "frame x: a0, a1; o: b0\nfluents p0, p1, p2, p3\n"
                       "theorem K (φ, ψ: formula; a: action): [a](φ & ψ) <-> [a]φ & [a]ψ\n"
                       "  1. [a](φ & ψ) <-> [a]φ & [a]ψ by B1\nend\n"
                       "theorem t: true\n  let f0 = p0\n";
    const auto put = std::back_inserter(text);
    std::uint64_t lets = 1, line = 1;
    for (std::uint64_t i = 0; line < n; ++i)
    {
        const char* const a = actions[i % 3];
        const char* const b = actions[i / 3 % 3];
        const std::string x = fmt::format("f{}", i * 7 % lets);
        const std::string y = fmt::format("f{}", (i * 13 + 5) % lets);
        if (i % 4 == 0)
            fmt::format_to(put, "  let f{} = [{}]{} | p{}\n", lets++, a, x, i / 4 % 4);
        const std::string both = fmt::format("[{0}]{1} & [{0}]{2}", a, x, y);
        const std::string step = fmt::format("{} -> [{}]({} & {})", both, a, x, y);
        fmt::format_to(put, "  {}. [{}]({} & {}) <-> {} by B1\n", line, a, x, y, both);
        fmt::format_to(put, "  {}. {} by TAUT {}\n", line + 1, step, line);
        fmt::format_to(put, "  {}. [{}]({}) by GEN A {}\n", line + 2, b, step, line + 1);
        fmt::format_to(put, "  {0}. [{1}]({3} & {2}) <-> [{1}]{3} & [{1}]{2} by lemma K\n",
                       line + 3, b, x, y);
        fmt::format_to(put, "  {}. {} -> {} | {} by TAUT\n", line + 4, x, x, y);
        fmt::format_to(put, "  {}. ({} -> {} | {}) -> {} by TAUT {}\n", line + 5, x, x, y, step,
                       line + 1);
        fmt::format_to(put, "  {}. {} by MP {}, {}\n", line + 6, step, line + 4, line + 5);
        line += 7;
    }
    fmt::format_to(put, "  {}. true by TAUT\nend\n", line);
    return text;
}

void check(benchmark::State& state)
{
    const std::string text = derivation_text(static_cast<std::uint64_t>(state.range(0)));
    std::size_t lines = 0, bytes = 0;
    for ([[maybe_unused]] auto _ : state)
    {
        const Allocated allocated;
        FormulaStore store;
        axioms::DerivationFile book(store, {[&](const std::string&) { return text; }});
        std::size_t accepted = 0;
        const auto errors = book.read("t.sgp",
                                      [&](const axioms::TheoremResult& outcome)
                                      {
                                          accepted += outcome.theorem != nullptr ? 1U : 0U;
                                          lines += outcome.derivation->lines().size();
                                      });
        if (!errors.empty() || accepted != 2)
        {
            state.SkipWithError("not accepted");
            return;
        }
        bytes = allocated.peak();
    }
    using benchmark::Counter;
    state.counters["lines/s"] = Counter(static_cast<double>(lines), Counter::kIsRate);
    state.counters["bytes"] =
        Counter(static_cast<double>(bytes), Counter::kDefaults, Counter::kIs1024);
}

/// A file in the folder for temporary ones, for as long as it is needed.
class File
{
public:
    explicit File(const std::string& text)
    {
        const char* const folder = std::getenv("TMPDIR");
        path_ = fmt::format("{}/sgl_bench_{}.sgp", folder == nullptr ? "/tmp" : folder, getpid());
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~File() { unlink(path_.c_str()); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// `sgl check -q` of a file: its exit status, and the memory that it had at most, in KiB.
std::pair<int, long> run_check(const std::string& path)
{
    const pid_t child = fork();
    if (child == 0)
    {
        execl(SGL_COMMAND, SGL_COMMAND, "check", "-q", path.c_str(), nullptr);
        _exit(127);
    }
    int status = -1;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) < 0)
        return {-1, 0};
    return {status, used.ru_maxrss};
}

/// By wall clock, with the start of the program and the reading of the file.
void check_command(benchmark::State& state)
{
    const auto n = static_cast<std::uint64_t>(state.range(0));
    const File file(derivation_text(n));
    std::uint64_t lines = 0;
    long most = 0;
    for ([[maybe_unused]] auto _ : state)
    {
        const auto [status, kib] = run_check(file.path());
        if (status != 0)
        {
            state.SkipWithError("not accepted");
            return;
        }
        lines += n;
        most = std::max(most, kib);
    }
    using benchmark::Counter;
    state.counters["lines/s"] = Counter(static_cast<double>(lines), Counter::kIsRate);
    state.counters["bytes"] =
        Counter(1024.0 * static_cast<double>(most), Counter::kDefaults, Counter::kIs1024);
}

BENCHMARK(check)->Arg(200'000)->Arg(2'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(check_command)
    ->Arg(200'000)
    ->Arg(2'000'000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace

} // namespace sgl::bench
