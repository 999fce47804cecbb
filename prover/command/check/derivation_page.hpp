#pragma once

// A derivation for readers: as text in the terminal, or as an HTML page.

#include "axioms/file/reader.hpp"
#include "prover/command/options.hpp"

#include <string>

namespace sgl::command
{

/// The lines of the derivation; labels, formulas and justifications stand in columns.
std::string derivation_text(const axioms::Calculus& calculus, const axioms::TheoremResult& outcome,
                            const Options& options);

/// An HTML page without references to other files. Citations are links within the page.
std::string derivation_page(const axioms::Calculus& calculus, const axioms::TheoremResult& outcome);

} // namespace sgl::command
