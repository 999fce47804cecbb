#pragma once

// Nested texts need nested calls: reading runs on a thread of its own, with room for them.

#include <cstddef>
#include <functional>

namespace sgl::language
{

/// Runs the work to its end on a stack with room for so many levels of nesting; false when
/// there is no memory for such a stack. The work must not throw.
bool run_on_deep_stack(std::size_t levels, const std::function<void()>& work);

} // namespace sgl::language
