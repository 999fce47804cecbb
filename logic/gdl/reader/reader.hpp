#pragma once

// From the text of a sheet to its rules.

#include "logic/gdl/sheet/reports.hpp"
#include "logic/gdl/sheet/sheet.hpp"

#include <optional>

namespace sgl::gdl
{

/// A sheet, and all that is said about it. There is a sheet where its rules have a meaning; it is
/// accepted where there is no error: a sheet without 'terminal' has a meaning, and an error.
struct ReadSheet
{
    std::optional<Sheet> sheet;
    std::vector<Diagnostic> diagnostics;

    bool is_accepted() const;
};

/// Reads a sheet and checks what its rules mean (checks.hpp) as far as no grounding is needed.
ReadSheet read_sheet(const Source& source);

/// Warnings become errors.
void make_strict(ReadSheet& read);

} // namespace sgl::gdl
