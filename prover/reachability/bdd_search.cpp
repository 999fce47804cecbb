#include "prover/reachability/bdd_search.hpp"

#include "prover/reduction/circuit.hpp"
#include "prover/resources/count_of_states.hpp"
#include "prover/resources/memory.hpp"
#include "prover/transition/trace.hpp"
#include "prover/transition/variable_order.hpp"

#include <algorithm>
#include <bdd.h>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

namespace sgl
{

namespace
{

using Gate = Circuit::Gate;

/// Gates as sets of states, valid inside a large set that has a small diagram; those of them whose
/// diagrams are small.
class Functions
{
public:
    /// Of no gate. The circuit must outlive it.
    explicit Functions(const Circuit& circuit)
        : circuit_(circuit), values_(circuit.size()), known_(circuit.size())
    {
    }

    /// Of all gates. `variables`: of each bit.
    void make(const std::vector<int>& variables, const bdd& inside)
    {
        const Circuit& circuit = circuit_;
        for (Gate gate = 0; gate < circuit.size(); ++gate)
        {
            const std::span<const Gate> operands = circuit.operands(gate);
            if (!std::ranges::all_of(operands, [&](Gate g) { return known_[g]; }))
                continue;
            const auto value = [&](std::size_t i) { return values_[operands[i]]; };
            bdd& result = values_[gate];
            switch (circuit.kind(gate))
            {
            case Kind::True: result = bddtruepp; break;
            case Kind::False: result = bddfalsepp; break;
            case Kind::Fluent: result = bdd_ithvarpp(variables[circuit.bit(gate)]); break;
            case Kind::Not: result = bdd_not(value(0)); break;
            case Kind::And: result = value(0) & value(1); break;
            case Kind::Or: result = value(0) | value(1); break;
            default: result = bdd_biimp(value(0), value(1)); break;
            }
            result = bdd_simplify(result, inside);
            known_[gate] = bdd_nodecount(result) <= small;
            if (!known_[gate])
                result = bddfalsepp;
        }
    }

    const Circuit& circuit() const { return circuit_; }
    bool knows(Gate gate) const { return known_[gate]; }
    const bdd& operator[](Gate gate) const { return values_[gate]; }

private:
    static constexpr int small = 20'000; // nodes

    std::reference_wrapper<const Circuit> circuit_;
    std::vector<bdd> values_;
    std::vector<bool> known_;
};

/// Gates as sets of states, all inside one set: what a gate that is no small function is elsewhere
/// does not matter, and is never computed.
class Layer
{
public:
    /// The functions must outlive it.
    Layer(const Functions& functions, const std::vector<int>& variables, const bdd& inside)
        : variables_(variables), circuit_(functions.circuit()), functions_(functions),
          inside_(inside), values_(circuit_.size()), known_(circuit_.size())
    {
    }

    const bdd& inside() const { return inside_; }

    /// The states inside at which the gate is true.
    const bdd& states(Gate gate)
    {
        if (!known_[gate])
            evaluate(gate);
        return values_[gate];
    }

private:
    struct Pending
    {
        Gate gate;
        std::size_t next = 0;
        bdd so_far;
    };

    void evaluate(Gate root)
    {
        std::vector<Pending> stack{{root, 0, bddfalsepp}};
        while (!stack.empty())
        {
            Pending& pending = stack.back();
            if (known_[pending.gate] || step(pending))
            {
                stack.pop_back();
                continue;
            }
            const Gate operand = circuit_.operands(pending.gate)[pending.next];
            if (!known_[operand])
                stack.push_back({operand, 0, bddfalsepp});
        }
    }

