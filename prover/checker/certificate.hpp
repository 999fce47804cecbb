#pragma once

// A certificate shows that a claim is proved or refuted, and is checked without the engines. Its
// text (docs/derivations.md) names the game and the claim. The checker reads the meaning of the
// claim from the file of the game, never from the certificate.

#include "axioms/kernel/literal.hpp"
#include "logic/diagnostic.hpp"
#include "logic/model/game.hpp"
#include "logic/model/game_model.hpp"
#include "prover/checker/symbolic/symbolic.hpp"
#include "prover/claims/proof_obligations.hpp"
#include "prover/claims/replay.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sgl::certificate
{

using axioms::Literal;

/// Theorems of the kernel, from a file of derivations beside the certificate.
struct ByTheorems
{
    ProofMethod way = ProofMethod::Everywhere;
    unsigned plies = 0;
    std::vector<Formula> known; // lemmas, true in every reachable state; shown by the argument, too
    std::string file;
};

/// Sets of states as decision diagrams over `bits`: moves lead from each set into the next.
struct ByStates
{
    Bits bits;
    std::vector<Bdds::Node> sets; // nodes in the store of the certificate's diagrams
    bool ends = false; // true: no move leaves the last set; false: moves from it stay in it
};

/// The claim is true in all states that the axioms allow, by what one state shows.
struct ByAllStates
{
    bool definitions = true; // the definitions of terminal and legal are used
    bool opaque = false;     // the first operand of the claim's △ is a letter, of any value
};

/// Plays, or segments of plays, as clauses that the checker makes from the game. The clauses
/// contradict a bad state or move. For each contradiction in turn, `lines` has the clauses that
/// lead to it.
struct ByClauses
{
    ProofMethod way = ProofMethod::Unrolling; // not Everywhere
    unsigned plies = 0;
    std::vector<Formula> known; // lemmas, true in every reachable state; shown by the argument, too
    /// Formulas true in every state that complying plays reach; the induction shows them together
    /// with the claim. For `Invariant`: true in every `plies`-th state of complying plays; together
    /// they are the invariant, in place of the claim's own. Empty for `Unrolling`.
    std::vector<Formula> kept;
    /// A list for each contradiction: clauses, each ended by 0, each of which follows from the
    /// clauses before it by unit propagation (RUP). If `hinted`, each clause is followed by its
    /// hints, the numbers of clauses, ended by 0, and the last clause by those of the
    /// contradiction.
    std::vector<std::vector<Literal>> lines;
    bool hinted = false;
};

/// A set of states in a file of its own beside the certificate, state by state (logic/states).
struct ByListedStates
{
    std::string file;
};

/// A play in a model made for the play: open values follow a default, and the axioms of Σ are true
/// in every state that actions lead to.
struct InGame
{
    Witness witness;
    OpenValues otherwise = OpenValues::False;
    /// True in all states that follow; empty: nothing is said. A hint of where to look for them.
    Formula within = {};
};

/// A policy and a set of states, in files of their own: the policy of the coalition, by which it
/// forces what a claim `can force` says; or of the others, who prevent it.
struct ByPolicy
{
    std::string policy, states; // files
    /// Where they prevent it: an initial state, and why a model has it; a play without moves.
    std::optional<InGame> start = {};
};

/// The argument for one part of the claim.
using Argument =
    std::variant<ByTheorems, ByStates, ByAllStates, ByClauses, ByListedStates, ByPolicy>;

/// A whole finite model, and a play in it.
struct InModel
{
    CounterModel model;
    std::vector<Action> actions; // of the play
    std::optional<Action> move;
};

struct Certificate
{
    std::string game; // path relative to the directory of the certificate
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    std::string claim;
    bool proved = false;
    /// The keyword `lasting`: the check is limited to states from which every sequence of this many
    /// actions leads through states that the axioms allow.
    std::optional<unsigned> actions_ahead;
    std::vector<std::pair<std::string, Argument>> parts; // by name of the part; or else `play`
    std::variant<std::monostate, InModel, InGame> play;
};

/// The text of a certificate.
std::string written(const Frame& frame, const Bdds& diagrams, const Certificate& certificate);

/// The first lines of a certificate: the game, the claim and the verdict.
struct Heading
{
    std::string game;
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    std::string claim;
    bool proved = false;
};
Result<Heading> read_heading(const Source& source);

/// Reads the whole certificate, over the game that its heading names. Throws Interrupted.
Result<Certificate> read_certificate(const Source& source, FormulaStore& store, const Frame& frame,
                                     Bdds& diagrams);

} // namespace sgl::certificate
