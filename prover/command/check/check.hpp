#pragma once

// Checking derivations and certificates: what `sgl check` and `sgl-check` do.

#include "prover/command/options.hpp"
#include "prover/command/proofs/file_access.hpp"

namespace sgl::command
{

/// Checks the files of the options; the exit status.
Status check(const Options& options, const SearchForRefutations& search = {});

} // namespace sgl::command
