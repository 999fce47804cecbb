#include "prover/checker/rule_check.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace sgl::certificate
{

namespace
{

/// What the axioms state, as far as rules may be about it.
class Statements
{
public:
    Statements(FormulaStore& store, const Game& game) : store_(store)
    {
        for (const Axiom& axiom : game.axioms)
        {
            const Formula f = axiom.formula;
            if (f.is(Kind::Iff))
                equivalences_.insert(f);
            else if (f.is(Kind::Implies) && f[1].is(Kind::Iff))
                note_equivalence(f[0], f[1]);
            else if (f.is(Kind::Implies))
                note_consequences(f[0], f[1]);
        }
        std::ranges::sort(effects_);
    }

    bool has_equivalence(Formula left, Formula right) const
    {
        return equivalences_.contains(store_.equivalence(left, right)) ||
               equivalences_.contains(store_.equivalence(right, left));
    }

    bool has_effect(Fluent p, const Effect& effect) const
    {
        return std::ranges::binary_search(
            effects_,
            Entry{effect.condition.id(), modality(effect.only_after), p.index, effect.value});
    }

private:
    /// Condition, modality, fluent and its value.
    using Entry = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>;

    /// 0 of ○, else of [a].
    static std::uint32_t modality(std::optional<Action> a) { return a ? a->index + 1 : 0; }

    /// φ -> (next p <-> γ): next p where φ & γ, and next !p where φ & !γ.
    void note_equivalence(Formula condition, Formula equivalence)
    {
        for (const int side : {0, 1})
        {
            const Formula head = equivalence[side == 0 ? 0 : 1];
            const Formula value = equivalence[side == 0 ? 1 : 0];
            if (!head.is(Kind::Next) || !head[0].is(Kind::Fluent))
                continue;
            const std::uint32_t p = head[0].fluent().index;
            effects_.emplace_back(store_.conjunction(condition, value).id(), 0, p, true);
            effects_.emplace_back(store_.conjunction(condition, store_.negation(value)).id(), 0, p,
                                  false);
        }
    }

    /// Of φ -> ψ: the literals that are conjuncts of ψ, each in one ○ or [a] as a conjunct there.
    void note_consequences(Formula condition, Formula consequence)
    {
        struct Conjunct
        {
            Formula f;
            std::optional<std::uint32_t> modality;
        };
        std::vector<Conjunct> open{{consequence, {}}};
        while (!open.empty())
        {
            const auto [f, within] = open.back();
            open.pop_back();
            if (f.is(Kind::And))
                for (const Formula g : f.children())
                    open.push_back({g, within});
            else if (!within && f.is(Kind::Next))
                open.push_back({f[0], modality({})});
            else if (!within && f.is(Kind::After))
                open.push_back({f[0], modality(f.action())});
            else if (within)
                note_literal(condition, *within, f);
        }
    }

    void note_literal(Formula condition, std::uint32_t within, Formula f)
    {
        bool value = true;
        for (; f.is(Kind::Not); f = f[0])
            value = !value;
        if (f.is(Kind::Fluent))
            effects_.emplace_back(condition.id(), within, f.fluent().index, value);
    }

    FormulaStore& store_;
    std::unordered_set<Formula> equivalences_;
    std::vector<Entry> effects_;
};

} // namespace

std::optional<std::string> objection_to_rules(FormulaStore& store, const Game& game,
                                              const Rules& rules)
{
    const Frame& frame = game.frame;
    const auto unstated = [](const std::string& what)
    { return "no axiom states the rule for " + what; };
    if (rules.legal.size() != frame.action_count() ||
        rules.successors.size() != frame.fluent_count() ||
        std::ranges::any_of(rules.constraints,
                            [&](std::size_t i) { return i >= game.axioms.size(); }))
        return "the rules are of another game";
    const Statements axioms(store, game);
    if (rules.terminal && !axioms.has_equivalence(store.terminal(), rules.terminal))
        return unstated("terminal");
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
    {
        if (rules.legal[a] && !axioms.has_equivalence(store.legal(Action{a}), rules.legal[a]))
            return unstated("legal(" + frame.name(Action{a}) + ")");
    }
    for (std::uint32_t index = 0; index < frame.fluent_count(); ++index)
    {
        const Fluent p{index};
        const Formula atom = store.fluent(p);
        const SuccessorRule& rule = rules.successors[index];
        const bool is_whole = !rule.whole || axioms.has_equivalence(store.next(atom), rule.whole);
        const bool is_after = std::ranges::all_of(
            rule.after, [&](const auto& entry)
            { return axioms.has_equivalence(store.after(entry.first, atom), entry.second); });
        const bool is_effect = std::ranges::all_of(rule.effects, [&](const Effect& effect)
                                                   { return axioms.has_effect(p, effect); });
        if (!is_whole || !is_after || !is_effect)
            return unstated("next " + frame.name(p));
    }
    return std::nullopt;
}

} // namespace sgl::certificate
