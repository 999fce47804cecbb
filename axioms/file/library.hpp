#pragma once

// The derivations of axioms/derivations, as part of the program: files can import them by name
// wherever they are.

#include <optional>
#include <span>
#include <string_view>

namespace sgl::axioms
{

/// A file of axioms/derivations.
struct LibraryFile
{
    std::string_view name; // "next.sgp"
    std::string_view text;
};

/// All of them, by name.
std::span<const LibraryFile> library();
/// The text of one.
std::optional<std::string_view> library_text(std::string_view name);

} // namespace sgl::axioms
