#include "prover/transition/open_choices.hpp"

#include "prover/resources/interrupted.hpp"
#include "prover/resources/limits.hpp"

#include <array>
#include <utility>

namespace sgl
{

namespace
{

Interrupted too_many()
{
    return {"the axioms leave too much open for every choice to be gone through"};
}

} // namespace

/// The first choice that the gates depend on.
std::optional<std::uint32_t> OpenChoices::choice_in(const std::vector<Gate>& gates)
{
    std::optional<std::uint32_t> first;
    for (const Gate gate : cone_of(circuit_, gates))
    {
        if (!circuit_.is(gate, GateKind::Input))
            continue;
        const std::uint32_t input = circuit_.index(gate);
        if (is_choice_[input] && (!first || input < *first))
            first = input;
    }
    return first;
}

/// The gates where the input has this value.
std::vector<Gate> OpenChoices::gates_with(const std::vector<Gate>& gates, std::uint32_t input,
                                          bool value)
{
    std::vector<Gate> made(circuit_.size());
    for (const Gate gate : cone_of(circuit_, gates))
    {
        // The circuit grows: its operands may move.
        const GateKind kind = circuit_.kind(gate);
        std::array<Gate, 2> of{};
        std::size_t count = 0;
        for (const Gate operand : circuit_.operands(gate))
            of[count++] = made[operand];
        switch (kind)
        {
        case GateKind::False:
        case GateKind::True:
        case GateKind::Variable: made[gate] = gate; break;
        case GateKind::Input:
            made[gate] = circuit_.index(gate) == input ? circuit_.constant(value) : gate;
            break;
        case GateKind::Not: made[gate] = circuit_.no(of[0]); break;
        case GateKind::And: made[gate] = circuit_.both(of[0], of[1]); break;
        case GateKind::Or: made[gate] = circuit_.either(of[0], of[1]); break;
        case GateKind::Iff: made[gate] = circuit_.iff(of[0], of[1]); break;
        }
    }
    std::vector<Gate> result;
    for (const Gate gate : gates)
        result.push_back(made[gate]);
    return result;
}

Gate OpenChoices::some(Gate gate)
{
    for (std::size_t choices = 0;; ++choices)
    {
        const auto input = choice_in({gate});
        if (!input)
            return gate;
        if (choices == limits::most_open_choices)
            throw too_many();
        gate = circuit_.either(gates_with({gate}, *input, false)[0],
                               gates_with({gate}, *input, true)[0]);
    }
}

OpenMove OpenChoices::with(const OpenMove& move, std::uint32_t input, bool value)
{
    std::vector<Gate> gates{move.allowed};
    gates.insert(gates.end(), move.questions.begin(), move.questions.end());
    gates.insert(gates.end(), move.values.begin(), move.values.end());
    gates = gates_with(gates, input, value);
    const auto values = gates.begin() + 1 + static_cast<std::ptrdiff_t>(move.questions.size());
    return {gates[0], {gates.begin() + 1, values}, {values, gates.end()}};
}

/// Where the move makes something that the other does not.
Gate OpenChoices::differ(const OpenMove& move, const OpenMove& other)
{
    std::vector<Gate> any{circuit_.no(other.allowed)};
    for (std::size_t i = 0; i < move.values.size(); ++i)
        any.push_back(circuit_.no(circuit_.iff(move.values[i], other.values[i])));
    for (std::size_t i = 0; i < move.questions.size(); ++i)
        any.push_back(circuit_.both(move.questions[i], circuit_.no(other.questions[i])));
    return circuit_.any_of(any);
}

std::vector<OpenMove> OpenChoices::moves_of(OpenMove move)
{
    std::vector<OpenMove> made, open{std::move(move)};
    while (!open.empty())
    {
        OpenMove next = std::move(open.back());
        open.pop_back();
        if (const auto input = choice_in(next.values))
        {
            if (made.size() + open.size() >= limits::most_moves_by_choice)
                throw too_many();
            OpenMove off = with(next, *input, false), on = with(next, *input, true);
            const Gate is_other = differ(on, off);
            on.allowed = circuit_.both(on.allowed, is_other);
            for (Gate& question : on.questions)
                question = circuit_.both(question, is_other);
            open.push_back(std::move(on));
            open.push_back(std::move(off));
            continue;
        }
        next.allowed = some(next.allowed);
        for (Gate& question : next.questions)
            question = some(question);
        if (next.allowed != Circuit::bottom)
            made.push_back(std::move(next));
    }
    return made;
}

std::vector<std::uint32_t> inputs_that_matter(const Circuit& circuit, std::span<const Gate> gates,
                                              const std::vector<bool>& variables)
{
    // Three values of each gate: false, true, or open.
    enum class Value : std::uint8_t
    {
        False,
        True,
        Open
    };
    const std::vector<Gate> cone = cone_of(circuit, gates);
    std::vector<Value> values(circuit.size(), Value::False);
    const auto no = [](Value value) {
        return value == Value::Open    ? Value::Open
               : value == Value::False ? Value::True
                                       : Value::False;
    };
    const auto both = [](Value a, Value b)
    {
        if (a == Value::False || b == Value::False)
            return Value::False;
        return a == Value::True && b == Value::True ? Value::True : Value::Open;
    };
    for (const Gate gate : cone)
    {
        const std::span<const Gate> operands = circuit.operands(gate);
        const auto of = [&](std::size_t i) { return values[operands[i]]; };
        Value& value = values[gate];
        switch (circuit.kind(gate))
        {
        case GateKind::False: value = Value::False; break;
        case GateKind::True: value = Value::True; break;
        case GateKind::Variable:
            value = variables[circuit.index(gate)] ? Value::True : Value::False;
            break;
        case GateKind::Input: value = Value::Open; break;
        case GateKind::Not: value = no(of(0)); break;
        case GateKind::And: value = both(of(0), of(1)); break;
        case GateKind::Or: value = no(both(no(of(0)), no(of(1)))); break;
        case GateKind::Iff:
            value = of(0) == Value::Open || of(1) == Value::Open ? Value::Open
                    : of(0) == of(1)                             ? Value::True
                                                                 : Value::False;
            break;
        }
    }
    std::vector<bool> seen(circuit.size());
    std::vector<Gate> stack(gates.begin(), gates.end());
    std::vector<std::uint32_t> inputs;
    while (!stack.empty())
    {
        const Gate gate = stack.back();
        stack.pop_back();
        if (seen[gate] || values[gate] != Value::Open)
            continue;
        seen[gate] = true;
        if (circuit.is(gate, GateKind::Input))
            inputs.push_back(circuit.index(gate));
        const std::span<const Gate> operands = circuit.operands(gate);
        stack.insert(stack.end(), operands.begin(), operands.end());
    }
    return inputs;
}

} // namespace sgl
