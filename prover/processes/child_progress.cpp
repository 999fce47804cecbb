#include "prover/processes/child_progress.hpp"

#include "prover/resources/count_of_states.hpp"

#include <fmt/format.h>
#include <new>
#include <sys/mman.h>

namespace sgl
{

ChildProgress::ChildProgress() : said_(nullptr)
{
    void* const page =
        mmap(nullptr, sizeof(Said), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED)
        said_ = new (page) Said;
}

ChildProgress::~ChildProgress()
{
    if (said_ == nullptr)
        return;
    said_->~Said();
    munmap(said_, sizeof(Said));
}

void ChildProgress::at_ply(std::uint64_t ply, double states)
{
    if (said_ == nullptr)
        return;
    said_->ply = ply;
    said_->states = states;
    said_->anything = true;
}

void ChildProgress::has_nodes(std::uint64_t nodes)
{
    if (said_ != nullptr)
        said_->nodes = nodes;
}

std::string ChildProgress::text() const
{
    if (said_ == nullptr || !said_->anything)
        return "";
    const std::uint64_t ply = said_->ply, nodes = said_->nodes;
    return fmt::format("{} {}, {} and {} {}", ply, ply == 1 ? "ply" : "plies",
                       count_of_states(said_->states), nodes, nodes == 1 ? "node" : "nodes");
}

} // namespace sgl
