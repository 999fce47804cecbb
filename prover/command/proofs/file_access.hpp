#pragma once

// Derivation files at the command: where they find what they name, and how they name it.

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

/// Who searches for the refutation of a large propositional step that does not carry one, within a
/// budget. The kernel checks what is found. Empty: nobody, and such a step is rejected.
using SearchForRefutations = std::function<axioms::FindRefutation(std::function<Budget()> budget)>;

/// Files, those of the library where there is no such file, and games. `first` is the file that is
/// read first; it must outlive what is returned. Games are read until there is an interruption.
/// Nobody searches for refutations (FileAccess::find_refutation is empty).
axioms::FileAccess surroundings_of(const Source& first, const Options& options,
                                   const Interruption& interruption = {});

/// A path as it is called in a directory.
std::string path_from(const std::string& directory, const std::string& path);

/// `game "PATH" with m = 3`, as a file in `directory` starts with it.
std::string game_header(const std::string& path,
                        const std::vector<std::pair<std::string, std::int64_t>>& parameters,
                        const std::string& directory);

} // namespace sgl::command
