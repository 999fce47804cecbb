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

#include "axioms/generate/generator.hpp"
#include "axioms/generate/lines.hpp"

namespace sgl::axioms
{

/// A lemma was not to be had.
struct NoLemma
{
};

inline bool is_opaque(Formula f)
{
    return f.is(Kind::Fluent) && is_formula_variable(f.fluent());
}

enum class Task : std::uint8_t
{
    Same,       // f <-> g
    Under,      // ⌊f⌋of <-> ⌊g⌋of, f <-> g being there
    Lemma1,     // of the action: does(a) -> (of <-> ⟪a⟫of)
    Unrestrict, // ⌊⊤⌋of <-> of
    StateWise,  // of the action: ⟪c⟫of <-> of
};

struct Goal
{
    Task task = Task::Same;
    Formula f = {}, g = {}, of = {};
    Action a = {};

    bool operator==(const Goal&) const = default;
};

struct GoalHash
{
    std::size_t operator()(const Goal& goal) const noexcept
    {
        constexpr std::size_t factor = 0x9E3779B97F4A7C15;
        const std::hash<Formula> hash;
        std::size_t sum = static_cast<std::size_t>(goal.task) + goal.a.index * std::size_t{8};
        for (const Formula f : {goal.f, goal.g, goal.of})
            sum = (sum ^ hash(f)) * factor;
        return sum ^ (sum >> 29U);
    }
};

class Generator::Work : public Lines
{
public:
    using Lines::lemma;

    Work(Generator& generator, std::span<const Number> equivalences);

    /// The line that meets the goal.
    Number meet(const Goal& goal);

    /// The last line of all is f, which one line shows already, or follows from these.
    void finish(Formula f, const std::vector<Number>& from);

    /// It was written here.
    bool is_own(Number line) const { return line >= first_; }
    [[noreturn]] void differ(Formula f, Formula g) const;

private:
    // --- goals ---

    /// The line that meets the goal; nothing where it has to be met first.
    std::optional<Number> need(const Goal& goal);
    std::optional<Number> step(const Goal& goal);
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
    std::optional<Number> by_operands(Formula wanted, const Operator& op, Formula phi, Task task,
                                      Action a);

    /// f <-> what it abbreviates.
    Number unfolds(Formula f);

    Number lemma(std::string_view name, Formula f, const std::vector<Number>& premises = {},
                 std::optional<Action> index = {}) override;

    /// A propositional step. Where it is a large one, these clauses lead to its refutation.
    Number taut(Formula f, const std::vector<Number>& cited,
                const std::vector<Clause>& hints = {}) override;

    static std::vector<Literal> as_literals(const std::vector<Clause>& hints, const Clauses& of);

    void about_to_write() override;

    Generator& generator_;
    const Tools& tools_;
    const std::size_t first_ = derivation_.lines().size();
    std::unordered_map<Formula, Number> given_; // the equivalences to replace by
    std::unordered_map<Goal, Number, GoalHash> met_;
    std::vector<Goal> wanted_; // by the step that is made
};

} // namespace sgl::axioms
