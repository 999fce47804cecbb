#pragma once

// Files that a game names: their paths are relative to its own.

#include "logic/syntax/text.hpp"

#include <cstdint>
#include <string_view>

namespace sgl::language
{

/// The file that `named`, a part of a text, names, beside the file of the game; or an error at that
/// place.
Result<Source> read_beside(const Texts& texts, const std::string& game_path, std::string_view named,
                           std::uint64_t most_bytes = std::uint64_t{64} << 20);

} // namespace sgl::language
