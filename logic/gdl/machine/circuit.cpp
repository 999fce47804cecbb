#include "logic/gdl/machine/circuit.hpp"

#include <algorithm>

namespace sgl::gdl
{

Circuit::Circuit(const Program& program, const std::vector<std::uint32_t>& outputs)
    : is_used_(program.atoms.size(), false)
{
    std::vector<std::uint32_t> first_rule(program.atoms.size() + 1, 0);
    for (const Program::Rule& rule : program.rules)
        ++first_rule[rule.head + 1];
    for (std::size_t i = 0; i < program.atoms.size(); ++i)
        first_rule[i + 1] += first_rule[i];
    std::vector<std::uint32_t> open;
    const auto use = [&](std::uint32_t atom)
    {
        if (!is_used_[atom])
        {
            is_used_[atom] = true;
            open.push_back(atom);
        }
    };
    for (std::uint32_t atom : outputs)
        use(atom);
    while (!open.empty())
    {
        const std::uint32_t atom = open.back();
        open.pop_back();
        for (std::uint32_t i = first_rule[atom]; i < first_rule[atom + 1]; ++i)
            for (std::uint32_t literal : program.body(program.rules[i]))
                use(literal / 2);
    }
    std::uint32_t component = Program::none;
    for (std::uint32_t atom = 0; atom < program.atoms.size(); ++atom)
    {
        if (!is_used_[atom] || first_rule[atom] == first_rule[atom + 1])
            continue;
        if (blocks_.empty() || component != program.component[atom])
            blocks_.push_back({static_cast<std::uint32_t>(steps_.size()), 0, false});
        component = program.component[atom];
        Step step{atom, static_cast<std::uint32_t>(rules_.size()), 0};
        for (std::uint32_t i = first_rule[atom]; i < first_rule[atom + 1]; ++i)
        {
            rules_.push_back(static_cast<std::uint32_t>(literals_.size()));
            for (std::uint32_t literal : program.body(program.rules[i]))
            {
                literals_.push_back(literal);
                if (program.component[literal / 2] == component)
                    blocks_.back().is_recursive = true;
            }
        }
        step.end = static_cast<std::uint32_t>(rules_.size());
        steps_.push_back(step);
        blocks_.back().end = static_cast<std::uint32_t>(steps_.size());
    }
    rules_.push_back(static_cast<std::uint32_t>(literals_.size()));
}

/// Whether the atom's value changed.
bool Circuit::step(const Step& step, std::vector<Lanes>& values) const
{
    Lanes any;
    for (std::uint32_t rule = step.first; rule < step.end; ++rule)
    {
        Lanes all;
        all.words.fill(~std::uint64_t{0});
        for (std::uint32_t i = rules_[rule]; i < rules_[rule + 1]; ++i)
        {
            const Lanes& value = values[literals_[i] / 2];
            const std::uint64_t flip = std::uint64_t{0} - (literals_[i] % 2);
            for (std::size_t w = 0; w < words_in_lanes; ++w)
                all.words[w] &= value.words[w] ^ flip;
        }
        for (std::size_t w = 0; w < words_in_lanes; ++w)
            any.words[w] |= all.words[w];
    }
    const bool changed = any.words != values[step.atom].words;
    values[step.atom] = any;
    return changed;
}

void Circuit::evaluate(std::vector<Lanes>& values) const
{
    for (const Block& block : blocks_)
    {
        if (!block.is_recursive)
        {
            for (std::uint32_t i = block.first; i < block.end; ++i)
                step(steps_[i], values);
            continue;
        }
        for (std::uint32_t i = block.first; i < block.end; ++i)
            values[steps_[i].atom] = Lanes{};
        for (bool changed = true; changed;)
        {
            changed = false;
            for (std::uint32_t i = block.first; i < block.end; ++i)
                changed = step(steps_[i], values) || changed;
        }
    }
}

void transpose(std::array<std::uint64_t, 64>& square)
{
    std::uint64_t mask = 0x00000000FFFFFFFFU;
    for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width)
        for (unsigned i = 0; i < 64; i = ((i | width) + 1) & ~width)
        {
            const std::uint64_t swapped = ((square[i] >> width) ^ square[i | width]) & mask;
            square[i] ^= swapped << width;
            square[i | width] ^= swapped;
        }
}

} // namespace sgl::gdl
