#pragma once

// How large a grounding may become.

#include <cstdint>

namespace sgl::gdl
{

/// What a grounding may take, in numbers that do not depend on the machine.
struct GroundingLimits
{
    std::uint64_t instances = 12'000'000; // of rules
    std::uint64_t literals = 80'000'000;  // in all instances together
    std::uint64_t terms = 6'000'000;      // atoms included
    std::uint64_t atoms_looked_at = 1'500'000'000;
    std::uint32_t depth = 100; // of functions in each other, beyond those of the sheet
};

} // namespace sgl::gdl
