#include "prover/checker/listed/check_forced.hpp"

#include "logic/states/state_index.hpp"
#include "prover/checker/listed/check_listed.hpp"
#include "prover/checker/listed/state_block.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sgl::certificate
{

namespace
{

/// The policy of a side, looked up in states that are listed with more bits, or in another order.
class PolicyOfSide
{
    using Word = StateList::Word;

public:
    PolicyOfSide(const GameUnderCheck& ground, const StateList& policy, const StateList& states,
                 const std::vector<bool>& side)
        : policy_(policy), index_(policy), key_(policy.words())
    {
        for (const std::string& name : policy.bits)
        {
            const auto bit = std::ranges::find(states.bits, name);
            if (bit == states.bits.end())
            {
                fault_ = fmt::format("the policy is about '{}', and the states are not", name);
                return;
            }
            from_.push_back(static_cast<std::size_t>(bit - states.bits.begin()));
        }
        for (const std::string& name : policy.moves)
        {
            const std::optional<Action> a = ground.game.frame.find_action(name);
            if (!a || !side[ground.game.frame.agent(*a).index])
            {
                fault_ = fmt::format("the policy has '{}', which is no move of its side", name);
                return;
            }
            moves_.push_back(*a);
        }
        if (policy.size() > 0 && policy.chosen.size() != policy.size())
            fault_ = "the policy lists states without moves";
    }

    const std::optional<std::string>& fault() const { return fault_; }

    std::optional<Action> move(std::span<const Word> state)
    {
        std::ranges::fill(key_, 0);
        for (std::size_t bit = 0; bit < from_.size(); ++bit)
        {
            if (StateList::has(state, from_[bit]))
                StateList::put(key_, bit);
        }
        const std::uint32_t place = index_.find(key_);
        if (place == StateIndex::none)
            return std::nullopt;
        return moves_[policy_.chosen[place]];
    }

private:
    const StateList& policy_;
    const StateIndex index_;
    std::vector<std::size_t> from_; // by bit of the policy: the bit of the states
    std::vector<Action> moves_;
    std::vector<Word> key_;
    std::optional<std::string> fault_;
};

/// Goes through the states that are listed, with the moves that a policy lists.
class ForceCheck
{
    using Word = StateList::Word;

public:
    /// `proves`: the policy is of the coalition, which is to force the goal; else of the others,
    /// who are to prevent it.
    ForceCheck(const GameUnderCheck& ground, const ForcedGoal& what, bool proves,
               const StateList& policy, const StateList& states, const StateIndex& index,
               const Bits& bits, std::size_t most_nodes)
        : ground_(ground), proves_(proves), side_(side_of(ground, what, proves)), list_(states),
          question_(question(ground, what, proves)), compiled_(ground, bits, question_, most_nodes),
          block_(compiled_), index_(index), policy_(ground, policy, states, side_),
          to_(states.words())
    {
    }

    std::optional<std::string> run()
    {
        if (policy_.fault())
            return policy_.fault();
        if (proves_ && !list_.ranked)
            return "it does not show that plays end: there are no ranks";
        for (std::size_t first = 0; first < list_.size() && !objection_; first += ListedBlock::most)
        {
            ground_.budget.check();
            look_at(first, std::min(ListedBlock::most, list_.size() - first));
        }
        return std::move(objection_);
    }

private:
    static std::vector<bool> side_of(const GameUnderCheck& ground, const ForcedGoal& what,
                                     bool proves)
    {
        std::vector<bool> side(ground.game.frame.agent_count(), !proves);
        for (const Agent agent : what.coalition)
            side[agent.index] = proves;
        return side;
    }

    /// The states that must not be listed are bad; the premise is `terminal`. All agents make any
    /// legal move.
    static Question question(const GameUnderCheck& ground, const ForcedGoal& what, bool proves)
    {
        FormulaStore& store = ground.store;
        Question made;
        made.bad =
            store.conjunction(store.terminal(), proves ? store.negation(what.goal) : what.goal);
        made.premise = store.terminal();
        return made;
    }

    void object(const std::string& why, std::size_t position)
    {
        if (!objection_)
            objection_ = fmt::format("{} (state {} of the list)", why, first_ + position + 1);
    }

    struct Seen
    {
        std::optional<Action> listed; // by the policy
        bool is_terminal = false;
        bool plays = false;                   // the move listed is legal
        bool side_moves = false;              // its side has some legal move
        bool others_move = false;             // the other side has some legal move
        std::optional<Action> leads_out = {}; // of the other side, to no listed state
    };

    /// What a part says of a state: for how many values of what is open it is true; and where its
    /// move leads.
    struct Outcome
    {
        std::size_t times = 0;
        std::vector<Word> next = {};
        bool is_one = true; // the move leads to the same state for all values
        bool is_listed = true;
    };

    void look_at(std::size_t first, std::size_t count)
    {
        first_ = first;
        count_ = count;
        const std::size_t words = list_.words();
        block_.look_at(std::span(list_.states).subspan(first * words, count * words));
        for (std::size_t i = 0; i < count; ++i)
            seen_[i] = {policy_.move(list_[first + i]), false, false, false, false, {}};
        for (const ListedBlock::Part& part : compiled_.parts())
        {
            if (part.is_premise)
                look_at_ends(part);
            else if (part.is_move)
                look_at_moves(part);
            else if (const auto bad = block_.first_bad(part))
                object(proves_ ? "a state that is listed is terminal without the goal"
                               : "a state that is listed is terminal, and the goal is true there",
                       *bad);
        }
        for (std::size_t i = 0; i < count; ++i)
            judge(seen_[i], i);
    }

    /// True if the part is true of the state for all values that the axioms leave open. To prevent
    /// a goal, one model must be enough: then a part that is true for some values only is a fault.
    bool is_so(const ListedBlock::Part& part, const Outcome& outcome, std::size_t i)
    {
        const bool always = outcome.times == std::size_t{1} << part.open.size();
        if (!proves_ && outcome.times != 0 && !always)
            object("the axioms leave open what is legal, or terminal", i);
        return always;
    }

    void look_at_ends(const ListedBlock::Part& part)
    {
        outcomes_.fill({});
        block_.for_each_where(part, [&](std::size_t i) { ++outcomes_[i].times; });
        for (std::size_t i = 0; i < count_; ++i)
            seen_[i].is_terminal = is_so(part, outcomes_[i], i);
    }

    void look_at_moves(const ListedBlock::Part& part)
    {
        outcomes_.fill({});
        const bool of_side = side_[ground_.game.frame.agent(part.action).index];
        block_.for_each_successor(part, to_,
                                  [&](std::size_t i)
                                  {
                                      if (!of_side || seen_[i].listed == part.action)
                                          follow(outcomes_[i], i);
                                      else
                                          ++outcomes_[i].times;
                                  });
        for (std::size_t i = 0; i < count_; ++i)
        {
            if (outcomes_[i].times != 0)
                look_at_move(part, of_side, i);
        }
    }

    void follow(Outcome& outcome, std::size_t i)
    {
        const std::uint32_t place = index_.find(to_);
        outcome.is_listed = outcome.is_listed && place != StateIndex::none &&
                            (!proves_ || list_.ranks[place] < list_.ranks[first_ + i]);
        if (outcome.times++ == 0)
            outcome.next = to_;
        outcome.is_one = outcome.is_one && outcome.next == to_;
    }

    /// A move that is legal in the state for some values of what is open.
    void look_at_move(const ListedBlock::Part& part, bool of_side, std::size_t i)
    {
        Seen& seen = seen_[i];
        const Outcome& outcome = outcomes_[i];
        const bool is_legal = is_so(part, outcome, i);
        const std::string& name = ground_.game.frame.name(part.action);
        if (!proves_ && !outcome.is_one)
            object("the axioms leave open what " + name + " leads to", i);
        (of_side ? seen.side_moves : seen.others_move) |= is_legal;
        if (!of_side)
        {
            if (!outcome.is_listed && proves_)
                object(name + ", of another agent, leads to no listed state of smaller rank", i);
            else if (!outcome.is_listed)
                seen.leads_out = part.action;
        }
        else if (seen.listed == part.action)
        {
            seen.plays = is_legal;
            if (!outcome.is_listed)
                object(name +
                           (proves_
                                ? ", as the policy says, leads to no listed state of smaller rank"
                                : ", as the policy says, leads to a state that is not listed"),
                       i);
        }
    }

    void judge(const Seen& seen, std::size_t i)
    {
        if (proves_)
        {
            if (!seen.is_terminal && !seen.plays && !seen.others_move)
                object("a state that is listed is not terminal, and no move complies", i);
            return;
        }
        if (seen.plays || seen.is_terminal)
            return;
        if (seen.side_moves)
            object("the policy lists no legal move where its side has one", i);
        if (seen.leads_out)
            object(ground_.game.frame.name(*seen.leads_out) +
                       ", of the coalition, leads to a state that is not listed",
                   i);
    }

    const GameUnderCheck& ground_;
    const bool proves_;
    const std::vector<bool> side_; // by agent: the policy is about its moves
    const StateList& list_;
    const Question question_;
    const CompiledQuestion compiled_;
    ListedBlock block_;
    const StateIndex& index_;
    PolicyOfSide policy_;
    std::size_t first_ = 0, count_ = 0; // of the block
    std::array<Seen, ListedBlock::most> seen_;
    std::array<Outcome, ListedBlock::most> outcomes_; // of a part
    std::vector<Word> to_;
    std::optional<std::string> objection_;
};

/// The axioms that define something, and no others. What these exclude depends on what follows a
/// state, also on values that nothing listed depends on; and mostly they exclude nothing.
Rules definitions_of(const GameUnderCheck& ground)
{
    Rules rules = ground.rules;
    rules.constraints.clear();
    return rules;
}

/// The first objection, where the check objects both with the definitions alone and with all
/// axioms.
template <typename Check>
std::optional<std::string> objection_in_both(const GameUnderCheck& ground, const Check& check)
{
    const Rules definitions = definitions_of(ground);
    const GameUnderCheck with_definitions{ground.store, ground.game, definitions, ground.budget};
    std::optional<std::string> objection = check(with_definitions);
    if (objection && axioms_look_further(ground) && !check(ground))
        objection.reset();
    return objection;
}

} // namespace

std::optional<std::string> objection_to_forced(const GameUnderCheck& ground, const ForcedGoal& what,
                                               const StateList& policy, const StateList& states,
                                               std::size_t most_nodes)
{
    const auto bits = bits_of(ground, states);
    if (const auto* wrong = std::get_if<std::string>(&bits))
        return *wrong;
    const StateIndex index(states);
    std::optional<std::string> objection;
    for_each_start(ground, std::get<Bits>(bits), most_nodes,
                   [&](std::span<const StateList::Word> state)
                   {
                       if (index.find(state) == StateIndex::none)
                           objection = "an initial state is not listed";
                       return !objection;
                   });
    if (objection)
        return objection;
    return objection_in_both(ground,
                             [&](const GameUnderCheck& axioms)
                             {
                                 return ForceCheck(axioms, what, true, policy, states, index,
                                                   std::get<Bits>(bits), most_nodes)
                                     .run();
                             });
}

std::optional<std::string> objection_to_prevented(const GameUnderCheck& ground,
                                                  const ForcedGoal& what, const Valuation& start,
                                                  const StateList& policy, const StateList& states,
                                                  std::size_t most_nodes)
{
    const auto bits = bits_of(ground, states);
    if (const auto* wrong = std::get_if<std::string>(&bits))
        return *wrong;
    const std::vector<Formula>& atoms = std::get<Bits>(bits).atoms;
    std::vector<StateList::Word> at_start(states.words());
    for (std::size_t bit = 0; bit < atoms.size(); ++bit)
    {
        if (atoms[bit].is(Kind::Initial) || start.fluents[atoms[bit].fluent().index])
            StateList::put(at_start, bit);
    }
    const StateIndex index(states);
    if (index.find(at_start) == StateIndex::none)
        return "the initial state is not listed";
    return objection_in_both(ground,
                             [&](const GameUnderCheck& axioms)
                             {
                                 return ForceCheck(axioms, what, false, policy, states, index,
                                                   std::get<Bits>(bits), most_nodes)
                                     .run();
                             });
}

} // namespace sgl::certificate
