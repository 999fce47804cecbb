#pragma once

// Development switches: engines and special cases that are turned off, to measure what they are
// worth.

#include <string_view>

namespace sgl
{

/// Whether the environment variable SGL_OFF, "name,name,…", names it. Only in builds with
/// assertions or SGL_COMPARE_ENGINES; else nothing is off.
bool is_off(std::string_view name);

} // namespace sgl
