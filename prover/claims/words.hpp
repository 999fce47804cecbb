#pragma once

// The words for verdicts, methods and reasons, all of them: what engines say is data, and this is
// what text, JSON and --explain print of it.

#include "logic/formula/frame.hpp"
#include "prover/claims/verdict.hpp"

#include <string>
#include <string_view>

namespace sgl
{

/// "reduction", "unrolling", "model search".
std::string_view word(Method method);

/// "60 s passed in the solver", "interrupted".
std::string text(const Interrupted& interrupted);
std::string text(const Reason& reason);

/// "x has legal moves and the strategy recommends none".
std::string text(const Frame& frame, const Stuck& stuck);

/// What came of an attempt that ended so: "no play is longer than 9 plies", "refuted after 3
/// plies".
std::string outcome_of(const Verdict& verdict);

/// By what, and why, in a line: "induction: from one state to the next", "up to 5 plies: the
/// bound".
std::string explanation(const Frame& frame, const Verdict& verdict);

/// "1 ply", "5 plies".
std::string plies(std::size_t n);

} // namespace sgl
