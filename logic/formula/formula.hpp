#pragma once

// Formulas of SGL, hash-consed: two formulas are equal exactly when their handles are.
//
// A formula lives in the FormulaStore that made it, as long as the store does. The store never
// simplifies: `p & true` stays what it is. Operands of ∧ and ∨ stay in the order written and are
// never flattened. Order, where one is needed, is by id: children come before parents.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace sgl
{

/// An agent, action or fluent of a Frame, by its position there.
struct Agent
{
    std::uint32_t index = 0;
    auto operator<=>(const Agent&) const = default;
};
struct Action
{
    std::uint32_t index = 0;
    auto operator<=>(const Action&) const = default;
};
struct Fluent
{
    std::uint32_t index = 0;
    auto operator<=>(const Fluent&) const = default;
};

/// The connectives of SGL; the papers' signs are beside them.
enum class Kind : std::uint8_t
{
    True,           // ⊤
    False,          // ⊥
    Fluent,         // p
    Initial,        // initial
    Terminal,       // terminal
    Legal,          // legal(a)
    Does,           // does(a)
    Not,            // ¬φ
    And,            // φ ∧ … ∧ ψ, two operands or more
    Or,             // φ ∨ … ∨ ψ, two operands or more
    Implies,        // φ → ψ
    Iff,            // φ ↔ ψ
    After,          // [a]φ
    Select,         // ⟪a⟫φ
    Restrict,       // ⌊α⌋φ
    Next,           // ○φ
    PrioritisedOr,  // α ▽ … ▽ β, two operands or more
    PrioritisedAnd, // α △ … △ β, two operands or more
};

class FormulaStore;

namespace detail
{
struct alignas(8) FormulaNode
{
    Kind kind;
    bool state_wise;
    bool restricts;
    std::uint32_t id;
    std::uint32_t symbol;
    std::uint32_t depth;
    std::uint32_t count;
};
} // namespace detail

/// A handle to a formula; one pointer, passed by value. A default-made handle is empty.
class Formula
{
public:
    Formula() = default;

    explicit operator bool() const { return node_ != nullptr; }
    bool operator==(const Formula&) const = default;

    Kind kind() const { return node_->kind; }
    bool is(Kind kind) const { return node_->kind == kind; }

    /// The fluent of a Fluent node.
    Fluent fluent() const { return Fluent{node_->symbol}; }
    /// The action of a Legal, Does, After or Select node.
    Action action() const { return Action{node_->symbol}; }

    /// The operands; for ⌊α⌋φ they are α, φ.
    std::span<const Formula> children() const
    {
        return {reinterpret_cast<const Formula*>(node_ + 1), node_->count};
    }
    Formula operator[](std::size_t i) const { return children()[i]; }

    /// Order of creation in its store, from 0; children before parents.
    std::uint32_t id() const { return node_->id; }
    /// `does` occurs only inside [ ], ⟪ ⟫ or the α of ⌊α⌋ (○, ▽, △ count as what they abbreviate).
    bool is_state_wise() const { return node_->state_wise; }
    /// ⌊·⌋ occurs.
    bool has_restriction() const { return node_->restricts; }
    /// The number of nodes on the longest path down.
    std::uint32_t depth() const { return node_->depth; }

private:
    friend class FormulaStore;
    explicit Formula(const detail::FormulaNode* node) : node_(node) {}

    const detail::FormulaNode* node_ = nullptr;
};

/// What a formula takes at most, but for those with very many operands.
inline constexpr std::size_t bytes_a_formula = 64;

/// Starts with ⊤, ⊥, ¬, ∧, ∨, → or ↔. Everything else is a letter of propositional logic.
bool is_propositional(Formula f);

/// Makes formulas and owns them. Not to be shared between threads while formulas are made.
class FormulaStore
{
public:
    FormulaStore();
    ~FormulaStore();
    FormulaStore(const FormulaStore&) = delete;
    FormulaStore& operator=(const FormulaStore&) = delete;

    Formula top() const { return top_; }
    Formula bottom() const { return bottom_; }
    Formula constant(bool value) const { return value ? top_ : bottom_; }
    Formula fluent(Fluent p);
    Formula initial() const { return initial_; }
    Formula terminal() const { return terminal_; }
    Formula legal(Action a);
    Formula does(Action a);

    Formula negation(Formula f);
    /// ∧ of any number of operands: none is ⊤, one is that operand itself.
    Formula conjunction(std::span<const Formula> operands);
    Formula conjunction(Formula f, Formula g);
    /// ∨ of any number of operands: none is ⊥, one is that operand itself.
    Formula disjunction(std::span<const Formula> operands);
    Formula disjunction(Formula f, Formula g);
    Formula implication(Formula premise, Formula conclusion);
    Formula equivalence(Formula f, Formula g);

    Formula after(Action a, Formula f);
    Formula select(Action a, Formula f);
    Formula restrict(Formula alpha, Formula f);
    Formula next(Formula f);
    /// α₁ ▽ … ▽ αₙ, n ≥ 1; one operand is itself.
    Formula prioritised_or(std::span<const Formula> operands);
    /// α₁ △ … △ αₙ, n ≥ 1; one operand is itself.
    Formula prioritised_and(std::span<const Formula> operands);

    /// A formula like f with other operands, as many as f has.
    Formula with_children(Formula f, std::span<const Formula> operands);

    /// The number of formulas made so far.
    std::size_t size() const;

private:
    Formula make(Kind kind, std::uint32_t symbol, std::span<const Formula> operands);

    struct Table;
    std::unique_ptr<Table> table_;
    Formula top_, bottom_, initial_, terminal_;
};

} // namespace sgl

template <>
struct std::hash<sgl::Formula>
{
    std::size_t operator()(sgl::Formula f) const noexcept
    {
        return f ? (f.id() + 1) * std::size_t{0x9E3779B97F4A7C15} : 0;
    }
};
