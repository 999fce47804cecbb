#pragma once

// A set of states of a game: its bad states, and its successors by complying moves.

#include "prover/checker/symbolic/axiom_sets.hpp"
#include "prover/claims/look_ahead.hpp"
#include "prover/claims/question.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sgl::certificate
{

/// A superset of the initial states, over the bits; the set is larger only where axioms look ahead.
/// Throws Interrupted and EvaluationTooDeep.
Bdds::Node starts(const GameUnderCheck& ground, const Bits& bits, Bdds& diagrams);

class StateSetView
{
public:
    using Node = Bdds::Node;

    /// A view of the set `inside`, a diagram over the bits. All arguments must outlive the view.
    /// The constructor and all functions throw Interrupted; all but look_at throw
    /// EvaluationTooDeep.
    StateSetView(const GameUnderCheck& ground, const Bits& bits, Bdds& diagrams,
                 const std::vector<Strategy>& profile, Node inside);

    /// Restricts the view to these states, a subset of `inside`.
    void look_at(Node states) { states_ = diagrams_.both(symbolic_.inside(), states); }

    /// The states in which the action is a complying move. States that the axioms exclude are left
    /// out, as far as the axioms about them and their successors tell.
    Node allowed(Action a);
    /// The successors of the states `from` by the action, over the bits.
    Node after(Action a, Node from);
    /// The states that are bad, or have a bad complying move; without states that the axioms
    /// exclude, as above.
    Node bad(const Question& question);

private:
    Node where(Formula f, Action a, Node region);
    Node where_far(Formula f, Action a, Node region);
    Node possible(Node region);
    Node possible_after(Node region, Action a);

    const GameUnderCheck& ground_;
    const Bits& bits_;
    Bdds& diagrams_;
    const std::vector<Strategy>& profile_;
    Symbolic symbolic_;
    LookAhead look_ahead_;
    Node states_;
    bool looks_further_; // axioms restrict the states after a move, too
};

/// Views of sets of states of one game, one set after the other. Formulas are evaluated in all
/// states at once, and the results are kept from view to view. Where that takes many more nodes
/// than one set needs, formulas are evaluated in that set alone.
class StateSetViews
{
public:
    using Node = Bdds::Node;

    /// All arguments must outlive the object.
    StateSetViews(const GameUnderCheck& ground, const Bits& bits,
                  const std::vector<Strategy>& profile, std::size_t most_nodes);

    /// Returns use(view, diagrams, sets): `view` is a view of the first set, and `sets` are the
    /// same sets in the diagrams of the view. `use` may be called again after an Interrupted.
    /// Throws Interrupted and EvaluationTooDeep.
    template <typename Use>
    auto with(const Bdds& diagrams, std::span<const Node> sets, const Use& use)
    {
        const std::size_t size = diagrams.nodes_of(sets).size();
        while (open_unrestricted(size))
        {
            try
            {
                const std::vector<Node> copies = unrestricted_diagrams_->copied(diagrams, sets);
                unrestricted_->look_at(copies.front());
                auto result = use(*unrestricted_, *unrestricted_diagrams_, copies);
                has_served_ = true;
                return result;
            }
            catch (const Interrupted&)
            {
                close_unrestricted();
            }
        }
        Bdds scratch(ground_.budget, most_nodes_);
        const std::vector<Node> copies = scratch.copied(diagrams, sets);
        StateSetView view(ground_, bits_, scratch, profile_, copies.front());
        return use(view, scratch, copies);
    }

private:
    bool open_unrestricted(std::size_t size);
    void close_unrestricted();

    const GameUnderCheck& ground_;
    const Bits& bits_;
    const std::vector<Strategy>& profile_;
    std::size_t most_nodes_;
    std::unique_ptr<Bdds> unrestricted_diagrams_;
    std::optional<StateSetView> unrestricted_; // view of all states
    std::size_t room_ = 0, too_little_ = 0;    // numbers of nodes for the view of all states
    bool has_served_ = false;
};

} // namespace sgl::certificate
