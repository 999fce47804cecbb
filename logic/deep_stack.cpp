#include "logic/deep_stack.hpp"

#include <exception>

#include <pthread.h>
#include <sys/mman.h>

namespace sgl
{
namespace
{

constexpr std::size_t least_bytes = deep_stack_bytes / 128;

thread_local std::size_t stack_bytes = deep_stack_bytes;

struct Job
{
    const std::function<void()>& work;
    std::size_t bytes; // of the stack
    std::exception_ptr failure;
};

void* run(void* argument)
{
    Job& job = *static_cast<Job*>(argument);
    stack_bytes = job.bytes;
    try
    {
        job.work();
    }
    catch (const std::exception&)
    {
        job.failure = std::current_exception();
    }
    return nullptr;
}

/// MAP_FAILED where it would leave less than half of its size to all else.
void* stack_of(std::size_t bytes)
{
    void* const stack = mmap(nullptr, bytes + bytes / 2, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack != MAP_FAILED)
        munmap(static_cast<char*>(stack) + bytes, bytes / 2);
    return stack;
}

bool run_on(void* stack, Job& job)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_t thread;
    const bool started = pthread_attr_setstack(&attributes, stack, job.bytes) == 0 &&
                         pthread_create(&thread, &attributes, run, &job) == 0;
    pthread_attr_destroy(&attributes);
    if (started)
        pthread_join(thread, nullptr);
    return started;
}

} // namespace

bool run_with_deep_stack(const std::function<void()>& work)
{
    std::size_t bytes = deep_stack_bytes;
    void* stack = stack_of(bytes);
    while (stack == MAP_FAILED && bytes > least_bytes)
        stack = stack_of(bytes /= 2);
    if (stack == MAP_FAILED)
        return false;
    Job job{work, bytes, nullptr};
    const bool started = run_on(stack, job);
    munmap(stack, bytes);
    if (job.failure)
        std::rethrow_exception(job.failure);
    return started;
}

std::size_t depth_that_fits(std::size_t depth)
{
    return depth / (deep_stack_bytes / stack_bytes);
}

} // namespace sgl
