#pragma once

// The progress of a child process, in memory that the parent shares: the parent can read it even
// after the child was ended, or has ended itself.

#include <atomic>
#include <cstdint>
#include <string>

namespace sgl
{

/// Must be constructed before the child. All numbers are zero at first; where no memory can be
/// shared, they stay zero.
class ChildProgress
{
public:
    ChildProgress();
    ~ChildProgress();
    ChildProgress(const ChildProgress&) = delete;
    ChildProgress& operator=(const ChildProgress&) = delete;

    /// Called by the child: the number of states that plays of at most `ply` moves reach.
    void at_ply(std::uint64_t ply, double states);
    /// Called by the child: the number of nodes of its BDDs.
    void has_nodes(std::uint64_t nodes);

    /// "12 plies, 1.2e+12 states and 34567 nodes"; empty before the first at_ply.
    std::string text() const;

private:
    struct Said
    {
        std::atomic<bool> anything{false};
        std::atomic<std::uint64_t> ply{0}, nodes{0};
        std::atomic<double> states{0};
    };

    Said* said_; // in shared memory; null where no memory can be shared
};

} // namespace sgl
