#pragma once

// Clauses that define the gates of a circuit (Tseitin's translation, both directions), for any
// solver with new_variable() and add().

#include "axioms/kernel/literal.hpp"
#include "prover/system/circuit.hpp"

#include <span>
#include <vector>

namespace sgl
{

using axioms::Literal;

/// Adds the clauses of the cone of influence of these gates; `leaf` gives the literals of variables
/// and inputs. Returns the literals of all gates of the circuit; those outside the cone are 0.
template <typename Solver, typename Leaf>
std::vector<Literal> add_gates(Solver& solver, const Circuit& circuit, std::span<const Gate> roots,
                               const Leaf& leaf)
{
    std::vector<Literal> literals(circuit.size());
    for (const Gate gate : cone_of(circuit, roots))
    {
        const std::span<const Gate> operands = circuit.operands(gate);
        const auto of = [&](std::size_t i) { return literals[operands[i]]; };
        const GateKind kind = circuit.kind(gate);
        Literal& literal = literals[gate];
        if (kind == GateKind::Variable || kind == GateKind::Input)
            literal = leaf(gate);
        else if (kind == GateKind::Not)
            literal = -of(0);
        else
            literal = solver.new_variable();
        const Literal l = literal;
        switch (kind)
        {
        case GateKind::False: solver.add({-l}); break;
        case GateKind::True: solver.add({l}); break;
        case GateKind::And:
            solver.add({-l, of(0)});
            solver.add({-l, of(1)});
            solver.add({l, -of(0), -of(1)});
            break;
        case GateKind::Or:
            solver.add({l, -of(0)});
            solver.add({l, -of(1)});
            solver.add({-l, of(0), of(1)});
            break;
        case GateKind::Iff:
            solver.add({-l, -of(0), of(1)});
            solver.add({-l, of(0), -of(1)});
            solver.add({l, of(0), of(1)});
            solver.add({l, -of(0), -of(1)});
            break;
        case GateKind::Variable:
        case GateKind::Input:
        case GateKind::Not: break;
        }
    }
    return literals;
}

} // namespace sgl
