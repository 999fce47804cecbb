#pragma once

// The words for verdicts, methods and reasons: engines hand on data, and the text output, the JSON
// output and --explain print these words.

#include "logic/formula/frame.hpp"
#include "prover/verdicts/verdict.hpp"

#include <string>
#include <string_view>

namespace sgl
{

/// "reduction", "unrolling", "model search".
std::string_view word(Method method);

/// The reason in words; for an interruption, the words of prover/resources/interrupted.hpp.
std::string text(const Reason& reason);

/// "x has legal moves and the strategy recommends none".
std::string text(const Frame& frame, const Stuck& stuck);

/// "where p is true, after a, legal or not, axiom 'off' is false; …", and what to add.
std::string text(const Frame& frame, const AxiomClash& clash);

/// The outcome of an attempt with this verdict: "no play is longer than 9 plies", "refuted after 3
/// plies".
std::string outcome_of(const Verdict& verdict);

/// The method and the reason of a verdict, in a line: "induction: from one state to the next", "up
/// to 5 plies: the bound".
std::string explanation(const Frame& frame, const Verdict& verdict);

/// "1 ply", "5 plies".
std::string plies(std::size_t n);

} // namespace sgl
