#include "prover/transition/dual_rail.hpp"

#include <span>

namespace sgl
{

DualRail::Rails DualRail::of(Gate root)
{
    known_.resize(circuit_.size());
    std::vector<Gate> stack{root};
    while (!stack.empty())
    {
        const Gate gate = stack.back();
        const std::size_t before = stack.size();
        if (!known_[gate])
        {
            for (const Gate operand : circuit_.operands(gate))
            {
                if (!known_[operand])
                    stack.push_back(operand);
            }
        }
        if (stack.size() != before)
            continue;
        stack.pop_back();
        if (!known_[gate])
            known_[gate] = of_operands(gate);
    }
    return *known_[root];
}

DualRail::Rails DualRail::of_operands(Gate gate)
{
    const std::span<const Gate> operands = circuit_.operands(gate);
    const auto rails = [&](std::size_t i) -> const Rails& { return *known_[operands[i]]; };
    // Without inputs below it, a gate is copied as it is: its rails are each other's negation.
    const auto is_pure = [&](std::size_t i)
    { return rails(i).may_be_false == over_.no(rails(i).may_be_true); };
    const auto pure = [&](Gate copy) { return Rails{copy, over_.no(copy)}; };
    switch (circuit_.kind(gate))
    {
    case GateKind::False:
    case GateKind::True: return pure(over_.constant(circuit_.is(gate, GateKind::True)));
    case GateKind::Variable: return pure(over_.variable(circuit_.index(gate)));
    case GateKind::Input:
        if (const std::uint32_t input = circuit_.index(gate);
            input < known_inputs_.size() && known_inputs_[input])
            return pure(over_.input(input));
        return {Circuit::top, Circuit::top};
    case GateKind::Not: return {rails(0).may_be_false, rails(0).may_be_true};
    case GateKind::And:
        if (is_pure(0) && is_pure(1))
            return pure(over_.both(rails(0).may_be_true, rails(1).may_be_true));
        return {over_.both(rails(0).may_be_true, rails(1).may_be_true),
                over_.either(rails(0).may_be_false, rails(1).may_be_false)};
    case GateKind::Or:
        if (is_pure(0) && is_pure(1))
            return pure(over_.either(rails(0).may_be_true, rails(1).may_be_true));
        return {over_.either(rails(0).may_be_true, rails(1).may_be_true),
                over_.both(rails(0).may_be_false, rails(1).may_be_false)};
    case GateKind::Iff: break;
    }
    const Rails a = rails(0), b = rails(1);
    if (is_pure(0) && is_pure(1))
        return pure(over_.iff(a.may_be_true, b.may_be_true));
    return {over_.either(over_.both(a.may_be_true, b.may_be_true),
                         over_.both(a.may_be_false, b.may_be_false)),
            over_.either(over_.both(a.may_be_true, b.may_be_false),
                         over_.both(a.may_be_false, b.may_be_true))};
}

} // namespace sgl
