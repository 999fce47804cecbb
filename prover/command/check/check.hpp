#pragma once

// Derivations and certificates are checked: the work of `sgl check` and `sgl-check`.

#include "prover/command/options.hpp"
#include "prover/command/proofs/file_access.hpp"

namespace sgl::command
{

/// Checks the files of the options. Returns the exit status.
Status check(const Options& options, const SearchForRefutations& search = {});

} // namespace sgl::command
