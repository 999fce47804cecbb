#include "prover/system/circuit.hpp"

#include <algorithm>
#include <bit>

namespace sgl
{

std::size_t Circuit::GateEntryHash::operator()(const GateEntry& entry) const noexcept
{
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
    std::uint64_t hash = (std::uint64_t{entry.operands[0]} << 32 | entry.operands[1]) * golden;
    hash = (hash ^ hash >> 32 ^ static_cast<std::uint64_t>(entry.kind)) * golden;
    return static_cast<std::size_t>(hash ^ hash >> 32);
}

Circuit::Circuit()
{
    make(GateKind::False, 0, 0);
    make(GateKind::True, 0, 0);
}

Gate Circuit::make(GateKind kind, std::uint32_t first, std::uint32_t second)
{
    const auto next = static_cast<Gate>(gates_.size());
    const GateEntry wanted{kind, {first, second}};
    const auto [entry, is_new] = made_.emplace(wanted, next);
    if (is_new)
        gates_.push_back(wanted);
    return entry->second;
}

bool Circuit::is_negation_of(Gate a, Gate b) const
{
    return gates_[a].kind == GateKind::Not && gates_[a].operands[0] == b;
}

Gate Circuit::no(Gate gate)
{
    if (gate <= top)
        return constant(gate == bottom);
    return is(gate, GateKind::Not) ? gates_[gate].operands[0] : make(GateKind::Not, gate, 0);
}

Gate Circuit::both(Gate a, Gate b)
{
    return binary(GateKind::And, a, b);
}

Gate Circuit::either(Gate a, Gate b)
{
    return binary(GateKind::Or, a, b);
}

/// ∧ or ∨ of two.
Gate Circuit::binary(GateKind kind, Gate a, Gate b)
{
    const Gate neutral = kind == GateKind::And ? top : bottom;
    const Gate absorbing = kind == GateKind::And ? bottom : top;
    if (a == absorbing || b == absorbing || is_negation_of(a, b) || is_negation_of(b, a))
        return absorbing;
    if (a == neutral || a == b)
        return b;
    if (b == neutral)
        return a;
    return make(kind, std::min(a, b), std::max(a, b));
}

Gate Circuit::iff(Gate a, Gate b)
{
    if (a > b)
        std::swap(a, b);
    if (a == b)
        return top;
    if (a <= top)
        return a == top ? b : no(b);
    if (is_negation_of(a, b) || is_negation_of(b, a))
        return bottom;
    return make(GateKind::Iff, a, b);
}

Gate Circuit::junction(GateKind kind, std::span<const Gate> operands)
{
    const Gate neutral = kind == GateKind::And ? top : bottom;
    const Gate absorbing = kind == GateKind::And ? bottom : top;
    // Beyond so many operands, those that could be taken apart stay whole: chains of junctions
    // would take quadratic time.
    constexpr std::size_t most = 1'024;
    std::vector<Gate> parts, open(operands.begin(), operands.end());
    seen_.resize(gates_.size());
    ++junctions_;
    while (!open.empty())
    {
        const Gate gate = open.back();
        open.pop_back();
        if (gate == absorbing)
            return absorbing;
        if (gate == neutral || seen_[gate] == junctions_)
            continue;
        seen_[gate] = junctions_;
        if (is(gate, kind) && parts.size() + open.size() < most)
            open.insert(open.end(), gates_[gate].operands.begin(), gates_[gate].operands.end());
        else
            parts.push_back(gate);
    }
    std::ranges::sort(parts);
    for (const Gate gate : parts)
    {
        if (is(gate, GateKind::Not) && std::ranges::binary_search(parts, gates_[gate].operands[0]))
            return absorbing;
    }
    return parts.empty() ? neutral : balanced(kind, parts);
}

/// Operands in order, halved by the highest bit in which their numbers differ: lists that have much
/// in common share most of their gates. No deeper than a number has bits.
Gate Circuit::balanced(GateKind kind, std::span<const Gate> operands)
{
    if (operands.size() == 1)
        return operands[0];
    const Gate half = std::bit_floor(operands.front() ^ operands.back());
    const auto middle =
        std::ranges::find_if(operands, [&](Gate gate) { return (gate & half) != 0; });
    const auto lower = static_cast<std::size_t>(middle - operands.begin());
    const Gate left = balanced(kind, operands.first(lower));
    return binary(kind, left, balanced(kind, operands.subspan(lower)));
}

std::vector<Gate> cone_of(const Circuit& circuit, std::span<const Gate> roots)
{
    std::vector<bool> needed(circuit.size());
    for (const Gate root : roots)
        needed[root] = true;
    std::vector<Gate> cone;
    for (std::size_t i = needed.size(); i-- > 0;)
    {
        if (!needed[i])
            continue;
        const auto gate = static_cast<Gate>(i);
        cone.push_back(gate);
        for (const Gate operand : circuit.operands(gate))
            needed[operand] = true;
    }
    std::ranges::reverse(cone);
    return cone;
}

std::vector<bool> gates_with_inputs(const Circuit& circuit)
{
    std::vector<bool> has_inputs(circuit.size());
    for (Gate gate = 0; gate < has_inputs.size(); ++gate)
        has_inputs[gate] =
            circuit.is(gate, GateKind::Input) ||
            std::ranges::any_of(circuit.operands(gate), [&](Gate g) { return has_inputs[g]; });
    return has_inputs;
}

void CircuitValues::evaluate(const std::vector<bool>& variables, const std::vector<bool>& inputs)
{
    const auto given = [](const std::vector<bool>& values, std::uint32_t index)
    { return index < values.size() && values[index]; };
    for (Gate gate = 0; gate < values_.size(); ++gate)
    {
        const std::span<const Gate> operands = circuit_.operands(gate);
        const auto of = [&](std::size_t i) { return values_[operands[i]] != 0; };
        bool value = false;
        switch (circuit_.kind(gate))
        {
        case GateKind::False: break;
        case GateKind::True: value = true; break;
        case GateKind::Variable: value = given(variables, circuit_.index(gate)); break;
        case GateKind::Input: value = given(inputs, circuit_.index(gate)); break;
        case GateKind::Not: value = !of(0); break;
        case GateKind::And: value = of(0) && of(1); break;
        case GateKind::Or: value = of(0) || of(1); break;
        case GateKind::Iff: value = of(0) == of(1); break;
        }
        values_[gate] = value ? 1 : 0;
    }
}

} // namespace sgl
