#pragma once

// Sheets for tests: from a file, or a small game with something added.

#include "logic/diagnostic.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sgl::gdl
{

Source read_source(const std::filesystem::path& path);

/// The first error's "line:column: message"; empty where there is none.
std::string first_error(const std::vector<Diagnostic>& diagnostics);
std::string first_warning(const std::vector<Diagnostic>& diagnostics);

/// A game of one move, and `more` after it.
std::string one_move(const std::string& more = {});

} // namespace sgl::gdl
