#pragma once

// Copies of gates in another circuit, with other variables.

#include "prover/system/circuit.hpp"

#include <span>
#include <vector>

namespace sgl
{

class GateCopier
{
public:
    /// Both circuits must outlive the copier.
    GateCopier(const Circuit& from, Circuit& to) : from_(from), to_(to) {}

    /// Copies the cone of influence of these gates; `leaf` gives the copies of variables and
    /// inputs.
    template <typename Leaf>
    void copy(std::span<const Gate> roots, const Leaf& leaf)
    {
        copies_.resize(from_.size());
        for (const Gate gate : cone_of(from_, roots))
        {
            const std::span<const Gate> operands = from_.operands(gate);
            const auto of = [&](std::size_t i) { return copies_[operands[i]]; };
            Gate& made = copies_[gate];
            switch (from_.kind(gate))
            {
            case GateKind::False:
            case GateKind::True: made = to_.constant(from_.is(gate, GateKind::True)); break;
            case GateKind::Variable:
            case GateKind::Input: made = leaf(gate); break;
            case GateKind::Not: made = to_.no(of(0)); break;
            case GateKind::And: made = to_.both(of(0), of(1)); break;
            case GateKind::Or: made = to_.either(of(0), of(1)); break;
            case GateKind::Iff: made = to_.iff(of(0), of(1)); break;
            }
        }
    }

    /// The copy of a gate that was copied.
    Gate operator[](Gate gate) const { return copies_[gate]; }

private:
    const Circuit& from_;
    Circuit& to_;
    std::vector<Gate> copies_;
};

} // namespace sgl
