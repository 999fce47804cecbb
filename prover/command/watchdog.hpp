#pragma once

// Looks after the limits and interrupts of a command that does one thing after the other. What asks
// for its limits is left to stop by itself, for a while. What does not is cut short: the process
// ends, with what was found by then.

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

/// What is being done, in the words of progress and of a limit that is met then.
struct Phase
{
    const char* now = "";  // "reading"
    const char* when = ""; // "while it was read and grounded"
    bool listens = false;  // it asks limit_met
};

class CommandWatchdog
{
public:
    /// To be called before there are other threads.
    explicit CommandWatchdog(const Options& options);
    ~CommandWatchdog();
    CommandWatchdog(const CommandWatchdog&) = delete;
    CommandWatchdog& operator=(const CommandWatchdog&) = delete;

    /// What is printed when the work is cut short, beside an error that says why; the files that
    /// were not begun are in it.
    using LastWords = std::function<void(const std::string& why)>;

    /// A file is begun, and its time.
    void begin(const std::string& path, LastWords last_words = {});
    /// What is done from now on, in the same time.
    void enter(const Phase& phase);
    /// Time starts again, for this.
    void restart(const Phase& phase);
    /// Time does not count until it starts again.
    void rest();
    /// The file is done with; there are no last words on it.
    void end();
    /// The files that were not begun.
    std::span<const std::string> left() const;

    /// The last words wait while this is held; not to be held while anything is printed.
    std::unique_lock<std::timed_mutex> hold() { return std::unique_lock(mutex_); }

    /// A game, within the limits.
    std::optional<GameReader> read(FormulaStore& store, const std::string& path, Refusal& refusal);
    /// Which limit is met by now; empty for none.
    std::string limit_met() const;
    /// What came of the work so far, for the exit status.
    void note(Status status);
    /// So many seconds, or what is left.
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
