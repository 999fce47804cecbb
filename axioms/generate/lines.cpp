#include "axioms/generate/lines.hpp"

#include <string>

namespace sgl::axioms
{

using Number = Lines::Number;

Lines::Lines(FormulaStore& store, Derivation& derivation) : store_(store), derivation_(derivation)
{
}

Number Lines::axiom(std::string_view name, Formula f)
{
    return known(f, [&] { return derivation_.axiom(name, f); });
}

Number Lines::axiom(std::string_view name, Formula left, Formula right)
{
    return axiom(name, store_.equivalence(left, right));
}

Number Lines::generalise(Rule rule, Formula f, Number cited)
{
    return known(f, [&] { return derivation_.generalise(rule, f, cited); });
}

Number Lines::definition(Formula f, Formula unfolded)
{
    const Formula wanted = store_.equivalence(f, unfolded);
    const Number itself = taut(store_.equivalence(f, f), {}, {{{f, true}}});
    return known(wanted, [&] { return derivation_.definition(wanted, itself); });
}

Number Lines::lemma(std::string_view name, Formula left, Formula right,
                    const std::vector<Number>& from)
{
    return lemma(name, store_.equivalence(left, right), from);
}

Number Lines::distributes(const Operator& op, Formula f)
{
    std::vector<Formula> operands;
    for (const Formula child : f.children())
        operands.push_back(op.over(store_, child));
    const Formula left = op.over(store_, f);
    const Formula right = operands.empty() ? f : store_.with_children(f, operands);
    const Formula wanted = store_.equivalence(left, right);
    const auto of_library = [&](std::string_view what)
    { return lemma(std::string(op.restricts() ? "restrict_" : "select_").append(what), wanted); };
    switch (f.kind())
    {
    case Kind::True: return of_library("true");
    case Kind::False: return of_library("false");
    case Kind::Not: return axiom(op.restricts() ? "D4" : "C4", wanted);
    case Kind::And: return axiom(op.restricts() ? "D5" : "C5", wanted);
    case Kind::Implies: return of_library("implies");
    case Kind::Iff: return of_library("iff");
    default: break;
    }
    if (operands.size() == 2)
        return of_library("or");
    // φ₁ | … | φₙ is !(!φ₁ & … & !φₙ)
    std::vector<Formula> negations;
    for (const Formula child : f.children())
        negations.push_back(store_.negation(child));
    const Formula none = store_.conjunction(negations);
    const Formula some = store_.negation(none);
    std::vector<Number> cited{under(op, taut(store_.equivalence(f, some), {}, {{{f, true}}})),
                              distributes(op, some), distributes(op, none)};
    for (const Formula negation : negations)
        cited.push_back(distributes(op, negation));
    return taut(wanted, cited, {{{left, true}}});
}

Number Lines::under(const Operator& op, Number line)
{
    const Formula f = formula(line);
    return lemma(op.restricts() ? "restrict_same" : "select_same", op.over(store_, f[0]),
                 op.over(store_, f[1]), {line});
}

} // namespace sgl::axioms
