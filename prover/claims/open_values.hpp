#pragma once

// Defaults for values that Σ leaves open, in a model that is made for a play.

#include <cstdint>

namespace sgl
{

/// The value of undetermined atoms in the successors that complete a model.
enum class OpenValues : std::uint8_t
{
    False,
    Same, // as in the state before
    True,
};

} // namespace sgl
