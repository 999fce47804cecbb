#pragma once

// Derivations as text that the reader (axioms/file/reader.hpp) reads back as the same derivations.

#include "axioms/kernel/derivation.hpp"
#include "logic/formula/print.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace sgl::axioms
{

/// What a line is called where it is cited.
using LabelOf = std::function<std::string(std::size_t line)>;

/// How a line follows, as a file says it: "MP 1, 2", "lemma K from 3". A premise has none. What the
/// metavariables of a theorem stand for is found from the line when it is read.
std::string justification(const Derivation& derivation, const Line& line, const LabelOf& label);

/// The start of a file over the frame: `frame x: a0, a1; o: b0` and `fluents p, q`.
std::string frame_header(const Frame& frame);

/// The theorem, from `theorem` to `end`. Its name is to be one that a theorem can have, so not a
/// family's with its index. Subformulas that occur more than once are named first, so that the text
/// is about as long as the derivation is large. Lines are labelled from 1. A metavariable that
/// bears a name of the frame, or that can't be read, gets another one.
std::string write(FormulaStore& store, const Frame& frame, const Derivation& derivation,
                  Style style = Style::Ascii);

} // namespace sgl::axioms
