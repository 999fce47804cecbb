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
class AtWork
{
public:
    AtWork();
    ~AtWork();
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;
};

/// Threads beside one's own, as many as are free.
class Helpers
{
public:
    explicit Helpers(unsigned wanted);
    ~Helpers();
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    unsigned count() const { return count_; }

private:
    unsigned count_;
};

} // namespace sgl
