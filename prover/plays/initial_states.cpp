#include "prover/plays/initial_states.hpp"

#include "logic/formula/subformulas.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

/// `next p <-> γ`, or the other way round, as the rules have it.
bool is_rule(const Rules& rules, Formula axiom)
{
    if (!axiom.is(Kind::Iff))
        return false;
    const auto defines = [&](Formula head, Formula body)
    {
        return head.is(Kind::Next) && head[0].is(Kind::Fluent) &&
               rules.successors[head[0].fluent().index].whole == body;
    };
    return defines(axiom[0], axiom[1]) || defines(axiom[1], axiom[0]);
}

} // namespace

std::vector<Formula> axioms_about_what_follows(const Game& game, const Rules& rules)
{
    std::vector<Formula> found;
    for (const Axiom& axiom : game.axioms)
    {
        if (!is_present(axiom.formula) && !is_rule(rules, axiom.formula))
            found.push_back(axiom.formula);
    }
    return found;
}

bool are_all_true(Model& model, const std::vector<Formula>& axioms,
                  const std::vector<State>& states)
{
    Evaluator evaluator(model);
    return std::ranges::all_of(axioms, [&](Formula axiom)
                               { return evaluator.holds_everywhere(axiom, states); });
}

InitialStates::InitialStates(Theory& theory, const Budget& budget)
    : frame_(theory.game().frame), budget_(budget), encoder_(theory.reduction(), solver_)
{
    FormulaStore& store = theory.store();
    const Rules& rules = theory.rules();
    const Formula constraint = theory.state_constraint(budget_);
    encoder_.start_initial(constraint);
    solver_.add({encoder_.literal(constraint, 0, budget_)});
    const auto add = [&](StateAtom atom, Formula f)
    { atoms_.emplace_back(atom, encoder_.literal(f, 0, budget_)); };
    for (std::uint32_t p = 0; p < frame_.fluent_count(); ++p)
        add({Kind::Fluent, p}, store.fluent(Fluent{p}));
    if (!rules.terminal)
        add({Kind::Terminal, 0}, store.terminal());
    for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
    {
        if (!rules.legal[a])
            add({Kind::Legal, a}, store.legal(Action{a}));
    }
    theory.constrain_successors(encoder_, 0, longest_word(encoder_, 0), budget_);
    encoder_.connect_frames(0, budget_);
}

std::optional<Valuation> InitialStates::next()
{
    if (solver_.solve({}, budget_) == Satisfiable::No)
        return std::nullopt;
    Valuation found(frame_);
    std::vector<Literal> different;
    for (const auto& [atom, literal] : atoms_)
    {
        const bool value = solver_.value(literal);
        different.push_back(value ? -literal : literal);
        if (atom.kind == Kind::Fluent)
            found.fluents[atom.index] = value;
        else if (atom.kind == Kind::Legal)
            found.legal[atom.index] = value;
        else
            found.terminal = value;
    }
    solver_.add(different);
    return found;
}

} // namespace sgl
