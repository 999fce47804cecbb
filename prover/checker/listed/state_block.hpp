#pragma once

// Up to 256 states at once: the gates of a compiled question at them, 64 states in a word.

#include "prover/checker/listed/compiled_question.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace sgl::certificate
{

class ListedBlock
{
public:
    using Word = CompiledQuestion::Word;
    using Part = CompiledQuestion::Part;
    static constexpr std::size_t most = 256;

    /// The question must outlive the block.
    explicit ListedBlock(const CompiledQuestion& question);

    /// Looks at these consecutive states, at most `most`.
    void look_at(std::span<const Word> states);

    /// For some values of what is open: the position of a state at which `where` is true, or of a
    /// part that is a move, `bad`.
    std::optional<std::size_t> first_bad(const Part& part);

    /// Calls visit(position) for every state at which `where` is true for some values of what is
    /// open; for one that is so for several values, several times.
    template <typename Visit>
    void for_each_where(const Part& part, const Visit& visit)
    {
        for_all_values(part,
                       [&]
                       {
                           for (std::size_t group = 0; group < groups; ++group)
                           {
                               Word mask = word(part.where, group) & present_[group];
                               for (; mask != 0; mask &= mask - 1)
                                   visit(group * 64 +
                                         static_cast<std::size_t>(std::countr_zero(mask)));
                           }
                       });
    }

    /// Calls visit(position) for every successor by the move, for all values of what is open, after
    /// the successor was written to `to`, which has room for a state.
    template <typename Visit>
    void for_each_successor(const Part& move, std::span<Word> to, const Visit& visit)
    {
        if (!move.is_open_where && !is_any(move.where))
            return;
        for_all_values(move, [&] { successors(move, to, visit); });
    }

private:
    static constexpr std::size_t groups = most / 64;
    using Slice = std::array<Word, groups>; // one value at all states

    void evaluate(const std::vector<CompiledQuestion::Gate>& gates);
    void look_up(const CompiledQuestion::Lookup& lookup);
    bool is_any(CompiledQuestion::Value value) const;
    Word word(CompiledQuestion::Value value, std::size_t group) const
    {
        return values_[value.slot][group] ^ value.flip;
    }

    template <typename Use>
    void for_all_values(const Part& part, const Use& use)
    {
        for (std::size_t values = 0; values < std::size_t{1} << part.open.size(); ++values)
        {
            for (std::size_t i = 0; i < part.open.size(); ++i)
                values_[part.open[i]].fill((values >> i & 1) != 0 ? ~Word{0} : 0);
            evaluate(part.gates);
            use();
        }
    }

    template <typename Visit>
    void successors(const Part& move, std::span<Word> to, const Visit& visit)
    {
        for (std::size_t group = 0; group < groups; ++group)
        {
            Word mask = word(move.where, group) & present_[group];
            if (mask == 0)
                continue;
            // Most bits become the same in all states of the group.
            on_ = move.set;
            vary_.clear();
            for (const CompiledQuestion::Change& change : move.others)
            {
                const Word value = word(change.value, group) & mask;
                if (value == mask)
                    on_[change.word] |= change.bit;
                else if (value != 0)
                    vary_.emplace_back(&change, value);
            }
            for (; mask != 0; mask &= mask - 1)
            {
                const auto i = static_cast<std::size_t>(std::countr_zero(mask));
                const Word* const from = &states_[(group * 64 + i) * to.size()];
                for (std::size_t k = 0; k < to.size(); ++k)
                    to[k] = (from[k] & ~move.clear[k]) | on_[k];
                for (const auto& [change, value] : vary_)
                {
                    if ((value >> i & 1) != 0)
                        to[change->word] |= change->bit;
                }
                visit(group * 64 + i);
            }
        }
    }

    const CompiledQuestion& question_;
    std::span<const Word> states_;
    Slice present_{};
    std::vector<Slice> values_; // by slot
    std::vector<Word> keys_;    // states as a policy has them
    std::vector<Word> on_;      // bits that are 1 after the move, in all states of a group
    std::vector<std::pair<const CompiledQuestion::Change*, Word>> vary_;
};

} // namespace sgl::certificate
