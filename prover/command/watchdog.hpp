#pragma once

// The watchdog of a command that works in sequence: time, memory, interrupts. Work that asks for
// its limits (Phase::listens) has some time to stop by itself. Other work is cut short: the process
// ends, with the results found by then.

#include "prover/command/input.hpp"
#include "prover/command/limits.hpp"
#include "prover/command/options.hpp"
#include "prover/resources/budget.hpp"

#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <thread>

namespace sgl::command
{

/// The phase of the work, in the words of the progress line and of a limit that is met in this
/// phase.
struct Phase
{
    const char* now = "";  // "reading"
    const char* when = ""; // "while it was read and grounded"
    bool listens = false;  // the work asks limit_met
};

class CommandWatchdog
{
public:
    /// The constructor must be called before other threads start.
    explicit CommandWatchdog(const Options& options);
    ~CommandWatchdog();
    CommandWatchdog(const CommandWatchdog&) = delete;
    CommandWatchdog& operator=(const CommandWatchdog&) = delete;

    /// A function that prints the results found, and the files that were not begun, when the work
    /// is cut short. An error that says why is printed beside.
    using LastWords = std::function<void(const std::string& why)>;

    /// Begins a file; its time starts.
    void begin(const std::string& path, LastWords last_words = {});
    /// Enters a phase; the time of the file goes on.
    void enter(const Phase& phase);
    /// Enters a phase; the time starts again.
    void restart(const Phase& phase);
    /// Stops the clock until restart or the next begin.
    void rest();
    /// Ends the file; its last words are dropped.
    void end();
    /// The files that were not begun.
    std::span<const std::string> left() const;

    /// A lock that keeps the last words from being printed. The caller must not hold it while
    /// anything is printed.
    std::unique_lock<std::timed_mutex> hold() { return std::unique_lock(mutex_); }

    /// Reads a game within the limits.
    std::optional<GameReader> read(FormulaStore& store, const std::string& path, Refusal& refusal);
    std::optional<GameReader> read(FormulaStore& store, Source source, Refusal& refusal);
    /// The limit that is met by now; empty for none.
    std::string limit_met() const;
    /// Notes the status of the work so far, for the exit status.
    void note(Status status);
    /// A Budget of `most` seconds, or of the time left if that is less.
    Budget budget(double most) const;

private:
    void watch(const std::stop_token& done);
    std::string over_time(double limit) const;
    std::string over_memory(double share) const;
    double memory_share() const;
    void look_at_progress();
    void cut_short(const std::string& why, Status status);

    const Options& options_;
    mutable std::timed_mutex mutex_;
    std::string path_;
    std::size_t begun_ = 0; // files
    Phase phase_;
    LastWords last_words_;
    bool resting_ = true;
    Clock::time_point since_, shown_;
    Status so_far_ = AllAsExpected;
    const bool shows_progress_;
    std::jthread thread_;
};

} // namespace sgl::command
