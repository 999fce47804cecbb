#pragma once

// Derivation files (docs/derivations.md): read, and given to the kernel theorem by theorem.
//
// The kernel decides what is shown; the reader is trusted for what the text says. There is no
// syntax tree: a theorem's text becomes a Derivation as it is read, and a family, or a theorem of
// an imported file, is read again for each of the actions it is wanted for.

#include "axioms/file/explanation.hpp"
#include "axioms/file/file_header.hpp"
#include "axioms/kernel/calculus.hpp"
#include "axioms/text/lexer.hpp"
#include "logic/diagnostic.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sgl::axioms
{

/// Why a theorem was not accepted, and where.
struct Objection
{
    Explanation explanation;
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
    DerivationFile(FormulaStore& store, FileAccess surroundings, text::ReadingLimits limits = {});
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
    class Loader;
    std::unique_ptr<Loader> loader_;
};

} // namespace sgl::axioms
