#pragma once

// A large stack for the few functions that recurse on what a user wrote.

#include <cstddef>
#include <cstdint>
#include <functional>

namespace sgl
{

/// The size of the stack `run_with_deep_stack` gives; memory is used only as far as it is touched.
inline constexpr std::size_t deep_stack_bytes = std::size_t{1} << 30;

/// Runs `work` to its end on a thread with a stack of deep_stack_bytes; where the system has no
/// room for that and half as much again, of a half of it, a quarter, … 1/128. Exceptions derived
/// from std::exception come out as if it had been called here. False, with nothing run, when there
/// is no room for any.
bool run_with_deep_stack(const std::function<void()>& work);

/// How deep calls may nest in this thread, where `depth` is how deep they may on a stack of
/// deep_stack_bytes: less where `run_with_deep_stack` found less room.
std::size_t depth_that_fits(std::size_t depth);

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
