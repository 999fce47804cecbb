#include "prover/reachability/symbolic/background_bdd_search.hpp"

#include "prover/resources/limits.hpp"
#include "prover/transition/trace.hpp"

#include <system_error>
#include <utility>

namespace sgl
{

std::unique_ptr<BackgroundBddSearch>
BackgroundBddSearch::start(const Frame& frame, TransitionSystem system, BddSearchOptions options,
                           const Budget& budget, std::atomic<bool>& answered)
{
    budget.check();
    // The other half is for what goes on here. Where that is little, all is for one at a time.
    const std::size_t half = memory_left(memory_limit()) / 2;
    if (half < limits::least_background_memory)
        return nullptr;
    auto core = std::make_unique<ThreadReservation>(1);
    if (core->count() == 0)
        return nullptr;
    options.memory = half;
    try
    {
        std::unique_ptr<BackgroundBddSearch> search(
            new BackgroundBddSearch(frame, std::move(system), options, budget, answered));
        search->core_ = std::move(core);
        return search;
    }
    catch (const std::system_error&)
    {
        return nullptr; // the system has no more threads
    }
}

BackgroundBddSearch::BackgroundBddSearch(const Frame& frame, TransitionSystem system,
                                         const BddSearchOptions& options, const Budget& budget,
                                         std::atomic<bool>& answered)
    : system_(std::move(system)), budget_(budget.until(unwanted_)),
      search_(frame, system_, options), thread_([this, &answered] { wait(answered); })
{
}

BackgroundBddSearch::~BackgroundBddSearch()
{
    unwanted_ = true;
}

void BackgroundBddSearch::wait(std::atomic<bool>& answered)
{
    try
    {
        reached_ = search_.result(budget_, [this] { memory_.is(search_.memory()); });
        memory_.is(0);
        if (reached_.is_determined)
            answered = true;
    }
    catch (const Interrupted&)
    {
        why_not_ = std::current_exception();
    }
    catch (const std::bad_alloc&)
    {
        why_not_ = std::make_exception_ptr(
            Interrupted{"the diagrams take too much memory", Cause::Memory});
    }
    over_ = true;
}

Reachability BackgroundBddSearch::result()
{
    thread_.join();
    if (why_not_)
        std::rethrow_exception(why_not_);
    return std::move(reached_);
}

} // namespace sgl
