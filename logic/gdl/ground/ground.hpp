#pragma once

// From a sheet to a program without variables.

#include "logic/gdl/ground/limits.hpp"
#include "logic/gdl/ground/program.hpp"
#include "logic/gdl/sheet/sheet.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sgl::gdl
{

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
