#pragma once

#include <cstdint>

namespace sgl::axioms
{

/// A propositional variable from 1, or its negation as a negative number.
using Literal = std::int32_t;

} // namespace sgl::axioms
