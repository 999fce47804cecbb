#include "prover/reduction/circuit.hpp"

#include <algorithm>
#include <bit>

namespace sgl
{

Circuit::Circuit(const std::vector<Formula>& bits)
{
    for (Formula atom : bits)
        bits_.emplace(atom, static_cast<std::uint32_t>(bits_.size()));
}

Circuit::Gate Circuit::add(Formula root)
{
    const auto is_inner = [](Formula f)
    { return f.is(Kind::Not) || f.is(Kind::And) || f.is(Kind::Or) || f.is(Kind::Iff); };
    std::vector<Formula> stack{root};
    while (!stack.empty())
    {
        const Formula f = stack.back();
        if (gate_of_.contains(f))
        {
            stack.pop_back();
            continue;
        }
        const std::size_t before = stack.size();
        if (is_inner(f))
        {
            for (Formula child : f.children())
            {
                if (!gate_of_.contains(child))
                    stack.push_back(child);
            }
        }
        if (stack.size() != before)
            continue;
        stack.pop_back();
        std::vector<Gate> operands;
        if (f.is(Kind::And) || f.is(Kind::Or))
            operands = gates_of_operands(f);
        else if (is_inner(f))
        {
            for (Formula child : f.children())
                operands.push_back(gate_of_.at(child));
        }
        Gate gate = 0;
        switch (f.kind())
        {
        case Kind::True:
        case Kind::False: gate = make(f.kind(), 0, 0); break;
        case Kind::Not: gate = make(Kind::Not, operands[0], 0); break;
        case Kind::Iff: gate = make(Kind::Iff, operands[0], operands[1]); break;
        case Kind::And:
        case Kind::Or:
            std::ranges::sort(operands);
            operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
            gate = junction(f.kind(), operands);
            break;
        default:
        {
            const auto next = static_cast<std::uint32_t>(bits_.size());
            gate = make(Kind::Fluent, bits_.emplace(f, next).first->second, 0);
        }
        }
        gate_of_.emplace(f, gate);
    }
    return gate_of_.at(root);
}

/// Of a conjunction, or a disjunction: with those of its operands that are some themselves.
std::vector<Circuit::Gate> Circuit::gates_of_operands(Formula f) const
{
    std::vector<Gate> gates;
    std::vector<Formula> open(f.children().begin(), f.children().end());
    while (!open.empty())
    {
        const Formula g = open.back();
        open.pop_back();
        if (g.is(f.kind()))
            open.insert(open.end(), g.children().begin(), g.children().end());
        else
            gates.push_back(gate_of_.at(g));
    }
    return gates;
}

Circuit::Gate Circuit::make(Kind kind, std::uint32_t first, std::uint32_t second)
{
    const auto next = static_cast<Gate>(gates_.size());
    const auto [entry, is_new] = made_.emplace(std::tuple(kind, first, second), next);
    if (is_new)
        gates_.push_back({kind, {first, second}});
    return entry->second;
}

/// Operands in order, halved by the highest bit in which their numbers differ: lists that have much
/// in common share most of their gates.
Circuit::Gate Circuit::junction(Kind kind, std::span<const Gate> operands)
{
    if (operands.size() == 1)
        return operands[0];
    const Gate half = std::bit_floor(operands.front() ^ operands.back());
    const auto middle =
        std::ranges::find_if(operands, [&](Gate gate) { return (gate & half) != 0; });
    const auto lower = static_cast<std::size_t>(middle - operands.begin());
    const Gate left = junction(kind, operands.first(lower));
    return make(kind, left, junction(kind, operands.subspan(lower)));
}

} // namespace sgl