    /// Takes in the operands that are known; true when that decides the gate.
    bool step(Pending& pending)
    {
        const Gate gate = pending.gate;
        if (functions_.knows(gate))
            return set(gate, inside_ & functions_[gate]);
        switch (circuit_.kind(gate))
        {
        case Kind::True: return set(gate, inside_);
        case Kind::False: return set(gate, bddfalsepp);
        case Kind::Fluent: return set(gate, inside_ & bdd_ithvarpp(variables_[circuit_.bit(gate)]));
        default: break;
        }
        const std::span<const Gate> operands = circuit_.operands(gate);
        for (; pending.next < operands.size() && known_[operands[pending.next]]; ++pending.next)
        {
            const bdd& value = values_[operands[pending.next]];
            switch (circuit_.kind(gate))
            {
            case Kind::Not: return set(gate, inside_ - value);
            case Kind::And:
                pending.so_far = pending.next == 0 ? value : pending.so_far & value;
                if (pending.so_far == bddfalsepp)
                    return set(gate, bddfalsepp);
                break;
            case Kind::Or:
                pending.so_far = pending.so_far | value;
                if (pending.so_far == inside_)
                    return set(gate, inside_);
                break;
            default: // ↔
                pending.so_far =
                    pending.next == 0 ? value : inside_ & bdd_biimp(pending.so_far, value);
                break;
            }
        }
        return pending.next == operands.size() && set(gate, pending.so_far);
    }

    bool set(Gate gate, const bdd& value)
    {
        values_[gate] = value;
        known_[gate] = true;
        return true;
    }

    const std::vector<int>& variables_;
    const Circuit& circuit_;
    const Functions& functions_;
    bdd inside_;
    std::vector<bdd> values_;
    std::vector<bool> known_;
};

class Search
{
public:
    using Bits = std::vector<bool>;

    Search(const Frame& frame, const TransitionSystem& system, ChildProgress& progress)
        : system_(system), progress_(progress), circuit_(system.bits)
    {
        start_ = circuit_.add(system.start);
        undetermined_ = circuit_.add(system.undetermined);
        const auto add = [&](Formula f) { return f ? circuit_.add(f) : no_gate; };
        bad_ = add(system.bad);
        premise_ = add(system.premise);
        stuck_ = add(system.stuck);
        for (const TransitionSystem::Move& move : system.moves)
        {
            moves_.push_back({circuit_.add(move.allowed), {}, add(move.bad)});
            for (const TransitionSystem::Change& change : move.changes)
                moves_.back().values.push_back(circuit_.add(change.value));
        }
        // Every bit has a variable, and one beside it for its next value; the start's other atoms
        // come last.
        const std::size_t bits = system.bits.size();
        variables_.resize(circuit_.bit_count());
        for (std::size_t place = 0; const std::uint32_t bit : bit_order(frame, system))
            variables_[bit] = static_cast<int>(2 * place++);
        for (std::size_t other = bits; other < variables_.size(); ++other)
            variables_[other] = static_cast<int>(bits + other);
        bdd_setvarnum(static_cast<int>(std::max<std::size_t>(1, bits + variables_.size())));
        functions_ = Functions(circuit_);
        form_groups(frame);
    }

    Reachability run(bool must_end, bool hands_on)
    {
        Reachability reached;
        bool overlap = false;
        for (bdd fresh = starts(); fresh != bddfalsepp;)
        {
            reached.any_initial = true;
            layers_.push_back(fresh);
            all_ |= fresh;
            progress_.at_ply(layers_.size() - 1, count());
            look_around(fresh);
            Layer layer(functions_, variables_, fresh);
            if (layer.states(undetermined_) != bddfalsepp)
            {
                reached.is_determined = false;
                return reached;
            }
            if (bad_ != no_gate && layer.states(bad_) != bddfalsepp)
            {
                reached.bad = trail_to_bad(layer);
                return reached;
            }
            if (stuck_ != no_gate && !reached.stuck && layer.states(stuck_) != bddfalsepp)
                reached.stuck = trail_to(pick(layer.states(stuck_)), layers_.size() - 1);
            if (premise_ != no_gate && !reached.premise_seen)
                reached.premise_seen = layer.states(premise_) != bddfalsepp;
            const bdd next = image(layer);
            overlap = overlap || (next & all_) != bddfalsepp;
            fresh = next - all_;
        }
        reached.states = std::isfinite(count()) ? count_of_states(count()) : "countless states";
        // Where no move leads to a state of an earlier layer or the same, plays end with the
        // layers.
        if (must_end && overlap)
            reached.endless = endless_trail();
        if (hands_on && !reached.endless)
            reached.diagrams = handed_on(!overlap);
        return reached;
    }

private:
    static constexpr Gate no_gate = ~Gate{0};
    struct MoveGates
    {
        Gate allowed;
        std::vector<Gate> values; // of the changes
        Gate bad;
    };

