#pragma once

// Verdicts: the answers of sgl to claims.

#include "prover/claims/method.hpp"
#include "prover/claims/proof_obligations.hpp"
#include "prover/claims/replay.hpp"
#include "prover/resources/interrupted.hpp"
#include "prover/resources/solver_statistics.hpp"
#include "prover/verdicts/attempt_log.hpp"
#include "prover/verdicts/bdd_data.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sgl
{

/// The shape of a proof.
struct ProofScheme
{
    ProofMethod method = ProofMethod::Everywhere;
    unsigned depth = 0; // moves
};

struct Refuted;
struct SidePolicy; // prover/verdicts/side_policy.hpp

/// The reason why an answer or a file is missing: the limit that cut the work short, the `words`,
/// or both.
struct Reason
{
    Reason() = default;
    Reason(const char* text) : words(text) {}
    Reason(std::string text) : words(std::move(text)) {}
    Reason(Interrupted by) : cut_short(std::move(by)) {}

    bool empty() const { return words.empty() && !cut_short; }

    std::string words;
    std::optional<Interrupted> cut_short;
};

/// The claim holds in every model of Σ.
struct Proved
{
    Method method = Method::Reduction;
    std::string detail; // "no play is longer than 9 plies"
    /// SGL theorems of the game (of the frame if `in_frame_alone`) that together imply the claim,
    /// by `scheme`; empty where none were kept.
    std::vector<Formula> obligations = {};
    bool in_frame_alone = false; // true in every model of the frame, with any Σ
    /// A subformula of the obligations that the proof treats as a letter: the obligations hold for
    /// every value of it. May be empty.
    Formula opaque = {};
    ProofScheme scheme = {};
    /// Formulas true in every reachable state; the obligations include this.
    std::vector<Formula> lemmas = {};
    /// Formulas true in every state that complying plays reach; the induction of `scheme` shows
    /// them together with the claim. If the scheme is Invariant: true in every `depth`-th state, an
    /// invariant that was found.
    std::vector<Formula> kept = {};
    /// A play that shows the claim (of `consistent`); else null.
    std::shared_ptr<const Refuted> play = {};
    /// The states that plays reach, as an engine found them; only with Theory::keep_models.
    std::vector<std::shared_ptr<const StateDiagrams>> reached = {};
    /// Of `can force`: the policy by which the coalition does; else null.
    std::shared_ptr<const SidePolicy> side = {};
};

/// No play of at most `plies` plies refutes the claim. The verdict says nothing about longer plays.
struct HoldsUpTo
{
    unsigned plies = 0;
    Reason why; // why the search stopped there; not cut short: the bound was reached
};

/// A state beyond the end of the play, on which the refuted formula depends, and of which Σ leaves
/// values open.
struct Ahead
{
    std::vector<Action> word; // from the play's last state
    Valuation state;
};

/// A stuck play: its last state is not terminal, and no legal move complies.
struct Stuck
{
    /// The agents with legal moves there, none of which their strategies recommend; empty: no
    /// agent has a legal move.
    std::vector<Agent> without_recommendation = {};
};

/// The most states of a model that is kept with a refutation.
inline constexpr std::size_t most_states_kept = 1000;

/// A play or state in which the claim is false, confirmed by the plain evaluator.
struct Refuted
{
    Witness witness;
    std::vector<Valuation> states; // along the play, first to last
    Method method = Method::Unrolling;
    std::string detail; // "o has a legal move and the strategy recommends none"
    std::vector<Action> recommended =
        {}; // the moves that the strategy in question recommends at the end of the play
    std::vector<Ahead> ahead = {};
    /// Only with Theory::keep_models, and if the model is small.
    std::shared_ptr<const CounterModel> model = {};
    OpenValues otherwise = OpenValues::False; // the default of the open values of the states
    Formula within = {};             // true in all states that follow; empty: nothing is said
    std::optional<Stuck> stuck = {}; // of `achieves`, where a stuck play refutes it
    /// Of `can force`: the policy by which the other agents prevent it from the play's first state
    /// on; else null.
    std::shared_ptr<const SidePolicy> side = {};
};

/// Axioms that contradict each other after some actions, so that it is not known whether a model
/// has the state in which these are taken.
struct AxiomClash
{
    Valuation state;
    bool is_of_play = false;         // the end of the play found; else plays need not reach it
    std::vector<Action> after;       // from the state, legal or not
    std::vector<std::string> axioms; // that cannot all be true then, by name
    /// A5 is false: the action is legal where terminal is true.
    std::optional<Action> legal_at_the_end = {};
};

struct Undecided
{
    Reason why = {};
    std::optional<AxiomClash> clash = {}; // why a play or a state was not confirmed
};

using Verdict = std::variant<Proved, HoldsUpTo, Refuted, Undecided>;

/// The comparison of a verdict with the one that the file expects.
enum class Comparison : std::uint8_t
{
    AsExpected,
    NotAsExpected,
    Open, // undecided, or bounded where a proof was expected
};

struct Condition;
struct Contradiction;

struct ClaimResult
{
    Verdict verdict = Undecided{};
    bool vacuous = false;
    std::string vacuous_why;
    bool perhaps_vacuous = false; // the time for the test of vacuity ran out
    /// A complying play that ends where a strategy recommends none of the legal moves.
    std::optional<Refuted> stuck;
    std::vector<Condition> conditions; // of `implements`
    /// Contradictions in the axioms of the game, found before the first claim was decided; may be
    /// empty.
    std::shared_ptr<const std::vector<Contradiction>> contradictions;
    std::optional<Method> compared;   // the engine that agrees, where two were compared
    std::vector<EngineAttempt> tried; // in the order in which they ended
    SolverStatistics statistics;
    std::size_t formulas = 0, equations = 0;
    double seconds = 0;

    // Where a derivation or a certificate was requested:
    std::string proof; // the file of the derivation
    Reason no_proof;   // why there is no derivation
    std::string certificate;
    Reason no_certificate; // why there is no certificate
};

/// One of the conditions that make up a claim, with a verdict of its own.
struct Condition
{
    std::string name;
    ClaimResult result;
};

/// The answer to a question about plays (prover/claims/question.hpp).
struct PlayAnswer
{
    Verdict verdict = Undecided{};
    bool any_initial = false;
    bool premise_seen = false;
    bool never_stuck = false; // no complying play is stuck; false: not known
    std::optional<Refuted> stuck;
};

/// The method of a verdict: Unrolling for HoldsUpTo, nothing for Undecided.
std::optional<Method> method_of(const Verdict& verdict);

/// "proved", "holds", "refuted" or "undecided". Other texts are in prover/verdicts/words.hpp.
std::string word(const Verdict& verdict);

Comparison compare(const Claim& claim, const ClaimResult& result);

} // namespace sgl
