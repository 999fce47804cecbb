#pragma once

// Linear equations that hold of some vectors of truth values.

#include <vector>

namespace sgl
{

/// A basis of the equations Σ cᵢ·xᵢ = 0 that hold of all the vectors, which have the same length:
/// the coefficients of each. Only those of small whole numbers; a number that stands for a fraction
/// is not noticed here.
std::vector<std::vector<int>> equations_of(const std::vector<std::vector<bool>>& vectors);

/// The same modulo 2.
std::vector<std::vector<int>> parities_of(const std::vector<std::vector<bool>>& vectors);

} // namespace sgl
