#pragma once

// A solver's solution as a play.

#include "prover/claims/replay.hpp"
#include "prover/reduction/frame_encoder.hpp"

namespace sgl
{

/// Reads a witness from the last model of an encoder's solver: a play of so many moves.
Witness read_witness(Encoder& encoder, unsigned plies, bool with_move);

} // namespace sgl
