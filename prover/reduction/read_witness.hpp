#pragma once

// Solutions of a solver as plays.

#include "prover/claims/replay.hpp"
#include "prover/reduction/frame_encoder.hpp"

namespace sgl
{

/// The witness in the last solution of an encoder's solver: a play of `plies` moves, and with
/// `with_move` the action chosen at its last state.
Witness read_witness(Encoder& encoder, unsigned plies, bool with_move);

} // namespace sgl
