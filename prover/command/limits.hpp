#pragma once

// What those who look after limits have in common: how patient they are, and whether somebody asked
// for the end, by Ctrl-C (SIGINT), SIGTERM or SIGHUP.

#include "prover/command/options.hpp"

#include <chrono>
#include <optional>

namespace sgl::command
{

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start);

// Work is asked to stop when its time is up, and a little before its memory is; what does not
// listen is ended a little later, so that limits hold within 10 %.
inline constexpr double stop_at = 0.92; // of the memory
inline constexpr double end_at = 1.04;  // of the memory
inline constexpr double late_at = 1.03; // of the time

/// The end of the patience with work that had so many seconds.
inline double latest(double seconds)
{
    constexpr double grace = 0.03; // short limits are not exact
    return seconds * late_at + grace;
}

/// To be called before there are threads: interrupts then wait for interrupt_within, whatever
/// handlers a library installs.
void hold_interrupts();
/// Waits so long for an interrupt; the exit status for it when there was one.
std::optional<Status> interrupt_within(std::chrono::nanoseconds pause);
/// The exit status of an interrupt.
bool is_interrupt(Status status);

} // namespace sgl::command
