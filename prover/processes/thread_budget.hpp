#pragma once

// The threads that all claims together may use: one for each claim that is being decided, and what
// is left for engines that can divide their work.

namespace sgl
{

/// So many from now on; 0, as it is at first: one for every core.
void limit_threads(unsigned threads);

/// How many threads there may be.
unsigned thread_limit();

/// Whether there may be more than are at work.
bool threads_are_free();

/// One who works on a thread of its own, however many there are already.
class BusyThread
{
public:
    BusyThread();
    ~BusyThread();
    BusyThread(const BusyThread&) = delete;
    BusyThread& operator=(const BusyThread&) = delete;
};

/// Threads beside one's own, as many as are free.
class ThreadReservation
{
public:
    explicit ThreadReservation(unsigned wanted);
    ~ThreadReservation();
    ThreadReservation(const ThreadReservation&) = delete;
    ThreadReservation& operator=(const ThreadReservation&) = delete;

    unsigned count() const { return count_; }

private:
    unsigned count_;
};

} // namespace sgl
