#pragma once

// Development switches: they turn off engines and special cases, to measure the effect of each.

#include <string_view>

namespace sgl
{

/// Whether the environment variable SGL_OFF, "name,name,…", contains the name. In builds without
/// assertions and without SGL_COMPARE_ENGINES, nothing is off.
bool is_off(std::string_view name);

} // namespace sgl
