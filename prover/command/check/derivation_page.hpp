#pragma once

// One derivation to be read by people: in the terminal, or as a page of HTML.

#include "axioms/file/reader.hpp"
#include "prover/command/options.hpp"

#include <string>

namespace sgl::command
{

/// Its lines, with labels, formulas and justifications below each other.
std::string derivation_text(const axioms::Calculus& calculus, const axioms::TheoremResult& outcome,
                            const Options& options);

/// One page that needs nothing else. Citations are links.
std::string derivation_page(const axioms::Calculus& calculus, const axioms::TheoremResult& outcome);

} // namespace sgl::command
