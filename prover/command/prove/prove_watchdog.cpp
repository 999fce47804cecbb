#include "prover/command/prove/prove_watchdog.hpp"
#include "prover/verdicts/words.hpp"

#include "prover/command/limits.hpp"
#include "prover/command/output.hpp"
#include "prover/resources/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace sgl::command
{

namespace
{
constexpr const char* while_read = " while it was read and grounded";
} // namespace

ProveWatchdog::ProveWatchdog(ClaimBoard& board, const Options& options)
    : board_(board), options_(options), shows_progress_(shows_progress(options)),
      thread_([this](const std::stop_token& done) { watch(done); })
{
}

void ProveWatchdog::watch(const std::stop_token& done)
{
    using namespace std::chrono_literals;
    while (!done.stop_requested())
    {
        if (const auto status = interrupt_within(options_.memory ? 2ms : 10ms))
            note_interrupt(*status);
        look_at_interrupt();
        if (!board_.is_free())
            continue; // nothing is done while output waits for who reads it
        board_.abandon_late();
        look_at_time();
        look_at_memory();
        look_at_progress();
    }
}

/// The first one ends the work, the second one the process. One may arrive twice, by way of the
/// process and of its group.
void ProveWatchdog::note_interrupt(Status status)
{
    constexpr double same = 0.3;
    if (!interrupted_since_)
    {
        interrupted_since_ = Clock::now();
        interrupt_ = status;
    }
    else if (seconds_since(*interrupted_since_) > same)
        _exit(interrupt_);
}

void ProveWatchdog::look_at_interrupt()
{
    constexpr double patience = 1;
    if (!interrupted_since_)
        return;
    const bool waited = seconds_since(*interrupted_since_) > patience;
    if (!board_.interrupt(interrupt_))
    {
        if (waited)
            _exit(interrupt_); // nobody reads the output
        return;
    }
    if (board_.reading() && seconds_since(*interrupted_since_) > 0.1)
        board_.cut_short({"", Cause::Stop, 0, while_read});
    if (waited)
        board_.cut_short({"", Cause::Stop});
}

void ProveWatchdog::look_at_time()
{
    const auto reading = board_.reading();
    const auto reading_limit = [](double seconds) {
        return text(Interrupted{"", Cause::Deadline, seconds, while_read});
    };
    if (options_.total_timeout)
    {
        const double total = *options_.total_timeout;
        const double passed = seconds_since(board_.started());
        if (reading && passed > latest(total))
            board_.cut_short({"", Cause::Deadline, total, while_read});
        if (passed > latest(total))
            board_.cut_short({"", Cause::TotalDeadline, total});
    }
    if (reading && options_.timeout > 0 &&
        seconds_since(reading->second) > latest(options_.timeout))
        board_.abandon_reading(reading->second, reading_limit(options_.timeout));
}

void ProveWatchdog::look_at_memory()
{
    if (!options_.memory)
        return;
    const auto limit = static_cast<double>(*options_.memory);
    const auto reading = board_.reading(); // asked first: the next file has not used it
    const double used = memory_in_use();
    if (used < limit * stop_at)
        return;
    const std::string why = fmt::format("the memory limit of {} MiB was met", *options_.memory);
    if (used > limit * end_at)
        board_.cut_short({why, Cause::Memory, 0, reading ? while_read : ""});
    if (reading)
        board_.stop_reading(reading->second, why);
    if (board_.any_running() && !board_.is_stopping())
        board_.stop({why, Cause::Memory}, false);
}

void ProveWatchdog::look_at_progress()
{
    if (!shows_progress_ || seconds_since(shown_) < 0.2 || seconds_since(board_.started()) < 0.5)
        return;
    shown_ = Clock::now();
    board_.show_progress();
}

} // namespace sgl::command
