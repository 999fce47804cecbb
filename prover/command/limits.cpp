#include "prover/command/limits.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace sgl::command
{

namespace
{
sigset_t interrupt_signal()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    return set;
}
} // namespace

double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double memory_in_use()
{
    constexpr double mebibyte = 1024.0 * 1024.0;
    static const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    char text[128] = "";
    const ssize_t length = file < 0 ? 0 : ::pread(file, text, sizeof text, 0);
    const char* const first = text;
    const char* const end = first + std::max<ssize_t>(length, 0);
    const char* const resident = std::find(first, end, ' ');
    std::size_t pages = 0;
    if (resident != end)
        std::from_chars(resident + 1, end, pages);
    return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE)) / mebibyte;
}

void hold_interrupts()
{
    struct sigaction now = {};
    if (sigaction(SIGINT, nullptr, &now) == 0 && now.sa_handler == SIG_IGN)
        return; // in the background, Ctrl-C is for others
    const sigset_t interrupt = interrupt_signal();
    pthread_sigmask(SIG_BLOCK, &interrupt, nullptr);
}

bool interrupt_within(std::chrono::nanoseconds pause)
{
    const sigset_t interrupt = interrupt_signal();
    const timespec wait{0, static_cast<long>(pause.count())};
    return sigtimedwait(&interrupt, nullptr, &wait) == SIGINT;
}

} // namespace sgl::command
