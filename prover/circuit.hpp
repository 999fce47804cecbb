#pragma once

// Formulas over the bits of a transition system, as a list of gates in which operands come first.

#include "logic/formula.hpp"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace sgl
{

class Circuit
{
public:
    /// Position of a gate.
    using Gate = std::uint32_t;

    /// The bits by their atoms, in order.
    explicit Circuit(const std::vector<Formula>& bits);

    /// The gate of a formula made of the bits with ¬, ∧, ∨ and ↔. Atoms that are no bits become
    /// further ones.
    Gate add(Formula f);

    std::size_t size() const { return gates_.size(); }
    /// True, False, Fluent (a bit), Not, And, Or or Iff.
    Kind kind(Gate gate) const { return gates_[gate].kind; }
    /// Of a gate that is a bit.
    std::uint32_t bit(Gate gate) const { return gates_[gate].first; }
    std::span<const Gate> operands(Gate gate) const
    {
        return std::span(operands_).subspan(gates_[gate].first, gates_[gate].count);
    }
    /// Those given, and others met.
    std::size_t bit_count() const { return bits_.size(); }

private:
    struct Entry
    {
        Kind kind;
        std::uint32_t first = 0, count = 0;
    };

    std::vector<Entry> gates_;
    std::vector<Gate> operands_;
    std::unordered_map<Formula, std::uint32_t> bits_;
    std::unordered_map<Formula, Gate> gate_of_;
};

} // namespace sgl
