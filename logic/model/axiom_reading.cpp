#include "logic/model/axiom_reading.hpp"

#include "logic/formula/subformulas.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace sgl
{

std::optional<SignedAtom> as_signed_atom(Formula f)
{
    bool positive = true;
    for (; f.is(Kind::Not); f = f[0])
        positive = !positive;
    if (f.is(Kind::Fluent) || f.is(Kind::Terminal) || f.is(Kind::Legal))
        return SignedAtom{f, positive};
    return std::nullopt;
}

namespace
{

/// Reads axioms into a AxiomReading, conjunct by conjunct.
class AxiomReader
{
public:
    AxiomReader(FormulaStore& store, const Game& game) : store_(store)
    {
        reading_.rules.resize(game.frame.fluent_count());
        reading_.legal.resize(game.frame.action_count());
        for (const Axiom& axiom : game.axioms)
            read(axiom.formula);
        for (std::vector<TransitionRule>& rules : reading_.rules)
            std::stable_partition(rules.begin(), rules.end(),
                                  [](const TransitionRule& rule)
                                  { return rule.is_successor_axiom; });
    }

    AxiomReading take() { return std::move(reading_); }

private:
    struct GuardedFormula
    {
        Formula guard, f;
    };

    void read(Formula axiom)
    {
        open_.push_back({store_.top(), axiom});
        while (!open_.empty())
        {
            const GuardedFormula item = open_.back();
            open_.pop_back();
            read(item);
        }
    }

    void read(GuardedFormula item)
    {
        const auto [guard, f] = item;
        if (f.is(Kind::And))
            push_all(guard, f.children());
        else if (f.is(Kind::Implies) && is_present(f[0]))
            open_.push_back({joined(guard, f[0]), f[1]});
        else if (f.is(Kind::Iff))
            read_definition(guard, f[0], f[1]) || read_definition(guard, f[1], f[0]);
        else if (f.is(Kind::Next) || f.is(Kind::After))
            read_effect(guard, f, f[0], true);
        // ¬○p and ○¬p are the same for a fluent
        else if (f.is(Kind::Not) && (f[0].is(Kind::Next) || f[0].is(Kind::After)) &&
                 as_signed_atom(f[0][0]))
            read_effect(guard, f[0], f[0][0], false);
        else if (const auto literal = as_signed_atom(f))
            read_definition(guard, literal->atom, store_.constant(literal->positive));
    }

    void push_all(Formula guard, std::span<const Formula> conjuncts)
    {
        for (auto f = conjuncts.rbegin(); f != conjuncts.rend(); ++f)
            open_.push_back({guard, *f});
    }

    Formula joined(Formula guard, Formula premise)
    {
        return guard == store_.top() ? premise : store_.conjunction(guard, premise);
    }

    /// head <-> body, where the guard is true.
    bool read_definition(Formula guard, Formula head, Formula body)
    {
        if (!is_present(body))
            return false;
        const bool always = guard == store_.top();
        if (head.is(Kind::Next) || head.is(Kind::After))
        {
            const auto literal = as_signed_atom(head[0]);
            if (!literal || !literal->atom.is(Kind::Fluent))
                return false;
            add_rule(guard, head, *literal, body, always);
            return true;
        }
        if (!always || !body.is_state_wise() || !(head.is(Kind::Terminal) || head.is(Kind::Legal)))
            return false;
        Formula& definition =
            head.is(Kind::Terminal) ? reading_.terminal : reading_.legal[head.action().index];
        if (!definition)
            definition = body;
        return true;
    }

    /// ○φ or [a]φ (which of them, `modality` says), φ a literal or a conjunction of them.
    void read_effect(Formula guard, Formula modality, Formula f, bool positive)
    {
        const auto is_and = [](Formula g) { return g.is(Kind::And); };
        const auto read_literal = [&](Formula g)
        {
            if (const auto literal = as_signed_atom(g); literal && literal->atom.is(Kind::Fluent))
                add_rule(guard, modality, *literal, store_.constant(positive), false);
        };
        for_each_subformula(f, read_literal, is_and);
    }

    void add_rule(Formula guard, Formula modality, SignedAtom literal, Formula value, bool always)
    {
        TransitionRule rule{literal.atom.fluent(), std::nullopt, guard, value, always};
        if (modality.is(Kind::After))
            rule.action = modality.action();
        if (!literal.positive)
            rule.value = store_.negation(value);
        reading_.rules[rule.p.index].push_back(rule);
    }

    FormulaStore& store_;
    AxiomReading reading_;
    std::vector<GuardedFormula> open_;
};

} // namespace

AxiomReading read_axioms(FormulaStore& store, const Game& game)
{
    return AxiomReader(store, game).take();
}

} // namespace sgl
