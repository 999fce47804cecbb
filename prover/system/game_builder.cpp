#include "prover/system/game_builder.hpp"

#include "logic/formula/transform.hpp"

#include <algorithm>
#include <stdexcept>

namespace sgl
{

GameBuilder::GameBuilder(Theory& theory, const Budget& budget) : theory_(theory), budget_(budget)
{
    budget_.at_phase("while the game was made a transition system");
    const Frame& frame = theory_.game().frame;
    FormulaStore& store = theory_.store();
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        system_.variables.push_back({store.fluent(Fluent{p})});
    system_.variables.push_back({store.initial()});
    system_.is_followed.resize(system_.variables.size());
    system_.is_total = theory_.completes_plays(budget_);
    add_constraint();
    system_.initial = gate(store.initial());
    system_.terminal = gate(store.terminal());
    for (std::uint32_t index = 0; index < frame.action_count(); ++index)
    {
        const Action a{index};
        system_.moves.push_back({a, frame.agent(a), gate(store.legal(a)), {}});
    }
}

/// The conjuncts that speak of inputs, and those that do not.
void GameBuilder::add_constraint()
{
    const Formula constraint = theory_.state_constraint(budget_);
    std::vector<Formula> conjuncts;
    if (constraint.is(Kind::And))
        conjuncts.assign(constraint.children().begin(), constraint.children().end());
    else
        conjuncts.push_back(constraint);
    std::vector<Gate> gates, of_variables, of_inputs;
    for (Formula conjunct : conjuncts)
        gates.push_back(translated(conjunct));
    const std::vector<bool> has_inputs = gates_with_inputs(system_.circuit);
    for (const Gate gate : gates)
        (has_inputs[gate] ? of_inputs : of_variables).push_back(gate);
    system_.state_constraint = system_.circuit.all_of(of_variables);
    system_.input_constraint = system_.circuit.all_of(of_inputs);
}

Gate GameBuilder::gate(Formula state_wise)
{
    const Formula f = looks_ahead_ ? with_inputs_for_look_ahead(state_wise) : state_wise;
    return translated(theory_.reduction().reduce(f, budget_));
}

/// The formula with fresh fluents in place of state-wise subformulas that look too far ahead. What
/// connectives join with parts that do not is taken apart, so that these parts can decide alone.
Formula GameBuilder::with_inputs_for_look_ahead(Formula state_wise)
{
    LookAhead& looks_ahead = *looks_ahead_;
    MemoLoop loop;
    return loop(state_wise, 0,
                [&](FormulaKey key, MemoLoop::Need& need)
                {
                    const Formula f = key.formula;
                    if (!looks_ahead.is_far(f))
                        return f;
                    const auto is_near = [&](Formula g) { return !looks_ahead.is_far(g); };
                    const bool is_junction = f.is(Kind::Not) || f.is(Kind::And) || f.is(Kind::Or) ||
                                             f.is(Kind::Implies) || f.is(Kind::Iff);
                    if (!is_junction ||
                        (!f.is(Kind::Not) && std::ranges::none_of(f.children(), is_near)))
                        return name_of(f);
                    const std::vector<Formula> operands = need.all(f.children());
                    return need.missing() ? Formula() : theory_.store().with_children(f, operands);
                });
}

Formula GameBuilder::name_of(Formula looks_ahead)
{
    const auto [place, is_new] = names_.emplace(looks_ahead, Formula());
    if (!is_new)
        return place->second;
    const Fluent first = theory_.reduction().first_free_name();
    const Fluent fresh{first.index + static_cast<std::uint32_t>(system_.ahead.size())};
    const auto input = static_cast<std::uint32_t>(system_.inputs.size());
    place->second = theory_.store().fluent(fresh);
    system_.inputs.push_back({{}, {Kind::Fluent, fresh.index}});
    system_.ahead.push_back({looks_ahead, input});
    gate_of_.emplace(place->second, system_.circuit.input(input));
    return place->second;
}

Gate GameBuilder::gate_at(Action a, Formula f)
{
    return gate(theory_.store().select(a, f));
}

/// Of a state-wise normal form.
Gate GameBuilder::translated(Formula root)
{
    std::vector<Formula> stack{root};
    while (!stack.empty())
    {
        const Formula f = stack.back();
        if (gate_of_.contains(f))
        {
            stack.pop_back();
            continue;
        }
        const std::size_t before = stack.size();
        if (f.is(Kind::Not) || f.is(Kind::And) || f.is(Kind::Or) || f.is(Kind::Iff))
        {
            for (Formula child : f.children())
            {
                if (!gate_of_.contains(child))
                    stack.push_back(child);
            }
        }
        if (stack.size() != before)
            continue;
        stack.pop_back();
        gate_of_.emplace(f, of_operands(f));
    }
    return gate_of_.at(root);
}

Gate GameBuilder::of_operands(Formula f)
{
    Circuit& circuit = system_.circuit;
    std::vector<Gate> operands;
    switch (f.kind())
    {
    case Kind::True:
    case Kind::False: return circuit.constant(f.is(Kind::True));
    case Kind::Fluent: return circuit.variable(f.fluent().index);
    case Kind::Initial: return circuit.variable(system_.initial_variable());
    case Kind::Not: return circuit.no(gate_of_.at(f[0]));
    case Kind::Iff: return circuit.iff(gate_of_.at(f[0]), gate_of_.at(f[1]));
    case Kind::And:
    case Kind::Or:
        for (Formula child : f.children())
            operands.push_back(gate_of_.at(child));
        return f.is(Kind::And) ? circuit.all_of(operands) : circuit.any_of(operands);
    default: return input(f);
    }
}

/// Of terminal, legal(b), or such an atom or a fluent after some actions, which Σ does not define;
/// and of what it promises: the same after the first action, after the second, …
Gate GameBuilder::input(Formula atom)
{
    const Gate found = new_input(atom);
    for (; atom.is(Kind::After) && !atom[0].is(Kind::Fluent); atom = atom[0])
    {
        if (!gate_of_.contains(atom[0]))
            gate_of_.emplace(atom[0], new_input(atom[0]));
    }
    return found;
}

Gate GameBuilder::new_input(Formula atom)
{
    InputVariable input;
    for (; atom.is(Kind::After); atom = atom[0])
        input.path.push_back(atom.action());
    if (atom.is(Kind::Fluent))
    {
        const Fluent p = theory_.reduction().closed(atom.fluent());
        input.of = {Kind::Fluent, p.index};
        input.is_default = p != atom.fluent();
    }
    else if (atom.is(Kind::Terminal))
        input.of = {Kind::Terminal};
    else if (atom.is(Kind::Legal))
        input.of = {Kind::Legal, atom.action().index};
    else
        throw std::logic_error("a state-wise normal form has an atom that is none of a state");
    const auto index = static_cast<std::uint32_t>(system_.inputs.size());
    system_.inputs.push_back(std::move(input));
    return system_.circuit.input(index);
}

void GameBuilder::follow_all()
{
    std::vector<Action> actions;
    for (const GameSystem::Move& move : system_.moves)
        actions.push_back(move.action);
    for (std::uint32_t variable = 0; variable < system_.variables.size(); ++variable)
        add_effect(variable, actions);
}

void GameBuilder::follow(std::span<const Gate> roots, std::span<const Action> actions)
{
    const Circuit& circuit = system_.circuit;
    std::vector<Gate> open(roots.begin(), roots.end());
    std::vector<std::uint32_t> variables;
    std::vector<bool> met;
    const auto look_at = [&]
    {
        met.resize(circuit.size());
        while (!open.empty())
        {
            const Gate gate = open.back();
            open.pop_back();
            if (met[gate])
                continue;
            met[gate] = true;
            if (circuit.is(gate, GateKind::Variable))
                variables.push_back(circuit.index(gate));
            const std::span<const Gate> operands = circuit.operands(gate);
            open.insert(open.end(), operands.begin(), operands.end());
        }
    };
    look_at();
    for (std::size_t next = 0; next < variables.size(); ++next)
    {
        const std::uint32_t variable = variables[next];
        add_effect(variable, actions);
        for (const Action a : actions)
        {
            const auto& effects = system_.moves[a.index].effects;
            const auto effect =
                std::ranges::lower_bound(effects, variable, {}, &GameSystem::Effect::variable);
            if (effect != effects.end() && effect->variable == variable)
                open.push_back(effect->value);
        }
        look_at();
    }
}

/// What these actions make of a variable.
void GameBuilder::add_effect(std::uint32_t variable, std::span<const Action> actions)
{
    budget_.check();
    if (system_.is_followed[variable])
        return;
    system_.is_followed[variable] = true;
    FormulaStore& store = theory_.store();
    const Formula atom = system_.variables[variable].atom;
    for (const Action a : actions)
    {
        const Formula value = theory_.reduction().reduce(store.after(a, atom), budget_);
        if (value == atom)
            continue;
        std::vector<GameSystem::Effect>& effects = system_.moves[a.index].effects;
        const auto place =
            std::ranges::lower_bound(effects, variable, {}, &GameSystem::Effect::variable);
        effects.insert(place, {variable, translated(value)});
    }
}

GameSystem game_system(Theory& theory, const Budget& budget)
{
    GameBuilder builder(theory, budget);
    builder.follow_all();
    return builder.take();
}

std::optional<std::uint32_t> GameSystem::promised(std::uint32_t input, Action a) const
{
    if (inputs[input].path.empty() || inputs[input].path.front() != a)
        return std::nullopt;
    InputVariable there = inputs[input];
    there.path.erase(there.path.begin());
    const auto found = std::ranges::find(inputs, there);
    return found == inputs.end()
               ? std::nullopt
               : std::optional(static_cast<std::uint32_t>(found - inputs.begin()));
}

} // namespace sgl
