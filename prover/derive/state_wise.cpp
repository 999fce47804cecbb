#include "prover/derive/state_wise.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::derive
{

StateWise::StateWise(Draft& draft, Connectives& connectives)
    : draft_(draft), connectives_(connectives), store_(draft.store)
{
}

void StateWise::start()
{
    still_.clear();
    unnamed_.clear();
}

Number StateWise::still(Page& page, Formula s, Action a)
{
    const Formula selected = store_.select(a, s);
    switch (s.kind())
    {
    case Kind::True: return page.lemma("select_true", selected, s);
    case Kind::False: return page.lemma("select_false", selected, s);
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal: return page.axiom("C1", selected, s);
    case Kind::Legal: return page.axiom("C2", selected, s);
    case Kind::After: return page.axiom("C7", selected, s);
    case Kind::Select: return page.axiom("C6", selected, s);
    default: return page.lemma(theorem_of_still(s), selected, s);
    }
}

std::string StateWise::theorem_of_still(Formula root)
{
    std::vector<Formula> open{root};
    while (!open.empty())
    {
        const Formula s = open.back();
        const std::size_t before = open.size();
        if (!still_.contains(s))
        {
            if (!is_propositional(s) || !s.is_state_wise())
                throw NotWritten{"a formula is not as state-wise as it should be"};
            for (Formula child : s.children())
                if (is_propositional(child) && !child.children().empty() && !still_.contains(child))
                    open.push_back(child);
        }
        if (open.size() > before)
            continue;
        open.pop_back();
        if (still_.contains(s))
            continue;
        const std::string name = fmt::format("still_{}", still_.size() + 1);
        still_.emplace(s, name);
        Page lemma = draft_.page(name, {{}, {}, {"a"}, {}});
        const Action a = axioms::action_variable(0);
        std::vector<Number> facts{connectives_.distributes(lemma, {a}, s)};
        for (Formula child : s.children())
            facts.push_back(still(lemma, child, a));
        lemma.taut(draft_.iff(store_.select(a, s), s), facts);
        draft_.add(lemma);
    }
    return still_.at(root);
}

Number StateWise::next_over(Page& page, Formula f)
{
    std::vector<Formula> operands;
    std::vector<Number> from;
    for (Formula child : f.children())
    {
        operands.push_back(store_.next(child));
        if (!f.is(Kind::And))
            from.push_back(still(page, child, Action{0}));
    }
    const std::string by = f.is(Kind::Not)   ? "next_not"
                           : f.is(Kind::And) ? connectives_.next_and(operands.size())
                           : f.is(Kind::Or)  ? connectives_.next_or(operands.size())
                                             : "next_iff";
    return page.lemma(by, store_.next(f), store_.with_children(f, operands), from);
}

Number StateWise::unnamed(Page& page, Formula f, Action a)
{
    auto found = unnamed_.find(f);
    if (found == unnamed_.end())
    {
        const std::string name = fmt::format("unnamed_{}", unnamed_.size() + 1);
        axioms::Variables variables{{}, {}, {"a"}, {}};
        const Action var = axioms::action_variable(0);
        for (Action other : named(f).actions)
            variables.distinct.emplace_back(var, other);
        Page lemma = draft_.page(name, std::move(variables));
        std::unordered_map<Formula, std::pair<Formula, Number>> values;
        std::vector<Formula> open{f};
        while (!open.empty())
        {
            const Formula g = open.back();
            if (values.contains(g))
            {
                open.pop_back();
                continue;
            }
            if (g.is(Kind::Does))
            {
                values.emplace(
                    g, std::pair(store_.bottom(),
                                 lemma.axiom("C3", store_.select(var, g), store_.bottom())));
                continue;
            }
            if (g.is_state_wise())
            {
                values.emplace(g, std::pair(g, still(lemma, g, var)));
                continue;
            }
            if (!is_propositional(g))
                throw NotWritten{"a normal form has an unexpected part"};
            const std::size_t before = open.size();
            for (Formula child : g.children())
                if (!values.contains(child))
                    open.push_back(child);
            if (open.size() > before)
                continue;
            std::vector<Formula> operands;
            std::vector<Number> facts{connectives_.distributes(lemma, {var}, g)};
            for (Formula child : g.children())
            {
                operands.push_back(values.at(child).first);
                facts.push_back(values.at(child).second);
            }
            const Formula value = store_.with_children(g, operands);
            values.emplace(
                g, std::pair(value, lemma.taut(draft_.iff(store_.select(var, g), value), facts)));
        }
        // The last line must be about f itself.
        draft_.add(lemma);
        found = unnamed_.emplace(f, std::pair(name, values.at(f).first)).first;
    }
    return page.lemma(found->second.first, store_.select(a, f), found->second.second);
}

const StateWise::Named& StateWise::named(Formula root)
{
    std::vector<Formula> open{root};
    while (!open.empty())
    {
        const Formula f = open.back();
        const std::size_t before = open.size();
        const bool is_letter = f == draft_.reduction.letter();
        const bool has_parts = is_propositional(f) && !f.is_state_wise() && !is_letter;
        if (has_parts && !named_.contains(f))
        {
            for (Formula child : f.children())
                if (!named_.contains(child))
                    open.push_back(child);
        }
        if (open.size() > before)
            continue;
        open.pop_back();
        Named& here = named_[f];
        if (f.is(Kind::Next) || is_letter)
            here.all = true;
        else if (f.is(Kind::Does))
            here.actions.assign(1, f.action());
        else if (has_parts && here.actions.empty())
        {
            for (Formula child : f.children())
            {
                const Named& part = named_.at(child);
                here.all = here.all || part.all;
                here.actions.insert(here.actions.end(), part.actions.begin(), part.actions.end());
            }
            std::ranges::sort(here.actions);
            here.actions.erase(std::unique(here.actions.begin(), here.actions.end()),
                               here.actions.end());
        }
    }
    return named_.at(root);
}

bool StateWise::names(Formula f, Action a)
{
    const Named& named = this->named(f);
    return named.all || std::ranges::binary_search(named.actions, a);
}

} // namespace sgl::derive
