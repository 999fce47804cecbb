#include "prover/checker/listed/check_listed.hpp"

#include "logic/states/state_index.hpp"
#include "prover/checker/listed/state_block.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::certificate
{

namespace
{

using Word = StateList::Word;

/// What is true in a state, as far as a line has room for it.
std::string text_of(const StateList& list, std::span<const Word> state)
{
    constexpr std::size_t most = 12;
    std::string text;
    std::size_t count = 0;
    for (std::size_t bit = 0; bit < list.bits.size(); ++bit)
    {
        if (StateList::has(state, bit) && ++count <= most)
            text += (count == 1 ? "" : ", ") + list.bits[bit];
    }
    if (count > most)
        text += fmt::format(" and {} more", count - most);
    return count == 0 ? "where nothing listed is true" : "where only " + text + " is true";
}

/// Goes through the states, and looks up their successors.
class ListCheck
{
public:
    ListCheck(const GameUnderCheck& ground, const Question& question, const StateList& list,
              const Bits& bits, std::size_t most_nodes)
        : ground_(ground), list_(list), compiled_(ground, bits, question, most_nodes),
          block_(compiled_), index_(list), ranked_(question.must_end), to_(list.words())
    {
    }

    const StateIndex& index() const { return index_; }

    std::optional<std::string> run()
    {
        for (first_ = 0; first_ < list_.size() && !objection_; first_ += ListedBlock::most)
        {
            ground_.budget.check();
            const std::size_t count = std::min(ListedBlock::most, list_.size() - first_);
            const std::size_t words = list_.words();
            block_.look_at(std::span(list_.states).subspan(first_ * words, count * words));
            for (const ListedBlock::Part& part : compiled_.parts())
                look_at(part);
        }
        return std::move(objection_);
    }

private:
    void object(std::string why, std::size_t position)
    {
        if (!objection_)
            objection_ =
                fmt::format("{} ({})", std::move(why), text_of(list_, list_[first_ + position]));
    }

    void look_at(const ListedBlock::Part& part)
    {
        if (part.is_premise)
            return;
        if (!part.is_move || part.bad.slot != 0 || part.bad.flip == 0)
        {
            if (const auto bad = block_.first_bad(part))
                object("what is claimed is false in a state that is listed", *bad);
        }
        if (!part.is_move)
            return;
        successors_.clear();
        from_.clear();
        block_.for_each_successor(part, to_,
                                  [&](std::size_t position)
                                  {
                                      successors_.insert(successors_.end(), to_.begin(), to_.end());
                                      from_.push_back(static_cast<std::uint32_t>(position));
                                      constexpr std::size_t many = 1 << 14;
                                      if (from_.size() == many)
                                          look_up(part.action);
                                  });
        look_up(part.action);
    }

    /// The successors so far, by this action, which are then forgotten.
    void look_up(Action a)
    {
        const auto name = [&] { return ground_.game.frame.name(a); };
        index_.find_all(
            successors_,
            [&](std::size_t i, std::uint32_t place)
            {
                if (place == StateIndex::none)
                    object(name() + " leads from a state that is listed to one that "
                                    "is not",
                           from_[i]);
                else if (ranked_ && list_.ranks[place] >= list_.ranks[first_ + from_[i]])
                    object(name() + " leads to a state whose rank is not smaller", from_[i]);
            });
        successors_.clear();
        from_.clear();
    }

    const GameUnderCheck& ground_;
    const StateList& list_;
    const CompiledQuestion compiled_;
    ListedBlock block_;
    const StateIndex index_;
    const bool ranked_;
    std::size_t first_ = 0; // of the block
    std::vector<Word> to_, successors_;
    std::vector<std::uint32_t> from_; // positions in the block
    std::optional<std::string> objection_;
};

} // namespace

std::variant<Bits, std::string> bits_of(const GameUnderCheck& ground, const StateList& list)
{
    Bits bits;
    for (const std::string& name : list.bits)
    {
        const std::optional<Fluent> p = ground.game.frame.find_fluent(name);
        if (name != "initial" && !p)
            return fmt::format("there is no fluent '{}'", name);
        bits.atoms.push_back(name == "initial" ? ground.store.initial() : ground.store.fluent(*p));
    }
    return bits;
}

void for_each_start(const GameUnderCheck& ground, const Bits& bits, std::size_t most_nodes,
                    const std::function<bool(std::span<const Word>)>& visit)
{
    Bdds diagrams(ground.budget, most_nodes);
    const std::size_t count = bits.atoms.size();
    std::vector<Word> state(StateList::words_for(count));
    // Where the diagram is at each bit on the way; bits that it does not decide are both.
    std::vector<Bdds::Node> at(count + 1);
    at[0] = starts(ground, bits, diagrams);
    const auto child = [&](std::size_t bit, bool value)
    {
        const Bdds::Node node = at[bit];
        if (diagrams.is_constant(node) || diagrams.level(node) != bits.level(bit))
            return node;
        return value ? diagrams.high(node) : diagrams.low(node);
    };
    const auto mask = [](std::size_t bit) { return Word{1} << (63 - bit % 64); };
    std::size_t bit = 0;
    bool goes_back = at[0] == Bdds::none;
    std::size_t steps = 0;
    for (;;)
    {
        constexpr std::size_t often = 1 << 12;
        if (++steps % often == 0)
            ground.budget.check();
        if (!goes_back && bit == count && !visit(state))
            return;
        if (!goes_back && bit < count)
        {
            at[bit + 1] = child(bit, false);
            ++bit;
            goes_back = at[bit] == Bdds::none;
            continue;
        }
        // Back to the last bit that is false, which becomes true.
        while (bit > 0 && (state[(bit - 1) / 64] & mask(bit - 1)) != 0)
        {
            --bit;
            state[bit / 64] &= ~mask(bit);
        }
        if (bit == 0)
            return;
        --bit;
        state[bit / 64] |= mask(bit);
        at[bit + 1] = child(bit, true);
        ++bit;
        goes_back = at[bit] == Bdds::none;
    }
}

std::optional<std::string> objection_to_list(const GameUnderCheck& ground, const ClaimPart& part,
                                             const StateList& list, std::size_t most_nodes)
{
    if (part.theorem)
        return "states that plays reach say nothing of all states";
    if (part.question.must_end && !list.ranked)
        return "it does not show that plays end: there are no ranks";
    const auto bits = bits_of(ground, list);
    if (const auto* wrong = std::get_if<std::string>(&bits))
        return *wrong;
    ListCheck check(ground, part.question, list, std::get<Bits>(bits), most_nodes);
    std::optional<std::string> objection;
    for_each_start(ground, std::get<Bits>(bits), most_nodes,
                   [&](std::span<const Word> state)
                   {
                       if (check.index().find(state) == StateIndex::none)
                           objection = fmt::format("an initial state is not listed ({})",
                                                   text_of(list, state));
                       return !objection;
                   });
    return objection ? objection : check.run();
}

} // namespace sgl::certificate
