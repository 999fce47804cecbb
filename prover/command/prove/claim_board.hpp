#pragma once

// The claims of the files while one or several threads decide them: the next claim, the results,
// and their output in the order of the files. The work can be cut short at any time: results stand,
// and all other claims are undecided for a reason.

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

/// The file that is written after the verdict of a claim.
enum class Artefact : std::uint8_t
{
    None,
    Derivation,
    Certificate,
};

/// A thread that decides claims. Members that are not atomic belong to the board.
struct Worker
{
    std::optional<std::size_t> claim; // claim being decided: index into Game::claims
    Clock::time_point since;
    std::optional<ClaimResult> decided; // the result, while only files are still to be written
    Artefact writing = Artefact::None;  // the file being written
    bool abandoned = false; // the thread did not stop: the board recorded its claim without it
    bool done = false;      // the thread takes no more claims
    Progress progress;
    std::atomic<bool> stop{false}; // the engines look at this flag from time to time
};

/// A file that is being read. The object belongs to the board.
struct Reading
{
    bool done = false;
    std::string abandoned; // why the file was given up, if the reader did not stop
};

class ClaimBoard
{
public:
    explicit ClaimBoard(const Options& options);

    // The order of calls for a file: begin, has_read by the reader, open with the claims to decide,
    // end.
    std::shared_ptr<Reading> begin(const std::string& path);
    /// Called by the reader: the game, or the reason why there is none, is known.
    void has_read(Reading& reading);
    /// Waits for has_read, or until the reading is abandoned: then the reason.
    std::string wait_for(const Reading& reading);
    void open(const Game& game, std::vector<std::size_t> claims);
    void end();
    /// Ends the file without a game, for this reason.
    void give_up(const Refusal& refusal);
    /// The reason why the reader must stop now; empty if there is none.
    std::string reading_limit(const Reading& reading) const;
    /// Prints all results that are not printed yet, after the last file. Files that were not begun
    /// are undecided.
    Status finish();

    /// Adds a worker for the file that is open.
    std::shared_ptr<Worker> add_worker();
    /// The next claim for a worker; none when no claim is left, or the board is closed.
    std::optional<std::size_t> next_claim(Worker& worker);
    /// Starts the clock of the claim that the worker took.
    void start_clock(Worker& worker);
    /// Keeps the result of the claim and starts its clock again for the file to write. If the
    /// writing is cut short, the result stands, with the reason why the file is missing.
    void begin_writing(Worker& worker, const ClaimResult& result, Artefact artefact);
    /// Records the result of the claim that the worker took.
    void record(Worker& worker, ClaimResult result);
    /// True if the board recorded the claim without the worker: the worker's further results are
    /// dropped.
    bool is_abandoned(const Worker& worker) const;
    /// Waits until all workers have given up their claims after a stop; then work goes on.
    void resume(const Worker& worker);
    void fault(const std::string& what);
    /// Reports that an output other than verdicts is not possible.
    void fail(const std::string& why);
    /// The worker takes no more claims.
    void retire(Worker& worker);
    /// Records claims whose time is over and whose workers did not stop.
    void abandon_late();
    /// Gives up the file that was begun at `since` if its reader does not stop.
    void abandon_reading(Clock::time_point since, const std::string& why);
    /// Asks the reader of the file that was begun at `since` to stop.
    void stop_reading(Clock::time_point since, const std::string& why);
    /// Waits until a worker was abandoned and the claims left need another: then true; or until no
    /// worker is at work: then false.
    bool replacement_needed();

    /// Asks the engines to stop. Claims being decided end undecided, for this reason; with `close`,
    /// so do all claims that are left.
    void stop(const Interrupted& why, bool close);
    bool is_stopping() const { return stop_; }
    /// Closes the board for a signal with this exit status. False if the board is busy with output:
    /// then the caller tries again.
    bool interrupt(Status status);
    bool is_closed() const;
    /// False while the board is busy, as when output waits for its reader.
    bool is_free() const;
    /// Prints the results, prints all other claims as undecided, and ends the process.
    [[noreturn]] void cut_short(const Interrupted& why);

    bool any_running() const;
    /// The path of the file being read, and the time of its begin; none when no file is being read.
    std::optional<std::pair<std::string, Clock::time_point>> reading() const;
    Clock::time_point started() const { return started_; }
    /// Shows the progress line on the standard error of a terminal; an empty text shows no line.
    void show_progress();

private:
    struct File
    {
        File();
        std::string path;
        Clock::time_point begun;
        bool is_read = false;
        Game game; // for output only: without formulas
        std::vector<std::size_t> claims;
        std::vector<std::optional<ClaimResult>> results;                  // by position in claims
        std::shared_ptr<const std::vector<Contradiction>> contradictions; // once known
        std::size_t taken = 0, printed = 0, expected = 0, open = 0, name_width = 0;
        std::vector<std::size_t> position; // in claims, by claim
        Refusal refusal;                   // why the file was not read
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
    Interrupted why_; // reason of the stop or of the close
    bool closed_ = false, is_finished_ = false;
    std::optional<Status> interrupted_;
    std::size_t begun_ = 0; // number of files begun
    std::optional<File> file_;
    std::shared_ptr<Reading> reading_;
    std::string reading_stop_; // why the reader was asked to stop
    std::vector<std::shared_ptr<Worker>> workers_;
    std::size_t missing_workers_ = 0;  // abandoned, and not replaced
    std::vector<std::string> objects_; // JSON of the files ended
    Status status_ = AllAsExpected;
};

} // namespace sgl::command
