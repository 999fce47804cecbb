#include "prover/processes/thread_pool.hpp"

#include <system_error>
#include <utility>

namespace sgl
{

ThreadPool::~ThreadPool()
{
    ended_ = true;
    ++round_;
    round_.notify_all();
    threads_.clear(); // waits for them
}

bool ThreadPool::hire(unsigned helpers)
{
    try
    {
        while (threads_.size() < helpers)
            threads_.emplace_back([this, who = threads_.size() + 1, since = round_.load()]
                                  { help(who, since); });
    }
    catch (const std::system_error&)
    {
        helpers_ = static_cast<unsigned>(threads_.size());
        return false;
    }
    helpers_ = helpers;
    return true;
}

void ThreadPool::run(std::size_t count, const Work& work)
{
    if (helpers_ == 0 || count <= 1)
    {
        for (std::size_t job = 0; job < count; ++job)
            work(job, 0);
        return;
    }
    work_ = &work;
    count_ = count;
    next_ = 0;
    at_it_ = static_cast<unsigned>(threads_.size());
    ++round_;
    round_.notify_all();
    take_part(0);
    for (unsigned others = at_it_; others != 0; others = at_it_)
        at_it_.wait(others);
    if (failure_)
        std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::help(std::size_t who, unsigned round)
{
    for (;; ++round)
    {
        round_.wait(round);
        if (ended_)
            return;
        if (who <= helpers_)
            take_part(who);
        if (--at_it_ == 0)
            at_it_.notify_one();
    }
}

void ThreadPool::take_part(std::size_t who)
{
    try
    {
        for (std::size_t job = next_++; job < count_; job = next_++)
            (*work_)(job, who);
    }
    catch (...) // thrown again by run()
    {
        const std::lock_guard lock(mutex_);
        next_ = count_;
        if (!failure_)
            failure_ = std::current_exception();
    }
}

} // namespace sgl
