#pragma once

// What a claim says, part by part: formulas true at every move, and questions about plays. It is
// proved when all of it is shown, and refuted by one state or play at which some of it is false;
// `consistent` is proved by such a play, and refuted by what would prove the contrary.

#include "prover/claims/question.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl::certificate
{

struct ClaimPart
{
    std::string name; // "complete"; empty where there is one part
    /// True at every move of every model of Σ, or, in_frame_alone, of the frame; empty for plays.
    Formula theorem = {};
    bool in_frame_alone = false;
    Question question = {}; // about plays
};

std::vector<ClaimPart> parts_of(FormulaStore& store, const Game& game, const Claim& claim);

/// Whether showing all parts shows the claim true, and not, as for `consistent`, false.
bool parts_prove(const Claim& claim);

/// The strategies that agents follow in the plays the claim is about.
std::vector<Strategy> profile_of(const Claim& claim);

/// The claim is about all states, or about the frame alone, and not about plays.
bool is_about_all_states(const Claim& claim);

/// The conditions of `implements`.
std::vector<ClaimPart> conditions_of(FormulaStore& store, const Frame& frame, const Claim& claim);

} // namespace sgl::certificate
