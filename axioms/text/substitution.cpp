#include "axioms/text/substitution.hpp"

#include <algorithm>
#include <cstdint>

namespace sgl::axioms
{

Formula substitute(FormulaStore& store, Formula f, const Substitution& values)
{
    MemoLoop loop;
    return substitute(store, f, values, loop);
}

Formula substitute(FormulaStore& store, Formula f, const Substitution& values, MemoLoop& loop)
{
    return loop(f, 0,
                [&](FormulaKey key, MemoLoop::Need& need)
                {
                    const std::vector<Formula> operands = need.all(key.formula.children());
                    return need.missing() ? Formula()
                                          : substitute_at_top(store, key.formula, values, operands);
                });
}

NamedVariables::NamedVariables(const Frame& frame, const Variables& variables)
    : fluents_(static_cast<std::uint32_t>(frame.fluent_count())),
      actions_(static_cast<std::uint32_t>(frame.action_count())),
      formula_variables_(static_cast<std::uint32_t>(variables.formulas.size())), frame_(frame)
{
    for (const auto* names : {&variables.formulas, &variables.atoms})
        for (const std::string& name : *names)
            frame_.add_fluent(name);
    for (const std::string& name : variables.actions)
        frame_.add_action(name, Agent{0});
}

Formula NamedVariables::named(FormulaStore& store, Formula f) const
{
    MemoLoop loop;
    return named(store, f, loop);
}

Formula NamedVariables::named(FormulaStore& store, Formula f, MemoLoop& loop) const
{
    Substitution names;
    std::uint32_t fluent = fluents_;
    for (std::uint32_t i = 0; i < formula_variables_; ++i)
        names.formulas.push_back(store.fluent(Fluent{fluent++}));
    while (fluent < frame_.fluent_count())
        names.atoms.push_back(store.fluent(Fluent{fluent++}));
    for (std::uint32_t action = actions_; action < frame_.action_count(); ++action)
        names.actions.push_back(Action{action});
    return substitute(store, f, names, loop);
}

namespace
{

/// Colours for the vertices of a graph: actions, for the variables of which some must differ.
class Colouring
{
public:
    Colouring(const Variables& variables, std::size_t actions)
        : actions_(actions), neighbours_(variables.actions.size()),
          forbidden_(variables.actions.size())
    {
        for (const auto& [a, b] : variables.distinct)
        {
            if (a == b)
                is_possible_ = false;
            else if (is_variable(a) && is_variable(b))
            {
                neighbours_[number(a)].push_back(number(b));
                neighbours_[number(b)].push_back(number(a));
            }
            else if (is_variable(a))
                forbidden_[number(a)].push_back(b.index);
            else if (is_variable(b))
                forbidden_[number(b)].push_back(a.index);
        }
    }

    bool exists()
    {
        // A variable with fewer conditions than there are actions finds one after all others.
        for (std::size_t v = 0; v < neighbours_.size(); ++v)
            if (neighbours_[v].size() + forbidden_[v].size() >= actions_)
                hard_.push_back(v);
        values_.assign(neighbours_.size(), none);
        return is_possible_ && (neighbours_.empty() || actions_ > 0) && colour(0);
    }

private:
    static constexpr std::size_t none = SIZE_MAX;

    static std::size_t number(Action a) { return a.index - first_action_variable; }

    bool is_free(std::size_t v, std::size_t action) const
    {
        return std::ranges::find(forbidden_[v], action) == forbidden_[v].end() &&
               std::ranges::none_of(neighbours_[v],
                                    [&](std::size_t u) { return values_[u] == action; });
    }

    /// The hard ones from the n-th on; by recursion, which the steps allowed keep short.
    bool colour(std::size_t n)
    {
        if (n == hard_.size() || n == deepest || ++steps_ > most_steps)
            return true;
        const std::size_t v = hard_[n];
        for (std::size_t action = 0; action < actions_; ++action)
        {
            if (!is_free(v, action))
                continue;
            values_[v] = action;
            if (colour(n + 1))
                return true;
            values_[v] = none;
        }
        return false;
    }

    static constexpr std::size_t most_steps = 100'000, deepest = 1000;

    std::size_t actions_;
    bool is_possible_ = true;
    std::vector<std::vector<std::size_t>> neighbours_, forbidden_; // by variable
    std::vector<std::size_t> hard_, values_;
    std::size_t steps_ = 0;
};

} // namespace

bool has_values(const Variables& variables, std::size_t actions)
{
    return Colouring(variables, actions).exists();
}

} // namespace sgl::axioms
