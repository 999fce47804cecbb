#pragma once

#include <cstdint>

namespace sgl
{

/// How obligations together imply a claim about plays (prover/claims/proof_obligations.hpp).
enum class ProofMethod : std::uint8_t
{
    Everywhere, // what is claimed is true at every move
    Induction,  // over `plies` moves
    Invariant,  // the claim's own, which is said again within `plies` moves
    Unrolling,  // no play is longer than `plies` moves
};

} // namespace sgl
