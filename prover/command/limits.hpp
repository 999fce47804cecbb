#pragma once

// Limits of time and memory, and the signals that end the process (Ctrl-C is SIGINT; SIGTERM;
// SIGHUP): what the watchdogs share.

#include "prover/command/options.hpp"

#include <chrono>
#include <optional>

namespace sgl::command
{

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start);

// A watchdog asks the work to stop when its time is up, or a little before its memory is used up.
// Work that does not stop is ended a little later, so that limits hold within 10 %.
inline constexpr double stop_at = 0.92; // share of the memory limit
inline constexpr double end_at = 1.04;  // share of the memory limit
inline constexpr double late_at = 1.03; // share of the time limit

/// The time in seconds after which work with a limit of `seconds` is ended.
inline double latest(double seconds)
{
    constexpr double grace = 0.03; // short limits are not exact
    return seconds * late_at + grace;
}

/// Blocks the signals that end the process, so that they wait for interrupt_within, whatever
/// handlers a library installs. The function must be called before other threads start.
void hold_interrupts();
/// Waits for a signal that ends the process, for `pause` at most. Returns the exit status for the
/// signal; nothing if there was no signal.
std::optional<Status> interrupt_within(std::chrono::nanoseconds pause);
/// True for the exit statuses of signals: 129, 130, 143.
bool is_interrupt(Status status);

} // namespace sgl::command
