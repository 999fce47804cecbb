#include "prover/transition/path_clauses.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace sgl
{

PathClauses::PathClauses(const TransitionSystem& system, const Budget& budget)
    : system_(system), budget_(budget), true_(solver.new_variable()), changes_(system.bits.size())
{
    solver.add({true_});
    for (std::uint32_t move = 0; move < system.moves.size(); ++move)
    {
        for (const TransitionSystem::Change& change : system.moves[move].changes)
            changes_[change.bit].emplace_back(move, change.value);
    }
    bits_.emplace_back();
    // A solver tries true first. Most bits are false in most states, and what does not matter in an
    // answer is to be false, so that few clauses are false there by chance.
    for (std::size_t bit = 0; bit < system.bits.size(); ++bit)
        bits_[0].push_back(-solver.new_variable());
    states_.emplace_back(system.circuit.size());
}

void PathClauses::start_initial()
{
    const TransitionSystem::InitialStates& start = system_.start;
    std::vector<Literal> variables = bits_[0];
    while (variables.size() < start.variables)
        variables.push_back(solver.new_variable());
    Literals literals(start.circuit.size());
    solver.add({made(start.circuit, start.gate, variables, literals)});
}

Literal PathClauses::at(Gate gate, std::size_t t)
{
    return made(system_.circuit, gate, bits_[t], states_[t]);
}

/// A move is chosen at the last state: at most one literal of `chosen` is true, and its move is
/// allowed.
void PathClauses::move()
{
    const std::size_t t = last();
    std::vector<Literal> chosen;
    Literal before = -true_; // a move of a smaller index is chosen
    for (const TransitionSystem::Move& move : system_.moves)
    {
        budget_.check();
        const Literal allowed = at(move.allowed, t);
        if (allowed == -true_)
        {
            chosen.push_back(-true_);
            continue;
        }
        const Literal choice = solver.new_variable();
        solver.add({-choice, allowed});
        if (before != -true_)
            solver.add({-choice, -before});
        chosen.push_back(choice);
        before = junction(std::array{before, choice}, false);
    }
    solver.add({before});
    std::vector<Literal> next;
    for (std::uint32_t bit = 0; bit < system_.bits.size(); ++bit)
        next.push_back(value_after(bit, chosen));
    bits_.push_back(std::move(next));
    states_.emplace_back(system_.circuit.size());
}

/// The value of a bit after the chosen move: the value that most moves give it, unless a move with
/// another effect is chosen.
Literal PathClauses::value_after(std::uint32_t bit, std::span<const Literal> chosen)
{
    const std::size_t t = last();
    std::map<Literal, std::vector<Literal>> by_value; // the moves that give the value
    std::vector<bool> changes(chosen.size());
    for (const auto& [move, value] : changes_[bit])
    {
        changes[move] = true;
        if (chosen[move] != -true_)
            by_value[at(value, t)].push_back(chosen[move]);
    }
    for (std::size_t move = 0; move < chosen.size(); ++move)
    {
        if (!changes[move] && chosen[move] != -true_)
            by_value[bits_[t][bit]].push_back(chosen[move]);
    }
    if (by_value.empty())
        return bits_[t][bit];
    if (by_value.size() == 1)
        return by_value.begin()->first;
    const auto most = std::ranges::max_element(
        by_value, {}, [](const auto& entry) { return entry.second.size(); });
    const Literal next = solver.new_variable();
    std::vector<Literal> others;
    for (const auto& [value, moves] : by_value)
    {
        if (value == most->first)
            continue;
        const Literal any = junction(moves, false);
        others.push_back(any);
        solver.add({-any, -value, next});
        solver.add({-any, value, -next});
    }
    for (const bool positive : {true, false})
    {
        std::vector<Literal> clause = others;
        clause.push_back(positive ? -most->first : most->first);
        clause.push_back(positive ? next : -next);
        solver.add(clause);
    }
    return next;
}

/// Tseitin's translation of the cone of the gate, over these literals of the variables.
Literal PathClauses::made(const Circuit& circuit, Gate root, const std::vector<Literal>& variables,
                          Literals& literals)
{
    std::vector<Gate> stack{root};
    while (!stack.empty())
    {
        const Gate gate = stack.back();
        if (literals[gate] != 0)
        {
            stack.pop_back();
            continue;
        }
        const std::span<const Gate> operands = circuit.operands(gate);
        const std::size_t before = stack.size();
        for (const Gate operand : operands)
        {
            if (literals[operand] == 0)
                stack.push_back(operand);
        }
        if (stack.size() != before)
            continue;
        stack.pop_back();
        budget_.check();
        const auto of = [&](std::size_t i) { return literals[operands[i]]; };
        Literal& literal = literals[gate];
        switch (circuit.kind(gate))
        {
        case GateKind::False: literal = -true_; break;
        case GateKind::True: literal = true_; break;
        case GateKind::Variable: literal = variables[circuit.index(gate)]; break;
        case GateKind::Input: throw Interrupted{"a transition system has no inputs"};
        case GateKind::Not: literal = -of(0); break;
        case GateKind::And: literal = junction(std::array{of(0), of(1)}, true); break;
        case GateKind::Or: literal = junction(std::array{of(0), of(1)}, false); break;
        case GateKind::Iff: literal = iff(of(0), of(1)); break;
        }
    }
    return literals[root];
}

/// ⋀ or ⋁.
Literal PathClauses::junction(std::span<const Literal> operands, bool is_and)
{
    const Literal neutral = is_and ? true_ : -true_;
    std::vector<Literal> parts;
    for (const Literal operand : operands)
    {
        if (operand == -neutral)
            return -neutral;
        if (operand != neutral)
            parts.push_back(operand);
    }
    if (parts.empty())
        return neutral;
    if (parts.size() == 1)
        return parts[0];
    const Literal literal = solver.new_variable();
    const Literal all = is_and ? literal : -literal; // ⋁ as ¬⋀¬
    std::vector<Literal> clause{all};
    for (const Literal part : parts)
    {
        const Literal operand = is_and ? part : -part;
        solver.add({-all, operand});
        clause.push_back(-operand);
    }
    solver.add(clause);
    return literal;
}

Literal PathClauses::iff(Literal a, Literal b)
{
    if (a == true_ || b == true_)
        return a == true_ ? b : a;
    if (a == -true_ || b == -true_)
        return a == -true_ ? -b : -a;
    const Literal literal = solver.new_variable();
    solver.add({-literal, -a, b});
    solver.add({-literal, a, -b});
    solver.add({literal, a, b});
    solver.add({literal, -a, -b});
    return literal;
}

} // namespace sgl
