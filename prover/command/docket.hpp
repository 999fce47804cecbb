#pragma once

// The claims of the files while they are decided, by one thread or several: which is next, what
// came of it, and how it is printed, in the order of the files. It can be cut short at any time:
// then what was decided stands, and the rest is undecided for a reason.

#include "logic/game.hpp"
#include "prover/command/options.hpp"
#include "prover/verdict.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sgl::command
{

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start);

/// One who decides claims.
struct Worker
{
    std::optional<std::size_t> claim; // being decided: index into Game::claims
    Clock::time_point since;
    std::atomic<unsigned> ply{0};
};

class Docket
{
public:
    explicit Docket(const Options& options);

    // A file is begun, read, then opened with the claims that were asked for; at last it is ended.
    void begin(const std::string& path);
    void open(const Game& game, std::vector<std::size_t> claims, unsigned workers);
    void end();
    /// There is no game: its errors were printed.
    void give_up();
    /// After the last file: prints what is left to print.
    Status finish();

    std::deque<Worker>& workers() { return workers_; }
    /// The next claim for a worker; none when there is none, or the work was closed.
    std::optional<std::size_t> take(Worker& worker);
    void settle(Worker& worker, ClaimResult result);
    /// Waits until all workers have given up their claims after a stop; then work goes on.
    void resume();
    void fault(const std::string& what);

    /// For the engines: look at it from time to time.
    const std::atomic<bool>& stop_flag() const { return stop_; }
    /// Claims that are being decided end undecided, for this reason; so do all others when closed.
    void stop(const std::string& why, bool close);
    /// As asked for by Ctrl-C: closes.
    void interrupt();
    bool is_closed() const;
    /// Prints what was decided, the rest as undecided, and ends the process.
    [[noreturn]] void cut_short(const std::string& why);

    bool any_running() const;
    /// The name of the file being read, and since when; none when it has been read.
    std::optional<std::pair<std::string, Clock::time_point>> reading() const;
    Clock::time_point started() const { return started_; }
    /// What is being done now, on the terminal's standard error; an empty line is no line.
    void show_progress();

private:
    struct File
    {
        File();
        std::string path;
        Clock::time_point begun;
        bool is_read = false;
        Game game; // to show: without formulas
        std::vector<std::size_t> claims;
        std::vector<std::optional<ClaimResult>> results;                  // by position in claims
        std::shared_ptr<const std::vector<Contradiction>> contradictions; // once known
        std::size_t taken = 0, printed = 0, expected = 0, open = 0, name_width = 0;
        std::vector<std::size_t> position; // in claims, by claim
    };

    bool total_passed() const;
    std::string total_reason() const;
    void wait_out_stop(std::unique_lock<std::mutex>& lock);
    void print_ready();
    void print(std::size_t position);
    void close_file();
    void end_undecided(const std::string& why);
    std::string json() const;
    std::string progress() const;
    void erase_progress();
    bool has_lines() const { return !options_.json && !options_.quiet; }
    void print_objects();

    const Options& options_;
    const Clock::time_point started_;
    mutable std::mutex mutex_;
    std::condition_variable all_stopped_;
    std::atomic<bool> stop_{false};
    std::string why_;
    bool closed_ = false, interrupted_ = false;
    bool progress_shown_ = false;
    std::optional<File> file_;
    std::deque<Worker> workers_;
    std::vector<std::string> objects_; // of the files ended, in JSON
    Status status_ = AllAsExpected;
};

} // namespace sgl::command
