#pragma once

// Why the kernel did not accept a derivation, in words. Nothing here is trusted.

#include "axioms/kernel/calculus.hpp"

#include <string>

namespace sgl::axioms
{

/// Which line does not follow, by which rule, what was expected there, what is there.
struct Explanation
{
    std::size_t line = 0; // from 0
    Why why = Why::Empty;
    std::string rule; // "D2", "MP", "lemma K"; or empty
    std::string expected;
    std::string found; // or empty

    /// "D1: expected an instance of {α}p <-> p, found [a] p -> p"
    std::string message() const;
};

/// Of a derivation that this calculus rejected. Formulas that are long are left out.
Explanation explain(const Calculus& calculus, const Derivation& derivation,
                    const Rejection& rejection);

} // namespace sgl::axioms
