#include "prover/processes/thread_budget.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace sgl
{

namespace
{
std::atomic<unsigned> limit{0};
std::atomic<unsigned> at_work{0};
} // namespace

void limit_threads(unsigned threads)
{
    limit = threads;
}

unsigned thread_limit()
{
    static const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const unsigned said = limit;
    return said == 0 ? cores : said;
}

bool threads_are_free()
{
    return thread_limit() > std::max(1U, at_work.load());
}

BusyThread::BusyThread()
{
    ++at_work;
}

BusyThread::~BusyThread()
{
    --at_work;
}

ThreadReservation::ThreadReservation(unsigned wanted) : count_(0)
{
    const unsigned most = thread_limit();
    unsigned busy = at_work;
    do
    {
        // Who asks may not be known to be at work.
        count_ = std::min(wanted, most - std::min(most, std::max(1U, busy)));
    } while (!at_work.compare_exchange_weak(busy, busy + count_));
}

ThreadReservation::~ThreadReservation()
{
    at_work -= count_;
}

} // namespace sgl
