#pragma once

// Threads that do the jobs of one piece of work together. They are kept for the next.

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
    /// Job number, and who does it: 0 is who calls, the helpers come after.
    using Work = std::function<void(std::size_t job, std::size_t who)>;

    ThreadPool() = default;
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// From now on, with so many helpers. False where the system has no more threads: then with
    /// those there are.
    bool hire(unsigned helpers);
    unsigned helpers() const { return helpers_; }

    /// Does the jobs 0, …, count − 1, and waits for all of them. What one throws is thrown here,
    /// when the others have ended what they were at.
    void run(std::size_t count, const Work& work);

private:
    void help(std::size_t who, unsigned round);
    void take_part(std::size_t who);

    std::vector<std::jthread> threads_;
    unsigned helpers_ = 0; // of the threads, those that take part
    std::atomic<unsigned> round_{0}, at_it_{0};
    std::atomic<bool> ended_{false};
    // What is done in this round:
    const Work* work_ = nullptr;
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;
    std::exception_ptr failure_;
};

} // namespace sgl
