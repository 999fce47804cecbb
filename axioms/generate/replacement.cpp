// χ <-> χ' and ⌊α⌋φ <-> ⌊α'⌋φ: equivalents in each other's place.

#include "axioms/generate/induction.hpp"

#include "logic/formula/definition.hpp"

#include <array>
#include <fmt/format.h>

namespace sgl::axioms
{

std::optional<Lines::Number> Induction::given(Formula f, Formula g)
{
    if (const auto found = given_.find(store_.equivalence(f, g)); found != given_.end())
        return found->second;
    const auto turned = given_.find(store_.equivalence(g, f));
    if (turned == given_.end())
        return std::nullopt;
    return taut(store_.equivalence(f, g), {turned->second}, {{{f, true}}});
}

std::optional<Lines::Number> Induction::same(Formula f, Formula g)
{
    const Formula wanted = store_.equivalence(f, g);
    if (f == g)
        return taut(wanted, {}, {{{f, true}}});
    if (const std::optional<Number> line = given(f, g))
        return line;
    check_alike(f, g);
    if (is_propositional(f))
        return same_connectives(f, g);
    switch (f.kind())
    {
    case Kind::Select:
    case Kind::After:
    case Kind::Next:
        if (const auto inner = need({GoalKind::Same, f[0], g[0]}))
            return lemma(f.is(Kind::Next)     ? "next_same"
                         : f.is(Kind::Select) ? "select_same"
                                              : "after_same",
                         wanted, {*inner});
        return std::nullopt;
    case Kind::Restrict: return same_restrictions(f, g);
    case Kind::PrioritisedOr:
    case Kind::PrioritisedAnd:
    {
        const Formula f_is = sgl::definition(store_, tools_.frame, f);
        const Formula g_is = sgl::definition(store_, tools_.frame, g);
        if (const auto inner = need({GoalKind::Same, f_is, g_is}))
            return taut(wanted, {unfolds(f), unfolds(g), *inner}, {{{f, true}}});
        return std::nullopt;
    }
    default: differ(f, g);
    }
}

void Induction::check_alike(Formula f, Formula g) const
{
    if (f.kind() != g.kind() || f.children().size() != g.children().size() ||
        f.children().empty() || store_.with_children(f, g.children()) != g)
        differ(f, g);
}

std::optional<Lines::Number> Induction::same_connectives(Formula f, Formula g)
{
    struct OpenPair
    {
        Formula f, g;
        std::size_t next;
    };
    std::vector<OpenPair> open{{f, g, 0}};
    std::unordered_map<Formula, Formula> seen; // by the equivalence
    std::vector<Number> cited;
    std::vector<Clause> clauses;
    while (!open.empty())
    {
        OpenPair& now = open.back();
        if (now.next == now.f.children().size())
        {
            for (const bool sign : {false, true})
            {
                const Clause clause{{now.f, sign}, {now.g, !sign}};
                if (now.f.is(Kind::Iff)) // by cases
                {
                    clauses.push_back(clause);
                    clauses.back().emplace_back(now.f[0], true);
                }
                clauses.push_back(clause);
            }
            open.pop_back();
            continue;
        }
        const Formula x = now.f[now.next], y = now.g[now.next];
        ++now.next;
        if (x == y || !seen.try_emplace(store_.equivalence(x, y), x).second)
            continue;
        std::optional<Number> line = given(x, y);
        if (!line)
        {
            check_alike(x, y);
            if (is_propositional(x))
            {
                open.push_back({x, y, 0});
                continue;
            }
            line = need({GoalKind::Same, x, y});
        }
        if (line)
            cited.push_back(*line);
    }
    if (!wanted_.empty())
        return std::nullopt;
    clauses.push_back({{f, true}});
    return taut(store_.equivalence(f, g), cited, clauses);
}

std::optional<Lines::Number> Induction::same_restrictions(Formula f, Formula g)
{
    const Formula alpha = f[0], phi = f[1], other_alpha = g[0], other_phi = g[1];
    std::vector<Number> cited;
    if (phi != other_phi)
    {
        const auto inner = need({GoalKind::Same, phi, other_phi});
        if (!inner)
            return std::nullopt;
        if (uses_game_(*inner))
            throw NotGenerated{
                Why::DependsOnGame,
                "an equivalence that rests on no game axiom, to replace inside the scope of {" +
                    tools_.print(alpha) +
                    "}: other moves are legal there, and what the game says of `legal` need "
                    "not hold (GEN S); only the α of an outermost {α} may be replaced",
                tools_.print(formula(*inner)) + ", which rests on one"};
        const Formula between = store_.restrict(alpha, other_phi);
        const Formula first = store_.equivalence(f, between);
        if (between == g)
            return lemma("restrict_same", first, {*inner});
        cited.push_back(lemma("restrict_same", first, {*inner}));
    }
    const auto alphas = need({GoalKind::Same, alpha, other_alpha});
    if (!alphas)
        return std::nullopt;
    const auto last = need({GoalKind::Under, alpha, other_alpha, other_phi});
    if (!last)
        return std::nullopt;
    if (cited.empty())
        return last;
    cited.push_back(*last);
    return taut(store_.equivalence(f, g), cited, {});
}

std::optional<Lines::Number> Induction::under(Formula alpha, Formula beta, Formula phi)
{
    const Operator first{{}, alpha}, second{{}, beta};
    const Formula left = first.over(store_, phi), right = second.over(store_, phi);
    const Formula wanted = store_.equivalence(left, right);
    const auto both = [&](std::string_view axiom, auto&& meaning)
    {
        return std::vector{this->axiom(axiom, left, meaning(first)),
                           this->axiom(axiom, right, meaning(second))};
    };
    if (is_opaque(phi))
        opaque(phi);
    if (is_atom(phi))
        return taut(wanted, both("D1", [&](const Operator&) { return phi; }));
    if (is_propositional(phi))
    {
        std::vector<Number> cited{distributes(first, phi), distributes(second, phi)};
        for (const Formula child : phi.children())
            if (const auto line = need({GoalKind::Under, alpha, beta, child}))
                cited.push_back(*line);
        return wanted_.empty() ? std::optional(taut(wanted, cited, {{{left, true}}}))
                               : std::nullopt;
    }
    const auto inner = [&]() {
        return need({GoalKind::Under, alpha, beta, phi.children().back()});
    };
    switch (phi.kind())
    {
    case Kind::Does: return taut(wanted, both("D3", [&](const Operator&) { return phi; }));
    case Kind::Legal:
    {
        const Action a = phi.action();
        std::vector<Number> cited =
            both("D2", [&](const Operator& op)
                 { return store_.conjunction(phi, store_.select(a, op.alpha)); });
        cited.push_back(lemma("select_same",
                              store_.equivalence(store_.select(a, alpha), store_.select(a, beta)),
                              {lines_.at(store_.equivalence(alpha, beta))}));
        return taut(wanted, cited);
    }
    case Kind::After:
    case Kind::Select:
    {
        const auto line = inner();
        if (!line)
            return std::nullopt;
        const auto inside = [&](const Operator& op)
        { return store_.with_children(phi, std::array{op.over(store_, phi[0])}); };
        std::vector<Number> cited = both(phi.is(Kind::After) ? "D7" : "D6", inside);
        cited.push_back(lemma(phi.is(Kind::After) ? "after_same" : "select_same",
                              store_.equivalence(inside(first), inside(second)), {*line}));
        return taut(wanted, cited);
    }
    case Kind::Next:
    {
        const auto line = inner();
        if (!line)
            return std::nullopt;
        const Formula f = store_.next(first.over(store_, phi[0]));
        const Formula g = store_.next(second.over(store_, phi[0]));
        return taut(wanted, {lemma("restrict_next", store_.equivalence(left, f)),
                             lemma("restrict_next", store_.equivalence(right, g)),
                             lemma("next_same", store_.equivalence(f, g), {*line})});
    }
    case Kind::Restrict: return under_restricted(alpha, beta, phi);
    default: break;
    }
    const Formula unfolded = sgl::definition(store_, tools_.frame, phi);
    const auto line = need({GoalKind::Under, alpha, beta, unfolded});
    if (!line)
        return std::nullopt;
    return taut(wanted,
                {Lines::under(first, unfolds(phi)), Lines::under(second, unfolds(phi)), *line});
}

std::optional<Lines::Number> Induction::under_restricted(Formula alpha, Formula beta, Formula phi)
{
    const auto joined = [&](Formula of)
    { return store_.conjunction(of, store_.restrict(of, phi[0])); };
    const auto inner = need({GoalKind::Under, alpha, beta, phi[0]});
    if (!inner)
        return std::nullopt;
    const Formula f = joined(alpha), g = joined(beta);
    taut(store_.equivalence(f, g), {lines_.at(store_.equivalence(alpha, beta)), *inner},
         {{{f, true}}});
    const auto line = need({GoalKind::Under, f, g, phi[1]});
    if (!line)
        return std::nullopt;
    const Formula left = store_.restrict(alpha, phi), right = store_.restrict(beta, phi);
    return taut(store_.equivalence(left, right),
                {axiom("D8", left, store_.restrict(f, phi[1])),
                 axiom("D8", right, store_.restrict(g, phi[1])), *line});
}

} // namespace sgl::axioms
