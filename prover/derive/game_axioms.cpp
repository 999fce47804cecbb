#include "prover/derive/game_axioms.hpp"

#include "logic/formula/subformulas.hpp"

#include <array>

namespace sgl::derive
{

GameAxioms::GameAxioms(Draft& draft, StateWise& state_wise)
    : draft_(draft), state_wise_(state_wise), store_(draft.store)
{
    const std::vector<Axiom>& axioms = draft_.theory.game().axioms;
    for (std::size_t i = 0; i < axioms.size(); ++i)
    {
        const Formula f = axioms[i].formula;
        if (f.is(Kind::Iff))
            for (Formula side : f.children())
                if (side.is(Kind::Terminal) || side.is(Kind::Legal))
                    of_symbol_[side].push_back(i);
        std::set<Fluent> fluents;
        for (Formula letter : letters(std::array{f}))
        {
            if (!letter.is(Kind::Next) && !letter.is(Kind::After))
                continue;
            for (Formula inner : letters(std::array{letter[0]}))
                if (inner.is(Kind::Fluent))
                    fluents.insert(inner.fluent());
        }
        for (Fluent p : fluents)
            of_fluent_[p].push_back(i);
    }
}

Number GameAxioms::line(Page& page, std::size_t i)
{
    const Axiom& axiom = draft_.theory.game().axioms[i];
    return page.game_axiom(axiom.name, axiom.formula);
}

void GameAxioms::about_symbol(Page& page, Formula symbol, std::vector<Number>& facts)
{
    for (std::size_t i : of_symbol_[symbol])
        facts.push_back(line(page, i));
}

void GameAxioms::about_fluent(Page& page, Fluent p, std::vector<Number>& facts)
{
    for (std::size_t i : of_fluent_[p])
    {
        const Number axiom = line(page, i);
        facts.push_back(axiom);
        for (Formula letter : letters(std::array{draft_.theory.game().axioms[i].formula}))
        {
            if (letter.is(Kind::Next))
                push_inwards(page, letter[0], {}, facts);
            else if (letter.is(Kind::After))
                push_inwards(page, letter[0], letter.action(), facts);
        }
    }
}

/// ○f or [a]f down to its fluents, and [a]p to ○p where a is done.
void GameAxioms::push_inwards(Page& page, Formula root, std::optional<Action> a,
                              std::vector<Number>& facts)
{
    SubformulaWalk walk;
    walk.add(root);
    while (const std::optional<Formula> next = walk.take())
    {
        const Formula f = *next;
        if (f.is(Kind::Fluent))
        {
            if (a)
                facts.push_back(
                    page.lemma("does_next",
                               store_.implication(store_.does(*a),
                                                  draft_.iff(store_.next(f), store_.after(*a, f))),
                               {}, *a));
            continue;
        }
        if (!f.is(Kind::Not) && !f.is(Kind::And))
            continue; // no rule has this shape
        walk.add(f.children());
        if (!a)
        {
            facts.push_back(state_wise_.next_over(page, f));
            continue;
        }
        std::vector<Formula> operands;
        for (Formula child : f.children())
            operands.push_back(store_.after(*a, child));
        const Formula after = store_.after(*a, f), pushed = store_.with_children(f, operands);
        facts.push_back(f.is(Kind::And) ? page.axiom("B1", after, pushed)
                                        : page.lemma("after_not", after, pushed,
                                                     {state_wise_.still(page, f[0], Action{0})}));
    }
}

} // namespace sgl::derive
