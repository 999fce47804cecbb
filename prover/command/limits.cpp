#include "prover/command/limits.hpp"

#include <csignal>

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
