#include "prover/resources/count_of_states.hpp"

#include <fmt/format.h>

namespace sgl
{

std::string count_of_states(double count)
{
    constexpr double exact = 1e9;
    return count < exact ? fmt::format("{:.0f} {}", count, count == 1 ? "state" : "states")
                         : fmt::format("{:.2g} states", count);
}

} // namespace sgl
