#pragma once

// What sgl answers to a claim.

#include "prover/attempt.hpp"
#include "prover/witness.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sgl
{

/// The claim holds in every model of Σ.
struct Proved
{
    std::string method; // "reduction", "unrolling"
    std::string detail; // "no play is longer than 9 plies"
    /// By reduction: formulas that are true at every move of every model, and together say it all.
    std::vector<Formula> shown = {};
    bool in_frame_alone = false; // in every model of the frame, whatever Σ says
    /// A part of what is shown that need not be looked into: it is so whatever that is.
    Formula letter = {};
};

/// No play of up to this many plies speaks against the claim; never more than that.
struct HoldsUpTo
{
    unsigned plies = 0;
    std::string why; // why it stopped there
};

/// A state beyond the play that what is refuted looks at, where Σ leaves open how it turns out.
struct Ahead
{
    std::vector<Action> word; // from the play's last state
    Valuation state;
};

/// A play or state in which the claim is false, confirmed by the plain evaluator.
struct Refuted
{
    Witness witness;
    std::vector<Valuation> states; // along the play, first to last
    std::string method;
    std::string detail; // "o is told no move", "the play never ends"
    std::vector<Action> told =
        {}; // what the strategy a claim is about recommends where the play ends
    std::vector<Ahead> ahead = {};
};

struct Undecided
{
    std::string why;
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
    std::optional<Refuted> stuck; // a complying play that ends where an agent is told no move
    std::vector<Condition> conditions; // of `implements`
    /// What was found contradictory in the game's axioms before the claim was looked at; may be
    /// empty.
    std::shared_ptr<const std::vector<Contradiction>> contradictions;
    std::vector<Attempt> tried; // in the order in which they ended
    SolverStatistics statistics;
    std::size_t formulas = 0, equations = 0;
    double seconds = 0;

    // Where a derivation was asked for:
    std::string proof;    // its file
    std::string no_proof; // or why there is none
};

/// One of the conditions that make up a claim, with a verdict of its own.
struct Condition
{
    std::string name;
    ClaimResult result;
};

/// "proved", "holds", "refuted" or "undecided".
std::string word(const Verdict& verdict);

/// What came of an attempt that ended so: "no play is longer than 9 plies", "refuted after 3
/// plies".
std::string outcome_of(const Verdict& verdict);

Comparison compare(const Claim& claim, const ClaimResult& result);

} // namespace sgl