    bdd literal(std::uint32_t bit, bool value, bool next = false) const
    {
        const int variable = variables_[bit] + (next ? 1 : 0);
        return value ? bdd_ithvarpp(variable) : bdd_nithvarpp(variable);
    }

    /// Bits with the same numbers in their names: all that is said of a cell of a board.
    struct Group
    {
        std::vector<std::uint32_t> bits;
        std::string pattern; // their names without the numbers
    };

    void form_groups(const Frame& frame)
    {
        std::map<std::vector<std::int64_t>, Group> by_numbers;
        for (const std::uint32_t bit : bit_order(frame, system_))
        {
            const Formula atom = system_.bits[bit];
            const std::string name =
                atom.is(Kind::Fluent) ? frame.name(atom.fluent()) : std::string("initial");
            Group& group = by_numbers[numbers_in(name)];
            group.bits.push_back(bit);
            std::ranges::remove_copy_if(name, std::back_inserter(group.pattern),
                                        [](char c) { return c >= '0' && c <= '9'; });
            group.pattern += ';';
        }
        constexpr std::size_t most = 12;
        for (auto& [numbers, group] : by_numbers)
        {
            if (group.bits.size() <= most)
                groups_.push_back(std::move(group));
        }
    }

    /// Makes the functions valid inside a layer. What is true of the groups of bits one by one has
    /// a small diagram, and is soon true of all states: cells with two marks, for one, need not be
    /// thought of. Groups of the same pattern are taken to be alike.
    void look_around(const bdd& fresh)
    {
        constexpr int small = 200; // nodes; functions do not pay below
        const bool are_made = valid_ != bddfalsepp;
        if (are_made ? (fresh - valid_) == bddfalsepp : bdd_nodecount(fresh) < small)
            return;
        std::map<std::string, std::set<std::vector<bool>>> combinations;
        for (const Group& group : groups_)
        {
            bdd others = bddtruepp;
            for (std::uint32_t bit = 0; bit < system_.bits.size(); ++bit)
            {
                if (std::ranges::find(group.bits, bit) == group.bits.end())
                    others &= literal(bit, true);
            }
            for (bdd left = bdd_exist(all_, others); left != bddfalsepp;)
            {
                const Bits bits = pick(left);
                std::vector<bool> combination;
                bdd cube = bddtruepp;
                for (std::uint32_t bit : group.bits)
                {
                    combination.push_back(bits[bit]);
                    cube &= literal(bit, bits[bit]);
                }
                combinations[group.pattern].insert(combination);
                left = left - cube;
            }
        }
        valid_ = bddtruepp;
        for (const Group& group : groups_)
        {
            bdd any = bddfalsepp;
            for (const std::vector<bool>& combination : combinations[group.pattern])
            {
                bdd cube = bddtruepp;
                for (std::size_t i = 0; i < group.bits.size(); ++i)
                    cube &= literal(group.bits[i], combination[i]);
                any |= cube;
            }
            valid_ &= any;
        }
        functions_.make(variables_, valid_);
    }

    bdd set_of_bits() const
    {
        bdd set = bddtruepp;
        for (std::uint32_t bit = 0; bit < system_.bits.size(); ++bit)
            set &= literal(bit, true);
        return set;
    }

    /// Of the states found.
    double count() const
    {
        return all_ == bddtruepp ? std::ldexp(1.0, static_cast<int>(system_.bits.size()))
                                 : bdd_satcountset(all_, set_of_bits());
    }

