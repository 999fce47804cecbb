#include "prover/reachability/symbolic/bdd_search.hpp"

#include "prover/reachability/symbolic/bdd_system.hpp"
#include "prover/resources/count_of_states.hpp"
#include "prover/resources/memory.hpp"
#include "prover/transition/trace.hpp"
#include "prover/transition/variable_order.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

namespace sgl
{

namespace
{

/// All states that are reached, layer by layer: those that so many moves lead to, and no fewer.
class LayerSearch
{
public:
    using Bits = BddSystem::Bits;

    LayerSearch(const Frame& frame, const TransitionSystem& system, ChildProgress& progress)
        : system_(system), progress_(progress), sets_(frame, system)
    {
    }

    Reachability run(const BddSearchOptions& options)
    {
        Reachability reached;
        bool overlap = false;
        for (bdd fresh = sets_.initial_states(); fresh != bddfalsepp;)
        {
            reached.any_initial = true;
            layers_.push_back(fresh);
            all_ |= fresh;
            progress_.at_ply(layers_.size() - 1, sets_.count(all_));
            sets_.simplify_inside(all_, fresh);
            GatesInside layer = sets_.inside(fresh);
            const auto any = [&](const std::optional<Gate>& gate)
            { return gate && layer.states(*gate) != bddfalsepp; };
            if (any(system_.undetermined))
            {
                reached.is_determined = false;
                return reached;
            }
            if (any(system_.bad))
            {
                reached.bad = trace_to_bad(layer);
                return reached;
            }
            if (!reached.stuck && any(system_.stuck))
                reached.stuck =
                    trace_to(sets_.pick(layer.states(*system_.stuck)), layers_.size() - 1);
            reached.premise_seen = reached.premise_seen || any(system_.premise);
            const bdd next = sets_.image(
                layer, [&] { progress_.has_nodes(static_cast<std::uint64_t>(bdd_getnodenum())); });
            overlap = overlap || (next & all_) != bddfalsepp;
            fresh = next - all_;
        }
        const double count = sets_.count(all_);
        reached.states = std::isfinite(count) ? count_of_states(count) : "countless states";
        // Where no move leads to a state of an earlier layer or the same, plays end with the
        // layers.
        if (options.must_end && overlap)
            reached.endless = endless_trace();
        if (options.hands_on && !reached.endless)
            reached.diagrams = handed_on(!overlap);
        return reached;
    }

private:
    /// The states, and their layers; without those where they take too much, or are not wanted.
    std::optional<StateDiagrams> handed_on(bool with_layers) const
    {
        StateDiagrams found;
        if (with_layers)
        {
            std::vector<bdd> sets = layers_;
            sets.push_back(all_);
            if (std::optional<std::vector<StateDiagrams::Node>> roots = copy(sets, found))
            {
                found.reached = roots->back();
                roots->pop_back();
                found.layers = std::move(*roots);
                return found;
            }
        }
        const auto roots = copy({all_}, found);
        if (!roots)
            return std::nullopt;
        found.reached = roots->front();
        return found;
    }

    /// Adds all nodes of these sets; nothing where there are too many.
    static std::optional<std::vector<StateDiagrams::Node>> copy(const std::vector<bdd>& sets,
                                                                StateDiagrams& to)
    {
        std::unordered_map<BDD, StateDiagrams::Node> nodes{{bddfalsepp.id(), StateDiagrams::none},
                                                           {bddtruepp.id(), StateDiagrams::all}};
        std::vector<BDD> found, stack;
        for (const bdd& set : sets)
            stack.push_back(set.id());
        while (!stack.empty())
        {
            const BDD node = stack.back();
            stack.pop_back();
            if (!nodes.emplace(node, StateDiagrams::none).second)
                continue;
            if (found.size() == StateDiagrams::most_nodes)
                return std::nullopt;
            found.push_back(node);
            stack.push_back(bdd_low(node));
            stack.push_back(bdd_high(node));
        }
        std::ranges::sort(found, std::ranges::greater(), [](BDD node) { return bdd_var(node); });
        for (const BDD node : found)
        {
            nodes[node] = static_cast<StateDiagrams::Node>(to.choices.size() + 2);
            to.choices.push_back({static_cast<std::uint32_t>(bdd_var(node)) / 2,
                                  nodes.at(bdd_low(node)), nodes.at(bdd_high(node))});
        }
        std::vector<StateDiagrams::Node> roots;
        for (const bdd& set : sets)
            roots.push_back(nodes.at(set.id()));
        return roots;
    }

    /// A play to a state of a layer.
    Trace trace_to(Bits to, std::size_t layer) const
    {
        Trace trace;
        for (std::size_t i = layer; i-- > 0;)
        {
            std::optional<BddSystem::BackwardMove> move = sets_.predecessor(to, layers_[i]);
            if (!move)
                give_up("a state reached has no predecessor");
            trace.play.push_back(move->action);
            to = std::move(move->from);
        }
        std::ranges::reverse(trace.play);
        trace.start = std::move(to);
        return trace;
    }

