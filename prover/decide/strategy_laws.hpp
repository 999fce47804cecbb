#pragma once

// Claims about a rule, shown from its operands by the laws of ▽ and △: Theorems 1–3 and Lemmas 1–3
// of the JPL paper, and Proposition 4 of the SGL paper (which holds for strategies, whose leaves
// are legal moves: errata S4). Each law holds in every single state, so a property that the
// operands have in all states of Σ is a property of the rule in all states of Σ.
//
// Only the operands in the premises of a theorem are examined: a solver shows quickly that any_cell
// is complete, and then sensible = … ▽ any_cell is complete, for all operands before any_cell.

#include "logic/model/game.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace sgl
{

/// An argument for a claim.
struct Argument
{
    std::string text; // "complete: any_cell(x) is, and ▽ keeps it (JPL Theorem 2.1)"
    /// A part of the rule on which the claim does not depend: the claim holds for every formula in
    /// its place. Empty: there is no such part.
    Formula opaque = {};
};

/// Looks for arguments about rules of one agent.
class Structure
{
public:
    /// Whether a formula is true in no state of Σ; true is certain, false may mean not known. The
    /// function may throw, and so may the questions below.
    using Never = std::function<bool(Formula)>;

    /// Store and game must outlive the object. The fluents from `free` on must be fresh names.
    Structure(FormulaStore& store, const Game& game, Agent agent, Fluent free, Never never);

    /// The rule recommends a move wherever the agent has a legal one.
    std::optional<Argument> complete(Formula rule);
    /// The rule recommends at most one move in each state.
    std::optional<Argument> deterministic(Formula rule);
    /// The other rule recommends every move that the rule recommends.
    std::optional<Argument> refines(Formula rule, Formula other);
    /// Each rule refines the other.
    std::optional<Argument> equals(Formula rule, Formula other);

    /// The reason why the last question has no argument.
    const std::string& why_not() const { return why_not_; }

private:
    /// The reason why a chain of ▽ or △, or a leaf, is deterministic.
    enum class Because : std::uint8_t
    {
        Asked,    // a leaf: a solver shows that no state has two recommended moves
        TieBreak, // △ with any first operand
        First,    // △: the first operand is deterministic
        Each,     // ▽: each operand is deterministic
        Stops     // ▽: each operand up to a complete one is deterministic
    };
    struct Why
    {
        bool holds = false;
        Because because = Because::Asked;
        std::size_t operands = 0; // the number of operands examined
    };
    class Inclusion;

    bool is_rule(Formula root, std::string_view of = "");
    void name_parts(Formula root, std::string_view of);
    std::string name(Formula part) const;
    bool is_complete_leaf(Formula leaf);
    std::optional<Formula> complete_leaf(Formula rule);
    bool breaks_all_ties(Formula chain);
    bool is_deterministic(Formula rule);
    Why leaf_or_tie_break(Formula f);
    std::string argument_for_determinism(Formula rule) const;
    std::optional<Argument> included(std::span<const std::pair<Formula, Formula>> pairs,
                                     std::string_view claimed);

    FormulaStore& store_;
    const Game& game_;
    Agent agent_;
    Fluent free_;
    Never never_;
    Formula legal_move_; // a legal move of the agent
    std::unordered_map<Formula, bool> complete_;
    std::unordered_map<Formula, Why> deterministic_;
    std::unordered_map<Formula, std::string> parts_; // generated names of unnamed parts
    std::string why_not_;
};

} // namespace sgl
