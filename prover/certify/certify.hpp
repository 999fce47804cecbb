#pragma once

// Certificates for verdicts. The checker accepts each certificate before it is returned.

#include "prover/checker/certificate.hpp"
#include "prover/checker/check.hpp"
#include "prover/verdicts/verdict.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace sgl::certificate
{

/// The largest number of nodes of diagrams, within the memory limit of the engines.
std::size_t most_nodes();

/// A certificate as text, or the reason why there is none.
struct CertificateText
{
    std::string text;
    Reason why_not;
    /// Files of states that stand beside it: the endings of their names, and what they hold.
    std::vector<std::pair<std::string, std::string>> files = {};
};

/// The endings of the names of files of states, for one part of a claim each.
inline constexpr std::array<const char*, 3> states_endings{"states", "2.states", "3.states"};

/// The context of a certificate: its files, and the arguments to try.
struct CertificateContext
{
    std::string game;        // path relative to the directory of the certificate
    std::string theorems;    // file of derivations beside the certificate; empty: none
    bool briefly = false;    // only quick arguments: none that searches from state to state
    bool by_clauses = false; // only clauses, where induction or an unrolling proved the claim
    /// The name of files of states beside the certificate, without the ending; empty: none.
    std::string states = {};
    bool by_lists = false; // only listed states
};

/// The certificate of a claim that is proved or refuted. Throws Interrupted when the budget runs
/// out.
CertificateText certify(FormulaStore& store, const Game& game, const Claim& claim,
                        const Verdict& verdict, const CertificateContext& about,
                        const Budget& budget);

/// The sets of states that plays of the question reach: one set of all reachable states, or, where
/// plays must end, one set for each number of moves. Nothing where a bad state is reached, or plays
/// do not end. Throws Interrupted and EvaluationTooDeep.
std::optional<ByStates> states_reached(const GameUnderCheck& ground, const Question& question,
                                       Bdds& diagrams);
/// One set: the reachable states and those of the one set of `known`, from which the search starts.
/// Throws Interrupted and EvaluationTooDeep.
std::optional<ByStates> states_reached_from(const GameUnderCheck& ground, const Question& question,
                                            ByStates known, Bdds& diagrams);

/// The sets of states that an engine found, not checked yet: all reachable states, or, where plays
/// must end, supersets of the states after each number of moves; no set, where the engine did not
/// find one. Throws Interrupted.
ByStates states_of(const StateDiagrams& found, bool must_end, Bdds& diagrams);

} // namespace sgl::certificate
