#pragma once

// Which states are states of Σ where no default shows it (Theory::completion): those from which a
// model goes on for ever. They are the greatest set of states that satisfy Σ and have, under every
// action, a successor in the set; so states are expanded into successors that a solver chooses, and
// one for which there is none is dead, which its predecessors learn. What is left, once nothing is
// open, is a finite model of Σ, for the evaluator to confirm.
//
// Where Σ looks further than one action ahead, what it was promised of a state's successors goes
// with them: a state is described by what is true in it, and by the [w]x that were promised of it.

#include "prover/claims/replay.hpp"
#include "prover/reduction/theory.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace sgl
{

struct ById
{
    bool operator()(Formula f, Formula g) const { return f.id() < g.id(); }
};

/// Whether atoms are true in a state: initial, every fluent, terminal and legal(a), and some [w]x
/// that Σ leaves open.
using Description = std::map<Formula, bool, ById>;

class ModelBuilder
{
public:
    /// A state of the model under construction.
    using NodeId = std::uint32_t;

    /// Theory must outlive it. Throws Interrupted where the game is too large for this.
    ModelBuilder(Theory& theory, const Budget& budget);

    /// Fluents, initial, terminal and legal(a).
    const std::vector<Formula>& state_atoms() const { return state_atoms_; }

    /// A state as described, in a model that goes on from it for ever; or a formula that is true in
    /// no state of Σ, and in all that are as described. Throws Interrupted when the budget runs
    /// out, or there are too many states.
    std::variant<NodeId, Formula> find(const Description& description, const Budget& budget);

    /// The model that a play goes through: its states, as `find` returned them, and all that
    /// follow.
    CounterModel model(const std::vector<NodeId>& play) const;

private:
    struct Node
    {
        Description description;
        std::vector<NodeId> after; // by action; empty until expanded
        Formula dead;              // why there is no such state
    };

    NodeId place_of(Description description);
    std::optional<NodeId> open_place(NodeId from) const;
    void expand(NodeId place, const Budget& budget);
    Description description_after(const Node& node, Action a, const Budget& budget);
    void mark_dead(NodeId place, const Budget& budget);
    Literal literal(Formula f, const Budget& budget) { return encoder_.literal(f, 0, budget); }

    FormulaStore& store_;
    const Frame& frame_;
    SatSolver solver_;
    Encoder encoder_;
    std::vector<Formula> state_atoms_;
    std::vector<Formula> promised_; // [a][w]x that Σ speaks of
    std::vector<Node> nodes_;
    std::map<std::vector<std::pair<std::uint32_t, bool>>, NodeId> places_;
};

/// The play that is read from an encoder.
struct Play
{
    unsigned plies = 0;
    bool with_move = false;
    std::size_t longest = 0; // of the [w]x that clauses speak of, these words are looked at
};

/// The builder of the theory's models, made once. Throws Interrupted where the game is too large
/// for it.
ModelBuilder& model_builder(Theory& theory, const Budget& budget);

/// A play, and the finite model of Σ that it goes through.
struct PlayInModel
{
    Witness witness;
    CounterModel model;
};

/// A solution of an encoder's clauses, with `wanted` true, whose play occurs in a model of Σ; none
/// if there is none. States that are found to be none of Σ are forbidden to the encoder and the
/// theory. Throws Interrupted where that takes too long.
std::optional<PlayInModel> find_in_model(Theory& theory, Encoder& encoder, const Play& play,
                                         Literal wanted, const Budget& budget);

/// Σ has a state; an initial one. A yes is not final where there is no completion and the game is
/// too large to look for a model.
bool has_state(Theory& theory, const Budget& budget);
bool has_initial_state(Theory& theory, const Budget& budget);

} // namespace sgl
