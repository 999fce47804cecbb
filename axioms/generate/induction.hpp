#pragma once

// Inductions, goal by goal on a stack: each goal is a line that is wanted, and asks for the goals
// that it rests on first. A goal is met once, so that shared parts of formulas cost what they are.
//
//   same        χ <-> χ'               congruence; inside ⌊γ⌋ only what rests on no game axiom
//   under       ⌊α⌋φ <-> ⌊α'⌋φ         by induction on φ with D1-D8, from α <-> α'
//   lemma 1     does(a) -> (φ <-> ⟪a⟫φ)
//   unrestrict  ⌊⊤⌋φ <-> φ
//   state-wise  ⟪c⟫φ <-> φ
//
// `under` never uses GEN S on α <-> α': that is why α may be replaced in an outermost ⌊α⌋ when the
// equivalence rests on the game, and ⌊α⌋⌊β⌋χ becomes ⌊α & ⌊α⌋β⌋χ first (D8).

#include "axioms/generate/lines.hpp"
#include "axioms/kernel/calculus.hpp"
#include "axioms/kernel/tautology.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sgl::axioms
{

/// Why no lines can be generated; as an Explanation has it.
struct NotGenerated
{
    Why why = Why::DoesNotFollow;
    std::string expected;
    std::string found;
};

/// What the lines are written with.
struct InductionTools
{
    FormulaStore& store;
    const Frame& frame;
    const Variables& variables;
    /// A theorem of the library, of a family the member for that action; null ends the
    /// generation without a refusal.
    std::function<const Theorem*(std::string_view name, std::span<const Action> index)> lemma;
    /// A theorem that a line cites, by its full name; null where there is none.
    std::function<const Theorem*(const std::string& name)> cited;
    /// For propositional steps; not needed.
    FindRefutation find_refutation;
    std::function<std::string(Formula)> print;
    /// Told of each line; may throw.
    std::function<void()> line_written;
};

/// A lemma was not to be had.
struct NoLemma
{
};

/// A metavariable for a formula: no induction goes on from there.
inline bool is_opaque(Formula f)
{
    return f.is(Kind::Fluent) && is_formula_variable(f.fluent());
}

/// What an induction is asked for.
enum class GoalKind : std::uint8_t
{
    Same,       // f <-> g
    Under,      // ⌊f⌋of <-> ⌊g⌋of, f <-> g being there
    Lemma1,     // of the action: does(a) -> (of <-> ⟪a⟫of)
    Unrestrict, // ⌊⊤⌋of <-> of
    StateWise,  // of the action: ⟪c⟫of <-> of
};

/// A line that is wanted.
struct InductionGoal
{
    GoalKind kind = GoalKind::Same;
    Formula f = {}, g = {}, of = {};
    Action a = {};

    bool operator==(const InductionGoal&) const = default;
};

struct InductionGoalHash
{
    std::size_t operator()(const InductionGoal& goal) const noexcept
    {
        constexpr std::size_t factor = 0x9E3779B97F4A7C15;
        const std::hash<Formula> hash;
        std::size_t sum = static_cast<std::size_t>(goal.kind) + goal.a.index * std::size_t{8};
        for (const Formula f : {goal.f, goal.g, goal.of})
            sum = (sum ^ hash(f)) * factor;
        return sum ^ (sum >> 29U);
    }
};

/// Which lines of a derivation that is being written rest on an axiom of the game.
class GameDependence
{
public:
    /// Both must outlive it.
    GameDependence(const InductionTools& tools, const Derivation& derivation)
        : tools_(tools), derivation_(derivation)
    {
    }

    bool operator()(Derivation::Number line);

private:
    const InductionTools& tools_;
    const Derivation& derivation_;
    std::vector<bool> uses_game_; // by line, as far as it was asked for
};

/// One formula's induction: the lines that lead to it are added to a derivation. Throws
/// NotGenerated where there are none, NoLemma where a lemma is not to be had.
class Induction : public Lines
{
public:
    using Lines::lemma;

    static constexpr std::size_t most_lines = 1'000'000;

    /// All must outlive it.
    Induction(const InductionTools& tools, Derivation& derivation, Tautologies& tautologies,
              GameDependence& uses_game, std::span<const Number> equivalences);

    /// The line that meets the goal.
    Number meet(const InductionGoal& goal);

    /// The last line of all is f, which one line shows already, or follows from these.
    void finish(Formula f, const std::vector<Number>& from);

    /// It was written here.
    bool is_own(Number line) const { return line >= first_; }
    [[noreturn]] void differ(Formula f, Formula g) const;

private:
    // --- goals ---

    /// The line that meets the goal; nothing where it has to be met first.
    std::optional<Number> need(const InductionGoal& goal);
    std::optional<Number> step(const InductionGoal& goal);
    [[noreturn]] void opaque(Formula f) const;

    // --- χ <-> χ' ---

    std::optional<Number> given(Formula f, Formula g);
    std::optional<Number> same(Formula f, Formula g);
    void check_alike(Formula f, Formula g) const;

    /// One propositional step over all the connectives at the top; two clauses a node, or four,
    /// refute it.
    std::optional<Number> same_connectives(Formula f, Formula g);

    /// ⌊α⌋φ <-> ⌊α'⌋φ': φ by GEN S, then α.
    std::optional<Number> same_restrictions(Formula f, Formula g);

    // --- ⌊α⌋φ <-> ⌊α'⌋φ ---

    std::optional<Number> under(Formula alpha, Formula beta, Formula phi);

    /// ⌊α⌋⌊γ⌋χ is ⌊α & ⌊α⌋γ⌋χ.
    std::optional<Number> under_restricted(Formula alpha, Formula beta, Formula phi);

    // --- does(a) -> (φ <-> ⟪a⟫φ) ---

    Formula lemma_1_of(Action a, Formula phi);
    std::optional<Number> lemma_1(Action a, Formula phi);
    Number lemma_1_does(Action a, Action b);

    // --- ⌊⊤⌋φ <-> φ ---

    std::optional<Number> unrestrict(Formula phi);

    // --- ⟪c⟫φ <-> φ ---

    std::optional<Number> state_wise(Action c, Formula phi);

    // --- what they share ---

    /// A goal for a connective, from those for its operands.
    std::optional<Number> by_operands(Formula wanted, const Operator& op, Formula phi,
                                      GoalKind kind, Action a);

    /// f <-> what it abbreviates.
    Number unfolds(Formula f);

    Number lemma(std::string_view name, Formula f, const std::vector<Number>& premises = {},
                 std::optional<Action> index = {}) override;

    /// A propositional step. Where it is a large one, these clauses lead to its refutation.
    Number taut(Formula f, const std::vector<Number>& cited,
                const std::vector<Clause>& hints = {}) override;

    static std::vector<Literal> as_literals(const std::vector<Clause>& hints, const Clauses& of);

    void about_to_write() override;

    const InductionTools& tools_;
    Tautologies& tautologies_;
    GameDependence& uses_game_;
    const std::size_t first_ = derivation_.lines().size();
    std::unordered_map<Formula, Number> given_; // the equivalences to replace by
    std::unordered_map<InductionGoal, Number, InductionGoalHash> met_;
    std::vector<InductionGoal> wanted_; // by the step that is made
};

} // namespace sgl::axioms
