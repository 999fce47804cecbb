#pragma once

#include <string>

namespace sgl
{

/// "1 state", "3456 states", "1.2e+12 states".
std::string count_of_states(double count);

} // namespace sgl
