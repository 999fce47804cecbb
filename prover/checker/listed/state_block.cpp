#include "prover/checker/listed/state_block.hpp"

#include <algorithm>

namespace sgl::certificate
{

namespace
{

/// Bit 63 - k of row i becomes bit i of row k.
void transpose(std::array<ListedBlock::Word, 64>& rows)
{
    std::ranges::reverse(rows);
    ListedBlock::Word mask = 0x00000000FFFFFFFFU;
    for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width)
    {
        for (unsigned k = 0; k < 64; k = (k + width + 1) & ~width)
        {
            const ListedBlock::Word swapped = (rows[k] ^ (rows[k + width] >> width)) & mask;
            rows[k] ^= swapped;
            rows[k + width] ^= swapped << width;
        }
    }
}

} // namespace

ListedBlock::ListedBlock(const CompiledQuestion& question)
    : question_(question), values_(question.slots()), on_(question.words())
{
    values_[CompiledQuestion::always.slot].fill(~Word{0});
}

void ListedBlock::look_at(std::span<const Word> states)
{
    states_ = states;
    const std::size_t words = question_.words(), count = states.size() / words;
    for (std::size_t group = 0; group < groups; ++group)
    {
        const std::size_t first = group * 64;
        present_[group] = count >= first + 64 ? ~Word{0}
                          : count > first     ? (Word{1} << (count - first)) - 1
                                              : 0;
        for (std::size_t k = 0; k < words; ++k)
        {
            std::array<Word, 64> rows{};
            for (std::size_t i = first; i < std::min(count, first + 64); ++i)
                rows[i - first] = states[i * words + k];
            transpose(rows);
            for (std::size_t bit = 64 * k; bit < std::min(64 * (k + 1), question_.bits()); ++bit)
                values_[1 + bit][group] = rows[bit - 64 * k];
        }
    }
    for (const CompiledQuestion::Lookup& lookup : question_.lookups())
        look_up(lookup);
    evaluate(question_.gates());
}

/// The atoms of a policy in all states.
void ListedBlock::look_up(const CompiledQuestion::Lookup& lookup)
{
    const Policy& policy = *lookup.policy;
    const std::size_t words = question_.words(), key_words = policy.list.words(),
                      count = states_.size() / words;
    keys_.assign(lookup.is_same ? 0 : count * key_words, 0);
    for (std::size_t i = 0; i < count && !lookup.is_same; ++i)
    {
        const auto state = states_.subspan(i * words, words);
        const auto key = std::span(keys_).subspan(i * key_words, key_words);
        for (std::size_t bit = 0; bit < lookup.from.size(); ++bit)
        {
            if (StateList::has(state, lookup.from[bit]))
                StateList::put(key, bit);
        }
    }
    for (std::size_t atom = 0; atom < policy.atoms.size(); ++atom)
        values_[lookup.slot + atom].fill(0);
    policy.index.find_all(lookup.is_same ? states_ : std::span<const Word>(keys_),
                          [&](std::size_t i, std::uint32_t place)
                          {
                              if (place != StateIndex::none)
                                  values_[lookup.slot + policy.list.chosen[place]][i / 64] |=
                                      Word{1} << (i % 64);
                          });
}

void ListedBlock::evaluate(const std::vector<CompiledQuestion::Gate>& gates)
{
    for (const CompiledQuestion::Gate& gate : gates)
    {
        const Slice &a = values_[gate.first.slot], &b = values_[gate.second.slot];
        Slice& result = values_[gate.slot];
        for (std::size_t i = 0; i < groups; ++i)
            result[i] = (a[i] ^ gate.first.flip) & (b[i] ^ gate.second.flip);
    }
}

bool ListedBlock::is_any(CompiledQuestion::Value value) const
{
    Word any = 0;
    for (std::size_t group = 0; group < groups; ++group)
        any |= word(value, group) & present_[group];
    return any != 0;
}

std::optional<std::size_t> ListedBlock::first_bad(const Part& part)
{
    std::optional<std::size_t> found;
    for_all_values(part,
                   [&]
                   {
                       for (std::size_t group = 0; group < groups && !found; ++group)
                       {
                           const Word mask =
                               word(part.is_move ? part.bad : part.where, group) & present_[group];
                           if (mask != 0)
                               found =
                                   group * 64 + static_cast<std::size_t>(std::countr_zero(mask));
                       }
                   });
    return found;
}

} // namespace sgl::certificate
