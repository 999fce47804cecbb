#pragma once

// Derivations that can be changed line by line: those of the library, and those of a game, about
// which there is more to get wrong.

#include "tests/axioms/book.hpp"
#include "tests/axioms/judge.hpp"

#include <map>
#include <string>
#include <vector>

namespace sgl::testing
{

struct EditableLine
{
    Formula formula;
    axioms::Rule rule = axioms::Rule::Tautology;
    std::string name;
    std::vector<axioms::Derivation::Number> citations;
    axioms::Substitution values;
    std::vector<std::int32_t> refutation;
};

struct Editable
{
    std::string name;
    axioms::Variables variables;
    std::vector<EditableLine> lines;

    explicit Editable(const axioms::Derivation& d);
    axioms::Derivation derivation() const;
};

/// f with one formula in place of another, everywhere.
Formula replaced(FormulaStore& store, Formula f, Formula from, Formula to);

/// The library's files, and one about a game.
std::vector<std::string> derivation_files();

/// One file over one frame: its derivations, and a kernel that knows what they show.
struct Shelf
{
    explicit Shelf(std::string file);

    std::vector<Diagnostic> read(const axioms::DerivationFile::Report& report,
                                 const std::string* text = nullptr);

    std::string path;
    FormulaStore store;
    axioms::FrameAndAxioms setting;
    axioms::Calculus calculus;
    std::vector<Editable> own;      // accepted
    std::vector<Editable> rejected; // of the collapse: they must not get in by a change either
    std::vector<std::string> names; // of all theorems
    std::map<std::string, Statement> statements;
};

} // namespace sgl::testing
