#pragma once

// A claim in parts: formulas that are true at every move, and questions about plays. The claim is
// proved when all parts are shown, and refuted by one state or play at which a part is false.
// `consistent` is the reverse: proved by such a play, and refuted when the part is shown.

#include "prover/claims/question.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl::certificate
{

struct ClaimPart
{
    std::string name; // "complete"; empty where there is one part
    /// A formula, true at every move of every model of Σ, or with in_frame_alone of the frame;
    /// empty for a question about plays.
    Formula theorem = {};
    bool in_frame_alone = false;
    Question question = {}; // about plays
};

std::vector<ClaimPart> parts_of(FormulaStore& store, const Game& game, const Claim& claim);

/// True if the proof of all parts proves the claim; false if the proof refutes the claim, as for
/// `consistent`.
bool parts_prove(const Claim& claim);

/// The strategies that agents follow in the plays the claim is about.
std::vector<Strategy> profile_of(const Claim& claim);

/// True if the claim is about all states or about the frame alone, and not about plays.
bool is_about_all_states(const Claim& claim);

/// The conditions of `implements`.
std::vector<ClaimPart> conditions_of(FormulaStore& store, const Frame& frame, const Claim& claim);

} // namespace sgl::certificate
