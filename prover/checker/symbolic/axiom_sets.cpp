#include "prover/checker/symbolic/axiom_sets.hpp"

#include "prover/checker/symbolic/and_inverter_graph.hpp"

#include <algorithm>
#include <unordered_map>

namespace sgl::certificate
{

bool ModelStates::contains(const Valuation& valuation) const
{
    Bdds::Node node = states;
    while (!diagrams->is_constant(node))
    {
        const Formula atom = bits.atoms[diagrams->level(node) / 2];
        const bool value = atom.is(Kind::Fluent)  ? valuation.fluents[atom.fluent().index]
                           : atom.is(Kind::Legal) ? valuation.legal[atom.action().index]
                                                  : valuation.terminal;
        node = value ? diagrams->high(node) : diagrams->low(node);
    }
    return node == Bdds::all;
}

template <class Sets>
typename Sets::Node ModelStates::at(SymbolicIn<Sets>& symbolic, Symbolic::Place place,
                                    Sets& there) const
{
    std::unordered_map<Bdds::Node, typename Sets::Node> where{{Bdds::none, Sets::none},
                                                              {Bdds::all, symbolic.inside()}};
    for (const Bdds::Node node : diagrams->nodes_of(std::span(&states, 1)))
    {
        const Formula atom = bits.atoms[diagrams->level(node) / 2];
        where[node] = there.if_then_else(symbolic.atom(atom, place), where.at(diagrams->high(node)),
                                         where.at(diagrams->low(node)));
    }
    return where.at(states);
}

template Bdds::Node ModelStates::at(Symbolic&, Symbolic::Place, Bdds&) const;
template AndInverterGraph::Node ModelStates::at(SymbolicIn<StateGates>&, Symbolic::Place,
                                                StateGates&) const;

bool is_definition(const Rules& rules, Formula axiom)
{
    if (!axiom.is(Kind::Iff))
        return false;
    for (const auto& [head, body] : {std::pair(axiom[0], axiom[1]), std::pair(axiom[1], axiom[0])})
    {
        const bool defines = head.is(Kind::Terminal) ? body == rules.terminal
                             : head.is(Kind::Legal)  ? body == rules.legal[head.action().index]
                             : head.is(Kind::Next) && head[0].is(Kind::Fluent)
                                 ? body == rules.successors[head[0].fluent().index].whole
                                 : false;
        if (defines)
            return true;
    }
    return false;
}

Formula initially(Formula axiom)
{
    return axiom.is(Kind::Implies) && axiom[0].is(Kind::Initial) ? axiom[1] : Formula();
}

void assume_axioms(const GameUnderCheck& ground, Symbolic& symbolic, Bdds& diagrams)
{
    for (const bool about_starts : {true, false})
    {
        for (const std::size_t i : ground.rules.constraints)
        {
            const Formula axiom = ground.game.axioms[i].formula;
            if (static_cast<bool>(initially(axiom)) != about_starts)
                continue;
            const Bdds::Node where = symbolic.where_always(axiom);
            if (where != symbolic.inside())
                symbolic.assume(where);
        }
    }
    const Bdds::Node terminal = symbolic.atom(ground.store.terminal(), Symbolic::here);
    Bdds::Node broken = Bdds::none;
    for (std::uint32_t a = 0; terminal != Bdds::none && a < ground.game.frame.action_count(); ++a)
    {
        const Bdds::Node legal = symbolic.atom(ground.store.legal(Action{a}), Symbolic::here);
        broken = diagrams.either(broken, diagrams.both(terminal, legal));
    }
    if (broken != Bdds::none)
        symbolic.assume(diagrams.without(symbolic.inside(), broken));
    if (ground.possible != nullptr)
        symbolic.assume(ground.possible->at(symbolic, Symbolic::here, diagrams));
}

template <class Sets>
typename Sets::Node with_axioms_at(const GameUnderCheck& ground, SymbolicIn<Sets>& symbolic,
                                   Sets& sets, Symbolic::Place place, typename Sets::Node region)
{
    for (const std::size_t i : ground.rules.constraints)
    {
        const Formula axiom = ground.game.axioms[i].formula;
        if (region != Sets::none && !initially(axiom))
            region = sets.both(region, symbolic.where_always(axiom, place));
    }
    for (std::uint32_t a = 0; a < ground.game.frame.action_count(); ++a)
    {
        if (region == Sets::none)
            break;
        const auto terminal = symbolic.atom(ground.store.terminal(), place);
        const auto legal = symbolic.atom(ground.store.legal(Action{a}), place);
        region = sets.without(region, sets.both(terminal, legal));
    }
    if (ground.possible != nullptr && region != Sets::none)
        region = sets.both(region, ground.possible->at(symbolic, place, sets));
    return region;
}

template Bdds::Node with_axioms_at(const GameUnderCheck&, Symbolic&, Bdds&, Symbolic::Place,
                                   Bdds::Node);
template AndInverterGraph::Node with_axioms_at(const GameUnderCheck&, SymbolicIn<StateGates>&,
                                               StateGates&, Symbolic::Place,
                                               AndInverterGraph::Node);

bool axioms_look_further(const GameUnderCheck& ground)
{
    const Rules& rules = ground.rules;
    return ground.possible != nullptr || !rules.terminal ||
           std::ranges::any_of(rules.constraints, [&](std::size_t i)
                               { return !initially(ground.game.axioms[i].formula); }) ||
           !std::ranges::all_of(rules.legal, [](Formula f) { return static_cast<bool>(f); });
}

} // namespace sgl::certificate
