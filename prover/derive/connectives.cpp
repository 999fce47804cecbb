#include "prover/derive/connectives.hpp"

#include "logic/formula/definition.hpp"

#include <fmt/format.h>

namespace sgl::derive
{

namespace
{

std::vector<std::string> numbered(std::size_t count)
{
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= count; ++i)
        names.push_back(fmt::format("φ{}", i));
    return names;
}

std::string numbered_name(std::string_view name, std::size_t count)
{
    return fmt::format("{}_{}", name, count);
}

} // namespace

Connectives::Connectives(Draft& draft) : draft_(draft), store_(draft.store) {}

Number Connectives::distributes(Page& page, const axioms::Operator& op, Formula f)
{
    if (!f.is(Kind::Or) || f.children().size() == 2)
        return page.distributes(op, f);
    std::vector<Formula> operands;
    for (Formula child : f.children())
        operands.push_back(op.over(store_, child));
    return page.lemma(over_or(op.restricts(), operands.size()), op.over(store_, f),
                      store_.with_children(f, operands));
}

/// ⟪a⟫(φ₁ | … | φₙ) <-> ⟪a⟫φ₁ | … | ⟪a⟫φₙ, or the same of {α}
std::string Connectives::over_or(bool restricts, std::size_t count)
{
    axioms::Variables names{numbered(count), {}, {}, {}};
    axioms::Operator op{axioms::action_variable(0)};
    if (restricts)
    {
        names.formulas.emplace_back("α");
        op.alpha = variable(static_cast<std::uint32_t>(count));
    }
    else
        names.actions.emplace_back("a");
    return draft_.once(
        numbered_name(restricts ? "restrict_or" : "select_or", count), std::move(names),
        [&](Page& lemma) { lemma.distributes(op, store_.disjunction(variables(count))); });
}

std::string Connectives::next_and(std::size_t count)
{
    if (count == 2)
        return "next_and";
    return draft_.once(
        numbered_name("next_and", count), {numbered(count), {}, {}, {}},
        [&](Page& lemma)
        {
            std::vector<Formula> operands, after;
            for (std::uint32_t i = 0; i < count; ++i)
            {
                operands.push_back(variable(i));
                after.push_back(store_.next(operands[i]));
            }
            std::vector<Number> facts;
            Formula rest = operands.back();
            for (std::size_t i = count - 1; i-- > 0;)
            {
                const Formula more = store_.conjunction(operands[i], rest);
                facts.push_back(lemma.lemma("next_and", store_.next(more),
                                            store_.conjunction(after[i], store_.next(rest))));
                rest = more;
            }
            const Formula all = store_.conjunction(operands);
            facts.push_back(lemma.lemma("next_same", store_.next(all), store_.next(rest),
                                        {lemma.taut(draft_.iff(all, rest), {})}));
            lemma.taut(draft_.iff(store_.next(all), store_.conjunction(after)), facts);
        });
}

std::string Connectives::next_or(std::size_t count)
{
    if (count == 2)
        return "next_or";
    return draft_.once(
        numbered_name("next_or", count), {numbered(count), {}, {"c"}, {}},
        [&](Page& lemma)
        {
            const Action c = axioms::action_variable(0);
            std::vector<Formula> operands, after, denied;
            std::vector<Number> still, facts, steps;
            for (std::uint32_t i = 0; i < count; ++i)
            {
                operands.push_back(variable(i));
                after.push_back(store_.next(operands[i]));
                denied.push_back(store_.negation(operands[i]));
                still.push_back(
                    lemma.premise(draft_.iff(store_.select(c, operands[i]), operands[i])));
            }
            const Formula any = store_.disjunction(operands), none = store_.conjunction(denied);
            facts.push_back(lemma.lemma("next_same", store_.next(any),
                                        store_.next(store_.negation(none)),
                                        {lemma.taut(draft_.iff(any, store_.negation(none)), {})}));
            std::vector<Formula> each, each_next;
            steps = still;
            for (std::size_t i = 0; i < count; ++i)
            {
                each.push_back(store_.select(c, denied[i]));
                each_next.push_back(store_.next(denied[i]));
                steps.push_back(
                    lemma.axiom("C4", each[i], store_.negation(store_.select(c, operands[i]))));
                facts.push_back(
                    lemma.lemma("next_not", each_next[i], store_.negation(after[i]), {still[i]}));
            }
            steps.push_back(lemma.axiom("C5", store_.select(c, none), store_.conjunction(each)));
            const Number none_still = lemma.taut(draft_.iff(store_.select(c, none), none), steps);
            facts.push_back(lemma.lemma("next_not", store_.next(store_.negation(none)),
                                        store_.negation(store_.next(none)), {none_still}));
            facts.push_back(
                lemma.lemma(next_and(count), store_.next(none), store_.conjunction(each_next)));
            lemma.taut(draft_.iff(store_.next(any), store_.disjunction(after)), facts);
        });
}

