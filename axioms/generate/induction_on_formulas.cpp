// Lemma 1 (SGL), ⌊⊤⌋φ <-> φ, and ⟪c⟫φ <-> φ of state-wise formulas.

#include "axioms/generate/induction.hpp"

#include "logic/formula/definition.hpp"

#include <array>
#include <fmt/format.h>

namespace sgl::axioms
{

Formula Induction::lemma_1_of(Action a, Formula phi)
{
    return store_.implication(store_.does(a), store_.equivalence(phi, store_.select(a, phi)));
}

std::optional<Lines::Number> Induction::lemma_1(Action a, Formula phi)
{
    const Formula wanted = lemma_1_of(a, phi), selected = store_.select(a, phi);
    const Operator select{a};
    if (is_opaque(phi))
        opaque(phi);
    if (is_atom(phi))
        return taut(wanted, {axiom("C1", selected, phi)});
    if (is_propositional(phi))
        return by_operands(wanted, select, phi, GoalKind::Lemma1, a);
    switch (phi.kind())
    {
    case Kind::Legal: return taut(wanted, {axiom("C2", selected, phi)});
    case Kind::Does: return lemma_1_does(a, phi.action());
    case Kind::After: return taut(wanted, {axiom("C7", selected, phi)});
    case Kind::Select: return taut(wanted, {axiom("C6", selected, phi)});
    case Kind::Next:
    {
        if (is_variable(a))
            throw NotGenerated{Why::DoesNotFollow,
                               "an action of the frame here (make the theorem a family: for a in "
                               "actions), as in " +
                                   tools_.print(phi) + " it matters which it is",
                               "any action"};
        const Formula after = store_.after(a, phi[0]);
        return taut(
            wanted,
            {lemma("does_next", store_.implication(store_.does(a), store_.equivalence(phi, after)),
                   {}, a),
             lemma("select_next", store_.equivalence(selected, after), {}, a)});
    }
    case Kind::Restrict:
    {
        // GEN S on the lemma for what is in the scope; it rests on no axiom of a game.
        const auto inner = need({GoalKind::Lemma1, {}, {}, phi[1], a});
        if (!inner)
            return std::nullopt;
        const Operator op{{}, phi[0]};
        const Formula does = store_.does(a), chosen = store_.select(a, phi[1]);
        const Formula same = store_.equivalence(phi[1], chosen);
        const Formula whole = op.over(store_, formula(*inner));
        return taut(wanted, {generalise(Rule::GeneraliseStrategy, whole, *inner),
                             distributes(op, formula(*inner)), distributes(op, same),
                             axiom("D3", op.over(store_, does), does),
                             axiom("D6", op.over(store_, chosen), selected)});
    }
    default: break;
    }
    const Formula unfolded = sgl::definition(store_, tools_.frame, phi);
    const auto line = need({GoalKind::Lemma1, {}, {}, unfolded, a});
    if (!line)
        return std::nullopt;
    const Number unfolds_here = unfolds(phi);
    return taut(wanted, {unfolds_here, Lines::under(select, unfolds_here), *line}, {{{phi, true}}});
}

Lines::Number Induction::lemma_1_does(Action a, Action b)
{
    const Formula f = store_.does(b), selected = store_.select(a, f);
    const Formula wanted = lemma_1_of(a, f);
    if (a == b)
        return taut(wanted, {axiom("C3", selected, store_.top())});
    if (!tools_.variables.differ(a, b))
        throw NotGenerated{Why::DoesNotFollow,
                           fmt::format("actions that are the same, or that differ (where a != b), "
                                       "in {} and {}",
                                       tools_.print(store_.does(a)), tools_.print(f)),
                           "ones that may be the same or not"};
    return taut(wanted, {axiom("C3", selected, store_.bottom()),
                         axiom("A2", store_.negation(store_.conjunction(store_.does(a), f)))});
}

std::optional<Lines::Number> Induction::unrestrict(Formula phi)
{
    const Operator all{{}, store_.top()};
    const Formula left = all.over(store_, phi), wanted = store_.equivalence(left, phi);
    if (is_opaque(phi))
        opaque(phi);
    if (is_atom(phi))
        return axiom("D1", left, phi);
    if (is_propositional(phi))
        return by_operands(wanted, all, phi, GoalKind::Unrestrict, {});
    const auto inner = [&]() {
        return need({GoalKind::Unrestrict, {}, {}, phi.children().back()});
    };
    switch (phi.kind())
    {
    case Kind::Does: return axiom("D3", left, phi);
    case Kind::Legal:
    {
        const Formula selected = store_.select(phi.action(), store_.top());
        return taut(wanted, {axiom("D2", left, store_.conjunction(phi, selected)),
                             lemma("select_true", store_.equivalence(selected, store_.top()))});
    }
    case Kind::After:
    case Kind::Select:
    case Kind::Next:
    {
        const auto line = inner();
        if (!line)
            return std::nullopt;
        const Formula inside = store_.with_children(phi, std::array{all.over(store_, phi[0])});
        const Formula moved = store_.equivalence(left, inside);
        const Formula same = store_.equivalence(inside, phi);
        if (phi.is(Kind::Next))
            return taut(wanted, {lemma("restrict_next", moved), lemma("next_same", same, {*line})});
        const bool is_after = phi.is(Kind::After);
        return taut(wanted, {axiom(is_after ? "D7" : "D6", moved),
                             lemma(is_after ? "after_same" : "select_same", same, {*line})});
    }
    case Kind::Restrict:
    {
        const auto alpha = need({GoalKind::Unrestrict, {}, {}, phi[0]});
        if (!alpha)
            return std::nullopt;
        const Formula joined = store_.conjunction(store_.top(), all.over(store_, phi[0]));
        taut(store_.equivalence(joined, phi[0]), {*alpha}, {{{joined, true}}});
        const auto line = need({GoalKind::Under, joined, phi[0], phi[1]});
        if (!line)
            return std::nullopt;
        return taut(wanted, {axiom("D8", left, store_.restrict(joined, phi[1])), *line});
    }
    default: break;
    }
    const Formula unfolded = sgl::definition(store_, tools_.frame, phi);
    const auto line = need({GoalKind::Unrestrict, {}, {}, unfolded});
    if (!line)
        return std::nullopt;
    const Number unfolds_here = unfolds(phi);
    return taut(wanted, {unfolds_here, Lines::under(all, unfolds_here), *line}, {{{phi, true}}});
}

std::optional<Lines::Number> Induction::state_wise(Action c, Formula phi)
{
    const Operator select{c};
    const Formula left = select.over(store_, phi), wanted = store_.equivalence(left, phi);
    if (is_opaque(phi))
        opaque(phi);
    if (is_atom(phi))
        return axiom("C1", left, phi);
    if (is_propositional(phi))
        return by_operands(wanted, select, phi, GoalKind::StateWise, c);
    switch (phi.kind())
    {
    case Kind::Legal: return axiom("C2", left, phi);
    case Kind::After: return axiom("C7", left, phi);
    case Kind::Select: return axiom("C6", left, phi);
    case Kind::Restrict:
    {
        const auto inner = need({GoalKind::StateWise, {}, {}, phi[1], c});
        if (!inner)
            return std::nullopt;
        const Operator op{{}, phi[0]};
        const Formula moved = op.over(store_, store_.select(c, phi[1]));
        return taut(wanted, {axiom("D6", moved, left),
                             lemma("restrict_same", store_.equivalence(moved, phi), {*inner})});
    }
    case Kind::PrioritisedOr:
    case Kind::PrioritisedAnd: break;
    default:
        throw NotGenerated{Why::DoesNotFollow, "a state-wise formula",
                           tools_.print(phi) + ", which looks at the action that is taken"};
    }
    const Formula unfolded = sgl::definition(store_, tools_.frame, phi);
    const auto line = need({GoalKind::StateWise, {}, {}, unfolded, c});
    if (!line)
        return std::nullopt;
    const Number unfolds_here = unfolds(phi);
    return taut(wanted, {unfolds_here, Lines::under(select, unfolds_here), *line}, {{{phi, true}}});
}

} // namespace sgl::axioms
