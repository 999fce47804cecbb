#pragma once

// Looks after the limits, and Ctrl-C, of a command that does one thing after the other. What does
// not stop by itself is cut short: the process ends, with what was found by then.

#include "prover/budget.hpp"
#include "prover/command/input.hpp"
#include "prover/command/limits.hpp"
#include "prover/command/options.hpp"

#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace sgl::command
{

class Attendant
{
public:
    /// To be called before there are other threads.
    explicit Attendant(const Options& options);
    ~Attendant() = default; // ends the thread
    Attendant(const Attendant&) = delete;
    Attendant& operator=(const Attendant&) = delete;

    /// What is printed when the work is cut short, beside an error that says why.
    using LastWords = std::function<void(const std::string& why)>;

    /// A file is begun, and its time.
    void begin(const std::string& path, LastWords last_words = {});
    /// What is done from now on, in the same time: "while it was read and grounded".
    void enter(const std::string& phase);
    /// Time starts again, for this.
    void restart(const std::string& phase);
    /// Time does not count until it starts again.
    void rest();
    /// The file is done with; there are no last words on it.
    void end();

    /// The last words wait while this is held; not to be held while anything is printed.
    std::unique_lock<std::timed_mutex> hold() { return std::unique_lock(mutex_); }

    /// A game, within the limits. Where there is none, the status says why, and so does `limit` if
    /// that was one: it was complained about.
    std::optional<GameReader> read(FormulaStore& store, const std::string& path, Status& status,
                                   std::string& limit);
    /// So many seconds, or what is left.
    Budget budget(double most) const;

private:
    void watch(const std::stop_token& done);
    std::string over_time(double limit) const;
    std::string over_memory() const;
    std::string interrupted() const;
    void cut_short(const std::string& why, Status status);

    const Options& options_;
    mutable std::timed_mutex mutex_;
    std::string path_, phase_;
    LastWords last_words_;
    bool resting_ = true;
    Clock::time_point since_;
    std::jthread thread_;
};

} // namespace sgl::command
