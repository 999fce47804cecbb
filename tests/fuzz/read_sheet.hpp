#pragma once

// What must hold of any text that is read as a rule sheet, whatever is in it.

#include <string>

namespace sgl::testing
{

/// Reads a text as a sheet, grounds it within small limits, and runs it for a few moves. Throws
/// std::logic_error when what is said about it has no place in the text or nothing to say, or when
/// a sheet is neither refused nor grounded.
void read_sheet_text(const std::string& text);

} // namespace sgl::testing
