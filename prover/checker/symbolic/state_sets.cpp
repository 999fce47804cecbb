#include "prover/checker/symbolic/state_sets.hpp"

#include "prover/checker/symbolic/and_inverter_graph.hpp"

#include <algorithm>
#include <array>

namespace sgl::certificate
{

Bdds::Node starts(const GameUnderCheck& ground, const Bits& bits, Bdds& diagrams)
{
    Assumptions assumptions;
    assumptions.initial = true;
    Symbolic symbolic(ground.game, ground.rules, bits, diagrams, Bdds::all, assumptions);
    assume_axioms(ground, symbolic, diagrams);
    std::vector<bool> others(symbolic.level_count(), true);
    for (std::size_t bit = 0; bit < bits.atoms.size(); ++bit)
        others[bits.level(bit)] = false;
    Bdds::Node found = diagrams.some(symbolic.inside(), others);
    for (std::size_t bit = 0; bit < bits.atoms.size(); ++bit)
    {
        if (bits.atoms[bit].is(Kind::Initial))
            found = diagrams.both(found, diagrams.variable(bits.level(bit)));
    }
    return found;
}

StateSetView::StateSetView(const GameUnderCheck& ground, const Bits& bits, Bdds& diagrams,
                           const std::vector<Strategy>& profile, Node inside)
    : ground_(ground), bits_(bits), diagrams_(diagrams), profile_(profile),
      symbolic_(ground.game, ground.rules, bits, diagrams, inside, {}),
      looks_further_(axioms_look_further(ground))
{
    assume_axioms(ground, symbolic_, diagrams);
    states_ = symbolic_.inside();
}

StateSetView::Node StateSetView::allowed(Action a)
{
    ground_.budget.check();
    Node found = diagrams_.without(states_, symbolic_.atom(ground_.store.terminal(), 0));
    if (found != Bdds::none)
        found = diagrams_.both(found, symbolic_.atom(ground_.store.legal(a), 0));
    const auto strategy =
        std::ranges::find(profile_, ground_.game.frame.agent(a), &Strategy::agent);
    if (found != Bdds::none && strategy != profile_.end())
        found = diagrams_.both(found, symbolic_.where(strategy->moves, a));
    return looks_further_ && found != Bdds::none ? possible_after(found, a) : found;
}

StateSetView::Node StateSetView::after(Action a, Node from)
{
    const Symbolic::Place next = symbolic_.after(Symbolic::here, a);
    Node relation = from, made = Bdds::all;
    std::vector<bool> gone(symbolic_.level_count(), true);
    std::vector<Bdds::Level> to;
    for (std::size_t bit = 0; bit < bits_.atoms.size(); ++bit)
    {
        const Bdds::Level now = bits_.level(bit), then = now + 1;
        const Node variable = diagrams_.variable(now);
        const Node value = symbolic_.atom(bits_.atoms[bit], next);
        to.push_back(now);
        to.push_back(now);
        gone[then] = false;
        if (value == diagrams_.both(symbolic_.inside(), variable))
        {
            gone[now] = false;
            continue;
        }
        const Node on = diagrams_.both(from, value);
        if (on == Bdds::none)
            made = diagrams_.without(made, variable);
        else if (on == from)
            made = diagrams_.both(made, variable);
        else if (on == diagrams_.both(from, variable))
            gone[now] = false;
        else
            relation =
                diagrams_.both(relation, diagrams_.if_then_else(diagrams_.variable(then), on,
                                                                diagrams_.without(from, on)));
    }
    gone.resize(symbolic_.level_count(), true);
    return diagrams_.both(diagrams_.moved(diagrams_.some(relation, gone), to), made);
}

StateSetView::Node StateSetView::bad(const Question& question)
{
    if (!question.bad)
        return Bdds::none;
    if (!question.at_moves)
        return possible(diagrams_.both(states_, symbolic_.where(question.bad, Action{0})));
    Node found = Bdds::none;
    for (std::uint32_t a = 0; a < ground_.game.frame.action_count(); ++a)
    {
        const Node from = allowed(Action{a});
        if (from != Bdds::none)
            found = diagrams_.either(
                found, possible(diagrams_.both(from, symbolic_.where(question.bad, Action{a}))));
    }
    return found;
}

/// What the axioms tell of the states that were spoken of.
StateSetView::Node StateSetView::possible(Node region)
{
    const auto count = static_cast<Symbolic::Place>(symbolic_.place_count());
    if (!looks_further_)
        return region;
    for (Symbolic::Place place = 1; place < count && region != Bdds::none; ++place)
        region = with_axioms_at(ground_, symbolic_, diagrams_, place, region);
    return region;
}

StateSetView::Node StateSetView::possible_after(Node region, Action a)
{
    return with_axioms_at(ground_, symbolic_, diagrams_, symbolic_.after(Symbolic::here, a),
                          region);
}

StateSetViews::StateSetViews(const GameUnderCheck& ground, const Bits& bits,
                             const std::vector<Strategy>& profile, std::size_t most_nodes)
    : ground_(ground), bits_(bits), profile_(profile), most_nodes_(most_nodes)
{
}

/// False where all states at once take too much, for sets of so many nodes.
bool StateSetViews::open_unrestricted(std::size_t size)
{
    if (unrestricted_)
        return true;
    constexpr std::size_t least = 10'000, a_node = 400, much = 8'000'000;
    room_ = std::min({std::max(least, a_node * size), much, most_nodes_});
    if (room_ / 4 < too_little_)
        return false;
    unrestricted_diagrams_ = std::make_unique<Bdds>(ground_.budget, room_);
    try
    {
        unrestricted_.emplace(ground_, bits_, *unrestricted_diagrams_, profile_, Bdds::all);
        return true;
    }
    catch (const Interrupted&)
    {
        close_unrestricted();
        return false;
    }
}

/// There are too many nodes: begun anew, unless it was of no use so far.
void StateSetViews::close_unrestricted()
{
    ground_.budget.check();
    if (!has_served_)
        too_little_ = room_;
    has_served_ = false;
    unrestricted_.reset();
    unrestricted_diagrams_.reset();
}

} // namespace sgl::certificate
