#pragma once

// Derivation files at the command: where they find what they name, and how ones are written.

#include "axioms/file/reader.hpp"
#include "prover/command/input.hpp"
#include "prover/derive/derive.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sgl::command
{

/// Files, those of the library where there is no such file, games, and CaDiCaL. `first` is the file
/// that is read first; it must outlive what is returned. Games are read until there is an
/// interruption.
axioms::FileAccess surroundings_of(const Source& first, const Options& options,
                                   const Interruption& interruption = {});

/// A path as it is called in a directory.
std::string path_from(const std::string& directory, const std::string& path);

/// `game "PATH" with m = 3`, as a file in `directory` starts with it.
std::string game_header(const std::string& path,
                        const std::vector<std::pair<std::string, std::int64_t>>& parameters,
                        const std::string& directory);

/// A derivation as text, accepted by the kernel; or why there is none.
struct Derived
{
    std::string text;
    std::size_t lines = 0;
    std::string why_not;
};

/// Derives the goals, over the game at `game_path`, or over its frame alone where that is empty.
/// The text is for a file in `directory`. The letter, if there is one, is not looked into
/// (Reduction::take_as_letter).
Derived derivation_of(const std::vector<Goal>& goals, FormulaStore& store, const Game& game,
                      const std::string& game_path, const std::string& directory,
                      const Options& options, const Budget& budget, Formula letter = {});

} // namespace sgl::command
