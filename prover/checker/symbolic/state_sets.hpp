#pragma once

// One set of states of a game: what is bad in it, and where complying moves lead from it.

#include "prover/checker/symbolic/axiom_sets.hpp"
#include "prover/claims/question.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sgl::certificate
{

/// The initial states of the game, by their bits; more, perhaps, where axioms look ahead.
Bdds::Node starts(const GameUnderCheck& ground, const Bits& bits, Bdds& diagrams);

class StateSetView
{
public:
    using Node = Bdds::Node;

    /// All must outlive it. `inside` is about the bits.
    StateSetView(const GameUnderCheck& ground, const Bits& bits, Bdds& diagrams,
                 const std::vector<Strategy>& profile, Node inside);

    /// From now on, of these states, which are inside.
    void look_at(Node states) { states_ = diagrams_.both(symbolic_.inside(), states); }

    /// The states, of a model of Σ as far as axioms tell, from which a complying move is this one.
    Node allowed(Action a);
    /// Where it leads from these of them, by the bits.
    Node after(Action a, Node from);
    /// The states, of a model of Σ as far as axioms tell, at which something is bad.
    Node bad(const Question& question);

private:
    Node possible(Node region);
    Node possible_after(Node region, Action a);

    const GameUnderCheck& ground_;
    const Bits& bits_;
    Bdds& diagrams_;
    const std::vector<Strategy>& profile_;
    Symbolic symbolic_;
    Node states_;
    bool looks_further_; // axioms tell something of later states, too
};

/// Views of sets of states of one game, one set after the other. What formulas say is worked out
/// for all states at once and kept from view to view; where that takes much more than one set does,
/// for that set by itself.
class StateSetViews
{
public:
    using Node = Bdds::Node;

    /// All must outlive it.
    StateSetViews(const GameUnderCheck& ground, const Bits& bits,
                  const std::vector<Strategy>& profile, std::size_t most_nodes);

    /// use(view, its diagrams, these sets in them), the view being of the first set. It may be
    /// called again when it was interrupted.
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
    std::optional<StateSetView> unrestricted_; // of all states
    std::size_t room_ = 0, too_little_ = 0;    // for nodes of all states
    bool has_served_ = false;
};

} // namespace sgl::certificate
