#pragma once

// From a sheet to a program without variables.

#include "logic/gdl/ground/program.hpp"
#include "logic/gdl/sheet.hpp"

#include <cstdint>
#include <optional>
#include <vector>

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

struct Grounded
{
    std::optional<Program> program;
    std::vector<Diagnostic> diagnostics; // errors where there is no program, or else warnings
    std::uint64_t instances = 0;         // of rules, before they were simplified
};

/// The rules for all states that may be reached. An error names the rule that makes it too large,
/// or the cycle through `not`. The sheet gets the terms that are made.
Grounded ground(Sheet& sheet, const GroundingLimits& limits = {});

} // namespace sgl::gdl
