#pragma once

// The claims of the files while they are decided, by one thread or several: which is next, what
// came of it, and how it is printed, in the order of the files. It can be cut short at any time:
// then what was decided stands, and the rest is undecided for a reason.

#include "logic/model/game.hpp"
#include "prover/command/input.hpp"
#include "prover/command/limits.hpp"
#include "prover/command/options.hpp"
#include "prover/verdicts/verdict.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sgl::command
{

/// What is written of a claim after its verdict.
enum class Artefact : std::uint8_t
{
    None,
    Derivation,
    Certificate,
};

/// A thread that decides claims. What is not atomic belongs to the board.
struct Worker
{
    std::optional<std::size_t> claim; // being decided: index into Game::claims
    Clock::time_point since;
    std::optional<ClaimResult> decided; // what it found out; only files are still written
    Artefact writing = Artefact::None;  // such a file
    bool abandoned = false;             // it did not listen: its claim was recorded without it
    bool done = false;                  // it takes no more claims
    Progress whereabouts;
    std::atomic<bool> stop{false}; // for the engines: look at it from time to time
};

/// A file that is being read. It belongs to the board.
struct Reading
{
    bool done = false;
    std::string abandoned; // the reader did not listen: why the file was given up
};

class ClaimBoard
{
public:
    explicit ClaimBoard(const Options& options);

    // A file is begun, read, then opened with the claims that were asked for; at last it is ended.
    std::shared_ptr<Reading> begin(const std::string& path);
    /// Said by who reads: there is a game, or it is known why not.
    void has_read(Reading& reading);
    /// Waits for that, or until it is abandoned: then, why.
    std::string wait_for(const Reading& reading);
    void open(const Game& game, std::vector<std::size_t> claims);
    void end();
    /// There is no game, and this is why.
    void give_up(const Refusal& refusal);
    /// Why reading is to stop now; empty when it may go on.
    std::string reading_limit(const Reading& reading) const;
    /// After the last file: prints what is left to print. Files that were not begun are undecided.
    Status finish();

    /// One more worker for the file that is open.
    std::shared_ptr<Worker> add_worker();
    /// The next claim for a worker; none when there is none, or the work was closed.
    std::optional<std::size_t> next_claim(Worker& worker);
    /// The worker is ready for the claim that it took: the claim's time starts.
    void start_clock(Worker& worker);
    /// The claim is decided, and what is written of it has the same time again: however that ends,
    /// what was decided stands, with a reason where the file is missing.
    void begin_writing(Worker& worker, const ClaimResult& result, Artefact artefact);
    /// The worker's claim is decided.
    void record(Worker& worker, ClaimResult result);
    /// Its claim was recorded without it: what it does is of no use any more.
    bool is_abandoned(const Worker& worker) const;
    /// Waits until all workers have given up their claims after a stop; then work goes on.
    void resume(const Worker& worker);
    void fault(const std::string& what);
    /// What was asked for besides verdicts cannot be had.
    void fail(const std::string& why);
    /// The worker takes no more claims.
    void retire(Worker& worker);
    /// Claims whose time passed without their worker listening are recorded without it.
    void abandon_late();
    /// The file that was begun then, whose reader does not listen, is given up for this reason.
    void abandon_reading(Clock::time_point since, const std::string& why);
    /// The reader of the file that was begun then is asked to stop.
    void stop_reading(Clock::time_point since, const std::string& why);
    /// Waits until a worker was abandoned and another is needed for the claims that are left: then
    /// true; or until no worker is at work: then false.
    bool replacement_needed();

    /// Claims that are being decided end undecided, for this reason; so do all others when closed.
    void stop(const Interrupted& why, bool close);
    bool is_stopping() const { return stop_; }
    /// Closes, as asked for by a signal with this exit status. False when that has to wait, for
    /// output that is on its way.
    bool interrupt(Status status);
    bool is_closed() const;
    /// False while output waits for who reads it.
    bool is_free() const;
    /// Prints what was decided, the rest as undecided, and ends the process.
    [[noreturn]] void cut_short(const Interrupted& why);

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
        Refusal refusal;                   // why it was not read
    };

    bool total_passed() const;
    Interrupted total_reason() const;
    void wait_out_stop(std::unique_lock<std::timed_mutex>& lock);
    void set_result(std::size_t claim, ClaimResult result);
    void stop_all(const Interrupted& why, bool close);
    void print_ready();
    void print(std::size_t position);
    void close_file();
    void end_undecided(const Interrupted& why);
    std::string json() const;
    std::string progress() const;
    void end_files_not_begun(const Interrupted& why);
    bool has_lines() const { return !options_.json && !options_.quiet; }
    void print_objects();

    const Options& options_;
    const Clock::time_point started_;
    mutable std::timed_mutex mutex_;
    std::condition_variable_any changed_;
    std::atomic<bool> stop_{false};
    Interrupted why_; // of the stop, or of the close
    bool closed_ = false, is_finished_ = false;
    std::optional<Status> interrupted_;
    std::size_t begun_ = 0; // files
    std::optional<File> file_;
    std::shared_ptr<Reading> reading_;
    std::string reading_stop_; // why the reader was asked to stop
    std::vector<std::shared_ptr<Worker>> workers_;
    std::size_t missing_workers_ = 0;  // abandoned, and not replaced
    std::vector<std::string> objects_; // of the files ended, in JSON
    Status status_ = AllAsExpected;
};

} // namespace sgl::command
