#include "prover/reduction/read_witness.hpp"

#include "prover/reduction/frame_encoder.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

std::optional<StateAtom> state_atom(const Reduction& reduction, Formula f)
{
    switch (f.kind())
    {
    case Kind::Fluent: return StateAtom{Kind::Fluent, reduction.closed(f.fluent()).index};
    case Kind::Terminal: return StateAtom{Kind::Terminal, 0};
    case Kind::Legal: return StateAtom{Kind::Legal, f.action().index};
    default: return std::nullopt;
    }
}

std::optional<Action> chosen_action(const Encoder& encoder, const SatSolver& solver, unsigned t)
{
    std::optional<Action> chosen;
    for (const auto& [atom, variable] : encoder.atoms(t))
    {
        if (atom.is(Kind::Does) && solver.value(variable))
            chosen = atom.action();
    }
    return chosen;
}

void read_start(const Encoder& encoder, const SatSolver& solver, Witness& witness)
{
    for (const auto& [atom, variable] : encoder.atoms(0))
    {
        if (!solver.value(variable))
            continue;
        switch (atom.kind())
        {
        case Kind::Fluent:
            if (atom.fluent().index < witness.start.fluents.size())
                witness.start.fluents[atom.fluent().index] = true;
            break;
        case Kind::Legal: witness.start.legal[atom.action().index] = true; break;
        case Kind::Terminal: witness.start.terminal = true; break;
        case Kind::Initial: witness.starts_initial = true; break;
        default: break;
        }
    }
}

void read_open_values(Encoder& encoder, const SatSolver& solver, unsigned t,
                      std::optional<Action> action, Witness& witness)
{
    std::vector<std::pair<Formula, Literal>> atoms(encoder.atoms(t).begin(),
                                                   encoder.atoms(t).end());
    std::ranges::sort(atoms, {}, [](const auto& entry) { return entry.first.id(); });
    for (const auto& [atom, variable] : atoms)
    {
        std::vector<Action> word;
        Formula f = atom;
        if (f.is(Kind::Next))
        {
            if (!action)
                continue;
            word.push_back(*action);
            f = f[0];
        }
        for (; f.is(Kind::After); f = f[0])
            word.push_back(f.action());
        if (const auto open = state_atom(encoder.reduction(), f); open && !word.empty())
            witness.open.push_back({t, word, *open, solver.value(variable)});
    }
}

} // namespace

Witness read_witness(Encoder& encoder, unsigned plies, bool with_move)
{
    const SatSolver& solver = encoder.solver();
    Witness witness(encoder.reduction().frame());
    read_start(encoder, solver, witness);
    for (unsigned t = 0; t <= plies; ++t)
    {
        const std::optional<Action> action = chosen_action(encoder, solver, t);
        if (t < plies)
            witness.play.push_back(*action);
        else if (with_move)
            witness.move = action;
        read_open_values(encoder, solver, t, action, witness);
    }
    std::ranges::stable_sort(witness.open, {},
                             [](const OpenValue& open) { return open.word.size(); });
    return witness;
}

} // namespace sgl
