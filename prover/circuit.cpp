#include "prover/circuit.hpp"

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
        Entry entry{f.kind(), 0, 0};
        if (is_inner(f))
        {
            entry.first = static_cast<std::uint32_t>(operands_.size());
            entry.count = static_cast<std::uint32_t>(f.children().size());
            for (Formula child : f.children())
                operands_.push_back(gate_of_.at(child));
        }
        else if (!f.is(Kind::True) && !f.is(Kind::False))
        {
            const auto next = static_cast<std::uint32_t>(bits_.size());
            entry = {Kind::Fluent, bits_.emplace(f, next).first->second, 0};
        }
        gate_of_.emplace(f, static_cast<Gate>(gates_.size()));
        gates_.push_back(entry);
    }
    return gate_of_.at(root);
}

} // namespace sgl
