#pragma once

// Threads that share the jobs of one piece of work. The pool keeps its threads for the next piece.

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sgl
{

class ThreadPool
{
public:
    /// The number of the job, and of the thread that does it: 0 is the caller, 1, 2, … the helpers.
    using Work = std::function<void(std::size_t job, std::size_t who)>;

    ThreadPool() = default;
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Sets the number of helpers. False where the system has no more threads: the helpers are then
    /// the threads that exist.
    bool hire(unsigned helpers);
    unsigned helpers() const { return helpers_; }

    /// Does the jobs 0, …, count − 1, and waits for all of them. The first exception of a job is
    /// thrown here, after the jobs that have begun; no other job begins.
    void run(std::size_t count, const Work& work);

private:
    void help(std::size_t who, unsigned round);
    void take_part(std::size_t who);

    std::vector<std::jthread> threads_;
    unsigned helpers_ = 0; // the number of threads that take part
    std::atomic<unsigned> round_{0}, at_it_{0};
    std::atomic<bool> ended_{false};
    // The work of this round:
    const Work* work_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;
    std::exception_ptr failure_;
};

} // namespace sgl
