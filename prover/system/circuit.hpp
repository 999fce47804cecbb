#pragma once

// Circuits: Boolean functions of variables and inputs as gates ¬, ∧, ∨ and ↔ of at most two
// operands. Gates are hash-consed, so that equal functions, built in the same way, are one gate.
// Operands precede the gates that use them, so that a loop over the gates by number evaluates a
// circuit. No function here recurses to a depth that a game controls.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace sgl
{

enum class GateKind : std::uint8_t
{
    False,
    True,
    Variable, // the value of a state variable, by its index
    Input,    // the value of an input, by its index
    Not,
    And,
    Or,
    Iff,
};

/// A gate of a circuit, by its number.
using Gate = std::uint32_t;

class Circuit
{
public:
    static constexpr Gate bottom = 0, top = 1;

    Circuit();

    Gate constant(bool value) const { return value ? top : bottom; }
    Gate variable(std::uint32_t index) { return make(GateKind::Variable, index, 0); }
    Gate input(std::uint32_t index) { return make(GateKind::Input, index, 0); }

    // Constants, doubled and contradicting operands are simplified away.
    Gate no(Gate gate);
    Gate both(Gate a, Gate b);
    Gate either(Gate a, Gate b);
    Gate iff(Gate a, Gate b);
    /// ⋀ and ⋁ of any number of gates; operands that are ⋀ (⋁) themselves are flattened.
    Gate all_of(std::span<const Gate> operands) { return junction(GateKind::And, operands); }
    Gate any_of(std::span<const Gate> operands) { return junction(GateKind::Or, operands); }

    std::size_t size() const { return gates_.size(); }
    GateKind kind(Gate gate) const { return gates_[gate].kind; }
    bool is(Gate gate, GateKind kind) const { return gates_[gate].kind == kind; }
    /// The index of a Variable or an Input.
    std::uint32_t index(Gate gate) const { return gates_[gate].operands[0]; }
    std::span<const Gate> operands(Gate gate) const
    {
        const GateEntry& entry = gates_[gate];
        const std::size_t binary = entry.kind >= GateKind::And ? 2 : 0;
        return std::span(entry.operands).first(entry.kind == GateKind::Not ? 1 : binary);
    }

private:
    struct GateEntry
    {
        GateKind kind;
        std::array<std::uint32_t, 2> operands; // gates; of a variable or an input, the index
        bool operator==(const GateEntry&) const = default;
    };
    struct GateEntryHash
    {
        std::size_t operator()(const GateEntry& entry) const noexcept;
    };

    Gate make(GateKind kind, std::uint32_t first, std::uint32_t second);
    Gate binary(GateKind kind, Gate a, Gate b);
    Gate junction(GateKind kind, std::span<const Gate> operands);
    Gate balanced(GateKind kind, std::span<const Gate> operands);
    bool is_negation_of(Gate a, Gate b) const;

    std::vector<GateEntry> gates_;
    std::unordered_map<GateEntry, Gate, GateEntryHash> made_;
    std::vector<std::uint32_t> seen_; // by gate: the last junction that visited it
    std::uint32_t junctions_ = 0;
};

/// The cone of influence of the roots: the roots and the gates that they depend on, in ascending
/// order.
std::vector<Gate> cone_of(const Circuit& circuit, std::span<const Gate> roots);

/// Copies gates from one circuit to another, with other variables.
class GateCopier
{
public:
    GateCopier(const Circuit& from, Circuit& to) : from_(from), to_(to) {}

    /// What these gates depend on; `leaf` gives the copies of variables and inputs.
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

    /// Of a gate copied.
    Gate operator[](Gate gate) const { return copies_[gate]; }

private:
    const Circuit& from_;
    Circuit& to_;
    std::vector<Gate> copies_;
};

/// For each gate, whether it depends on inputs.
std::vector<bool> gates_with_inputs(const Circuit& circuit);

/// The values of all gates of a circuit.
class CircuitValues
{
public:
    /// The circuit must outlive the values, and must not grow.
    explicit CircuitValues(const Circuit& circuit) : circuit_(circuit), values_(circuit.size()) {}

    /// Evaluates all gates. Values are by index of variable and of input; missing values are false.
    void evaluate(const std::vector<bool>& variables, const std::vector<bool>& inputs = {});
    bool operator[](Gate gate) const { return values_[gate] != 0; }

private:
    const Circuit& circuit_;
    std::vector<char> values_;
};

} // namespace sgl
