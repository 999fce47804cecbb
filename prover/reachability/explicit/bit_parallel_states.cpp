#include "prover/reachability/explicit/bit_parallel_states.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

/// Row i's bit k becomes row k's bit i.
void transpose(std::array<StateSet::Word, 64>& rows)
{
    StateSet::Word mask = 0x00000000FFFFFFFFU;
    for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width)
    {
        for (unsigned k = 0; k < 64; k = (k + width + 1) & ~width)
        {
            const StateSet::Word swapped = ((rows[k] >> width) ^ rows[k + width]) & mask;
            rows[k] ^= swapped << width;
            rows[k + width] ^= swapped;
        }
    }
}

} // namespace

// The system.

CompiledSystem::CompiledSystem(const TransitionSystem& system, const Frame* frame)
    : undetermined(system.undetermined), bad(system.bad.value_or(no_gate)),
      premise(system.premise.value_or(no_gate)), stuck(system.stuck.value_or(no_gate)),
      possible(system.possible), asks(system.asks), formulas_ahead(system.ahead.size()),
      system_(system), bits_(system.bits.size()), codes_(frame, system.bits)
{
    for (const TransitionSystem::Move& move : system.moves)
        moves_.push_back(made(move));
}

CompiledSystem::Move CompiledSystem::made(const TransitionSystem::Move& move)
{
    Move gates{move.allowed,
               move.bad.value_or(no_gate),
               std::vector<StateSet::Word>(bit_words()),
               std::vector<StateSet::Word>(bit_words()),
               {},
               move.action};
    for (const TransitionSystem::Change& change : move.changes)
    {
        const std::uint32_t word = change.bit / 64;
        const StateSet::Word bit = StateSet::Word{1} << (change.bit % 64);
        gates.clear[word] |= bit;
        if (change.value == Circuit::top)
            gates.set[word] |= bit;
        else if (change.value != Circuit::bottom)
            gates.others.push_back({word, bit, change.value});
    }
    return gates;
}

std::vector<StateSet::Word> CompiledSystem::packed(const std::vector<bool>& bits) const
{
    std::vector<StateSet::Word> whole(bit_words()), state(words());
    for (std::size_t bit = 0; bit < bits.size(); ++bit)
        whole[bit / 64] |= StateSet::Word{bits[bit]} << (bit % 64);
    if (!codes_.pack(whole.data(), state.data()))
        throw NotOneValue{};
    return state;
}

std::vector<bool> CompiledSystem::unpacked(std::span<const StateSet::Word> state) const
{
    std::vector<StateSet::Word> whole(bit_words());
    codes_.unpack(state.data(), whole.data());
    std::vector<bool> bits(bits_);
    for (std::size_t bit = 0; bit < bits.size(); ++bit)
        bits[bit] = (whole[bit / 64] >> (bit % 64) & 1) != 0;
    return bits;
}

// A block.

StateBlock::StateBlock(const CompiledSystem& system, const StateSet& set, LookAheadValues* ahead)
    : system_(system), set_(set), ahead_(ahead), rows_(system.bit_words()),
      bits_(system.bit_words() * 64), values_(system.circuit().size()),
      inputs_(system.formulas_ahead), state_bits_(system.bit_words()),
      whole_(system.codes().packs() ? 64 * system.bit_words() : 0), on_(system.bit_words())
{
}

void StateBlock::evaluate(std::size_t count)
{
    for (std::size_t word = 0; word < rows_.size(); ++word)
    {
        for (std::size_t group = 0; group * 64 < count; ++group)
        {
            std::array<StateSet::Word, 64> rows{};
            std::copy_n(&rows_[word][group * 64], std::min<std::size_t>(64, count - group * 64),
                        rows.begin());
            transpose(rows);
            for (std::size_t bit = 0; bit < 64; ++bit)
                bits_[word * 64 + bit][group] = rows[bit];
        }
    }
    for (std::size_t group = 0; group < groups; ++group)
    {
        const std::size_t first = group * 64;
        present_[group] = count >= first + 64 ? ~StateSet::Word{0}
                          : count > first     ? (StateSet::Word{1} << (count - first)) - 1
                                              : 0;
    }
    evaluate_gates();
    if (ahead_ != nullptr)
        look_ahead();
}

