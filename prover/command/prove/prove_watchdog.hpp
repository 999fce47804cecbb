#pragma once

// The watchdog of sgl prove: time, memory, interrupts. The engines are asked to stop first. Work
// that does not stop, such as reading, is cut short, with the results found by then.

#include "prover/command/prove/claim_board.hpp"

#include <thread>

namespace sgl::command
{

class ProveWatchdog
{
public:
    ProveWatchdog(ClaimBoard& board, const Options& options);
    ~ProveWatchdog() = default; // ends the thread
    ProveWatchdog(const ProveWatchdog&) = delete;
    ProveWatchdog& operator=(const ProveWatchdog&) = delete;

private:
    void watch(const std::stop_token& done);
    void note_interrupt(Status status);
    void look_at_interrupt();
    void look_at_time();
    void look_at_memory();
    void look_at_progress();

    ClaimBoard& board_;
    const Options& options_;
    const bool shows_progress_;
    std::optional<Clock::time_point> interrupted_since_;
    Status interrupt_ = WasInterrupted; // the first one
    Clock::time_point shown_;
    std::jthread thread_;
};

} // namespace sgl::command