    /// The conjuncts one by one, each inside those before it.
    bdd starts()
    {
        std::vector<Gate> conjuncts{start_};
        bdd found = bddtruepp;
        while (!conjuncts.empty())
        {
            const Gate gate = conjuncts.back();
            conjuncts.pop_back();
            if (circuit_.kind(gate) == Kind::And)
            {
                const auto operands = circuit_.operands(gate);
                conjuncts.insert(conjuncts.end(), operands.rbegin(), operands.rend());
            }
            else
                found = Layer(functions_, variables_, found).states(gate);
        }
        bdd others = bddtruepp;
        for (std::size_t bit = system_.bits.size(); bit < variables_.size(); ++bit)
            others &= literal(static_cast<std::uint32_t>(bit), true);
        return bdd_exist(found, others);
    }

    /// What the moves allowed make of the states of a layer.
    bdd image(Layer& layer)
    {
        bdd all = bddfalsepp;
        for (std::size_t i = 0; i < moves_.size(); ++i)
        {
            const bdd from = layer.states(moves_[i].allowed);
            if (from != bddfalsepp)
                all |= image(layer, i, from);
            progress_.has_nodes(static_cast<std::uint64_t>(bdd_getnodenum()));
        }
        return all;
    }

    bdd image(Layer& layer, std::size_t move, const bdd& from)
    {
        bdd relation = from, made = bddtruepp, changed = bddtruepp;
        bddPair* renamed = nullptr;
        const std::vector<TransitionSystem::Change>& changes = system_.moves[move].changes;
        for (std::size_t k = 0; k < changes.size(); ++k)
        {
            const std::uint32_t bit = changes[k].bit;
            const bdd on = from & layer.states(moves_[move].values[k]);
            changed &= literal(bit, true);
            if (on == bddfalsepp || on == from)
            {
                made &= literal(bit, on == from);
                continue;
            }
            relation &= bdd_biimp(literal(bit, true, true), on);
            if (renamed == nullptr)
                renamed = bdd_newpair();
            bdd_setpair(renamed, variables_[bit] + 1, variables_[bit]);
        }
        bdd to = bdd_exist(relation, changed);
        if (renamed != nullptr)
        {
            to = bdd_replace(to, renamed);
            bdd_freepair(renamed);
        }
        return to & made;
    }

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

    Bits pick(const bdd& states) const
    {
        std::map<int, std::uint32_t> bit_of;
        for (std::uint32_t bit = 0; bit < system_.bits.size(); ++bit)
            bit_of.emplace(variables_[bit], bit);
        Bits bits(system_.bits.size());
        for (bdd at = states; at != bddtruepp;)
        {
            const bool value = bdd_low(at) == bddfalsepp;
            bits[bit_of.at(bdd_var(at))] = value;
            at = value ? bdd_high(at) : bdd_low(at);
        }
        return bits;
    }

    bdd state(const Bits& bits) const
    {
        bdd cube = bddtruepp;
        for (std::uint32_t bit = 0; bit < bits.size(); ++bit)
            cube &= literal(bit, bits[bit]);
        return cube;
    }

    struct Step
    {
        Bits from;
        Action action;
    };

    /// A move to this state from one of a set.
    std::optional<Step> predecessor(const Bits& to, const bdd& among) const
    {
        for (std::size_t i = 0; i < moves_.size(); ++i)
        {
            const std::vector<TransitionSystem::Change>& changes = system_.moves[i].changes;
            bdd from = among;
            for (std::uint32_t bit = 0, k = 0; bit < to.size(); ++bit)
            {
                if (k < changes.size() && changes[k].bit == bit)
                    ++k;
                else
                    from &= literal(bit, to[bit]);
            }
            if (from == bddfalsepp)
                continue;
            Layer layer(functions_, variables_, from);
            from = layer.states(moves_[i].allowed);
            for (std::size_t k = 0; k < changes.size() && from != bddfalsepp; ++k)
            {
                const bdd on = layer.states(moves_[i].values[k]);
                from = to[changes[k].bit] ? from & on : from - on;
            }
            if (from != bddfalsepp)
                return Step{pick(from), system_.moves[i].action};
        }
        return std::nullopt;
    }

