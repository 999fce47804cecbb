#pragma once

// Where formulas are true, for a whole set of states at once: the clauses of the plain evaluator
// (logic/model/evaluate.hpp) with sets of states for truth values. What the states that moves lead
// to are like is read off the axioms. Where those leave something open it is a variable of its own,
// so that what is said holds however it turns out.

#include "logic/model/game.hpp"
#include "logic/model/rules.hpp"
#include "prover/checker/symbolic/bdd.hpp"
#include "prover/checker/symbolic/flat_memo.hpp"
#include "prover/claims/open_values.hpp"

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

/// Fluents and `initial`, in the order in which diagrams decide them: the i-th has level 2i, and
/// level 2i + 1 for its value after a move.
struct Bits
{
    std::vector<Formula> atoms;
    Bdds::Level level(std::size_t bit) const { return static_cast<Bdds::Level>(2 * bit); }
    Bdds::Level first_other() const { return static_cast<Bdds::Level>(2 * atoms.size()); }
};

/// What is known of the states, and what is made of the axioms.
struct Assumptions
{
    /// Whether definitions of terminal and legal are looked into; what holds without that holds
    /// all the more with it.
    bool definitions = true;
    /// How open values of the states that moves lead to turn out; empty: in any way.
    std::optional<OpenValues> open = {};
    std::optional<bool> initial = {}; // of the states inside, where that is known
    /// A formula that is not looked into: it may be true or false at every move at which the
    /// other is true.
    Formula opaque = {}, opaque_within = {};
};

/// Truth in sets of states that all lie inside one set. Sets has none, all, variable(level), both,
/// either, without and if_then_else: Diagrams, or StateGates.
template <class Sets>
class SymbolicIn
{
public:
    using Node = typename Sets::Node;
    /// A state of which nothing is known but that it is inside, or one that actions lead to.
    using Place = std::uint32_t;
    static constexpr Place here = 0;

    /// All must outlive it.
    SymbolicIn(const Game& game, const Rules& rules, const Bits& bits, Sets& sets, Node inside,
               const Assumptions& assumptions);

    /// From now on, of fewer states.
    void assume(Node inside);
    Node inside() const { return inside_; }

    /// The states at which f is true when this action is about to be taken. Throws
    /// EvaluationTooDeep and Interrupted.
    Node where(Formula f, Action a, Place place = here);
    /// At every action.
    Node where_always(Formula f, Place place = here);
    /// What an atom is there: a fluent, initial, terminal or legal(a).
    Node atom(Formula atom, Place place) { return where(atom, Action{0}, place); }
    Place after(Place place, Action a);
    std::size_t place_count() const { return places_.size(); }
    /// Variables of this level on are none of the bits, or their values after a move.
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
    std::unordered_map<Formula, Bdds::Level> levels_;               // of the bits
    std::map<std::pair<Place, std::uint32_t>, Bdds::Level> others_; // by place and atom
    std::map<std::tuple<View, Place, Action>, Bdds::Level> letters_;
    Bdds::Level first_action_level_, next_level_;
    std::vector<std::pair<View, Formula>> restrictions_{{0, Formula()}};
    std::unordered_map<Key, View, KeyHash> views_;
    Memo<Key, Node, KeyHash> memo_;
    std::unordered_map<Key, std::vector<Node>, KeyHash> regions_; // of ▽ by operand, of △ by action
};

using Symbolic = SymbolicIn<Bdds>;

} // namespace sgl::certificate
