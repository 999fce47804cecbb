#pragma once

// How far a child process got, in memory that its parent sees: what is known of it even when it has
// to be ended, or ends itself.

#include <atomic>
#include <cstdint>
#include <string>

namespace sgl
{

/// To be made before there is a child. All is zero at first, and stays so where no memory can be
/// shared.
class ChildProgress
{
public:
    ChildProgress();
    ~ChildProgress();
    ChildProgress(const ChildProgress&) = delete;
    ChildProgress& operator=(const ChildProgress&) = delete;

    /// Said by the child: states that plays of no more than so many moves reach.
    void at_ply(std::uint64_t ply, double states);
    /// Said by the child: its diagrams have so many nodes.
    void has_nodes(std::uint64_t nodes);

    /// "12 plies, 1.2e+12 states and 34567 nodes"; empty where nothing was said.
    std::string text() const;

private:
    struct Said
    {
        std::atomic<bool> anything{false};
        std::atomic<std::uint64_t> ply{0}, nodes{0};
        std::atomic<double> states{0};
    };

    Said* said_; // in shared memory; null where there is none
};

} // namespace sgl
