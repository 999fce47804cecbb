#pragma once

// A certificate: why a claim is proved or refuted, to be checked without the engines. As text
// (docs/derivations.md) it names the game and the claim, which are read from the game's file; what
// the claim says is never in it.

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

/// The derivations in a file beside the certificate.
struct ByTheorems
{
    ProofMethod way = ProofMethod::Everywhere;
    unsigned plies = 0;
    std::vector<Formula> known; // of every reachable state; shown there too
    std::string file;
};

/// Sets of states, as diagrams over some bits: moves lead from one into the next.
struct ByStates
{
    Bits bits;
    std::vector<Bdds::Node> sets; // in the certificate's store of diagrams
    bool ends = false;            // no move leads anywhere from the last; else they stay in it
};

/// It is so in all states that the axioms allow, as far as one state shows.
struct ByAllStates
{
    bool definitions = true; // those of terminal and legal are needed
    bool opaque = false;     // the first part of the claim's △ is not: it is so whatever that is
};

/// Plays, or stretches of them, as clauses that whoever checks makes of the game: they contradict
/// what is bad. Of each contradiction in turn there are the lines that lead to it.
struct ByClauses
{
    ProofMethod way = ProofMethod::Unrolling; // not Everywhere
    unsigned plies = 0;
    std::vector<Formula> known; // of every reachable state; shown there too
    /// Clauses, each ended by 0, each of which follows from those before it by unit propagation.
    std::vector<std::vector<Literal>> lines;
};

/// What shows one part of the claim.
using Argument = std::variant<ByTheorems, ByStates, ByAllStates, ByClauses>;

/// A whole finite model, and a play in it.
struct InModel
{
    CounterModel model;
    std::vector<Action> actions; // of the play
    std::optional<Action> move;
};

/// A play in a game every state of which goes on for ever, open values turning out by a default.
struct InGame
{
    Witness witness;
    OpenValues otherwise = OpenValues::False;
};

struct Certificate
{
    std::string game; // its path, from where the certificate is
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    std::string claim;
    bool proved = false;
    /// The keyword `lasting`: of states, only those are looked at from which every sequence of so
    /// many actions leads through states that the axioms allow.
    std::optional<unsigned> actions_ahead;
    std::vector<std::pair<std::string, Argument>> parts; // by name; or
    std::variant<std::monostate, InModel, InGame> play;
};

/// The text of a certificate.
std::string written(const Frame& frame, const Bdds& diagrams, const Certificate& certificate);

/// What a certificate is about: how it begins.
struct Heading
{
    std::string game;
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    std::string claim;
    bool proved = false;
};
Result<Heading> read_heading(const Source& source);

/// The whole of it, over the game that its heading names.
Result<Certificate> read_certificate(const Source& source, FormulaStore& store, const Frame& frame,
                                     Bdds& diagrams);

} // namespace sgl::certificate