    Trace trace_to_bad(GatesInside& layer) const
    {
        const Bits bits = sets_.pick(layer.states(*system_.bad));
        Trace trace = trace_to(bits, layers_.size() - 1);
        GatesInside there = sets_.inside(sets_.state(bits));
        for (const TransitionSystem::Move& move : system_.moves)
        {
            if (!trace.move && move.bad && there.states(*move.bad) != bddfalsepp)
                trace.move = move.action;
        }
        return trace;
    }

    /// A play that comes back to where it was. States without a predecessor among those left are
    /// taken away; what remains, if anything does, has a way back from everywhere for ever.
    std::optional<Trace> endless_trace()
    {
        bdd left = all_;
        for (bdd before = bddfalsepp; left != before;)
        {
            before = left;
            GatesInside states = sets_.inside(left);
            left &= sets_.image(states);
        }
        if (left == bddfalsepp)
            return std::nullopt;
        std::vector<BddSystem::BackwardMove> back; // back[i] leads to where back[i - 1] comes from
        std::map<Bits, std::size_t> met;
        Bits at = sets_.pick(left);
        for (; met.emplace(at, back.size()).second; at = back.back().from)
        {
            std::optional<BddSystem::BackwardMove> move = sets_.predecessor(at, left);
            if (!move)
                give_up("a state that remains has no predecessor");
            back.push_back(std::move(*move));
        }
        std::size_t layer = 0;
        while ((layers_[layer] & sets_.state(at)) == bddfalsepp)
            ++layer;
        Trace trace = trace_to(at, layer);
        trace.loop = static_cast<unsigned>(trace.play.size());
        for (std::size_t i = back.size(); i-- > met.at(at);)
            trace.play.push_back(back[i].action);
        return trace;
    }

    const TransitionSystem& system_;
    ChildProgress& progress_;
    BddSystem sets_;
    std::vector<bdd> layers_;
    bdd all_ = bddfalsepp;
};

/// Makes BuDDy ready to take so many MiB. To be called in a child.
void start_diagrams(std::size_t memory)
{
    // A node, and its share of the caches.
    constexpr std::size_t first_nodes = 20'000, least_increase = 100'000, bytes_a_node = 160;
    constexpr std::size_t least = 4; // MiB
    const auto nodes = [](std::size_t count)
    { return static_cast<int>(std::clamp<std::size_t>(count, 1'000, 1 << 30)); };
    if (memory < least)
        give_up({"the diagrams take too much memory", Cause::Memory});
    const std::size_t most = (memory << 20) / bytes_a_node;
    const int first = nodes(std::min(first_nodes, most));
    bdd_init(first, first);
    bdd_error_hook(
        [](int error)
        {
            give_up(error == BDD_NODENUM || error == BDD_MEMORY
                        ? "the diagrams take too much memory"
                        : bdd_errstring(error));
        });
    bdd_gbc_hook(nullptr);
    bdd_resize_hook(nullptr);
    bdd_setcacheratio(1);
    bdd_setmaxnodenum(std::max(bdd_getallocnum() + 1, nodes(most)));
    bdd_setmaxincrease(nodes(std::clamp<std::size_t>(most / 8, least_increase, 1 << 24)));
}

} // namespace

DiagramSearch::DiagramSearch(const Frame& frame, const TransitionSystem& system,
                             const BddSearchOptions& options)
    : frame_(frame), system_(system),
      child_(
          [&]
          {
              start_diagrams(options.memory);
              return written(LayerSearch(frame, system, progress_).run(options));
          })
{
}

Reachability DiagramSearch::result(const Budget& budget, const std::function<void()>& while_waiting)
{
    const auto so_far = [&](Interrupted why)
    {
        const std::string far = progress_.text();
        if (!far.empty())
            why.where += ", at " + far;
        return why;
    };
    ChildOutcome outcome;
    try
    {
        outcome = child_.outcome(budget, while_waiting);
    }
    catch (const Interrupted& interrupted)
    {
        throw so_far(interrupted);
    }
    if (outcome.failure)
        throw so_far(*outcome.failure);
    if (auto reached = read_reached(outcome.said, system_.bits.size()))
    {
        if (reached->diagrams)
        {
            for (const std::uint32_t bit : bit_order(frame_, system_))
                reached->diagrams->atoms.push_back(system_.bits[bit].atom);
        }
        return std::move(*reached);
    }
    throw Interrupted{"the process of the diagrams said nothing that makes sense"};
}

Reachability reach_by_diagrams(const Frame& frame, const TransitionSystem& system,
                               BddSearchOptions options, const Budget& budget)
{
    budget.check();
    budget.at_phase("while diagrams of all states were made");
    options.memory = memory_left(options.memory);
    return DiagramSearch(frame, system, options).result(budget);
}

} // namespace sgl
