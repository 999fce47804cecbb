#pragma once

// Whether a certificate shows what it says: judged by the game and the claim as they were read, the
// kernel, the plain evaluator, and diagrams that are checked step by step. Nothing of how it was
// found is used.

#include "axioms/file/reader.hpp"
#include "logic/model/model.hpp"
#include "prover/checker/certificate.hpp"
#include "prover/checker/symbolic/state_sets.hpp"
#include "prover/claims/claim_parts.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sgl::certificate
{

/// The formulas that a file of derivations shows in this game: the kernel's theorems. What is wrong
/// with the file, in `failure`.
struct KernelTheorems
{
    std::vector<Formula> theorems;   // in the game
    std::vector<Formula> everywhere; // in every game over the frame
    std::string failure;
};
using ReadTheorems = std::function<KernelTheorems(const std::string& file)>;

/// Why a certificate is not accepted; nothing where it is.
using Objection = std::optional<std::string>;

/// The claim is the one that the certificate names. The rules of the game are looked up in its
/// axioms first (objection_to_rules). Throws Interrupted and EvaluationTooDeep.
Objection objection(const GameUnderCheck& ground, const Claim& claim,
                    const Certificate& certificate, Bdds& diagrams,
                    const ReadTheorems& read_theorems);

/// To one argument for one part, over rules that are believed.
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByStates& how, Bdds& diagrams);
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByAllStates& how, Bdds& diagrams);
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByClauses& how, std::size_t most_nodes);
/// The model that a certificate gives; its indices are those of states in it.
std::unique_ptr<ExplicitModel> explicit_model(const Frame& frame, const CounterModel& content);
/// To a play, given that the claim's verdict is this.
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const InModel& how);
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const InGame& how,
                       std::size_t most_nodes);

/// What must be theorems for the argument to hold; nothing where it is none.
std::vector<Formula> obligations(const GameUnderCheck& ground, const Claim& claim,
                                 const ClaimPart& part, const ByTheorems& how);

} // namespace sgl::certificate
