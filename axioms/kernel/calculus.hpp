#pragma once

// The trusted kernel: it knows the axioms, the rules and nothing of how a derivation was found. A
// theorem cannot be made anywhere else.

#include "axioms/kernel/catalogue.hpp"
#include "axioms/kernel/derivation.hpp"
#include "axioms/kernel/tautology.hpp"
#include "logic/model/game.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
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
    /// Its formula and premises, taken apart: operands first, each once.
    struct Part
    {
        Formula formula;
        std::uint32_t first_operand = 0; // into operands_
        bool has_variables = false;
    };
    std::vector<Part> parts_;
    std::vector<std::uint32_t> operands_; // into parts_
    std::vector<std::uint32_t> roots_;    // the formula, then the premises, in parts_
    std::uint64_t pure_ = 0; // the premises that must be, by number; all from the 64th by bit 63
    std::set<std::string> axioms_, rules_, game_axioms_;
    std::size_t line_count_ = 0;
};

enum class Why : std::uint8_t
{
    Empty,           // no lines
    NoSuchAxiom,     // of SGL, of the game, or theorem
    NotAnInstance,   // of the axiom or theorem named
    WrongCitations,  // too few, too many, or not of earlier lines
    DoesNotFollow,   // by the rule named
    TooHard,         // a propositional step that needs a refutation to check
    DependsOnGame,   // GEN S on a line that rests on a game axiom
    WrongSort,       // a metavariable's value is of another sort, missing, or one too many
    NotDistinct,     // two actions that must differ may be the same
    Misplaced,       // a premise after other lines
    NotTheStatement, // the last line is not what the theorem states
    Stopped,         // nothing is wrong so far: the check was stopped
    AlreadyShown,    // another theorem has this name
};

/// Why a derivation is not accepted: which line, by which rule, what was expected there, what
/// found.
struct Rejection
{
    std::size_t line = 0; // from 0
    Why why = Why::Empty;
    std::string rule;
    std::string expected;
    std::string found; // or empty

    std::string message() const;
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

/// SGL over one frame, with the axioms of one game or none. It owns the axioms: nobody else can add
/// one. Only what it has checked can be cited, and only here: a theorem belongs to its frame.
class Calculus
{
public:
    /// The store must outlive it. Axioms of the game are cited by name, one ground instance a line.
    Calculus(FormulaStore& store, Frame frame, std::vector<Axiom> game_axioms = {});
    ~Calculus();

    /// Accepted, the theorem can be cited by its name from then on.
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
    std::map<std::string, std::set<std::uint32_t>, std::less<>> game_axioms_; // ids of instances
    std::map<std::string, std::unique_ptr<const Theorem>, std::less<>> theorems_;
};

/// `before` and `after` differ in one place at most, where one has ○φ, α ▽ β or α △ β and the other
/// what that abbreviates.
bool is_one_definition_apart(FormulaStore& store, const Frame& frame, Formula before,
                             Formula after);

} // namespace sgl::axioms
