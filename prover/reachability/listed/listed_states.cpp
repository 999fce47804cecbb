#include "prover/reachability/listed/listed_states.hpp"

#include "logic/states/policies.hpp"
#include "prover/checker/cone_of_influence.hpp"
#include "prover/checker/listed/check_listed.hpp"
#include "prover/checker/listed/state_block.hpp"
#include "prover/reachability/explicit/state_set.hpp"

#include <algorithm>
#include <stdexcept>

namespace sgl::certificate
{

namespace
{

/// What the question depends on: of a policy that is looked up, its bits, first of all.
Bits bits_for(const GameUnderCheck& ground, const Question& question)
{
    Bits bits = relevant_bits(ground, question);
    std::vector<Formula> looked_up;
    for (const auto& policy : ground.game.policies)
    {
        const auto is_atom = [&](Formula atom)
        {
            return atom.is(Kind::Fluent) &&
                   std::ranges::find(policy->atoms, atom.fluent()) != policy->atoms.end();
        };
        if (std::erase_if(bits.atoms, is_atom) == 0)
            continue;
        for (const std::optional<Fluent> p : policy->bits)
        {
            const Formula atom = p ? ground.store.fluent(*p) : ground.store.initial();
            if (std::ranges::find(looked_up, atom) == looked_up.end())
                looked_up.push_back(atom);
        }
    }
    if (looked_up.empty())
        return bits;
    for (const Formula atom : relevant_bits(ground, question, looked_up).atoms)
    {
        const bool is_atom =
            atom.is(Kind::Fluent) && is_policy_atom(ground.game.policies, atom.fluent());
        if (!is_atom && std::ranges::find(looked_up, atom) == looked_up.end())
            looked_up.push_back(atom);
    }
    return {std::move(looked_up)};
}

/// Goes through the states breadth first, by the gates of the check.
class Listing
{
public:
    Listing(const GameUnderCheck& ground, const Question& question, const ListingLimits& limits)
        : ground_(ground), limits_(limits), question_(question), bits_(bits_for(ground, question)),
          ranked_(question.must_end), compiled_(ground, bits_, question, limits.gates),
          block_(compiled_), set_(compiled_.words()), to_(compiled_.words())
    {
    }

    ListedStates run()
    {
        for_each_start(ground_, bits_, limits_.gates,
                       [&](std::span<const Word> state)
                       {
                           set_.add(state);
                           look_at_limits();
                           return true;
                       });
        ListedStates found;
        found.premise_seen = !question_.premise || !question_.premise.is_state_wise();
        std::size_t layer_end = 0;
        for (std::size_t first = 0, count = 0; first < set_.size(); first += count)
        {
            ground_.budget.check();
            look_at_limits();
            if (first == layer_end)
            {
                layers_.push_back(first);
                layer_end = set_.size();
            }
            count = std::min(ListedBlock::most, layer_end - first);
            load(count, [first](std::size_t i) { return first + i; });
            for (const ListedBlock::Part& part : compiled_.parts())
            {
                if (part.is_premise && !found.premise_seen)
                    found.premise_seen = block_.first_bad(part).has_value();
                if (part.is_premise || (part.is_move && part.bad.slot == 0 && part.bad.flip != 0))
                    continue;
                if (const auto at = block_.first_bad(part))
                {
                    found.is_bad = true;
                    found.bad = play_to(first + *at);
                    if (found.bad && part.is_move)
                        found.bad->move = part.action;
                    return found;
                }
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
        found.is_endless = ranked_ && !find_ranks();
        if (!found.is_endless)
            found.list = list();
        return found;
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

    /// A play to a state: back through the layers, each of which is gone through again.
    std::optional<Witness> play_to(std::size_t to)
    {
        if (std::ranges::any_of(compiled_.parts(),
                                [](const auto& part) { return !part.open.empty(); }))
            return std::nullopt;
        std::size_t layer = layers_.size() - 1;
        Witness witness(ground_.game.frame);
        for (; layer > 0; --layer)
        {
            const std::vector<Word> wanted(set_[to].begin(), set_[to].end());
            std::optional<std::pair<std::size_t, Action>> back;
            for (std::size_t first = layers_[layer - 1]; first < layers_[layer] && !back;
                 first += ListedBlock::most)
            {
                ground_.budget.check();
                load(std::min(ListedBlock::most, layers_[layer] - first),
                     [first](std::size_t i) { return first + i; });
                for (const ListedBlock::Part& part : compiled_.parts())
                {
                    if (part.is_move && !back)
                        block_.for_each_successor(part, to_,
                                                  [&](std::size_t position)
                                                  {
                                                      if (!back && to_ == wanted)
                                                          back.emplace(first + position,
                                                                       part.action);
                                                  });
                }
            }
            if (!back)
                throw std::logic_error("a state reached has no predecessor");
            to = back->first;
            witness.play.push_back(back->second);
        }
        std::ranges::reverse(witness.play);
        witness.starts_initial = true;
        for (std::size_t bit = 0; bit < bits_.atoms.size(); ++bit)
        {
            if (bits_.atoms[bit].is(Kind::Fluent))
                witness.start.fluents[bits_.atoms[bit].fluent().index] =
                    StateList::has(set_[to], bit);
        }
        return witness;
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
    const Question& question_;
    const Bits bits_;
    const bool ranked_;
    const CompiledQuestion compiled_;
    ListedBlock block_;
    StateSet set_;
    std::vector<Word> states_, to_, successors_;
    std::vector<StateSet::Index> incoming_; // moves that lead to each state, and are left
    std::vector<std::uint32_t> ranks_;
    std::vector<std::size_t> layers_; // where each begins
};

} // namespace

ListedStates listed_states(const GameUnderCheck& ground, const Question& question,
                           const ListingLimits& limits)
{
    return Listing(ground, question, limits).run();
}

} // namespace sgl::certificate