std::string Connectives::restrict_chain(bool first, std::size_t count)
{
    if (count == 2)
        return first ? "restrict_prefer" : "restrict_refine";
    std::vector<std::string> names = numbered(count);
    names.emplace_back("α");
    return draft_.once(
        numbered_name(first ? "restrict_prefer" : "restrict_refine", count),
        {std::move(names), {}, {}, {}},
        [&](Page& lemma)
        {
            const Formula alpha = variable(static_cast<std::uint32_t>(count));
            const auto under = [&](Formula f) { return store_.restrict(alpha, f); };
            std::vector<Formula> operands, restricted;
            for (std::uint32_t i = 0; i < count; ++i)
            {
                operands.push_back(variable(i));
                restricted.push_back(under(operands[i]));
            }
            const auto chain = [&](std::span<const Formula> parts)
            { return first ? store_.prioritised_or(parts) : store_.prioritised_and(parts); };
            const Formula before = chain(operands), after = chain(restricted);
            const Formula unfolded = sgl::definition(store_, draft_.frame, before);
            std::vector<Number> facts{
                lemma.lemma("restrict_same", under(before), under(unfolded),
                            {lemma.definition(before, unfolded)}),
                lemma.definition(after, sgl::definition(store_, draft_.frame, after))};
            if (first)
                under_prefer(lemma, alpha, unfolded, operands, facts);
            else
                under_refine(lemma, alpha, unfolded, operands, restricted, facts);
            lemma.taut(draft_.iff(under(before), after), facts);
        });
}

/// {α} into φ₁ | ((φ₂ | …) & ⋀_c ⟪c⟫!φ₁)
void Connectives::under_prefer(Page& lemma, Formula alpha, Formula unfolded,
                               std::span<const Formula> operands, std::vector<Number>& facts)
{
    const auto under = [&](Formula f) { return store_.restrict(alpha, f); };
    for (std::size_t k = 0; k + 1 < operands.size(); ++k)
    {
        const Formula rest = unfolded[1];
        facts.push_back(lemma.lemma("restrict_or", under(unfolded),
                                    store_.disjunction(under(unfolded[0]), under(rest))));
        facts.push_back(
            lemma.axiom("D5", under(rest), store_.conjunction(under(rest[0]), under(rest[1]))));
        facts.push_back(lemma.lemma("restrict_none", under(rest[1]),
                                    draft_.all(store_.negation(under(operands[k])))));
        unfolded = rest[0];
    }
}

/// {α} into φ₁ & ⋀_k ((⋁_c ⟪c⟫(φ₁ & … & φ_k)) -> φ_k)
void Connectives::under_refine(Page& lemma, Formula alpha, Formula unfolded,
                               std::span<const Formula> operands,
                               std::span<const Formula> restricted, std::vector<Number>& facts)
{
    const auto under = [&](Formula f) { return store_.restrict(alpha, f); };
    std::vector<Formula> each;
    for (Formula part : unfolded.children())
        each.push_back(under(part));
    facts.push_back(lemma.axiom("D5", under(unfolded), store_.conjunction(each)));
    Formula prefix = operands[0], prefix_after = restricted[0];
    std::vector<Number> prefix_lines;
    for (std::size_t k = 1; k < operands.size(); ++k)
    {
        const Formula longer = store_.conjunction(prefix, operands[k]);
        const Formula longer_after = store_.conjunction(prefix_after, restricted[k]);
        prefix_lines.push_back(
            lemma.axiom("D5", under(longer), store_.conjunction(under(prefix), restricted[k])));
        const Number same = lemma.taut(draft_.iff(under(longer), longer_after), prefix_lines);
        const Formula part = unfolded[k]; // some -> φ_k
        facts.push_back(lemma.lemma("restrict_implies", under(part),
                                    store_.implication(under(part[0]), restricted[k])));
        facts.push_back(lemma.lemma("restrict_some", under(part[0]), draft_.some(under(longer))));
        facts.push_back(lemma.lemma("some_same", draft_.some(under(longer)),
                                    draft_.some(longer_after), {same}));
        prefix = longer;
        prefix_after = longer_after;
    }
}

std::vector<Formula> Connectives::variables(std::size_t count)
{
    std::vector<Formula> all;
    for (std::uint32_t i = 0; i < count; ++i)
        all.push_back(variable(i));
    return all;
}

} // namespace sgl::derive
