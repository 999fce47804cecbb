#pragma once

// States of Σ where no default completes a model (Theory::completion). The states of Σ are the
// greatest set of states that satisfy Σ and have, under every action, a successor in the set. The
// builder expands a state into successors that a solver chooses; a state without them is dead, and
// a clause excludes it for its predecessors. When no state is left to expand, the states are a
// finite model of Σ, which the evaluator confirms.
//
// Where Σ looks more than one action ahead, a successor inherits the values that Σ demanded of it:
// a state is described by the atoms true in it, and by values of [w]x.

#include "prover/claims/replay.hpp"
#include "prover/reduction/frame_encoder.hpp"
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

/// The values of atoms in a state: initial, terminal, every fluent, every legal(a), and some [w]x
/// that Σ leaves open.
using Description = std::map<Formula, bool, ById>;

/// A finite model of Σ under construction.
class ModelBuilder
{
public:
    /// A state of the model.
    using NodeId = std::uint32_t;

    /// The theory must outlive the builder. Throws Interrupted where the game is too large for a
    /// model, or when the budget runs out.
    ModelBuilder(Theory& theory, const Budget& budget);

    /// Fluents, initial, terminal and legal(a).
    const std::vector<Formula>& state_atoms() const { return state_atoms_; }

    /// The state with this description, fully expanded; or a formula that is true in every state
    /// with this description and in no state of Σ. Throws Interrupted when the budget runs out, or
    /// when there are too many states.
    std::variant<NodeId, Formula> find(const Description& description, const Budget& budget);

    /// The finite model with the states of a play, as `find` returned them, and all states that
    /// actions reach from the states of the play.
    CounterModel model(const std::vector<NodeId>& play) const;

private:
    struct Node
    {
        Description description;
        std::vector<NodeId> after; // by action; empty until expanded
        Formula dead;              // true here, and in no state of Σ; empty: not dead
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

/// The part of an encoder's solution that is read as a play.
struct Play
{
    unsigned plies = 0;
    bool with_move = false;  // an action is chosen at the last state, too
    std::size_t longest = 0; // values of [w]x are read for words w of this length at most
};

/// The builder of the theory's models, made once. Throws Interrupted where the game is too large
/// for a model, or when the budget runs out.
ModelBuilder& model_builder(Theory& theory, const Budget& budget);

/// A play, and the finite model of Σ that contains it.
struct PlayInModel
{
    Witness witness;
    CounterModel model;
};

/// A solution of an encoder's clauses with `wanted` true whose play occurs in a model of Σ; nothing
/// if there is none. States that are found to be no states of Σ are excluded from the encoder and
/// from the theory. Throws Interrupted when the budget runs out, or where the game is too large.
std::optional<PlayInModel> find_in_model(Theory& theory, Encoder& encoder, const Play& play,
                                         Literal wanted, const Budget& budget);

/// Whether Σ has a state, and an initial state. The answer true may be wrong where there is no
/// completion and the game is too large to build a model; the answer false is certain. Throws
/// Interrupted when the budget runs out.
bool has_state(Theory& theory, const Budget& budget);
bool has_initial_state(Theory& theory, const Budget& budget);

} // namespace sgl
