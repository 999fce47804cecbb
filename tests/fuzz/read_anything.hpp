#pragma once

// What must hold of any text that is read, whatever is in it. The fuzzer looks for a text where it
// does not; the replay test asks for every seed.

#include <string>

namespace sgl::testing
{

/// Reads a text as a game; what comes after a line `---` as formulas and strategies over it, a
/// line each. Throws std::logic_error when an error has no place in the text or nothing to say,
/// and when a formula is printed and then read back as another one.
void read_anything(const std::string& text);

} // namespace sgl::testing
