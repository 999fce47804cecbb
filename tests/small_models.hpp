#pragma once

// All models of a few states: what is valid must be true in each of them.

#include "logic/formula/frame.hpp"
#include "logic/model/model.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace sgl::testing
{

/// Every model over the frame with exactly so many states that respects Definition 1. The frame
/// must outlive them; there are about (2^(fluents + actions + 1))^states · states^(states ·
/// actions).
std::vector<std::unique_ptr<ExplicitModel>> all_models(const Frame& frame, std::uint32_t states);

} // namespace sgl::testing
