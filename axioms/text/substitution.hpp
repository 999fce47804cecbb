#pragma once

// Metavariables replaced: by the values that they have where a theorem is cited, or by symbols that
// bear their names, to print them. Nothing here is trusted: the kernel replaces them itself.

#include "axioms/kernel/derivation.hpp"
#include "logic/formula/frame.hpp"
#include "logic/formula/transform.hpp"

namespace sgl::axioms
{

/// f with the values of the metavariables in their place. Throws std::out_of_range where a variable
/// in f has none.
Formula substitute(FormulaStore& store, Formula f, const Substitution& values);
/// The same; the loop remembers what these values make of formulas, and is for nothing else.
Formula substitute(FormulaStore& store, Formula f, const Substitution& values, MemoLoop& loop);

/// The frame with the metavariables as fluents and actions of their own, to print them by name.
class NamedVariables
{
public:
    NamedVariables(const Frame& frame, const Variables& variables);

    const Frame& frame() const { return frame_; }
    /// f over that frame.
    Formula named(FormulaStore& store, Formula f) const;
    /// The same; the loop remembers, and is for nothing else.
    Formula named(FormulaStore& store, Formula f, MemoLoop& loop) const;

private:
    std::uint32_t fluents_, actions_, formula_variables_;
    Frame frame_;
};

/// Some actions of a frame with so many are as different as the variables are to be. A theorem
/// without them says nothing. True too where it would take long to find out.
bool has_values(const Variables& variables, std::size_t actions);

} // namespace sgl::axioms
