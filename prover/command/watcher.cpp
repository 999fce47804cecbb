#include "prover/command/watcher.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace sgl::command
{

namespace
{
constexpr double mebibyte = 1024.0 * 1024.0;
// A claim is asked to stop a little before the limit, and the process ends a little after it, so
// that both hold within 10 %.
constexpr double stop_at = 0.92, end_at = 1.04;

sigset_t interrupt_signal()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    return set;
}

} // namespace

std::size_t memory_in_use()
{
    static const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    char text[128] = "";
    const ssize_t length = file < 0 ? 0 : ::pread(file, text, sizeof text, 0);
    const char* const first = text;
    const char* const end = first + std::max<ssize_t>(length, 0);
    const char* const resident = std::find(first, end, ' ');
    std::size_t pages = 0;
    if (resident != end)
        std::from_chars(resident + 1, end, pages);
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

Watcher::Watcher(Docket& docket, const Options& options)
    : docket_(docket), options_(options), terminal_(isatty(STDERR_FILENO) == 1),
      thread_([this](const std::stop_token& done) { watch(done); })
{
}

void Watcher::hold_interrupts()
{
    struct sigaction now = {};
    if (sigaction(SIGINT, nullptr, &now) == 0 && now.sa_handler == SIG_IGN)
        return; // in the background, Ctrl-C is for others
    const sigset_t interrupt = interrupt_signal();
    pthread_sigmask(SIG_BLOCK, &interrupt, nullptr);
}

void Watcher::watch(const std::stop_token& done)
{
    const sigset_t interrupt = interrupt_signal();
    const timespec pause{0, options_.memory ? 2'000'000 : 10'000'000};
    while (!done.stop_requested())
    {
        if (sigtimedwait(&interrupt, nullptr, &pause) == SIGINT)
            note_interrupt();
        look_at_interrupt();
        look_at_time();
        look_at_memory();
        look_at_progress();
    }
}

/// The first one ends the work, the second one the process.
void Watcher::note_interrupt()
{
    if (interrupted_since_)
        _exit(WasInterrupted);
    interrupted_since_ = Clock::now();
    docket_.interrupt();
}

void Watcher::look_at_interrupt()
{
    constexpr double patience = 2;
    if (!interrupted_since_)
        return;
    if (docket_.reading())
        docket_.cut_short("interrupted while it was read and grounded");
    if (seconds_since(*interrupted_since_) > patience)
        docket_.cut_short("interrupted");
}

void Watcher::look_at_time()
{
    const auto reading = docket_.reading();
    const auto reading_limit = [&](double seconds)
    { docket_.cut_short(fmt::format("{:g} s passed while it was read and grounded", seconds)); };
    if (options_.total_timeout)
    {
        const double total = *options_.total_timeout;
        const double passed = seconds_since(docket_.started());
        if (reading && passed > total)
            reading_limit(total);
        if (passed > total * end_at + 0.02)
            docket_.cut_short(fmt::format("the total of {:g} s passed", total));
    }
    if (reading && options_.timeout > 0 && seconds_since(reading->second) > options_.timeout)
        reading_limit(options_.timeout);
}

void Watcher::look_at_memory()
{
    if (!options_.memory)
        return;
    const double limit = static_cast<double>(*options_.memory) * mebibyte;
    const auto used = static_cast<double>(memory_in_use());
    if (used < limit * stop_at)
        return;
    const std::string why = fmt::format("the memory limit of {} MiB was met", *options_.memory);
    if (docket_.reading())
        docket_.cut_short(why + " while it was read and grounded");
    if (used > limit * end_at)
        docket_.cut_short(why);
    if (docket_.any_running() && !docket_.stop_flag())
        docket_.stop(why, false);
}

void Watcher::look_at_progress()
{
    if (!terminal_ || options_.quiet || seconds_since(shown_) < 0.2 ||
        seconds_since(docket_.started()) < 0.5)
        return;
    shown_ = Clock::now();
    docket_.show_progress();
}

} // namespace sgl::command
