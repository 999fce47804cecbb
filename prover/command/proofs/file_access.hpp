#pragma once

// Derivation files at the command: the lookup of the files and games that they name, and the paths
// written into them.

#include "axioms/file/reader.hpp"
#include "prover/command/input.hpp"
#include "prover/resources/budget.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sgl::command
{

/// A search for the refutation of a large propositional step that carries none, within a budget.
/// The kernel checks the refutation. Empty: there is no search, and such a step is rejected.
using SearchForRefutations = std::function<axioms::FindRefutation(std::function<Budget()> budget)>;

/// Access to files, to the library for names that are not files, and to games. `first` is the file
/// that is read first; it must outlive the result. The interruption stops the reading of games.
/// FileAccess::find_refutation of the result is empty.
axioms::FileAccess file_access_of(const Source& first, const Options& options,
                                  const Interruption& interruption = {});

/// The path relative to a directory.
std::string path_from(const std::string& directory, const std::string& path);

/// The first line of a file in `directory`: `game "PATH" with m = 3`.
std::string game_header(const std::string& path,
                        const std::vector<std::pair<std::string, std::int64_t>>& parameters,
                        const std::string& directory);

} // namespace sgl::command