    /// A play to a state of a layer.
    Trace trail_to(Bits to, std::size_t layer) const
    {
        Trace trail;
        for (std::size_t i = layer; i-- > 0;)
        {
            const std::optional<Step> step = predecessor(to, layers_[i]);
            if (!step)
                give_up("a state reached has no predecessor");
            trail.play.push_back(step->action);
            to = step->from;
        }
        std::ranges::reverse(trail.play);
        trail.start = std::move(to);
        return trail;
    }

    Trace trail_to_bad(Layer& layer) const
    {
        const Bits bits = pick(layer.states(bad_));
        Trace trail = trail_to(bits, layers_.size() - 1);
        Layer there(functions_, variables_, state(bits));
        for (std::size_t i = 0; i < moves_.size() && !trail.move; ++i)
        {
            if (moves_[i].bad != no_gate && there.states(moves_[i].bad) != bddfalsepp)
                trail.move = system_.moves[i].action;
        }
        return trail;
    }

    /// A play that comes back to where it was. States without a predecessor among those left are
    /// taken away; what remains, if anything does, has a way back from everywhere for ever.
    std::optional<Trace> endless_trail()
    {
        bdd left = all_;
        for (bdd before = bddfalsepp; left != before;)
        {
            before = left;
            Layer layer(functions_, variables_, left);
            left &= image(layer);
        }
        if (left == bddfalsepp)
            return std::nullopt;
        std::vector<Step> back; // back[i] leads to where back[i - 1] comes from
        std::map<Bits, std::size_t> met;
        Bits at = pick(left);
        for (; met.emplace(at, back.size()).second; at = back.back().from)
        {
            std::optional<Step> step = predecessor(at, left);
            if (!step)
                give_up("a state that remains has no predecessor");
            back.push_back(std::move(*step));
        }
        std::size_t layer = 0;
        while ((layers_[layer] & state(at)) == bddfalsepp)
            ++layer;
        Trace trail = trail_to(at, layer);
        trail.loop = static_cast<unsigned>(trail.play.size());
        for (std::size_t i = back.size(); i-- > met.at(at);)
            trail.play.push_back(back[i].action);
        return trail;
    }

    const TransitionSystem& system_;
    ChildProgress& progress_;
    Circuit circuit_;
    Gate start_ = 0, undetermined_ = 0, bad_ = 0, premise_ = 0, stuck_ = 0;
    std::vector<MoveGates> moves_;
    std::vector<int> variables_; // by bit
    Functions functions_{circuit_};
    bdd valid_ = bddfalsepp; // where they are
    std::vector<Group> groups_;
    std::vector<bdd> layers_; // states that so many moves lead to, and no fewer
    bdd all_ = bddfalsepp;
};

/// Makes BuDDy ready to take so many MiB. To be called in a child.
void start_diagrams(std::size_t memory)
{
    // A node, and its share of the caches.
    constexpr std::size_t first_nodes = 100'000, bytes_a_node = 160;
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
    bdd_setmaxincrease(nodes(std::clamp<std::size_t>(most / 8, first_nodes, 1 << 24)));
}

} // namespace

DiagramSearch::DiagramSearch(const Frame& frame, const TransitionSystem& system, bool must_end,
                             bool hands_on, std::size_t memory)
    : frame_(frame), system_(system),
      child_(
          [&]
          {
              start_diagrams(memory);
              return written(Search(frame, system, progress_).run(must_end, hands_on));
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
                reached->diagrams->atoms.push_back(system_.bits[bit]);
        }
        return std::move(*reached);
    }
    throw Interrupted{"the process of the diagrams said nothing that makes sense"};
}

Reachability reach_by_diagrams(const Frame& frame, const TransitionSystem& system, bool must_end,
                               bool hands_on, std::size_t memory, const Budget& budget)
{
    budget.check();
    budget.at_phase("while diagrams of all states were made");
    return DiagramSearch(frame, system, must_end, hands_on, memory_left(memory)).result(budget);
}

} // namespace sgl
