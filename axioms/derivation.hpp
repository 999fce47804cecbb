#pragma once

// Derivations, and the checker that is the trusted kernel: it knows the axioms, the rules and
// nothing of how a derivation was found. A theorem cannot be made anywhere else.

#include "axioms/catalogue.hpp"
#include "logic/diagnostic.hpp"
#include "logic/game.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace sgl::axioms
{

/// How a line follows.
enum class Rule : std::uint8_t
{
    Axiom,              // an instance of the axiom named
    Tautology,          // propositional consequence of the lines cited (A1 when none is)
    ModusPonens,        // from φ and φ -> ψ, cited in this order: ψ
    GeneraliseAction,   // GEN A: from φ, [a]φ
    GeneraliseChoice,   // GEN C: from φ, ⟪a⟫φ
    GeneraliseStrategy, // GEN S: from φ, ⌊α⌋φ; φ must not depend on a game axiom (errata S2)
    GameAxiom,          // an instance of the game's axiom named
    Definition, // the line cited with one ○, ▽ or △ unfolded or folded, at any position
    Theorem,    // a theorem shown before
};

struct Line
{
    Formula formula;
    Rule rule = Rule::Tautology;
    std::string name;                     // of the axiom, game axiom or theorem
    std::vector<std::uint32_t> citations; // earlier lines, from 0
    Position position;
};

/// A named list of lines; the last one is what it shows.
struct Derivation
{
    std::string name;
    std::vector<Line> lines;
};

/// What a checked derivation shows, in one frame; with game axioms, in one game.
class Theorem
{
public:
    Formula formula() const { return formula_; }
    /// It rests on a game axiom.
    bool uses_game() const { return uses_game_; }
    /// The axioms of SGL and of the game it rests on, theorems cited included.
    const std::set<std::string>& axioms() const { return axioms_; }
    const std::set<std::string>& game_axioms() const { return game_axioms_; }

private:
    friend class Calculus;
    Theorem() = default;

    Formula formula_;
    bool uses_game_ = false;
    std::set<std::string> axioms_, game_axioms_;
};

enum class Why : std::uint8_t
{
    Empty,          // no lines
    NoSuchAxiom,    // of SGL, of the game, or theorem
    NotAnInstance,  // of the axiom named
    WrongCitations, // too few, too many, or not of earlier lines
    DoesNotFollow,  // by the rule named
    TooHard,        // a propositional step beyond the kernel's own means
    DependsOnGame,  // GEN S on a line that rests on a game axiom
    AlreadyShown,   // another theorem has this name
};

struct Rejection
{
    std::size_t line = 0; // from 0
    Why why = Why::Empty;
    std::string message; // what was expected, what was found
};

/// SGL over one frame, with the axioms of one game or none. It owns the axioms: nobody else can add
/// one. Only what it has checked can be cited.
class Calculus
{
public:
    /// The store must outlive it. Axioms of the game are cited by name, one ground instance a line.
    Calculus(FormulaStore& store, Frame frame, std::vector<Axiom> game_axioms = {});

    /// Accepted, the theorem can be cited by its name from then on.
    std::variant<Theorem, Rejection> check(const Derivation& derivation);

    const Frame& frame() const { return frame_; }

private:
    struct Shown
    {
        bool uses_game = false;
    };
    std::optional<Rejection> follows_from(const Derivation& derivation, std::size_t line,
                                          const std::vector<Shown>& shown, Theorem& sum,
                                          Shown& here) const;
    bool is_instance(const Line& line) const;

    FormulaStore& store_;
    Frame frame_;
    std::map<std::string, std::vector<Schema>, std::less<>> schemas_;
    std::map<std::string, std::set<std::uint32_t>, std::less<>> game_axioms_; // ids of instances
    std::map<std::string, Theorem, std::less<>> theorems_;
};

/// `before` and `after` differ in one place at most, where one has ○φ, α ▽ β or α △ β and the other
/// what that abbreviates.
bool is_one_definition_apart(FormulaStore& store, const Frame& frame, Formula before,
                             Formula after);

} // namespace sgl::axioms
