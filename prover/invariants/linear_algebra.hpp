#pragma once

// Linear equations that given vectors of truth values satisfy.

#include <vector>

namespace sgl
{

/// A basis of the equations Σ cᵢ·xᵢ = 0 that all vectors satisfy, as lists of coefficients. The
/// vectors have the same length. Only equations with small integer coefficients are returned; the
/// arithmetic is modulo a prime, and an integer that stands for a fraction is not detected here.
std::vector<std::vector<int>> equations_of(const std::vector<std::vector<bool>>& vectors);

/// A basis of the equations Σ cᵢ·xᵢ ≡ 0 (mod 2) that all vectors satisfy.
std::vector<std::vector<int>> parities_of(const std::vector<std::vector<bool>>& vectors);

} // namespace sgl
