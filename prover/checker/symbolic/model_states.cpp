#include "prover/checker/symbolic/model_states.hpp"

#include "logic/formula/subformulas.hpp"

namespace sgl::certificate
{

namespace
{

ModelStates all_states(const GameUnderCheck& ground, bool definitions, bool with_initial,
                       std::size_t most_nodes)
{
    ModelStates set;
    set.diagrams = std::make_unique<Bdds>(ground.budget, most_nodes);
    const Frame& frame = ground.game.frame;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        set.bits.atoms.push_back(ground.store.fluent(Fluent{p}));
    if (with_initial)
        set.bits.atoms.push_back(ground.store.initial());
    if (!definitions || !ground.rules.terminal)
        set.bits.atoms.push_back(ground.store.terminal());
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
    {
        if (!definitions || !ground.rules.legal[a])
            set.bits.atoms.push_back(ground.store.legal(Action{a}));
    }
    return set;
}

/// The levels that are none of a bit's.
std::vector<bool> others(const Bits& bits, const Symbolic& symbolic)
{
    std::vector<bool> levels(symbolic.level_count(), true);
    for (std::size_t bit = 0; bit < bits.atoms.size(); ++bit)
        levels[bits.level(bit)] = false;
    return levels;
}

/// The axioms that look ahead too, and tell more than what something is.
void assume_what_follows(const GameUnderCheck& ground, Symbolic& symbolic)
{
    for (const Axiom& axiom : ground.game.axioms)
    {
        ground.budget.check();
        if (is_definition(ground.rules, axiom.formula))
            continue;
        const Bdds::Node where = symbolic.where_always(axiom.formula);
        if (where != symbolic.inside())
            symbolic.assume(where);
    }
}

/// The states in which a formula about the present is true, whatever is open there.
Bdds::Node where_true(const GameUnderCheck& ground, const ModelStates& set, Formula f,
                      const Assumptions& assumptions)
{
    Bdds& diagrams = *set.diagrams;
    Symbolic symbolic(ground.game, ground.rules, set.bits, diagrams, Bdds::all, assumptions);
    const Bdds::Node where = symbolic.where_always(f);
    return diagrams.without(
        Bdds::all, diagrams.some(diagrams.without(Bdds::all, where), others(set.bits, symbolic)));
}

/// Of the states so far: the axioms hold, and every action leads to one of them.
Bdds::Node narrowed(const GameUnderCheck& ground, const ModelStates& set,
                    const Assumptions& assumptions)
{
    Bdds& diagrams = *set.diagrams;
    Symbolic symbolic(ground.game, ground.rules, set.bits, diagrams, set.states, assumptions);
    assume_what_follows(ground, symbolic);
    const Bdds::Node terminal = symbolic.atom(ground.store.terminal(), Symbolic::here);
    for (std::uint32_t a = 0; a < ground.game.frame.action_count(); ++a)
    {
        // A definition of legal that excludes terminal does so in every state.
        const Formula definition = ground.rules.legal[a];
        const Formula legal = definition ? definition : ground.store.legal(Action{a});
        const Bdds::Node both = diagrams.both(terminal, symbolic.atom(legal, Symbolic::here));
        if (both != Bdds::none)
            symbolic.assume(diagrams.without(symbolic.inside(), both));
    }
    for (std::uint32_t a = 0; set.states != Bdds::all && a < ground.game.frame.action_count(); ++a)
        symbolic.assume(set.at(symbolic, symbolic.after(Symbolic::here, Action{a}), diagrams));
    // What is open in later states, and no bit, may be anything.
    const Bdds::Node inside = symbolic.inside();
    return diagrams.without(
        inside, diagrams.some(diagrams.without(Bdds::all, inside), others(set.bits, symbolic)));
}

} // namespace

ModelStates closed_states(const GameUnderCheck& ground, OpenValues open, Formula within,
                          bool definitions, std::size_t most_nodes)
{
    Assumptions assumptions;
    assumptions.definitions = definitions;
    assumptions.open = open;
    assumptions.initial = false;
    ModelStates set = all_states(ground, definitions, false, most_nodes);
    if (within && is_present(within) && within.is_state_wise())
        set.states = where_true(ground, set, within, assumptions);
    for (Bdds::Node before = Bdds::none; before != set.states;)
    {
        before = set.states;
        set.states = narrowed(ground, set, assumptions);
    }
    return set;
}

ModelStates states_of_sigma(const GameUnderCheck& ground, unsigned actions, std::size_t most_nodes)
{
    ModelStates set = all_states(ground, true, true, most_nodes);
    Bdds& diagrams = *set.diagrams;
    for (unsigned i = 0; i <= actions; ++i)
    {
        Symbolic symbolic(ground.game, ground.rules, set.bits, diagrams, set.states, {});
        assume_axioms(ground, symbolic, diagrams);
        assume_what_follows(ground, symbolic);
        const auto spoken_of = static_cast<Symbolic::Place>(symbolic.place_count());
        Bdds::Node inside = symbolic.inside();
        for (Symbolic::Place place = 1; place < spoken_of && inside != Bdds::none; ++place)
            inside = with_axioms_at(ground, symbolic, diagrams, place, inside);
        symbolic.assume(inside);
        for (std::uint32_t a = 0; set.states != Bdds::all && a < ground.game.frame.action_count();
             ++a)
            symbolic.assume(set.at(symbolic, symbolic.after(Symbolic::here, Action{a}), diagrams));
        const Bdds::Node narrower = diagrams.some(symbolic.inside(), others(set.bits, symbolic));
        if (narrower == set.states)
            break;
        set.states = narrower;
    }
    return set;
}

} // namespace sgl::certificate
