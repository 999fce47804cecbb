#pragma once

// The memory that a benchmark takes: operator new and delete count it.

#include <cstddef>

namespace sgl::bench
{

/// Counts from its construction on; one at a time.
class Allocated
{
public:
    Allocated();
    /// The most bytes in use at once so far, beyond those in use at the start.
    std::size_t peak() const;

private:
    std::size_t start_;
};

} // namespace sgl::bench
