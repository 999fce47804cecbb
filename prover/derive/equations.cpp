#include "prover/derive/equations.hpp"

#include "logic/formula/definition.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace sgl::derive
{

Equations::Equations(Draft& draft, Connectives& connectives, StateWise& state_wise,
                     GameAxioms& axioms)
    : draft_(draft), connectives_(connectives), state_wise_(state_wise), axioms_(axioms)
{
}

/// One equation as lines.
class Equations::Writer
{
public:
    Writer(Equations& all, Page& page, const Equation& equation)
        : draft_(all.draft_), connectives_(all.connectives_), state_wise_(all.state_wise_),
          axioms_(all.axioms_), page_(page), store_(draft_.store), equation_(equation)
    {
        for (std::uint32_t i : draft_.reduction.premises(equation))
        {
            const Equation& premise = draft_.reduction.equations()[i];
            premises_.emplace(premise.left, premise.right);
        }
    }

    void write()
    {
        const Formula left = equation_.left;
        if (equation_.by == Law::Game)
            by_game(left);
        else if (left.is(Kind::Restrict))
            restricted(left[0], left[1]);
        else if (left.is(Kind::Select))
            selected(left);
        else if (left.is(Kind::Next))
            next(left[0]);
        else if (left.is(Kind::After))
            one_step(left[0], left.action());
        else if (left.is(Kind::PrioritisedOr) || left.is(Kind::PrioritisedAnd))
            chain(left);
        else
            for (Formula child : left.children())
                value(child);
        page_.taut(draft_.iff(draft_.closed(left), draft_.closed(equation_.right)), facts_);
    }

private:
    Formula closed(Formula f) { return draft_.closed(f); }

    /// The normal form of a part; the line that says so is a fact from then on.
    Formula value(Formula f)
    {
        const auto found = premises_.find(f);
        if (found == premises_.end())
            return f;
        line_of(f, found->second);
        return found->second;
    }
    Number line_of(Formula f, Formula normal)
    {
        const Number line = page_.taut(draft_.iff(closed(f), closed(normal)), {});
        facts_.push_back(line);
        return line;
    }

    /// Under a modality: modal(f) <-> modal(its normal form).
    template <class Modal>
    Formula value_under(Formula f, std::string_view same, Modal&& modal)
    {
        const Formula normal = value(f);
        if (normal != f)
            facts_.push_back(
                page_.lemma(same, modal(closed(f)), modal(closed(normal)), {line_of(f, normal)}));
        return normal;
    }

    /// [a]f, or ○f, of any f.
    void one_step(Formula f, std::optional<Action> a)
    {
        const auto modal = [&](Formula g) { return a ? store_.after(*a, g) : store_.next(g); };
        const std::string same = a ? "after_same" : "next_same";
        Formula g = value_under(f, same, modal);
        if (!g.is_state_wise())
        {
            const Formula every = draft_.all(g);
            facts_.push_back(
                page_.lemma(a ? "after_all" : "next_all", modal(closed(g)), modal(closed(every))));
            g = value_under(every, same, modal);
        }
        const Formula before = value(store_.next(g));
        if (!a)
            return;
        facts_.push_back(page_.lemma(
            "select_next",
            draft_.iff(store_.select(*a, store_.next(closed(g))), store_.after(*a, closed(g))), {},
            *a));
        if (before != store_.next(g))
            facts_.push_back(page_.lemma("select_same", store_.select(*a, store_.next(closed(g))),
                                         store_.select(*a, closed(before)),
                                         {line_of(store_.next(g), before)}));
        value(store_.select(*a, before));
    }

    bool is_premise(Formula f) const { return premises_.contains(f); }

    void next(Formula g)
    {
        if (g.is_state_wise() && !is_premise(g))
        {
            switch (g.kind())
            {
            case Kind::True: facts_.push_back(page_.lemma("next_true", store_.next(g), g)); return;
            case Kind::False:
                facts_.push_back(page_.lemma("next_false", store_.next(g), g));
                return;
            case Kind::Initial:
                facts_.push_back(page_.lemma("next_initial", store_.next(g), store_.bottom()));
                return;
            case Kind::Not:
            case Kind::And:
            case Kind::Or:
            case Kind::Iff:
                facts_.push_back(state_wise_.next_over(page_, closed(g)));
                for (Formula child : g.children())
                    value(store_.next(child));
                return;
            default: break;
            }
        }
        one_step(g, {});
    }

    void selected(Formula left)
    {
        const Action a = left.action();
        const Formula g = left[0];
        if (is_premise(g))
        {
            const Formula normal =
                value_under(g, "select_same", [&](Formula f) { return store_.select(a, f); });
            value(store_.select(a, normal));
            return;
        }
        at_action(g, a);
    }

    /// ⟪a⟫g of a normal form.
    void at_action(Formula g, Action a)
    {
        const Formula now = closed(g);
        if (g == draft_.reduction.letter())
            return;
        if (g.is_state_wise())
            facts_.push_back(state_wise_.still(page_, now, a));
        else if (g.is(Kind::Does))
            facts_.push_back(
                page_.axiom("C3", store_.select(a, g), store_.constant(g.action() == a)));
        else if (g.is(Kind::Next))
            facts_.push_back(page_.lemma(
                "select_next", draft_.iff(store_.select(a, now), store_.after(a, now[0])), {}, a));
        else if (!state_wise_.names(now, a))
            facts_.push_back(state_wise_.unnamed(page_, now, a));
        else
        {
            facts_.push_back(connectives_.distributes(page_, {a}, now));
            for (Formula child : g.children())
            {
                const Formula selected = store_.select(a, child);
                if (is_premise(selected))
                    value(selected);
                else
                    at_action(child, a); // state-wise, or without a
            }
        }
    }

    void restricted(Formula alpha, Formula phi)
    {
        const auto under = [&](Formula f) { return store_.restrict(alpha, f); };
        switch (phi.kind())
        {
        case Kind::True: facts_.push_back(page_.lemma("restrict_true", under(phi), phi)); return;
        case Kind::False: facts_.push_back(page_.lemma("restrict_false", under(phi), phi)); return;
        case Kind::Fluent:
        case Kind::Initial:
        case Kind::Terminal:
            facts_.push_back(page_.axiom("D1", under(phi), phi));
            value(phi);
            return;
        case Kind::Does: facts_.push_back(page_.axiom("D3", under(phi), phi)); return;
        case Kind::Legal:
        {
            const Formula recommended = store_.select(phi.action(), alpha);
            facts_.push_back(page_.axiom("D2", under(phi), store_.conjunction(phi, recommended)));
            value(phi);
            value(recommended);
            return;
        }
        case Kind::Not:
        case Kind::And:
        case Kind::Or:
        case Kind::Implies:
        case Kind::Iff:
            facts_.push_back(connectives_.distributes(page_, {{}, alpha}, phi));
            for (Formula child : phi.children())
                value(under(child));
            return;
        case Kind::Select:
        {
            const Action b = phi.action();
            facts_.push_back(page_.axiom("D6", under(phi), store_.select(b, under(phi[0]))));
            const Formula normal = value_under(under(phi[0]), "select_same",
                                               [&](Formula f) { return store_.select(b, f); });
            value(store_.select(b, normal));
            return;
        }
        case Kind::After:
            facts_.push_back(
                page_.axiom("D7", under(phi), store_.after(phi.action(), under(phi[0]))));
            one_step(under(phi[0]), phi.action());
            return;
        case Kind::Next:
            facts_.push_back(page_.lemma("restrict_next", under(phi), store_.next(under(phi[0]))));
            one_step(under(phi[0]), {});
            return;
        case Kind::Restrict:
        {
            const Formula both =
                store_.restrict(store_.conjunction(alpha, store_.restrict(alpha, phi[0])), phi[1]);
            facts_.push_back(page_.axiom("D8", under(phi), both));
            value(both);
            return;
        }
        case Kind::PrioritisedOr:
        case Kind::PrioritisedAnd:
        {
            std::vector<Formula> operands;
            for (Formula child : phi.children())
                operands.push_back(under(child));
            const Formula after = store_.with_children(phi, operands);
            facts_.push_back(page_.lemma(
                connectives_.restrict_chain(phi.is(Kind::PrioritisedOr), operands.size()),
                under(phi), after));
            chain(after);
            return;
        }
        }
    }

    /// α ▽ … and α △ …: unfolded; "some action" and "no action" of the operands' normal forms.
    void chain(Formula f)
    {
        const Formula unfolded = sgl::definition(store_, draft_.frame, f);
        facts_.push_back(page_.definition(f, unfolded));
        std::vector<Formula> normal;
        std::vector<Number> lines;
        for (Formula child : f.children())
        {
            normal.push_back(value(child));
            lines.push_back(line_of(child, normal.back()));
        }
        if (f.is(Kind::PrioritisedOr))
        {
            for (std::size_t k = 0; k + 1 < normal.size(); ++k)
            {
                const Formula some = draft_.some(normal[k]);
                facts_.push_back(page_.lemma("none_same", draft_.all(store_.negation(f[k])),
                                             store_.negation(closed(some)), {lines[k]}));
                value(some);
            }
            return;
        }
        Formula prefix = f[0], prefix_normal = normal[0];
        for (std::size_t k = 1; k < normal.size(); ++k)
        {
            prefix = store_.conjunction(prefix, f[k]);
            prefix_normal = draft_.reduction.all_of(std::array{prefix_normal, normal[k]});
            const Number same = page_.taut(
                draft_.iff(prefix, closed(prefix_normal)),
                std::vector(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(k) + 1));
            const Formula some = draft_.some(prefix_normal);
            facts_.push_back(page_.lemma("some_same", draft_.some(prefix), closed(some), {same}));
            value(some);
        }
    }

    void by_game(Formula left)
    {
        for (std::uint32_t i : draft_.reduction.premises(equation_))
        {
            const Equation& premise = draft_.reduction.equations()[i];
            line_of(premise.left, premise.right);
        }
        if (left.is(Kind::Next))
            axioms_.about_fluent(page_, left[0].fluent(), facts_);
        else
            axioms_.about_symbol(page_, left, facts_);
    }

    Draft& draft_;
    Connectives& connectives_;
    StateWise& state_wise_;
    GameAxioms& axioms_;
    Page& page_;
    FormulaStore& store_;
    const Equation equation_; // a copy: equations may be added on the way
    std::unordered_map<Formula, Formula> premises_;
    std::vector<Number> facts_;
};

std::vector<Number> Equations::lines_for(Page& page, Formula f)
{
    const auto equations = draft_.reduction.equations();
    std::optional<std::uint32_t> root;
    for (std::size_t i = indexed_; i < equations.size(); ++i)
        index_.emplace(equations[i].left, static_cast<std::uint32_t>(i));
    indexed_ = equations.size();
    if (const auto found = index_.find(f); found != index_.end())
        root = found->second;
    if (!root)
        return {};
    std::vector<std::uint32_t> open{*root}, needed;
    std::unordered_set<std::uint32_t> seen{*root};
    while (!open.empty())
    {
        const std::uint32_t i = open.back();
        open.pop_back();
        needed.push_back(i);
        for (std::uint32_t premise : draft_.reduction.premises(equations[i]))
            if (seen.insert(premise).second)
                open.push_back(premise);
    }
    std::ranges::sort(needed);
    for (std::size_t done = 0; done < needed.size(); ++done)
    {
        if (done % 256 == 0)
            draft_.budget.check();
        const Equation& equation = draft_.reduction.equations()[needed[done]];
        Writer(*this, page, equation).write();
    }
    return {page.taut(draft_.iff(f, draft_.closed(equations[*root].right)), {})};
}

} // namespace sgl::derive
