#pragma once

// Certificates for verdicts. Nothing is handed out that the check does not accept.

#include "prover/checker/certificate.hpp"
#include "prover/checker/check.hpp"
#include "prover/verdicts/verdict.hpp"

#include <string>

namespace sgl::certificate
{

/// How many nodes diagrams may have, within what the engines may take.
std::size_t most_nodes();

/// A certificate as text, or why there is none.
struct CertificateText
{
    std::string text;
    Reason why_not;
};

/// Of what a certificate says beside its argument.
struct CertificateContext
{
    std::string game;        // its path, from where the certificate will be
    std::string theorems;    // the file beside it with what was shown, if one was written
    bool briefly = false;    // only what is found in no time: nothing that goes from state to state
    bool by_clauses = false; // only by clauses, where induction or an unrolling shows it
};

/// For a claim that is proved or refuted. Throws Interrupted when the budget runs out.
CertificateText certify(FormulaStore& store, const Game& game, const Claim& claim,
                        const Verdict& verdict, const CertificateContext& about,
                        const Budget& budget);

/// The sets of states that plays of the question go through: all there are, or, where plays must
/// end, those after so many moves. Nothing where something bad is reached, or plays do not end.
std::optional<ByStates> states_reached(const GameUnderCheck& ground, const Question& question,
                                       Bdds& diagrams);
/// All states there are, where those of one set are known to be among them.
std::optional<ByStates> states_reached_from(const GameUnderCheck& ground, const Question& question,
                                            ByStates known, Bdds& diagrams);

/// What an engine found, not yet checked: where plays must end, the states to which so many moves
/// lead, or more of them; no set, where that is not known.
ByStates states_of(const StateDiagrams& found, bool must_end, Bdds& diagrams);

} // namespace sgl::certificate
