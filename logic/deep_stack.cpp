#include "logic/deep_stack.hpp"

#include <exception>

#include <pthread.h>
#include <sys/mman.h>

namespace sgl
{
namespace
{

struct Job
{
    const std::function<void()>& work;
    std::exception_ptr failure;
};

void* run(void* argument)
{
    Job& job = *static_cast<Job*>(argument);
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

bool run_on(void* stack, Job& job)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_t thread;
    const bool started = pthread_attr_setstack(&attributes, stack, deep_stack_bytes) == 0 &&
                         pthread_create(&thread, &attributes, run, &job) == 0;
    pthread_attr_destroy(&attributes);
    if (started)
        pthread_join(thread, nullptr);
    return started;
}

} // namespace

bool run_with_deep_stack(const std::function<void()>& work)
{
    void* stack = mmap(nullptr, deep_stack_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED)
        return false;
    Job job{work, nullptr};
    const bool started = run_on(stack, job);
    munmap(stack, deep_stack_bytes);
    if (job.failure)
        std::rethrow_exception(job.failure);
    return started;
}

} // namespace sgl
