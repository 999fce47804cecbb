#pragma once

// What must hold of any derivation file, whatever is in it.

#include <string>

namespace sgl::testing
{

/// Reads and checks a text; what comes after a line `---` are files that it may import as "1", "2",
/// …. A template is read over a small frame. Throws std::logic_error when an error has no place or
/// nothing to say, and when a theorem that was accepted is written and then is not read back.
void read_derivation(const std::string& text);

} // namespace sgl::testing
