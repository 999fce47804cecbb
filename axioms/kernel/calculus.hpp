#pragma once

// The trusted kernel: it knows the axioms, the rules and nothing of how a derivation was found. A
// theorem cannot be made anywhere else.

#include "axioms/kernel/catalogue.hpp"
#include "axioms/kernel/derivation.hpp"
#include "axioms/kernel/tautology.hpp"
#include "logic/formula/frame.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <variant>
#include <vector>

namespace sgl::axioms
{

/// What a checked derivation shows, in one frame; with game axioms, in one game. With metavariables
/// it holds for all their values, with premises it is a derived rule.
class Theorem
{
public:
    const std::string& name() const { return name_; }
    /// What is shown, from the premises where there are any.
    Formula formula() const { return formula_; }
    std::span<const Formula> premises() const { return premises_; }
    const Variables& variables() const { return variables_; }
    /// The premise may only be a line that rests on no game axiom: GEN S is applied to it.
    bool must_be_pure(std::size_t premise) const;

    /// It rests on a game axiom.
    bool uses_game() const { return !game_axioms_.empty(); }
    /// The axioms of SGL ("A1" for TAUT), the rules beside TAUT, and the game's axioms that it
    /// rests on, theorems cited included.
    const std::set<std::string>& axioms() const { return axioms_; }
    const std::set<std::string>& rules() const { return rules_; }
    const std::set<std::string>& game_axioms() const { return game_axioms_; }
    std::size_t line_count() const { return line_count_; }

private:
    friend class Calculus;
    Theorem() = default;

    std::string name_;
    Variables variables_;
    Formula formula_;
    std::vector<Formula> premises_;
    std::vector<Formula> open_; // what has metavariables in these, by id: operands come first
    std::uint64_t pure_ = 0;    // the premises that must be, by number; all from the 64th by bit 63
    std::set<std::string> axioms_, rules_, game_axioms_;
    std::size_t line_count_ = 0;
};

/// Why a derivation is not accepted.
enum class Why : std::uint8_t
{
    NotAFrame,       // the calculus has no agents, or an agent without actions
    NotAGameAxiom,   // one the calculus was given is no formula of the frame, without metavariables
    Empty,           // no lines
    AlreadyShown,    // another theorem has this name
    ForeignSymbol,   // no formula of the store over the frame and the metavariables declared
    NoSuchAxiom,     // of SGL, of the game, or theorem
    NotAnInstance,   // of the axiom or theorem named
    WrongCitations,  // too few, too many, or not of earlier lines
    DoesNotFollow,   // by the rule named
    WrongRefutation, // a clause that a propositional step carries does not follow
    TooHard,         // a propositional step that needs a refutation to check
    DependsOnGame,   // GEN S on a line that rests on a game axiom
    WrongSort,       // a metavariable's value is of another sort, missing, or one too many
    NotDistinct,     // two actions that must differ may be the same
    Misplaced,       // a premise after other lines
    NotTheStatement, // the last line is not what the theorem states
    Stopped,         // nothing is wrong so far: the check was stopped
};

/// Where and why a derivation is not accepted. In words: axioms/file/explanation.hpp.
struct Rejection
{
    std::size_t line = 0; // from 0
    Why why = Why::Empty;
    /// What the theorem cited is with these values: the formula, or the premise of that number,
    /// from 1, where it is not the line cited for it. Empty for other rules.
    Formula instance = {};
    std::size_t premise = 0;
};

/// What a check may ask for, line by line. What it accepts rests on no answer.
struct Assistance
{
    /// The clauses that a TAUT line needs (axioms/kernel/tautology.hpp), where it carries none and
    /// is too large to be checked without; empty where there are none. They are checked.
    std::function<std::vector<Literal>(std::size_t line, std::span<const Formula> premises,
                                       Formula conclusion)>
        find_refutation = {};
    /// Asked now and then: whether the check is to end, with Why::Stopped.
    std::function<bool()> is_stopped = {};
};

/// One ground instance of an axiom of a game; all instances share the axiom's name.
struct GameAxiom
{
    std::string name;
    Formula formula;
};

/// SGL over one frame, with the axioms of one game or none. It owns the axioms: nobody else can add
/// one. Only what it has checked can be cited, and only here: a theorem belongs to its frame.
class Calculus
{
public:
    /// The store must outlive it. Axioms of the game are cited by name, one ground instance a line.
    /// With what is no multi-agent frame, or no axiom over it, no derivation is accepted.
    Calculus(FormulaStore& store, Frame frame, std::span<const GameAxiom> game_axioms = {});
    ~Calculus();

    /// Accepted, the theorem can be cited by its name from then on. What is checked is a copy: the
    /// derivation may change meanwhile, where the assistance changes it.
    std::variant<const Theorem*, Rejection> check(const Derivation& derivation,
                                                  const Assistance& assistance = {});

    const Frame& frame() const { return frame_; }
    FormulaStore& store() const { return store_; }
    /// Nothing where no theorem has that name.
    const Theorem* find(std::string_view name) const;
    const std::map<std::string, std::unique_ptr<const Theorem>, std::less<>>& theorems() const
    {
        return theorems_;
    }

private:
    class Check;

    FormulaStore& store_;
    Tautologies tautologies_;
    Frame frame_;
    std::map<std::string, std::vector<Schema>, std::less<>> schemas_;
    std::vector<Formula> ground_; // formulas over the frame, by id, as far as they were met
    std::map<std::string, std::unordered_set<Formula>, std::less<>> game_axioms_; // instances
    std::optional<Why> unfit_; // what is wrong with the frame or the game's axioms
    std::map<std::string, std::unique_ptr<const Theorem>, std::less<>> theorems_;
};

/// `before` and `after` differ in one place at most, where one has ○φ, α ▽ β or α △ β and the other
/// what that abbreviates.
bool is_one_definition_apart(FormulaStore& store, const Frame& frame, Formula before,
                             Formula after);

} // namespace sgl::axioms
