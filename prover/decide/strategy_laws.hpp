#pragma once

// Claims about a rule shown from its parts, by how ▽ and △ put them together: what the JPL paper
// says in Theorems 1–3 and Lemmas 1–3, and the SGL paper in Proposition 4 (which holds for
// strategies, whose leaves are legal moves: errata S4). Each law holds in every single state, so
// what is so of the parts in all states of Σ is so of the whole in all states of Σ.
//
// Only the parts that a theorem asks about are ever looked into: that any_cell is complete is shown
// in no time, and then sensible = … ▽ any_cell is, whatever stands before it.

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

/// Why a claim holds.
struct Argument
{
    std::string text; // "complete: any_cell(x) is, and ▽ keeps it (JPL Theorem 2.1)"
    /// A part of the rule of which it holds whatever that part is; empty: it looks into all.
    Formula opaque = {};
};

/// Looks for arguments about rules of one agent.
class Structure
{
public:
    /// Whether a formula is true in no state of Σ; a no may mean that this is not known. It may
    /// throw.
    using Never = std::function<bool(Formula)>;

    /// Store and game outlive it. From `free` on, fluents are nobody's.
    Structure(FormulaStore& store, const Game& game, Agent agent, Fluent free, Never never);

    /// The rule recommends a move wherever the agent has a legal one.
    std::optional<Argument> complete(Formula rule);
    /// It never recommends two.
    std::optional<Argument> deterministic(Formula rule);
    /// Every move that it recommends, the other does.
    std::optional<Argument> refines(Formula rule, Formula other);
    /// Both ways.
    std::optional<Argument> equals(Formula rule, Formula other);

    /// Why the last question was left open.
    const std::string& why_not() const { return why_not_; }

private:
    /// By what a chain, or a leaf, was found to be deterministic.
    enum class Because : std::uint8_t
    {
        Asked,    // a leaf: in no state does it recommend two moves
        TieBreak, // △ of whatever its first operand is
        First,    // △: its first operand is
        Each,     // ▽: each operand is
        Stops     // ▽: each operand is up to one that is complete
    };
    struct Why
    {
        bool holds = false;
        Because because = Because::Asked;
        std::size_t operands = 0; // how many were looked at
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
    std::unordered_map<Formula, std::string> parts_; // names for those that have none
    std::string why_not_;
};

} // namespace sgl
