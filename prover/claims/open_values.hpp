#pragma once

// How the values that Σ leaves open turn out in a model that is made for a play.

#include <cstdint>

namespace sgl
{

/// The value that undetermined atoms take in the successors that a model is completed with.
enum class OpenValues : std::uint8_t
{
    False,
    Same, // as in the state before
    True,
};

} // namespace sgl
