#pragma once

// Derivation files (docs/derivations.md): read, and given to the kernel theorem by theorem.
//
// The kernel decides what is shown; the reader is trusted for what the text says. There is no
// syntax tree: a theorem's text becomes a Derivation as it is read, and a family, or a theorem of
// an imported file, is read again for each of the actions it is wanted for.

#include "axioms/kernel/calculus.hpp"
#include "axioms/kernel/tautology.hpp"
#include "axioms/text/lexer.hpp"
#include "logic/diagnostic.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sgl::axioms
{

/// What derivations are about: a frame, and the axioms of a game where there is one.
struct FrameAndAxioms
{
    Frame frame;
    std::vector<Axiom> axioms;
    bool is_game = false;
    /// All of the game's, with what they are set to.
    std::vector<std::pair<std::string, std::int64_t>> parameters = {};
};

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

/// Why a theorem was not accepted, and where.
struct Objection
{
    Rejection rejection;
    std::string label;     // of the line: "2(a0)", or empty
    Diagnostic diagnostic; // the same to be printed
};

/// What became of a theorem.
struct TheoremResult
{
    std::string name; // "select_next[a0]"
    std::string source;
    Position position; // of its name
    bool is_imported = false;
    const Theorem* theorem = nullptr; // where it was accepted
    std::optional<Objection> objection;
    const Derivation* derivation = nullptr; // for as long as it is reported
    double seconds = 0;                     // to read and check it

    /// Of a line of the derivation, as the text has it.
    std::function<std::string(std::size_t line)> label;
};

/// A file with its imports, over one frame.
class DerivationFile
{
public:
    using Report = std::function<void(const TheoremResult&)>;

    /// The store must outlive it.
    DerivationFile(FormulaStore& store, FileAccess surroundings, text::Limits limits = {});
    ~DerivationFile();

    /// The text has no frame of its own: it can be read over any.
    static bool is_template(const Source& source);

    /// Reads the file and reports each of its theorems, and those of imported files that they rest
    /// on. A template is read over the setting given; a file with a frame of its own needs none.
    /// Empty, or why the text could not be read to its end.
    std::vector<Diagnostic> read(const std::string& path, const Report& report,
                                 const FrameAndAxioms* given = nullptr);

    /// Once something was read: what accepted all that was.
    const Calculus* calculus() const;

private:
    class Content;
    std::unique_ptr<Content> content_;
};

} // namespace sgl::axioms
