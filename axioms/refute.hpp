#pragma once

// Finding the refutations that large propositional steps carry. Nothing rests on it: the kernel
// checks what it finds.

#include "axioms/tautology.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sgl::axioms
{

/// Clauses that lead to the contradiction, as Tautologies::follows wants them; nothing where there
/// is an assignment, or none was found within so many decisions. By backtracking, the formulas near
/// the roots decided first: two large formulas with equivalent operands take a few decisions.
std::optional<std::vector<Literal>> refute(const Clauses& clauses,
                                           std::uint64_t decisions = 100'000);

} // namespace sgl::axioms
