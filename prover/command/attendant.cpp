#include "prover/command/attendant.hpp"
#include "prover/command/output.hpp"
#include "prover/reach.hpp"
#include "prover/sat.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace sgl::command
{

namespace
{
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

Attendant::Attendant(const Options& options) : options_(options)
{
    hold_interrupts();
    if (options.memory)
    {
        limit_solver_memory(*options.memory);
        limit_memory_of_states(*options.memory);
    }
    thread_ = std::jthread([this](const std::stop_token& done) { watch(done); });
}

void Attendant::begin(const std::string& path, LastWords last_words)
{
    const auto lock = hold();
    path_ = path;
    phase_.clear();
    last_words_ = std::move(last_words);
    resting_ = false;
    since_ = Clock::now();
}

void Attendant::enter(const std::string& phase)
{
    const auto lock = hold();
    phase_ = phase;
}

void Attendant::restart(const std::string& phase)
{
    const auto lock = hold();
    phase_ = phase;
    resting_ = false;
    since_ = Clock::now();
}

void Attendant::rest()
{
    const auto lock = hold();
    phase_.clear();
    resting_ = true;
}

void Attendant::end()
{
    rest();
    const auto lock = hold();
    last_words_ = {};
}

std::string Attendant::over_time(double limit) const
{
    const auto lock = std::unique_lock(mutex_);
    if (resting_ || options_.timeout <= 0 || seconds_since(since_) <= limit)
        return "";
    return fmt::format("{:g} s passed {}", options_.timeout, phase_);
}

std::string Attendant::interrupted() const
{
    const auto lock = std::unique_lock(mutex_);
    return "interrupted " + phase_;
}

std::string Attendant::over_memory() const
{
    if (!options_.memory || memory_in_use() < stop_at * static_cast<double>(*options_.memory))
        return "";
    const auto lock = std::unique_lock(mutex_);
    return fmt::format("the memory limit of {} MiB was met {}", *options_.memory, phase_);
}

Budget Attendant::budget(double most) const
{
    if (options_.timeout <= 0)
        return Budget(most);
    const auto lock = std::unique_lock(mutex_);
    return Budget(std::clamp(options_.timeout - seconds_since(since_), 1e-3, most));
}

std::optional<GameReader> Attendant::read(FormulaStore& store, const std::string& path,
                                          Status& status, std::string& limit)
{
    enter("while it was read and grounded");
    const std::optional<Source> source = read_source(path);
    status = BadInput;
    if (!source)
        return std::nullopt;
    auto game =
        read_game(store, *source, options_, [&] { return limit = over_time(options_.timeout); });
    if (!limit.empty())
    {
        rest();
        complain(fmt::format("{}: {}", path, limit));
        status = SomeOpen;
    }
    return game;
}

void Attendant::cut_short(const std::string& why, Status status)
{
    if (!take_output() || !mutex_.try_lock_for(patience))
        _exit(status); // nobody reads the output
    const std::string reason = why.substr(0, why.find_last_not_of(' ') + 1);
    if (last_words_)
        last_words_(reason);
    flush_output();
    complain(fmt::format("{}: {}", path_, reason));
    end_process(status);
}

void Attendant::watch(const std::stop_token& done)
{
    using namespace std::chrono_literals;
    while (!done.stop_requested())
    {
        if (interrupt_within(options_.memory ? 2ms : 10ms))
            cut_short(interrupted(), WasInterrupted);
        if (const std::string why = over_time(latest(options_.timeout)); !why.empty())
            cut_short(why, SomeOpen);
        if (const std::string why = over_memory(); !why.empty())
            cut_short(why, SomeOpen);
    }
}

} // namespace sgl::command
