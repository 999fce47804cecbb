#include "prover/checker/symbolic/tseitin.hpp"

#include <cstdlib>

namespace sgl::certificate
{

Tseitin::Literal Tseitin::literal(AndInverterGraph::Node f)
{
    const Literal found = number(f);
    define_open();
    return found;
}

void Tseitin::assert_true(AndInverterGraph::Node f)
{
    std::vector<AndInverterGraph::Node> stack{f};
    std::vector<Literal> clause;
    while (!stack.empty())
    {
        const AndInverterGraph::Node g = stack.back();
        stack.pop_back();
        if (g == AndInverterGraph::all || !asserted_.insert(g).second)
            continue;
        if (g > 0 && gates_.is_and(g))
        {
            const auto [first, second] = gates_.operands(g);
            stack.push_back(second);
            stack.push_back(first);
            continue;
        }
        clause.clear();
        if (gates_.is_and(g))
        {
            for (const AndInverterGraph::Node part : conjuncts(-g))
                clause.push_back(-number(part));
        }
        else if (g != AndInverterGraph::none)
            clause.push_back(number(g));
        add_(clause);
        define_open();
    }
}

Tseitin::Literal Tseitin::number(AndInverterGraph::Node f)
{
    const auto gate = static_cast<std::size_t>(std::abs(f));
    if (gate >= numbers_.size())
        numbers_.resize(gates_.size(), 0);
    if (numbers_[gate] == 0)
    {
        numbers_[gate] = ++last_;
        open_.push_back(std::abs(f));
    }
    return f < 0 ? -numbers_[gate] : numbers_[gate];
}

void Tseitin::define_open()
{
    while (!open_.empty())
    {
        const AndInverterGraph::Node gate = open_.back();
        open_.pop_back();
        if (gate == AndInverterGraph::all)
            add({number(gate)});
        else if (gates_.is_and(gate) && !define_choice(gate))
            define(gate);
    }
}

/// Of one gate alone, which need not be spoken of beside it.
bool Tseitin::is_part(AndInverterGraph::Node f) const
{
    const auto gate = static_cast<std::size_t>(std::abs(f));
    return gates_.is_and(f) && gates_.users(f) == 1 &&
           (gate >= numbers_.size() || numbers_[gate] == 0);
}

/// An and of which others are operands, as one of many operands.
std::vector<AndInverterGraph::Node> Tseitin::conjuncts(AndInverterGraph::Node gate) const
{
    std::vector<AndInverterGraph::Node> found, stack;
    const auto open = [&](AndInverterGraph::Node of)
    {
        const auto [first, second] = gates_.operands(of);
        stack.push_back(second);
        stack.push_back(first);
    };
    open(gate);
    while (!stack.empty())
    {
        const AndInverterGraph::Node f = stack.back();
        stack.pop_back();
        if (f > 0 && is_part(f))
            open(f);
        else
            found.push_back(f);
    }
    return found;
}

void Tseitin::define(AndInverterGraph::Node gate)
{
    const Literal self = number(gate);
    std::vector<Literal> clause{self};
    for (const AndInverterGraph::Node f : conjuncts(gate))
    {
        const Literal operand = number(f);
        add({-self, operand});
        clause.push_back(-operand);
    }
    add_(clause);
}

/// ¬(f ∧ g) ∧ ¬(¬f ∧ h) is the negation of a choice: g where f is true, else h.
bool Tseitin::define_choice(AndInverterGraph::Node gate)
{
    auto [left, right] = gates_.operands(gate);
    if (left > 0 || right > 0 || !is_part(left) || !is_part(right))
        return false;
    auto [f, g] = gates_.operands(left);
    auto [not_f, h] = gates_.operands(right);
    if (f != -not_f && f != -h)
        std::swap(f, g);
    if (f != -not_f)
        std::swap(not_f, h);
    if (f != -not_f)
        return false;
    const Literal self = -number(gate), choice = number(f), high = number(g), low = number(h);
    add({-choice, -high, self});
    add({-choice, high, -self});
    add({choice, -low, self});
    add({choice, low, -self});
    if (high == -low)
        return true;
    add({-high, -low, self});
    add({high, low, -self});
    return true;
}

} // namespace sgl::certificate
