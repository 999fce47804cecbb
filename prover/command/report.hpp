#pragma once

// Verdicts as text: lines with plays and boards, or JSON.

#include "logic/model/game.hpp"
#include "prover/command/json.hpp"
#include "prover/command/options.hpp"
#include "prover/decide/consistency.hpp"
#include "prover/verdicts/verdict.hpp"

#include <string>
#include <vector>

namespace sgl::command
{

/// "mk(m = 3, k = 3)".
std::string title(const Game& game);

/// The names of the fluents that are true.
std::vector<std::string> true_fluents(const Frame& frame, const Valuation& state);

/// The board with the marks of a state, indented by `indent` columns; for a game without a board,
/// the fluents that are true.
std::string draw(const Game& game, const Valuation& state, std::size_t indent);

/// The line of a claim, and the play or state below the line.
std::string report(const Game& game, const Claim& claim, const ClaimResult& result,
                   const Options& options, std::size_t name_width);

/// The contradictions in the axioms, with the play that shows each; empty for none.
std::string report(const Game& game, const std::vector<Contradiction>& contradictions);
Json as_json(const Game& game, const std::vector<Contradiction>& contradictions);

Json as_json(const Game& game, const Claim& claim, const ClaimResult& result);

} // namespace sgl::command
