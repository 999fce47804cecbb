#pragma once

// Truth of formulas in a whole set of states at once: the clauses of the plain evaluator
// (logic/model/evaluate.hpp) with sets of states as truth values. Values in the successors of a
// state are computed from the axioms. A value that the axioms leave open is a fresh variable, so
// that a result holds for each of its values.

#include "logic/model/game.hpp"
#include "logic/model/rules.hpp"
#include "prover/checker/symbolic/bdd.hpp"
#include "prover/checker/symbolic/flat_memo.hpp"
#include "prover/claims/open_values.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sgl::certificate
{

/// Fluents and `initial`, in the order of the diagrams: the i-th atom has level 2i, and its value
/// after a move has level 2i + 1.
struct Bits
{
    std::vector<Formula> atoms;
    Bdds::Level level(std::size_t bit) const { return static_cast<Bdds::Level>(2 * bit); }
    Bdds::Level first_other() const { return static_cast<Bdds::Level>(2 * atoms.size()); }
};

/// Assumptions about the states, and about the use of the axioms.
struct Assumptions
{
    /// Whether the definitions of terminal and legal are used. A formula true in all states without
    /// the definitions is true in all states with them.
    bool definitions = true;
    /// The values of open atoms in successor states; empty: any value.
    std::optional<OpenValues> open = {};
    std::optional<bool> initial = {}; // value of `initial` in the states inside, if known
    /// A formula that is treated as a letter: it may be true or false at every move at which
    /// `opaque_within` is true, and is false at other moves.
    Formula opaque = {}, opaque_within = {};
};

/// Truth in subsets of one set of states, `inside`. Sets has none, all, variable(level), both,
/// either, without and if_then_else: Bdds, or StateGates.
template <class Sets>
class SymbolicIn
{
public:
    using Node = typename Sets::Node;
    /// A state: `here`, of which nothing is known but that it is inside, or a successor of a place
    /// by an action.
    using Place = std::uint32_t;
    static constexpr Place here = 0;

    /// All arguments must outlive the object.
    SymbolicIn(const Game& game, const Rules& rules, const Bits& bits, Sets& sets, Node inside,
               const Assumptions& assumptions);

    /// Restricts `inside` to a subset.
    void assume(Node inside);
    Node inside() const { return inside_; }

    /// The states of `inside` at whose place f is true for this action. Throws EvaluationTooDeep
    /// and Interrupted.
    Node where(Formula f, Action a, Place place = here);
    /// The same for every action.
    Node where_always(Formula f, Place place = here);
    /// The states in which an atom is true at a place: a fluent, initial, terminal or legal(a).
    Node atom(Formula atom, Place place) { return where(atom, Action{0}, place); }
    Place after(Place place, Action a);
    /// From now on, places that the same states lead to are one place: where all fluents, which the
    /// caller gives, have the same values. No effect where the axioms leave terminal or legal open,
    /// or an effect looks ahead. For formulas that look far ahead: without it, there is a place for
    /// every sequence of actions.
    void merge_places(std::vector<Formula> fluents);
    /// Values that the axioms leave open are of this level or a higher one.
    void begin_levels_at(Bdds::Level level) { next_level_ = std::max(next_level_, level); }
    std::size_t place_count() const { return places_.size(); }
    /// The number of levels in use so far: of bits, of bits after a move, and of open values.
    Bdds::Level level_count() const { return next_level_; }

private:
    using View = std::uint32_t; // as in Evaluator
    struct Key
    {
        std::uint32_t node, view, place, action;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key& key) const noexcept;
    };
    struct StatePlace
    {
        Place before = 0;
        Action action;
    };

    Node value(View view, Formula f, Place place, Action a);
    Node value_of(View view, Formula f, Place place, Action a);
    Node value_deeply(View view, Formula f, Place place, Action a);
    Node state_atom(Formula f, Place place);
    Node fluent_after(Formula f, Place before, Action a);
    Node open_atom(Formula f, Place place, bool is_defined);
    Node opaque_value(View view, Place place, Action a);
    Node legal(View view, Formula f, Place place);
    Node after(View view, Formula f, Place place, Action b);
    Node selected(View view, Formula f, Place place);
    Node preferred(View view, Formula chain, Place place, Action a);
    Node kept(View view, Formula chain, Place place, Action a);
    View restricted(View view, Formula alpha);
    Node negated(Node f) { return sets_.without(inside_, f); }

    const Game& game_;
    const Rules& rules_;
    Sets& sets_;
    Node inside_;
    Assumptions assumptions_;
    std::uint32_t actions_;
    std::uint32_t depth_ = 0;
    std::vector<StatePlace> places_{{}};
    std::map<std::pair<Place, Action>, Place> successors_;
    std::vector<Formula> fluents_;                                  // where places are merged
    std::map<std::vector<Node>, Place> places_with_;                // by the values of the fluents
    std::unordered_map<Formula, Bdds::Level> levels_;               // levels of the bits
    std::map<std::pair<Place, std::uint32_t>, Bdds::Level> others_; // open, by place and atom
    std::map<std::tuple<View, Place, Action>, Bdds::Level> letters_;
    Bdds::Level first_action_level_, next_level_;
    std::vector<std::pair<View, Formula>> restrictions_{{0, Formula()}};
    std::unordered_map<Key, View, KeyHash> views_;
    Memo<Key, Node, KeyHash> memo_;
    std::unordered_map<Key, std::vector<Node>, KeyHash> regions_; // of ▽ by operand, of △ by action
};

using Symbolic = SymbolicIn<Bdds>;

} // namespace sgl::certificate
