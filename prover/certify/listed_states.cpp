#include "prover/certify/listed_states.hpp"

#include "prover/checker/cone_of_influence.hpp"
#include "prover/checker/listed/check_listed.hpp"
#include "prover/checker/listed/state_block.hpp"
#include "prover/reachability/explicit/state_set.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::certificate
{

namespace
{

/// Goes through the states breadth first, by the gates of the check.
class Listing
{
public:
    Listing(const GameUnderCheck& ground, const Question& question, const ListingLimits& limits)
        : ground_(ground), limits_(limits), bits_(relevant_bits(ground, question)),
          ranked_(question.must_end), compiled_(ground, bits_, question, limits.gates),
          block_(compiled_), set_(compiled_.words()), to_(compiled_.words())
    {
    }

    std::optional<StateList> run()
    {
        for_each_start(ground_, bits_, limits_.gates,
                       [&](std::span<const Word> state)
                       {
                           set_.add(state);
                           look_at_limits();
                           return true;
                       });
        for (std::size_t first = 0, count = 0; first < set_.size(); first += count)
        {
            ground_.budget.check();
            look_at_limits();
            count = std::min(ListedBlock::most, set_.size() - first);
            load(count, [first](std::size_t i) { return first + i; });
            for (const ListedBlock::Part& part : compiled_.parts())
            {
                const bool may_be_bad = !part.is_move || part.bad.slot != 0 || part.bad.flip == 0;
                if (may_be_bad && block_.first_bad(part))
                    return std::nullopt;
            }
            incoming_.resize(ranked_ ? set_.size() : 0);
            for_each_successor(
                [&](StateSet::Index to)
                {
                    if (!ranked_)
                        return;
                    incoming_.resize(set_.size());
                    ++incoming_[to];
                });
        }
        if (ranked_ && !find_ranks())
            return std::nullopt;
        return list();
    }

private:
    using Word = StateList::Word;

    void look_at_limits() const
    {
        const std::size_t bytes =
            set_.bytes() + (incoming_.capacity() + ranks_.capacity()) * sizeof(std::uint32_t);
        if (set_.size() > limits_.states)
            throw Interrupted{"there are more states than are listed here"};
        if (bytes > limits_.bytes)
            throw Interrupted{"the states take too much memory", Cause::Memory};
    }

    template <typename Indices>
    void load(std::size_t count, const Indices& index_of)
    {
        states_.clear();
        for (std::size_t i = 0; i < count; ++i)
        {
            const auto state = set_[index_of(i)];
            states_.insert(states_.end(), state.begin(), state.end());
        }
        block_.look_at(states_);
    }

    /// Calls visit(index) for every successor of the states of the block.
    template <typename Visit>
    void for_each_successor(const Visit& visit)
    {
        successors_.clear();
        const auto add = [&]
        {
            set_.add_all(successors_, visit);
            successors_.clear();
        };
        for (const ListedBlock::Part& part : compiled_.parts())
        {
            if (!part.is_move)
                continue;
            block_.for_each_successor(part, to_,
                                      [&](std::size_t)
                                      {
                                          constexpr std::size_t many = 1 << 16;
                                          successors_.insert(successors_.end(), to_.begin(),
                                                             to_.end());
                                          if (successors_.size() > many)
                                              add();
                                      });
        }
        add();
    }

    /// The greatest number of moves that lead to a state, from the last such number down; false
    /// where plays need not end. States to which no move is left are taken away, again and again.
    bool find_ranks()
    {
        const std::size_t count = set_.size();
        ranks_.resize(count);
        std::vector<StateSet::Index> free;
        for (std::size_t i = 0; i < count; ++i)
        {
            if (incoming_[i] == 0)
                free.push_back(static_cast<StateSet::Index>(i));
        }
        std::size_t taken = 0;
        std::uint32_t depth = 0;
        for (; !free.empty(); ++depth)
        {
            taken += free.size();
            std::vector<StateSet::Index> next;
            for (std::size_t first = 0; first < free.size(); first += ListedBlock::most)
            {
                ground_.budget.check();
                const std::size_t size = std::min(ListedBlock::most, free.size() - first);
                for (std::size_t i = first; i < first + size; ++i)
                    ranks_[free[i]] = depth;
                load(size, [&](std::size_t i) { return free[first + i]; });
                for_each_successor(
                    [&](StateSet::Index to)
                    {
                        if (--incoming_[to] == 0)
                            next.push_back(to);
                    });
            }
            free = std::move(next);
        }
        for (std::uint32_t& rank : ranks_)
            rank = depth - rank;
        return taken == count;
    }

    StateList list()
    {
        StateList list;
        for (const Formula atom : bits_.atoms)
            list.bits.push_back(atom.is(Kind::Initial) ? "initial"
                                                       : ground_.game.frame.name(atom.fluent()));
        list.ranked = ranked_;
        list.ranks = std::move(ranks_);
        list.states.reserve(set_.size() * set_.words());
        for (std::size_t i = 0; i < set_.size(); ++i)
            list.states.insert(list.states.end(), set_[i].begin(), set_[i].end());
        set_ = StateSet(set_.words());
        sort_states(list);
        return list;
    }

    const GameUnderCheck& ground_;
    const ListingLimits limits_;
    const Bits bits_;
    const bool ranked_;
    const CompiledQuestion compiled_;
    ListedBlock block_;
    StateSet set_;
    std::vector<Word> states_, to_, successors_;
    std::vector<StateSet::Index> incoming_; // moves that lead to each state, and are left
    std::vector<std::uint32_t> ranks_;
};

} // namespace

std::optional<StateList> listed_states(const GameUnderCheck& ground, const Question& question,
                                       const ListingLimits& limits)
{
    return Listing(ground, question, limits).run();
}

} // namespace sgl::certificate
