#include "prover/reachability/symbolic/bdd_system.hpp"

#include "prover/resources/limits.hpp"
#include "prover/transition/variable_order.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace sgl
{

/// Every bit has a variable, and one beside it for its next value; the start's other variables come
/// last.
BddSystem::BddSystem(const Frame& frame, const TransitionSystem& system)
    : system_(system), variables_(system.start.variables), functions_(system.circuit)
{
    const std::size_t bits = system.bits.size();
    for (std::size_t place = 0; const std::uint32_t bit : bit_order(frame, system))
        variables_[bit] = static_cast<int>(2 * place++);
    for (std::size_t other = bits; other < variables_.size(); ++other)
        variables_[other] = static_cast<int>(bits + other);
    bdd_setvarnum(static_cast<int>(std::max<std::size_t>(1, bits + variables_.size())));
    form_groups(frame);
}

void BddSystem::form_groups(const Frame& frame)
{
    std::map<std::vector<std::int64_t>, BitGroup> by_numbers;
    for (const std::uint32_t bit : bit_order(frame, system_))
    {
        const Formula atom = system_.bits[bit].atom;
        const bool is_fluent = atom.is(Kind::Fluent);
        BitGroup& group =
            by_numbers[is_fluent ? frame.numbers(atom.fluent()) : std::vector<std::int64_t>()];
        group.bits.push_back(bit);
        group.pattern += is_fluent ? frame.without_numbers(atom.fluent()) : "initial";
        group.pattern += ';';
    }
    for (auto& [numbers, group] : by_numbers)
    {
        if (group.bits.size() <= limits::most_bits_of_a_group)
            groups_.push_back(std::move(group));
    }
}

/// What is true of the groups of bits one by one has a small diagram, and is soon true of all
/// states: cells with two marks, for one, need not be thought of.
void BddSystem::simplify_inside(const bdd& reached, const bdd& fresh)
{
    const bool are_made = valid_ != bddfalsepp;
    if (are_made ? (fresh - valid_) == bddfalsepp
                 : bdd_nodecount(fresh) < limits::least_nodes_for_groups)
        return;
    std::map<std::string, std::set<std::vector<bool>>> combinations;
    for (const BitGroup& group : groups_)
    {
        bdd others = bddtruepp;
        for (std::uint32_t bit = 0; bit < system_.bits.size(); ++bit)
        {
            if (std::ranges::find(group.bits, bit) == group.bits.end())
                others &= literal(bit, true);
        }
        for (bdd left = bdd_exist(reached, others); left != bddfalsepp;)
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
    for (const BitGroup& group : groups_)
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

bdd BddSystem::all_bits() const
{
    bdd set = bddtruepp;
    for (std::uint32_t bit = 0; bit < system_.bits.size(); ++bit)
        set &= literal(bit, true);
    return set;
}

double BddSystem::count(const bdd& states) const
{
    return states == bddtruepp ? std::ldexp(1.0, static_cast<int>(system_.bits.size()))
                               : bdd_satcountset(states, all_bits());
}

/// The conjuncts one by one, each inside those before it.
bdd BddSystem::initial_states() const
{
    const Circuit& circuit = system_.start.circuit;
    const GateFunctions none(circuit);
    std::vector<Gate> conjuncts{system_.start.gate};
    bdd found = bddtruepp;
    while (!conjuncts.empty())
    {
        const Gate gate = conjuncts.back();
        conjuncts.pop_back();
        if (circuit.is(gate, GateKind::And))
        {
            const auto operands = circuit.operands(gate);
            conjuncts.insert(conjuncts.end(), operands.rbegin(), operands.rend());
        }
        else
            found = GatesInside(none, variables_, found).states(gate);
    }
    bdd others = bddtruepp;
    for (std::size_t bit = system_.bits.size(); bit < variables_.size(); ++bit)
        others &= literal(static_cast<std::uint32_t>(bit), true);
    return bdd_exist(found, others);
}

bdd BddSystem::image(GatesInside& states, const std::function<void()>& after_each) const
{
    bdd all = bddfalsepp;
    for (const TransitionSystem::Move& move : system_.moves)
    {
        const bdd from = states.states(move.allowed);
        if (from != bddfalsepp)
            all |= image(states, move, from);
        if (after_each)
            after_each();
    }
    return all;
}

bdd BddSystem::image(GatesInside& states, const TransitionSystem::Move& move, const bdd& from) const
{
    bdd relation = from, made = bddtruepp, changed = bddtruepp;
    bddPair* renamed = nullptr;
    for (const TransitionSystem::Change& change : move.changes)
    {
        const std::uint32_t bit = change.bit;
        const bdd on = from & states.states(change.value);
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

std::optional<BddSystem::BackwardMove> BddSystem::predecessor(const Bits& to,
                                                              const bdd& among) const
{
    for (const TransitionSystem::Move& move : system_.moves)
    {
        bdd from = among;
        for (std::uint32_t bit = 0, k = 0; bit < to.size(); ++bit)
        {
            if (k < move.changes.size() && move.changes[k].bit == bit)
                ++k;
            else
                from &= literal(bit, to[bit]);
        }
        if (from == bddfalsepp)
            continue;
        GatesInside states = inside(from);
        from = states.states(move.allowed);
        for (const TransitionSystem::Change& change : move.changes)
        {
            if (from == bddfalsepp)
                break;
            const bdd on = states.states(change.value);
            from = to[change.bit] ? from & on : from - on;
        }
        if (from != bddfalsepp)
            return BackwardMove{pick(from), move.action};
    }
    return std::nullopt;
}

BddSystem::Bits BddSystem::pick(const bdd& states) const
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

bdd BddSystem::state(const Bits& bits) const
{
    bdd cube = bddtruepp;
    for (std::uint32_t bit = 0; bit < bits.size(); ++bit)
        cube &= literal(bit, bits[bit]);
    return cube;
}

} // namespace sgl
