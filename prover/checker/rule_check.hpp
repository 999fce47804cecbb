#pragma once

// The check of rules against axioms. The prover and the checker read Σ as rules by one function
// (read_rules). The checker uses a rule only after the code behind this header has found the rule
// in Σ, word for word.

#include "logic/model/rules.hpp"

#include <optional>
#include <string>

namespace sgl::certificate
{

/// A rule that no axiom of the game states; nothing where each rule is stated by one:
///   terminal <-> φ, legal(a) <-> φ, next p <-> φ, [a]p <-> φ   as an axiom, in either order;
///   φ -> next ±p, φ -> [a]±p                                   with ±p a conjunct of what the
///                                                              axiom φ -> ψ says, or by an axiom
///                                                              φ' -> (next p <-> γ), φ being
///                                                              φ' & γ, or φ' & !γ for !p.
/// Rules that are missing are no objection: what they would say is then open.
std::optional<std::string> objection_to_rules(FormulaStore& store, const Game& game,
                                              const Rules& rules);

} // namespace sgl::certificate
