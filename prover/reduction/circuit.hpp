#pragma once

// Formulas over the bits of a transition system, as a list of gates in which operands come first.

#include "logic/formula/formula.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
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
    /// True, False, Fluent (a bit), Not, And, Or or Iff; the last three of two operands.
    Kind kind(Gate gate) const { return gates_[gate].kind; }
    /// Of a gate that is a bit.
    std::uint32_t bit(Gate gate) const { return gates_[gate].operands[0]; }
    std::span<const Gate> operands(Gate gate) const
    {
        const Entry& entry = gates_[gate];
        const std::size_t binary = entry.kind >= Kind::And ? 2 : 0;
        return std::span(entry.operands).first(entry.kind == Kind::Not ? 1 : binary);
    }
    /// Those given, and others met.
    std::size_t bit_count() const { return bits_.size(); }

private:
    struct Entry
    {
        Kind kind;
        std::array<std::uint32_t, 2> operands; // gates; of a bit, its number
    };

    std::vector<Gate> gates_of_operands(Formula f) const;
    Gate make(Kind kind, std::uint32_t first, std::uint32_t second);
    Gate junction(Kind kind, std::span<const Gate> operands);

    std::vector<Entry> gates_;
    std::map<std::tuple<Kind, std::uint32_t, std::uint32_t>, Gate> made_;
    std::unordered_map<Formula, std::uint32_t> bits_;
    std::unordered_map<Formula, Gate> gate_of_;
};

} // namespace sgl
