#pragma once

// The check of certificates. The judges are the game and the claim as read from the file, the
// kernel, the plain evaluator, and diagrams that are checked step by step. The check uses no engine
// and no solver.

#include "axioms/file/reader.hpp"
#include "logic/model/model.hpp"
#include "logic/states/state_list.hpp"
#include "prover/checker/certificate.hpp"
#include "prover/checker/symbolic/state_sets.hpp"
#include "prover/claims/claim_parts.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace sgl::certificate
{

/// The theorems of the kernel that a file of derivations shows in this game. Field `failure` says
/// what is wrong with the file.
struct KernelTheorems
{
    std::vector<Formula> theorems;   // theorems of the game
    std::vector<Formula> everywhere; // theorems of every game over the frame
    std::string failure;
};
using ReadTheorems = std::function<KernelTheorems(const std::string& file)>;
/// The list of states in a file beside the certificate; or what is wrong with the file. It may
/// throw Interrupted. Empty: there are no such files.
using ReadStates = std::function<std::variant<StateList, std::string>(const std::string& file)>;

/// The reason why a certificate is not accepted; nothing for an accepted certificate.
using Objection = std::optional<std::string>;

/// The objection to a certificate. `claim` is the claim that the certificate names. The rules of
/// the game are looked up in its axioms first (objection_to_rules), except for a play in a finite
/// model, whose check uses no rules. Throws Interrupted and EvaluationTooDeep.
Objection objection(const GameUnderCheck& ground, const Claim& claim,
                    const Certificate& certificate, Bdds& diagrams,
                    const ReadTheorems& read_theorems, const ReadStates& read_states = {});

/// The objection to one argument for one part of the claim. The rules are taken as checked. Throws
/// Interrupted and EvaluationTooDeep.
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByStates& how, Bdds& diagrams);
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByAllStates& how, Bdds& diagrams);
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                       const ByClauses& how, std::size_t most_nodes);
/// The finite model that a certificate gives. Indices in `content` must be indices of its states.
std::unique_ptr<ExplicitModel> explicit_model(const Frame& frame, const CounterModel& content);
/// The objection to a play, as a proof of `consistent` or a refutation of any other claim. Throws
/// Interrupted and EvaluationTooDeep.
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const InModel& how);
Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const InGame& how,
                       std::size_t most_nodes);
/// The objection to a play without moves: its state is initial in a model of the game, in which
/// what the rules leave open follows the default. Throws Interrupted and EvaluationTooDeep.
Objection objection_to_start(const GameUnderCheck& ground, const InGame& how,
                             std::size_t most_nodes);
/// The objection to a policy and states as an argument for the claim, which is a `can force`: the
/// claim is true, or with `proved` false it is false. Throws Interrupted and EvaluationTooDeep.
Objection objection_to_policy(const GameUnderCheck& ground, const Claim& claim, bool proved,
                              const StateList& policy, const StateList& states,
                              const std::optional<InGame>& start, std::size_t most_nodes);

/// The formulas that must be theorems if the argument is to show the part; empty if no theorems
/// show the part this way.
std::vector<Formula> obligations(const GameUnderCheck& ground, const Claim& claim,
                                 const ClaimPart& part, const ByTheorems& how);

} // namespace sgl::certificate
