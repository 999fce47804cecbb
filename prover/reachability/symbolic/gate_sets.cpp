#include "prover/reachability/symbolic/gate_sets.hpp"

#include "prover/resources/limits.hpp"

#include <algorithm>
#include <span>

namespace sgl
{

void GateFunctions::make(const std::vector<int>& variables, const bdd& inside)
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
        case GateKind::True: result = bddtruepp; break;
        case GateKind::False:
        case GateKind::Input: result = bddfalsepp; break; // of inputs, there are none
        case GateKind::Variable: result = bdd_ithvarpp(variables[circuit.index(gate)]); break;
        case GateKind::Not: result = bdd_not(value(0)); break;
        case GateKind::And: result = value(0) & value(1); break;
        case GateKind::Or: result = value(0) | value(1); break;
        case GateKind::Iff: result = bdd_biimp(value(0), value(1)); break;
        }
        result = bdd_simplify(result, inside);
        known_[gate] = bdd_nodecount(result) <= limits::most_nodes_of_a_gate;
        if (!known_[gate])
            result = bddfalsepp;
    }
}

void GatesInside::evaluate(Gate root)
{
    std::vector<PendingGate> stack{{root, 0, bddfalsepp}};
    while (!stack.empty())
    {
        PendingGate& pending = stack.back();
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
bool GatesInside::step(PendingGate& pending)
{
    const Gate gate = pending.gate;
    if (functions_.knows(gate))
        return set(gate, inside_ & functions_[gate]);
    switch (circuit_.kind(gate))
    {
    case GateKind::True: return set(gate, inside_);
    case GateKind::False: return set(gate, bddfalsepp);
    case GateKind::Variable:
        return set(gate, inside_ & bdd_ithvarpp(variables_[circuit_.index(gate)]));
    default: break;
    }
    const std::span<const Gate> operands = circuit_.operands(gate);
    for (; pending.next < operands.size() && known_[operands[pending.next]]; ++pending.next)
    {
        const bdd& value = values_[operands[pending.next]];
        switch (circuit_.kind(gate))
        {
        case GateKind::Not: return set(gate, inside_ - value);
        case GateKind::And:
            pending.so_far = pending.next == 0 ? value : pending.so_far & value;
            if (pending.so_far == bddfalsepp)
                return set(gate, bddfalsepp);
            break;
        case GateKind::Or:
            pending.so_far = pending.so_far | value;
            if (pending.so_far == inside_)
                return set(gate, inside_);
            break;
        default: // ↔
            pending.so_far = pending.next == 0 ? value : inside_ & bdd_biimp(pending.so_far, value);
            break;
        }
    }
    return pending.next == operands.size() && set(gate, pending.so_far);
}

bool GatesInside::set(Gate gate, const bdd& value)
{
    values_[gate] = value;
    known_[gate] = true;
    return true;
}

} // namespace sgl
