#pragma once

// A game as read and grounded: the frame, the axioms Σ, the strategies and the claims. Definitions
// are expanded, quantifiers and parameters are gone.

#include "logic/diagnostic.hpp"
#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sgl
{

/// One ground instance of an axiom of Σ; `name` is the axiom's, shared by all its instances.
struct Axiom
{
    std::string name;
    Formula formula;
    Position position;
};

/// A strategy of an agent: a set of its legal moves.
struct Strategy
{
    std::string name; // "sensible(x)", or "(rule)" for one written in place
    Agent agent;
    /// True at a move exactly when the strategy recommends it: leaves are joined with
    /// legal_move_of(agent), so that ▽ and △ have the legal reading (errata S4).
    Formula moves;
    Position position;
};

/// How a state is drawn: a grid of one or two axes.
struct Board
{
    struct Mark
    {
        Fluent fluent;
        std::size_t row, column; // from 0
        std::string label;
    };
    std::size_t rows = 0, columns = 0;
    std::vector<std::string> row_names, column_names; // the values of the axes
    std::vector<Mark> marks;
};

struct Policy; // logic/states/policies.hpp

enum class ClaimKind : std::uint8_t
{
    Valid,         // ⊨ φ
    Theorem,       // Σ ⊨ φ
    Always,        // φ in every reachable state, or at every legal move there
    Complete,      // s recommends a move wherever its agent has a legal one
    Deterministic, // s never recommends two
    Functional,    // both
    Consistent,    // s recommends a move somewhere
    Refines,       // every move s recommends, r does
    Equals,        // both ways
    If,            // if profile then φ
    Implements,    // α implements φ
    Achieves,      // profile achieves φ
    CanForce,      // coalition can force φ
};

enum class Expected : std::uint8_t
{
    Proved,
    Refuted,
    Vacuous
};

/// `by invariant φ [every N plies] [when ψ]`: φ is said of the states at every N-th ply of a
/// complying play, from the first; or where ψ is true, which comes back within N plies.
struct Invariant
{
    Formula formula;
    std::optional<unsigned> every;
    Formula when; // empty: not given
};

struct Claim
{
    std::string name;
    ClaimKind kind = ClaimKind::Valid;
    Formula formula;                  // φ, where the kind has one
    Formula alpha;                    // the α of Implements
    std::vector<Strategy> strategies; // s; s, r; or the profile, one an agent
    std::vector<Agent> coalition;     // of CanForce
    bool everywhere = false;          // over all states of Σ, not the reachable ones
    std::optional<unsigned> up_to;    // "up to N plies"
    std::optional<Expected> expected; // empty: not compared
    bool alpha_is_strategy = false;   // the α of Implements is a strategy's name
    std::optional<Invariant> invariant;
    /// `by measure`: at every move, the first of these that changes becomes false.
    std::vector<Formula> measure;
    std::vector<std::string> cited; // `by claim NAME`: to be shown together with this claim
    Position position;
    std::string text; // as written, after the colon
};

struct Game
{
    std::string name; // "mk", or the source's name where none is given
    std::vector<std::pair<std::string, std::int64_t>> parameters;
    Frame frame;
    std::vector<Axiom> axioms;
    std::vector<Strategy> strategies; // those grounded: without parameters, or used somewhere
    /// What their rules, and the rules they are made of, are called: by what they expand to.
    std::unordered_map<Formula, std::string> strategy_names;
    std::vector<Claim> claims;
    std::optional<Board> board;
    /// Those that are looked up, and not written out as formulas.
    std::vector<std::shared_ptr<const Policy>> policies;
    std::vector<Diagnostic> warnings;
};

/// The game's name and frame, without axioms, strategies and claims.
inline Game frame_alone(const Game& game)
{
    Game bare;
    bare.name = game.name;
    bare.frame = game.frame;
    return bare;
}

} // namespace sgl
