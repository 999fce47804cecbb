#pragma once

// What sgl answers to a claim.

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

/// Why there is no answer, or nothing written: a limit cut the work short, after `words` or
/// without; or `words` alone.
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
    bool in_frame_alone = false; // in every model of the frame, whatever Σ says
    /// A subformula of the obligations that the proof treats as a letter: they hold whatever its
    /// value. May be empty.
    Formula opaque = {};
    ProofScheme scheme = {};
    /// Formulas true in every reachable state; that they are is among the obligations.
    std::vector<Formula> lemmas = {};
    /// A play that shows it, where one does (`consistent`).
    std::shared_ptr<const Refuted> play = {};
    /// The states that plays reach, as an engine found them, where that is kept
    /// (Theory::keep_models).
    std::vector<std::shared_ptr<const StateDiagrams>> reached = {};
};

/// No play of up to this many plies speaks against the claim; never more than that.
struct HoldsUpTo
{
    unsigned plies = 0;
    Reason why; // why it stopped there; nothing cut it short: at the bound
};

/// A state beyond the play that what is refuted looks at, where Σ leaves open how it turns out.
struct Ahead
{
    std::vector<Action> word; // from the play's last state
    Valuation state;
};

/// Why a play goes on nowhere: its last state is not terminal, and no legal move complies.
struct Stuck
{
    /// Who have legal moves there, none of which their strategies recommend; empty: nobody has any.
    std::vector<Agent> without_recommendation = {};
};

/// How large the models are that are kept with what refutes.
inline constexpr std::size_t most_states_kept = 1000;

/// A play or state in which the claim is false, confirmed by the plain evaluator.
struct Refuted
{
    Witness witness;
    std::vector<Valuation> states; // along the play, first to last
    Method method = Method::Unrolling;
    std::string detail; // "o has a legal move and the strategy recommends none"
    std::vector<Action> told =
        {}; // what the strategy a claim is about recommends where the play ends
    std::vector<Ahead> ahead = {};
    /// Where models are kept (Theory::keep_models) and this one is small.
    std::shared_ptr<const CounterModel> model = {};
    OpenValues otherwise = OpenValues::False; // how open values of its states turn out
    std::optional<Stuck> stuck = {};          // of `achieves`, where that is what refutes it
};

struct Undecided
{
    Reason why = {};
};

using Verdict = std::variant<Proved, HoldsUpTo, Refuted, Undecided>;

/// How a verdict compares with what the file expects.
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
    bool perhaps_vacuous = false; // whether it is was not found out in the time there is for that
    std::optional<Refuted>
        stuck; // a complying play that ends where a strategy recommends none of the legal moves
    std::vector<Condition> conditions; // of `implements`
    /// What was found contradictory in the game's axioms before the claim was looked at; may be
    /// empty.
    std::shared_ptr<const std::vector<Contradiction>> contradictions;
    std::optional<Method> compared;   // the engine that agrees, where two were compared
    std::vector<EngineAttempt> tried; // in the order in which they ended
    SolverStatistics statistics;
    std::size_t formulas = 0, equations = 0;
    double seconds = 0;

    // Where a derivation was asked for:
    std::string proof; // its file
    Reason no_proof;   // or why there is none
    std::string certificate;
    Reason no_certificate; // likewise
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
    std::optional<Refuted> stuck;
};

/// How a verdict was found, a bounded one by unrolling; nothing if undecided.
std::optional<Method> method_of(const Verdict& verdict);

/// "proved", "holds", "refuted" or "undecided"; more words are in prover/verdicts/words.hpp.
std::string word(const Verdict& verdict);

Comparison compare(const Claim& claim, const ClaimResult& result);

} // namespace sgl
