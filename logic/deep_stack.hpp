#pragma once

// A large stack for the few functions that recurse on what a user wrote.

#include <cstddef>
#include <cstdint>
#include <functional>

namespace sgl
{

/// The size of the stack `run_with_deep_stack` gives; memory is used only as far as it is touched.
inline constexpr std::size_t deep_stack_bytes = std::size_t{1} << 30;

/// Runs `work` to its end on a thread with a stack of deep_stack_bytes. Exceptions derived from
/// std::exception come out as if it had been called here. False, with nothing run, when the system
/// has no room for such a stack.
bool run_with_deep_stack(const std::function<void()>& work);

/// One call deeper, for as long as it lives.
class Nesting
{
public:
    explicit Nesting(std::uint32_t& depth) : depth_(depth) { ++depth_; }
    ~Nesting() { --depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

private:
    std::uint32_t& depth_;
};

} // namespace sgl
