#include "prover/theory.hpp"

#include "prover/witness.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace sgl
{

namespace
{
bool is_satisfiable(Reduction& reduction, std::span<const Formula> formulas, const Budget& budget)
{
    SatSolver solver;
    Encoder encoder(reduction, solver);
    for (Formula f : formulas)
        solver.add({encoder.literal(f, 0, budget)});
    encoder.relate(0, budget);
    return solver.solve({}, budget) == Satisfiable::Yes;
}
} // namespace

Theory::Theory(FormulaStore& store, const Game& game)
    : game_(game), rules_(read_rules(store, game)), reduction_(store, game.frame, rules_)
{
}

Formula Theory::state_constraint(const Budget& budget)
{
    if (constraint_)
        return constraint_;
    std::vector<Formula> parts;
    for (std::size_t i : rules_.constraints)
    {
        const Formula axiom = game_.axioms[i].formula;
        parts.push_back(axiom.is_state_wise() ? axiom : reduction_.at_every_action(axiom));
    }
    effect_constraints(parts);
    for (Formula& part : parts)
        part = reduction_.reduce(part, budget);
    definition_constraints(parts, budget);
    constraint_ = reduction_.all_of(parts);
    return constraint_;
}

/// No fluent is made true and false at once, and effects agree with whole rules.
void Theory::effect_constraints(std::vector<Formula>& parts)
{
    FormulaStore& store = reduction_.store();
    const auto forbid = [&](Formula f, Formula g)
    {
        const Formula never = store.negation(store.conjunction(f, g));
        parts.push_back(never.is_state_wise() ? never : reduction_.at_every_action(never));
    };
    for (const SuccessorRule& rule : rules_.successors)
    {
        std::set<Action> special;
        for (const auto& [a, formula] : rule.after)
            special.insert(a);
        for (const Effect& effect : rule.effects)
        {
            if (effect.only_after)
                special.insert(*effect.only_after);
        }
        const auto made = [&](bool value, std::optional<Action> after)
        {
            std::vector<Formula> conditions;
            for (const Effect& effect : rule.effects)
            {
                if (effect.value == value && (!effect.only_after || effect.only_after == after))
                    conditions.push_back(effect.condition);
            }
            return store.disjunction(conditions);
        };
        const auto agree = [&](std::optional<Action> after)
        {
            const auto at = [&](Formula f) { return after ? store.select(*after, f) : f; };
            const Formula made_true = made(true, after);
            const Formula made_false = made(false, after);
            std::vector<Formula> values;
            if (rule.whole)
                values.push_back(rule.whole);
            if (const auto found = after ? rule.after.find(*after) : rule.after.end();
                found != rule.after.end())
                values.push_back(found->second);
            if (!made_true.is(Kind::False) && !made_false.is(Kind::False))
                forbid(at(made_true), at(made_false));
            for (Formula value : values)
            {
                if (!made_true.is(Kind::False))
                    forbid(at(made_true), at(store.negation(value)));
                if (!made_false.is(Kind::False))
                    forbid(at(made_false), at(value));
            }
            if (values.size() == 2)
                forbid(at(values[0]), at(store.negation(values[1]))),
                    forbid(at(values[1]), at(store.negation(values[0])));
        };
        agree({});
        for (Action a : special)
            agree(a);
    }
}

/// A5 where Σ defines both: τ → ¬λ, unless λ says ¬τ itself.
void Theory::definition_constraints(std::vector<Formula>& parts, const Budget& budget)
{
    if (!rules_.terminal)
        return;
    const Formula terminal = reduction_.reduce(store().terminal(), budget);
    const Formula ongoing = reduction_.no(terminal);
    for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
    {
        if (!rules_.legal[a])
            continue;
        const Formula legal = reduction_.reduce(store().legal(Action{a}), budget);
        if (legal == ongoing ||
            (legal.is(Kind::And) &&
             std::ranges::find(legal.children(), ongoing) != legal.children().end()))
            continue;
        parts.push_back(reduction_.any_of(std::array{ongoing, reduction_.no(legal)}));
    }
}

std::optional<Default> Theory::completion(const Budget& budget)
{
    if (completion_sought_)
        return completion_;
    // Successors may demand more of a state than it shows itself: a few rounds of asking that.
    constexpr int rounds = 4;
    Formula constraint = state_constraint(budget);
    for (int round = 0; round < rounds && !completion_; ++round)
    {
        for (Default value : {Default::False, Default::Same, Default::True})
        {
            if (completes_with(value, constraint, budget))
            {
                completion_ = value;
                break;
            }
        }
        if (completion_)
            break;
        const Formula stronger =
            reduction_.all_of(std::array{constraint, successors_satisfy(constraint, budget)});
        if (stronger == constraint)
            break;
        constraint = stronger;
    }
    if (completion_)
    {
        strengthened_ = constraint != constraint_;
        constraint_ = constraint;
    }
    completion_sought_ = true;
    return completion_;
}

bool Theory::completes(const Witness& witness, const Budget& budget)
{
    return completion(budget) && (!strengthened_ || witness.open.empty());
}

Formula Theory::successors_satisfy(Formula constraint, const Budget& budget)
{
    return reduction_.reduce(reduction_.at_every_action(store().next(constraint)), budget);
}

bool Theory::completes_with(Default value, Formula constraint, const Budget& budget)
{
    if (constraint.is(Kind::True))
        return true;
    SatSolver solver;
    Encoder encoder(reduction_, solver);
    solver.add({encoder.literal(constraint, 0, budget)});
    encoder.choose_action(0, budget);
    solver.add({-encoder.literal(constraint, 1, budget)});
    // The atoms of the step that are left open take the default.
    for (bool more = true; more;)
    {
        encoder.relate(1, budget);
        more = false;
        const auto atoms = encoder.atoms(0);
        for (const auto& [atom, variable] : atoms)
        {
            if (!atom.is(Kind::Next) || atom[0].is(Kind::After))
                continue;
            Formula before = atom[0];
            if (before.is(Kind::Fluent))
                before = store().fluent(reduction_.closed(before.fluent()));
            const bool seen = encoder.atoms(0).contains(before);
            const Literal wanted = value == Default::Same   ? encoder.literal(before, 0, budget)
                                   : value == Default::True ? encoder.always_true()
                                                            : -encoder.always_true();
            solver.add({-variable, wanted});
            solver.add({variable, -wanted});
            more = more || (value == Default::Same && !seen);
        }
    }
    return solver.solve({}, budget) == Satisfiable::No;
}

bool Theory::has_state(const Budget& budget)
{
    if (!has_state_)
        has_state_ = is_satisfiable(reduction_, std::array{state_constraint(budget)}, budget);
    return *has_state_;
}

bool Theory::has_initial_state(const Budget& budget)
{
    if (!has_initial_state_)
        has_initial_state_ = is_satisfiable(
            reduction_, std::array{state_constraint(budget), store().initial()}, budget);
    return *has_initial_state_;
}

} // namespace sgl
