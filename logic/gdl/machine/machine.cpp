#include "logic/gdl/machine/machine.hpp"

#include <algorithm>
#include <bit>

namespace sgl::gdl
{

namespace
{

std::vector<std::uint32_t> state_outputs(const Program& program)
{
    std::vector<std::uint32_t> answer;
    if (program.terminal != Program::none)
        answer.push_back(program.terminal);
    for (const Program::Role& role : program.roles)
    {
        for (const Program::Move& move : role.moves)
            answer.push_back(move.legal);
        for (const Program::Goal& goal : role.goals)
            answer.push_back(goal.atom);
    }
    return answer;
}

std::vector<std::uint32_t> step_outputs(const Program& program)
{
    std::vector<std::uint32_t> answer;
    for (const Program::Fluent& fluent : program.fluents)
        if (fluent.next != Program::none)
            answer.push_back(fluent.next);
    return answer;
}

/// Calls `visit` for each of the first `count` lanes that are set.
template <class Visit>
void for_each_lane(const Lanes& lanes, std::size_t count, const Visit& visit)
{
    for (std::size_t w = 0; w * 64 < count; ++w)
    {
        std::uint64_t word = lanes.words[w];
        if (count - w * 64 < 64)
            word &= (std::uint64_t{1} << (count - w * 64)) - 1;
        for (; word != 0; word &= word - 1)
            visit(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
    }
}

} // namespace

Machine::Machine(const Program& program)
    : program_(program), words_(std::max<std::size_t>(1, (program.fluents.size() + 63) / 64)),
      state_circuit_(program, state_outputs(program)),
      step_circuit_(program, step_outputs(program)), values_(program.atoms.size())
{
}

std::vector<std::uint64_t> Machine::initial() const
{
    std::vector<std::uint64_t> answer(words_, 0);
    for (std::size_t i = 0; i < program_.fluents.size(); ++i)
        if (program_.fluents[i].is_initial)
            answer[i / 64] |= std::uint64_t{1} << (i % 64);
    return answer;
}

void Machine::load(const std::uint64_t* const* states, std::size_t count, const Circuit& circuit)
{
    std::array<std::uint64_t, 64> square;
    for (std::size_t w = 0; w < words_; ++w)
        for (std::size_t group = 0; group * 64 < count; ++group)
        {
            const std::size_t size = std::min<std::size_t>(64, count - group * 64);
            for (std::size_t i = 0; i < 64; ++i)
                square[i] = i < size ? states[group * 64 + i][w] : 0;
            transpose(square);
            const std::size_t fluents = std::min<std::size_t>(64, program_.fluents.size() - w * 64);
            for (std::size_t i = 0; i < fluents; ++i)
            {
                const std::uint32_t atom = program_.fluents[w * 64 + i].holds;
                if (circuit.is_used()[atom])
                    values_[atom].words[group] = square[i];
            }
        }
}

void Machine::look(const std::uint64_t* states, std::size_t count, std::vector<StateFacts>& facts)
{
    pointers_.clear();
    for (std::size_t i = 0; i < count; ++i)
        pointers_.push_back(states + i * words_);
    load(pointers_.data(), count, state_circuit_);
    state_circuit_.evaluate(values_);
    facts.resize(std::max(facts.size(), count));
    for (std::size_t i = 0; i < count; ++i)
    {
        facts[i].is_terminal =
            program_.terminal != Program::none && values_[program_.terminal].at(i);
        facts[i].legal.resize(program_.roles.size());
        facts[i].goals.resize(program_.roles.size());
        for (std::size_t role = 0; role < program_.roles.size(); ++role)
        {
            facts[i].legal[role].clear();
            facts[i].goals[role].clear();
        }
    }
    for (std::size_t role = 0; role < program_.roles.size(); ++role)
    {
        const Program::Role& of = program_.roles[role];
        for (std::uint32_t move = 0; move < of.moves.size(); ++move)
            for_each_lane(values_[of.moves[move].legal], count,
                          [&](std::size_t lane) { facts[lane].legal[role].push_back(move); });
        for (const Program::Goal& goal : of.goals)
            for_each_lane(values_[goal.atom], count,
                          [&](std::size_t lane) { facts[lane].goals[role].push_back(goal.value); });
    }
}

void Machine::step(const std::vector<const std::uint64_t*>& from,
                   const std::vector<std::uint32_t>& moves, std::uint64_t* next)
{
    const std::size_t count = from.size(), roles = program_.roles.size();
    load(from.data(), count, step_circuit_);
    for (const Program::Role& role : program_.roles)
        for (const Program::Move& move : role.moves)
            if (move.does != Program::none)
                values_[move.does] = Lanes{};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t role = 0; role < roles; ++role)
        {
            const std::uint32_t does = program_.roles[role].moves[moves[i * roles + role]].does;
            if (does != Program::none)
                values_[does].set(i);
        }
    step_circuit_.evaluate(values_);
    std::array<std::uint64_t, 64> square;
    for (std::size_t w = 0; w < words_; ++w)
        for (std::size_t group = 0; group * 64 < count; ++group)
        {
            for (std::size_t i = 0; i < 64; ++i)
            {
                const std::size_t fluent = w * 64 + i;
                const std::uint32_t atom = fluent < program_.fluents.size()
                                               ? program_.fluents[fluent].next
                                               : Program::none;
                square[i] = atom == Program::none ? 0 : values_[atom].words[group];
            }
            transpose(square);
            const std::size_t size = std::min<std::size_t>(64, count - group * 64);
            for (std::size_t i = 0; i < size; ++i)
                next[(group * 64 + i) * words_ + w] = square[i];
        }
}

StateFacts Machine::look(StateBits state)
{
    std::vector<StateFacts> facts;
    look(state.data(), 1, facts);
    return facts.front();
}

std::vector<std::uint64_t> Machine::step(StateBits state, const std::vector<std::uint32_t>& moves)
{
    std::vector<std::uint64_t> answer(words_);
    step({state.data()}, moves, answer.data());
    return answer;
}

} // namespace sgl::gdl
