#pragma once

// The reduction of SGL to propositional logic over timed atoms, and the record of its equations.
//
// A formula is in *normal form* here when it is built with ¬, ∧, ∨ and ↔ from: fluents, initial,
// terminal and legal(b) about now; does(b); [a]x about an atom x one step later; and ○x, about x
// after the action that is taken. Where Σ defines a symbol, its definition replaces it, so that
// under a game's rules almost every formula becomes a formula about the current state.
//
// ⌊·⌋ is pushed inwards first, and Σ is applied only to formulas without ⌊·⌋ (errata S2): the
// restriction is part of the left side of an equation, and D2 ends it at legal(b). The action stays
// symbolic under ○; C1–C7 insert a concrete action where ⟪a⟫ requires one. Every formula has one
// equation, found once: this sharing keeps nested ⌊·⌋ and ○ small.

#include "logic/model/rules.hpp"
#include "prover/resources/budget.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sgl
{

/// Why the two sides of an equation are equivalent, before propositional simplification (A1).
enum class Law : std::uint8_t
{
    A1,             // the operands' equations and propositional logic
    A4,             // ¬[a]initial
    B,              // [a] over ¬, ∧, ∨, ↔ (B1, B2 on state-wise formulas)
    Select,         // ⟪a⟫ over everything (C1–C7)
    C3,             // ⟪a⟫does(b)
    D1,             // ⌊α⌋p
    D2,             // ⌊α⌋legal(a)
    D3,             // ⌊α⌋does(a)
    D4,             // ⌊α⌋ over ¬
    D5,             // ⌊α⌋ over ∧ (and ∨, →, ↔ by D4 and A1)
    D6,             // ⌊α⌋⟪a⟫φ
    D7,             // ⌊α⌋[a]φ
    D8,             // ⌊α⌋⌊β⌋φ
    Next,           // what ○ abbreviates
    PrioritisedOr,  // what ▽ abbreviates
    PrioritisedAnd, // what △ abbreviates
    Game,           // an axiom of Σ that defines a symbol
};

/// The papers' name of a law: "D2", "C1–C7", "definition of ▽".
std::string_view name(Law law);

/// left ↔ right, by a law, the equations of its premises, and A1.
struct Equation
{
    Formula left;
    Formula right;
    Law by = Law::A1;
    bool uses_game = false; // depends on Σ, here or in a premise
    std::uint32_t first_premise = 0;
    std::uint32_t premise_count = 0;
};

/// Computes normal forms, and records their equations. Without rules (Rules::none) every equation
/// is a theorem of SGL; with a game's rules, an equation may depend on Σ.
class Reduction
{
public:
    /// Frame and rules must outlive the reduction.
    Reduction(FormulaStore& store, const Frame& frame, const Rules& rules);

    /// The normal form of f. Throws Interrupted when the budget runs out; the equations found by
    /// then are kept.
    Formula reduce(Formula f, const Budget& budget = {});

    /// Makes f, which is not state-wise, opaque: f, ⟪a⟫f, [b]⟪a⟫f and ○⟪a⟫f are normal forms, with
    /// arbitrary truth values. Must be called before the first `reduce`.
    void take_as_letter(Formula f);
    /// The opaque formula; may be empty.
    Formula letter() const { return letter_; }

    /// ⋀_{c∈A} ⟪c⟫f and ⋁_{c∈A} ⟪c⟫f: f at every action, at some action of a state.
    Formula at_every_action(Formula f) const;
    Formula at_some_action(Formula f) const;

    /// Every equation found so far, premises before conclusions.
    std::span<const Equation> equations() const { return equations_; }
    std::span<const std::uint32_t> premises(const Equation& equation) const
    {
        return std::span(premises_).subspan(equation.first_premise, equation.premise_count);
    }

    /// A fluent outside the frame: the value of p after an action where p has rules but none of
    /// them applies. ○p ↔ φ⁺ ∨ (¬φ⁻ ∧ ○open(p)) also holds with p for open(p); the separate name
    /// keeps the equation from being circular.
    Fluent open(Fluent p) const
    {
        return Fluent{p.index + static_cast<std::uint32_t>(frame_.fluent_count())};
    }
    /// p for open(p), and every fluent of the frame for itself.
    Fluent closed(Fluent p) const
    {
        const auto count = static_cast<std::uint32_t>(frame_.fluent_count());
        return p.index < count ? p : Fluent{p.index - count};
    }

    /// The first of the fluents that are neither the frame's nor open(p): fresh names for callers.
    Fluent first_free_name() const
    {
        return Fluent{2 * static_cast<std::uint32_t>(frame_.fluent_count())};
    }

    FormulaStore& store() { return store_; }
    const Frame& frame() const { return frame_; }
    const Rules& rules() const { return rules_; }

    /// ¬, ∧, ∨, ↔ of normal forms, with ⊤, ⊥, doubled and contradicting operands simplified away.
    Formula no(Formula f);
    Formula all_of(std::span<const Formula> operands) { return junction(Kind::And, operands); }
    Formula any_of(std::span<const Formula> operands) { return junction(Kind::Or, operands); }
    Formula iff(Formula f, Formula g);

private:
    Formula step(Formula f);
    Formula step_select(Formula f);
    Formula step_next(Formula f);
    Formula step_restrict(Formula f);
    Formula operand(Formula alpha, Formula f);
    Formula combine(Formula shape, Formula alpha);
    Formula first_applicable(std::span<const Formula> operands);
    Formula longest_prefix(std::span<const Formula> operands);
    Formula one_action(Formula f, Action a);
    Formula one_step(Formula f, std::optional<Action> a);
    Formula next_value(Fluent p);
    Formula effect_value(const SuccessorRule& rule, std::optional<Action> after, Formula free);
    Formula without_action(Formula f);

    Formula need(Formula f);
    bool is_normal(Formula f) const { return f.id() < normal_.size() && normal_[f.id()]; }
    Formula mark_normal(Formula f);
    Formula junction(Kind kind, std::span<const Formula> operands);
    Formula joined(Kind kind, std::span<const Formula> operands);
    std::vector<Formula> operands_of(Kind kind, Formula f);
    Formula with_common_factor(Kind kind, std::span<const Formula> operands);
    void fit(Formula f);
    void record(Formula left, Formula right);
    bool mentions(Formula f, Action a) const;
    /// An over-approximation of a set of actions: the actions from the first to the last whose
    /// index mod 64 is in `bits`.
    struct Actions
    {
        std::uint32_t first = ~std::uint32_t{0}, last = 0;
        std::uint64_t bits = 0;

        bool has(Action a) const
        {
            return first <= a.index && a.index <= last && (bits >> (a.index % 64) & 1) != 0;
        }
        Actions& operator|=(const Actions& more)
        {
            first = std::min(first, more.first);
            last = std::max(last, more.last);
            bits |= more.bits;
            return *this;
        }
    };

    FormulaStore& store_;
    const Frame& frame_;
    const Rules& rules_;
    Formula letter_;

    std::vector<Equation> equations_;
    std::vector<std::uint32_t> premises_;
    // By formula id:
    std::vector<std::uint32_t> equation_of_; // index + 1; 0: none yet
    std::vector<char> normal_;
    std::vector<Actions> mentioned_; // of normal forms: the actions a with does(a) in the form
    std::vector<Formula> without_action_;
    std::vector<std::uint32_t> seen_, seen_negated_; // marks of junction, by epoch_
    std::uint32_t epoch_ = 0;
    unsigned simplifying_ = 0; // depth of the calls of junction on results of junction
    // The step under way:
    std::vector<Formula> missing_;
    std::vector<std::uint32_t> used_;
    Law law_ = Law::A1;
};

} // namespace sgl
