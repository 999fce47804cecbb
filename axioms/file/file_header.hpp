#pragma once

// What a derivation file is about: the frame or the game that it starts with; and how the reader
// gets at what files name.

#include "axioms/kernel/calculus.hpp"
#include "axioms/text/lexer.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sgl
{
struct Game;
}

namespace sgl::axioms
{

/// What derivations are about: a frame, and the axioms of a game where there is one.
struct FrameAndAxioms
{
    Frame frame;
    std::vector<GameAxiom> axioms = {};
    bool is_game = false;
    /// All of the game's, with what they are set to.
    std::vector<std::pair<std::string, std::int64_t>> parameters = {};
};

/// What derivations about a game are about: its frame, its axioms, its parameters.
FrameAndAxioms frame_and_axioms(const Game& game);

/// Why something that a file names is not to be had.
struct Unavailable
{
    std::string why;
    bool is_limit = false; // it takes more than is allowed
};

/// How the reader gets at what a file names. Paths are relative to where the first file is, as that
/// one is.
struct FileAccess
{
    std::function<std::variant<std::string, Unavailable>(const std::string& path)> text;
    std::function<std::variant<FrameAndAxioms, Unavailable>(
        FormulaStore& store, const std::string& path,
        const std::vector<std::pair<std::string, std::int64_t>>& parameters)>
        game = {};
    /// One name for all paths of a file, `..` and symbolic links in them; a path of no file as it
    /// is. Without this `..` is taken away in the text of a path.
    std::function<std::string(const std::string& path)> one_name = {};
    /// Finds the clauses that a large TAUT step needs where the text does not give them; nothing
    /// where there are none, or none were found. The kernel checks them.
    FindRefutation find_refutation = {};
};

namespace text
{

/// The frame or the game that a file starts with, past it; nothing where it starts with neither: it
/// is a template. Throws ReadingStopped.
std::optional<FrameAndAxioms> read_header(Lexer& lexer, FormulaStore& store,
                                          const FileAccess& files);

/// Why theorems over one frame and game cannot be cited in another: "another frame"; or empty.
std::string foreign_in(const FrameAndAxioms& imported, const FrameAndAxioms& here);

/// What stands in quotation marks, past it. Throws ReadingStopped: "expected " and what is wanted.
std::string_view quoted(Lexer& lexer, std::string_view what);

/// The file that a file names, seen from where that one is.
std::string path_from(const FileAccess& files, const std::string& file, std::string_view named);
/// One name for all paths of a file (FileAccess::one_name).
std::string one_name(const FileAccess& files, const std::string& path);

} // namespace text

} // namespace sgl::axioms
