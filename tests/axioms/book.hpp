#pragma once

// Derivation files that need no disk.

#include "axioms/file/reader.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sgl::testing
{

/// What became of the theorems of a text.
struct Checked
{
    struct Theorem
    {
        std::string name;
        bool is_accepted = false;
        bool is_imported = false;
        std::string label;   // of the line objected to
        std::string message; // of the objection, with "line:column: " before
        std::optional<axioms::Why> why;
        axioms::Derivation derivation{""};
        std::vector<std::string> labels;
    };

    std::vector<Theorem> theorems;
    std::vector<Diagnostic> errors;

    /// "first second[a] !third": the names, with ! where rejected.
    std::string summary() const;
    /// "name:line:column: message" of the first error, or empty.
    std::string error() const;
};

/// Finds what large TAUT steps need.

/// Reads `main.sgp`, the text; what it imports are the other files.
Checked check_text(const std::string& text, const std::map<std::string, std::string>& files = {},
                   const axioms::FrameAndAxioms* given = nullptr, FormulaStore* store = nullptr,
                   const axioms::FindRefutation& find_refutation = {});

/// The text of a file of the house, by its path from the top.
std::string house_text(const std::string& path);

/// Reads a file of the house with what it imports and the game it is about. With a text, that one
/// is read in place of the file's.
std::vector<Diagnostic> read_house_file(FormulaStore& store, const std::string& path,
                                        const axioms::DerivationFile::Report& report,
                                        const axioms::FrameAndAxioms* given = nullptr,
                                        const std::string* text = nullptr);

/// The games of files of the house, as settings.
std::variant<axioms::FrameAndAxioms, axioms::Unavailable>
house_game(FormulaStore& store, const std::string& path,
           const std::vector<std::pair<std::string, std::int64_t>>& parameters);

} // namespace sgl::testing
