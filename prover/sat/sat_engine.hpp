#pragma once

#include <cstdint>

namespace sgl
{

/// Which propositional solver answers: a name, for those who choose one without linking it.
enum class SatEngine : std::uint8_t
{
    Cadical,
    PlainCadical, // without simplification in between: for many small questions
    Z3,
};

} // namespace sgl
