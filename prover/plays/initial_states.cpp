#include "prover/plays/initial_states.hpp"

namespace sgl
{

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