void StateBlock::evaluate_gates()
{
    for (Gate gate = 0; gate < values_.size(); ++gate)
        evaluate(gate);
}

/// Where formulas that look ahead decide, their values.
void StateBlock::look_ahead()
{
    for (Slice& input : inputs_)
        input.fill(0);
    bool is_asked = false;
    std::vector<Word> state(system_.words());
    const Slice asks = values_[system_.asks];
    for (std::size_t group = 0; group < groups; ++group)
    {
        for (Word mask = asks[group] & present_[group]; mask != 0; mask &= mask - 1)
        {
            is_asked = true;
            const auto i = static_cast<std::size_t>(std::countr_zero(mask));
            for (std::size_t word = 0; word < state.size(); ++word)
                state[word] = rows_[word][group * 64 + i];
            for (std::size_t k = 0; k < inputs_.size(); ++k)
                inputs_[k][group] |= Word{ahead_->value(k, state)} << i;
        }
    }
    if (is_asked)
        evaluate_gates();
}

void StateBlock::evaluate(Gate gate)
{
    const Circuit& circuit = system_.circuit();
    Slice& result = values_[gate];
    const std::span<const Gate> operands = circuit.operands(gate);
    const auto of = [&](std::size_t i) -> const Slice& { return values_[operands[i]]; };
    const auto join = [&](auto operation)
    {
        const Slice &a = of(0), &b = of(1);
        for (std::size_t i = 0; i < groups; ++i)
            result[i] = operation(a[i], b[i]);
    };
    switch (circuit.kind(gate))
    {
    case GateKind::True: result.fill(~StateSet::Word{0}); break;
    case GateKind::False: result.fill(0); break;
    case GateKind::Input: result = inputs_[circuit.index(gate)]; break;
    case GateKind::Variable: result = bits_[circuit.index(gate)]; break;
    case GateKind::Not:
        for (std::size_t i = 0; i < groups; ++i)
            result[i] = ~of(0)[i];
        break;
    case GateKind::And: join([](StateSet::Word a, StateSet::Word b) { return a & b; }); break;
    case GateKind::Or: join([](StateSet::Word a, StateSet::Word b) { return a | b; }); break;
    case GateKind::Iff: join([](StateSet::Word a, StateSet::Word b) { return ~(a ^ b); }); break;
    }
}

std::optional<std::size_t> StateBlock::first(Gate gate) const
{
    for (std::size_t group = 0; gate != CompiledSystem::no_gate && group < groups; ++group)
    {
        if (const StateSet::Word mask = values_[gate][group] & present_[group]; mask != 0)
            return group * 64 + static_cast<std::size_t>(std::countr_zero(mask));
    }
    return std::nullopt;
}

std::size_t StateBlock::without(Gate gate) const
{
    std::size_t count = 0;
    for (std::size_t group = 0; gate != Circuit::top && group < groups; ++group)
        count += static_cast<std::size_t>(std::popcount(~values_[gate][group] & present_[group]));
    return count;
}

StateBlock::Count StateBlock::count() const
{
    Count count;
    Slice moving{};
    for (const Move& move : system_.moves())
    {
        for (std::size_t group = 0; group < groups; ++group)
        {
            const StateSet::Word mask = values_[move.allowed][group] & present_[group];
            moving[group] |= mask;
            count.moves += static_cast<std::size_t>(std::popcount(mask));
        }
    }
    for (const StateSet::Word mask : moving)
        count.states += static_cast<std::size_t>(std::popcount(mask));
    return count;
}

std::size_t StateBlock::bytes() const
{
    return rows_.capacity() * sizeof(rows_[0]) +
           (bits_.capacity() + values_.capacity() + inputs_.capacity()) * sizeof(Slice);
}

} // namespace sgl
