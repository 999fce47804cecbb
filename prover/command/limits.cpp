#include "prover/command/limits.hpp"

#include <array>
#include <csignal>

namespace sgl::command
{

namespace
{

constexpr std::array ends{SIGINT, SIGTERM, SIGHUP};

/// Those that nobody asked this process to ignore, as a shell does for what runs in the background,
/// and nohup.
sigset_t signals_that_end()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : ends)
    {
        struct sigaction now = {};
        if (sigaction(signal, nullptr, &now) != 0 || now.sa_handler != SIG_IGN)
            sigaddset(&set, signal);
    }
    return set;
}

/// Of the time before a library could install handlers.
const sigset_t& held()
{
    static const sigset_t set = signals_that_end();
    return set;
}

} // namespace

double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void hold_interrupts()
{
    pthread_sigmask(SIG_BLOCK, &held(), nullptr);
}

std::optional<Status> interrupt_within(std::chrono::nanoseconds pause)
{
    const timespec wait{0, static_cast<long>(pause.count())};
    switch (sigtimedwait(&held(), nullptr, &wait))
    {
    case SIGINT: return WasInterrupted;
    case SIGTERM: return WasTerminated;
    case SIGHUP: return WasHungUp;
    default: return std::nullopt;
    }
}

bool is_interrupt(Status status)
{
    return status == WasInterrupted || status == WasTerminated || status == WasHungUp;
}

} // namespace sgl::command
