#pragma once

// The threads that all claims together may use: one for each claim that is being decided, and the
// rest for engines that can divide their work.

namespace sgl
{

/// Sets the limit of threads; 0, the default: one thread per core.
void limit_threads(unsigned threads);

/// The limit of threads.
unsigned thread_limit();

/// Whether the limit exceeds the number of busy threads.
bool threads_are_free();

/// A busy thread, which is counted during the lifetime of this object, even above the limit.
class BusyThread
{
public:
    BusyThread();
    ~BusyThread();
    BusyThread(const BusyThread&) = delete;
    BusyThread& operator=(const BusyThread&) = delete;
};

/// Free threads beside the caller's, counted as busy during the lifetime of this object: as many
/// as are free, at most `wanted`.
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
