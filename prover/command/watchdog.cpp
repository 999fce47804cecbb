#include "prover/command/watchdog.hpp"
#include "prover/command/output.hpp"
#include "prover/resources/memory.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace sgl::command
{

namespace
{
constexpr Phase reading{"reading", "while it was read and grounded", true};
constexpr std::chrono::seconds patience{1}; // with a thread that prints, or holds the last words

/// No other thread prints any more; false when one that does can't be stopped.
bool take_output()
{
    const Clock::time_point start = Clock::now();
    while (ftrylockfile(stdout) != 0)
    {
        if (Clock::now() - start > patience)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}
} // namespace

CommandWatchdog::CommandWatchdog(const Options& options)
    : options_(options), shows_progress_(shows_progress(options))
{
    hold_interrupts();
    if (options.memory)
        limit_memory(*options.memory);
    thread_ = std::jthread([this](const std::stop_token& done) { watch(done); });
}

CommandWatchdog::~CommandWatchdog()
{
    thread_.request_stop();
    thread_.join();
    erase_progress();
}

void CommandWatchdog::begin(const std::string& path, LastWords last_words)
{
    const auto lock = hold();
    path_ = path;
    ++begun_;
    phase_ = {};
    last_words_ = std::move(last_words);
    resting_ = false;
    since_ = Clock::now();
}

void CommandWatchdog::enter(const Phase& phase)
{
    const auto lock = hold();
    phase_ = phase;
}

void CommandWatchdog::restart(const Phase& phase)
{
    const auto lock = hold();
    phase_ = phase;
    resting_ = false;
    since_ = Clock::now();
}

void CommandWatchdog::rest()
{
    const auto lock = hold();
    phase_ = {};
    resting_ = true;
    erase_progress();
}

std::span<const std::string> CommandWatchdog::left() const
{
    return std::span(options_.files).subspan(std::min(begun_, options_.files.size()));
}

void CommandWatchdog::end()
{
    rest();
    const auto lock = hold();
    last_words_ = {};
}

std::string CommandWatchdog::over_time(double limit) const
{
    const auto lock = std::unique_lock(mutex_);
    if (resting_ || options_.timeout <= 0 || seconds_since(since_) <= limit)
        return "";
    return fmt::format("{:g} s passed", options_.timeout);
}

/// The share of the memory limit at which the work is cut short.
double CommandWatchdog::memory_share() const
{
    const auto lock = std::unique_lock(mutex_);
    return phase_.listens || resting_ ? end_at : stop_at;
}

std::string CommandWatchdog::over_memory(double share) const
{
    if (!options_.memory || memory_in_use() < share * static_cast<double>(*options_.memory))
        return "";
    return fmt::format("the memory limit of {} MiB was met", *options_.memory);
}

std::string CommandWatchdog::limit_met() const
{
    std::string why = over_time(options_.timeout);
    return why.empty() ? over_memory(stop_at) : why;
}

void CommandWatchdog::note(Status status)
{
    const auto lock = hold();
    so_far_ = worse(so_far_, status);
}

Budget CommandWatchdog::budget(double most) const
{
    if (options_.timeout <= 0)
        return Budget(most);
    const auto lock = std::unique_lock(mutex_);
    return Budget(std::clamp(options_.timeout - seconds_since(since_), 1e-3, most));
}

std::optional<GameReader> CommandWatchdog::read(FormulaStore& store, const std::string& path,
                                                Refusal& refusal)
{
    enter(reading);
    std::optional<Source> source = read_source(path, refusal);
    if (!source)
        return std::nullopt;
    return read(store, std::move(*source), refusal);
}

std::optional<GameReader> CommandWatchdog::read(FormulaStore& store, Source source,
                                                Refusal& refusal)
{
    enter(reading);
    const auto interruption = [&]
    {
        const std::string why = limit_met();
        if (why.empty())
            return why;
        rest(); // what was read is given back now
        return fmt::format("{} {}", why, reading.when);
    };
    auto game = read_game(store, source, options_, interruption, refusal);
    if (!game)
        rest();
    return game;
}

void CommandWatchdog::look_at_progress()
{
    constexpr double first = 0.5, pause = 0.2; // seconds
    if (!shows_progress_)
        return;
    const auto lock = hold();
    const double passed = seconds_since(since_);
    if (resting_ || passed < first || seconds_since(shown_) < pause)
        return;
    shown_ = Clock::now();
    show_progress(fmt::format("{}  {}  {:.1f} s", shortened(path_, 40), phase_.now, passed));
}

void CommandWatchdog::cut_short(const std::string& why, Status status)
{
    if (!take_output() || !mutex_.try_lock_for(patience))
        _exit(status); // nobody reads the output
    const std::string reason =
        fmt::format("{}{}{}", why, *phase_.when == 0 ? "" : " ", phase_.when);
    if (last_words_)
        last_words_(reason);
    flush_output();
    if (!is_interrupt(status))
    {
        complain(fmt::format("{}: {}", path_, reason));
        for (const std::string& path : left())
            complain(fmt::format("{}: not begun, for {}", path, reason));
    }
    else if (!resting_)
        put_error(fmt::format("sgl: {}: {}\n", path_, reason));
    end_process(worse(so_far_, status));
}

void CommandWatchdog::watch(const std::stop_token& done)
{
    using namespace std::chrono_literals;
    while (!done.stop_requested())
    {
        if (const auto status = interrupt_within(options_.memory ? 2ms : 10ms))
            cut_short("interrupted", *status);
        if (const std::string why = over_time(latest(options_.timeout)); !why.empty())
            cut_short(why, SomeOpen);
        if (const std::string why = over_memory(memory_share()); !why.empty())
            cut_short(why, SomeOpen);
        look_at_progress();
    }
}

} // namespace sgl::command
