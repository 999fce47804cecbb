#pragma once

// Derivations: numbered lines, each a formula and why it follows. Nothing here
// checks anything; `Calculus` (axioms/kernel/calculus.hpp) does.

#include "logic/formula/formula.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sgl::axioms
{

// --- metavariables ---------------------------------------------------------------------------

// A metavariable stands in a formula as a fluent or an action that no frame has: φ and p look like
// fluents, a like an action, told apart by their number.
inline constexpr std::uint32_t first_atom_variable = std::uint32_t{1} << 30;
inline constexpr std::uint32_t first_formula_variable = std::uint32_t{1} << 31;
inline constexpr std::uint32_t first_action_variable = std::uint32_t{1} << 31;

/// The i-th metavariable for a formula, an atom (a fluent, initial or terminal), an action.
inline Fluent formula_variable(std::uint32_t i)
{
    return Fluent{first_formula_variable + i};
}
inline Fluent atom_variable(std::uint32_t i)
{
    return Fluent{first_atom_variable + i};
}
inline Action action_variable(std::uint32_t i)
{
    return Action{first_action_variable + i};
}

inline bool is_variable(Action a)
{
    return a.index >= first_action_variable;
}
inline bool is_formula_variable(Fluent p)
{
    return p.index >= first_formula_variable;
}
inline bool is_atom_variable(Fluent p)
{
    return p.index >= first_atom_variable && p.index < first_formula_variable;
}
/// f may stand for p in C1 and D1: a fluent, initial, terminal, or an atom variable.
inline bool is_atom(Formula f)
{
    return f.is(Kind::Initial) || f.is(Kind::Terminal) ||
           (f.is(Kind::Fluent) && !is_formula_variable(f.fluent()));
}

/// The metavariables of a theorem, by sort, as the user named them, and which actions must differ.
struct Variables
{
    std::vector<std::string> formulas;
    std::vector<std::string> atoms;
    std::vector<std::string> actions;
    std::vector<std::pair<Action, Action>> distinct; // variables, or actions of the frame

    bool empty() const { return formulas.empty() && atoms.empty() && actions.empty(); }
    /// a ≠ b under every substitution that is allowed.
    bool differ(Action a, Action b) const;
};

/// What the metavariables of a theorem stand for where it is cited; sizes as its Variables.
struct Substitution
{
    std::vector<Formula> formulas;
    std::vector<Formula> atoms;
    std::vector<Action> actions;
};

/// f with these operands, and with the value of its own symbol where that is a metavariable, which
/// must have one.
Formula substitute_at_top(FormulaStore& store, Formula f, const Substitution& values,
                          std::span<const Formula> operands);

// --- derivations -----------------------------------------------------------------------------

/// How a line follows.
enum class Rule : std::uint8_t
{
    Premise,            // what a derived rule assumes
    Axiom,              // an instance of the axiom named
    Tautology,          // propositional consequence of the lines cited (A1 when none is)
    ModusPonens,        // from φ and φ -> ψ, cited in this order: ψ
    GeneraliseAction,   // GEN A: from φ, [a]φ
    GeneraliseChoice,   // GEN C: from φ, ⟪a⟫φ
    GeneraliseStrategy, // GEN S: from φ, ⌊α⌋φ; φ must not depend on a game axiom (errata S2)
    GameAxiom,          // an instance of the game's axiom named
    Definition, // the line cited with one ○, ▽ or △ unfolded or folded, at any position
    Theorem,    // an instance of a theorem shown before; its premises are the lines cited
};

/// The rule as a derivation names it: "MP", "GEN A", "TAUT".
std::string_view name(Rule rule);

/// One line: a formula, and why it follows. Data only; no field is to be believed.
struct Line
{
    Formula formula;
    Rule rule = Rule::Tautology;
    std::uint32_t name = 0; // of the axiom, game axiom or theorem: into Derivation::names()
    std::uint32_t first_citation = 0;
    std::uint32_t citation_count = 0;
    std::uint32_t detail = 0; // 1 + a substitution or refutation, 0: none
};

/// A named list of lines; the last one is what it shows. Lines are numbered from 0.
class Derivation
{
public:
    using Number = std::uint32_t;

    explicit Derivation(std::string name, Variables variables = {});

    // Each adds a line, right or not, and answers with its number.

    Number premise(Formula f);
    Number axiom(std::string_view name, Formula f);
    /// The refutation is of the premises and the conclusion's negation
    /// (axioms/kernel/tautology.hpp).
    Number tautology(Formula f, std::span<const Number> cited,
                     std::vector<std::int32_t> refutation = {});
    Number tautology(Formula f, std::initializer_list<Number> cited = {});
    Number modus_ponens(Formula f, Number premise, Number implication);
    /// GEN A, GEN C or GEN S.
    Number generalise(Rule rule, Formula f, Number cited);
    Number game_axiom(std::string_view name, Formula f);
    Number definition(Formula f, Number cited);
    Number theorem(std::string_view name, Formula f, Substitution substitution,
                   std::span<const Number> premises = {});
    /// A TAUT line that carried no refutation carries this one.
    void carry(Number line, std::vector<std::int32_t> refutation);
    /// Any line at all, right or not: citations of lines that do not exist are for the checker.
    Number add(Formula f, Rule rule, std::string_view name, std::span<const Number> cited);

    /// Forgets all lines but the first so many.
    void keep_first(std::size_t count) { lines_.resize(count); }

    const std::string& name() const { return name_; }
    void rename(std::string name) { name_ = std::move(name); }
    const Variables& variables() const { return variables_; }
    std::span<const Line> lines() const { return lines_; }
    std::span<const std::string> names() const { return names_; }
    const std::string& name_of(const Line& line) const { return names_[line.name]; }
    std::span<const Number> citations(const Line& line) const
    {
        return std::span(citations_).subspan(line.first_citation, line.citation_count);
    }
    /// Of a Theorem line; empty where the theorem has no variables.
    const Substitution& substitution(const Line& line) const;
    /// Of a Tautology line.
    std::span<const std::int32_t> refutation(const Line& line) const;

    /// What the text says is shown; where it is set, the last line must be it.
    Formula statement;

private:
    Number push(Formula f, Rule rule, std::uint32_t name, std::span<const Number> cited,
                std::uint32_t detail = 0);
    std::uint32_t intern(std::string_view name);

    std::string name_;
    Variables variables_;
    std::vector<Line> lines_;
    std::vector<Number> citations_;
    std::vector<std::string> names_;
    std::unordered_map<std::string, std::uint32_t> name_index_;
    std::vector<Substitution> substitutions_;
    std::vector<std::vector<std::int32_t>> refutations_;
};

} // namespace sgl::axioms
