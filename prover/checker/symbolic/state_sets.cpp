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
      look_ahead_(ground.game.frame), looks_further_(axioms_look_further(ground))
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
        found = where(strategy->moves, a, found);
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

/// The states of the region at which f is true for the action. What looks far ahead is evaluated in
/// the states alone that the conjuncts beside it leave.
StateSetView::Node StateSetView::where(Formula f, Action a, Node region)
{
    if (!look_ahead_.is_far(f))
        return diagrams_.both(region, symbolic_.where(f, a));
    std::vector<Formula> far, stack{f};
    while (!stack.empty() && region != Bdds::none)
    {
        const Formula g = stack.back();
        stack.pop_back();
        const bool is_negated = g.is(Kind::Not);
        if (g.is(Kind::And))
            stack.insert(stack.end(), g.children().rbegin(), g.children().rend());
        else if (is_negated && g[0].is(Kind::Not))
            stack.push_back(g[0][0]);
        else if (is_negated && g[0].is(Kind::Implies))
            stack.insert(stack.end(), {ground_.store.negation(g[0][1]), g[0][0]});
        else if (look_ahead_.is_far(g))
            far.push_back(g);
        else
            region = diagrams_.both(region, symbolic_.where(g, a));
    }
    for (Formula g : far)
        region = region == Bdds::none ? region : where_far(g, a, region);
    return region;
}

StateSetView::Node StateSetView::where_far(Formula f, Action a, Node region)
{
    Symbolic there(ground_.game, ground_.rules, bits_, diagrams_, region, {});
    there.begin_levels_at(symbolic_.level_count());
    std::vector<Formula> fluents;
    for (std::uint32_t p = 0; p < ground_.game.frame.fluent_count(); ++p)
        fluents.push_back(ground_.store.fluent(Fluent{p}));
    there.merge_places(std::move(fluents));
    const Node found = there.where(f, a);
    symbolic_.begin_levels_at(there.level_count());
    return found;
}

StateSetView::Node StateSetView::bad(const Question& question)
{
    if (!question.bad)
        return Bdds::none;
    if (!question.at_moves)
        return possible(where(question.bad, Action{0}, states_));
    Node found = Bdds::none;
    for (std::uint32_t a = 0; a < ground_.game.frame.action_count(); ++a)
    {
        const Node from = allowed(Action{a});
        if (from != Bdds::none)
            found = diagrams_.either(found, possible(where(question.bad, Action{a}, from)));
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
