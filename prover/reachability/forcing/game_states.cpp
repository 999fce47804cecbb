#include "prover/reachability/forcing/game_states.hpp"

#include "prover/claims/question.hpp"
#include "prover/resources/limits.hpp"
#include "prover/transition/initial_states.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

/// The part of the game on which what is legal, terminal and a goal depends. The proposals are
/// `terminal` and the goals.
TransitionSystem system_for(Theory& theory, const std::vector<Formula>& goals, const Budget& budget)
{
    Question question;
    question.proposals.push_back({"", theory.store().terminal()});
    for (const Formula goal : goals)
        question.proposals.push_back({"", goal});
    return transition_system(theory, question, budget, true);
}

} // namespace

GameStates::GameStates(Theory& theory, const std::vector<Formula>& goals, const Budget& budget)
    : frame_(theory.game().frame), system_(system_for(theory, goals, budget)), compiled_(system_),
      set_(compiled_.words())
{
    if (frame_.action_count() > 0xFFFF)
        throw Interrupted{"there are too many actions"};
    const auto starts = initial_states(system_, limits::most_initial_states, budget);
    if (!starts)
        throw Interrupted{"there are too many initial states to go through"};
    for (const std::vector<bool>& start : *starts)
        set_.add(compiled_.packed(start));
    starts_ = set_.size();
}

std::vector<bool> GameStates::side_of(const std::vector<Agent>& coalition) const
{
    std::vector<bool> side(frame_.action_count());
    for (std::uint32_t a = 0; a < side.size(); ++a)
        side[a] = std::ranges::find(coalition, frame_.agent(Action{a})) != coalition.end();
    return side;
}

SidePolicy GameStates::policy_of(const std::vector<bool>& side, bool is_forced) const
{
    SidePolicy made;
    for (StateList* list : {&made.policy, &made.states})
    {
        for (const StateVariable& bit : system_.bits)
            list->bits.push_back(bit.atom.is(Kind::Initial) ? "initial"
                                                            : frame_.name(bit.atom.fluent()));
    }
    made.states.ranked = is_forced;
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
    {
        if (side[a] == is_forced)
            made.policy.moves.push_back(frame_.name(Action{a}));
    }
    return made;
}

std::vector<std::uint32_t> GameStates::numbers_of_moves(const std::vector<bool>& side,
                                                        bool is_forced)
{
    std::vector<std::uint32_t> numbers(side.size());
    for (std::size_t a = 1; a < numbers.size(); ++a)
        numbers[a] = numbers[a - 1] + (side[a - 1] == is_forced ? 1U : 0U);
    return numbers;
}

void GameStates::append(StateList& list, Index i) const
{
    const std::size_t words = list.words(), first = list.states.size();
    list.states.resize(first + words);
    for (std::size_t bit = 0; bit < system_.bits.size(); ++bit)
    {
        if (has(i, bit))
            StateList::put(std::span(list.states).subspan(first, words), bit);
    }
}

std::vector<std::pair<Formula, bool>> GameStates::values_of(Index i) const
{
    std::vector<std::pair<Formula, bool>> found;
    for (std::size_t bit = 0; bit < system_.bits.size(); ++bit)
        found.emplace_back(system_.bits[bit].atom, has(i, bit));
    return found;
}

} // namespace sgl
