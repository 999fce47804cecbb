#include "prover/reduction/theory.hpp"

#include "logic/formula/subformulas.hpp"
#include "logic/formula/transform.hpp"
#include "logic/model/game_model.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/resources/limits.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace sgl
{

bool looks_ahead(Formula root)
{
    return any_subformula(root, [](Formula f) { return f.is(Kind::After) || f.is(Kind::Next); });
}

namespace
{
bool is_known(Formula f)
{
    return static_cast<bool>(f);
}
} // namespace

std::size_t longest_word(const Encoder& encoder, unsigned t)
{
    std::size_t longest = 0;
    for (const auto& [atom, variable] : encoder.atoms(t))
        longest = std::max<std::size_t>(longest, atom.depth() - 1);
    return longest;
}

namespace
{
/// The definitions of legal and terminal that look ahead, and can be regressed to the present.
std::vector<Axiom> regressed_definitions(FormulaStore& store, const Game& game, const Rules& rules)
{
    std::vector<Axiom> regressed;
    std::optional<Reduction> reduction;
    const auto look_at = [&](Formula head, Formula definition)
    {
        if (!definition || is_present(definition))
            return;
        if (!reduction)
            reduction.emplace(store, game.frame, rules);
        const Formula now = reduction->reduce(definition);
        if (is_present(now))
            regressed.push_back({"regression", store.equivalence(head, now), {}});
    };
    look_at(store.terminal(), rules.terminal);
    for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
        look_at(store.legal(Action{a}), rules.legal[a]);
    return regressed;
}

Game with_first(const std::vector<Axiom>& first, const Game& game)
{
    Game result = game;
    result.axioms.insert(result.axioms.begin(), first.begin(), first.end());
    return result;
}
} // namespace

Game playable(FormulaStore& store, const Game& game)
{
    return with_first(regressed_definitions(store, game, read_rules(store, game)), game);
}

const Game& Theory::playable_game()
{
    if (!definitions_regressed_)
    {
        definitions_regressed_ = true;
        const std::vector<Axiom> regressed = regressed_definitions(store(), game_, rules_);
        if (!regressed.empty())
            playable_ = with_first(regressed, game_);
    }
    return playable_ ? *playable_ : game_;
}

Theory::Theory(FormulaStore& store, const Game& game)
    : game_(game), rules_(read_rules(store, game)), reduction_(store, game.frame, rules_)
{
}

Formula Theory::state_constraint(const Budget& budget)
{
    if (constraint_)
        return constraint_;
    std::vector<Demand> parts;
    for (std::size_t i : rules_.constraints)
    {
        budget.check();
        const Formula axiom = game_.axioms[i].formula;
        parts.push_back({game_.axioms[i].name,
                         axiom.is_state_wise() ? axiom : reduction_.at_every_action(axiom)});
    }
    effect_constraints(parts, budget);
    for (Demand& part : parts)
        part.formula = reduction_.reduce(part.formula, budget);
    definition_constraints(parts, budget);
    std::vector<Formula> formulas;
    for (const Demand& part : parts)
        formulas.push_back(part.formula);
    demands_ = std::move(parts);
    constraint_ = reduction_.all_of(formulas);
    return constraint_;
}

const std::vector<Demand>& Theory::demands(const Budget& budget)
{
    state_constraint(budget);
    return demands_;
}

void Theory::forbid(Formula f, const Budget& budget)
{
    completion(budget);
    const Formula not_there = reduction_.no(reduction_.reduce(f, budget));
    constraint_ = reduction_.all_of(std::array{constraint_, not_there});
    deepest_ = reduction_.all_of(std::array{deepest_, not_there});
    has_state.reset();
    has_initial_state.reset();
}

/// No fluent is made true and false at once, and effects agree with whole rules.
void Theory::effect_constraints(std::vector<Demand>& parts, const Budget& budget)
{
    budget.at_phase("while effects were compared");
    FormulaStore& store = reduction_.store();
    std::string name;
    const auto forbid = [&](Formula f, Formula g)
    {
        const Formula never = store.negation(store.conjunction(f, g));
        parts.push_back({name, never.is_state_wise() ? never : reduction_.at_every_action(never)});
    };
    for (std::uint32_t p = 0; p < rules_.successors.size(); ++p)
    {
        const SuccessorRule& rule = rules_.successors[p];
        name = "the effects on " + game_.frame.name(Fluent{p});
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
            budget.check();
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
void Theory::definition_constraints(std::vector<Demand>& parts, const Budget& budget)
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
        parts.push_back({"A5", reduction_.any_of(std::array{ongoing, reduction_.no(legal)})});
    }
}

std::optional<OpenValues> Theory::completion(const Budget& budget)
{
    if (completion_sought_)
        return completion_;
    // It is sought once, and is not worth all the time a claim has.
    const Budget brief = budget.effort(limits::completion_seconds);
    try
    {
        seek_completion(brief);
    }
    catch (const Interrupted&)
    {
        budget.check();
        if (!deepest_)
            deepest_ = state_constraint(budget);
    }
    completion_sought_ = true;
    return completion_;
}

void Theory::seek_completion(const Budget& budget)
{
    const Formula constraint = state_constraint(budget);
    deepest_ = constraint;
    if (!completed_by(constraint, budget))
    {
        seek_closed_states(constraint, budget);
        // Where plays can be confirmed by those, little is spent on more.
        seek_in_rounds(constraint,
                       closed_states_ ? budget.effort(limits::completion_seconds_beside) : budget);
    }
    if (completion_)
    {
        strengthened_ = deepest_ != constraint_;
        constraint_ = deepest_;
        closed_states_ = {*completion_, store().top()};
    }
}

/// Successors may demand more of a state than it shows itself: a few rounds of asking that, more
/// where they stay small.
void Theory::seek_in_rounds(Formula constraint, const Budget& budget)
{
    const std::size_t before = store().size();
    for (int round = 1; round <= limits::most_completion_rounds; ++round)
    {
        const Formula stronger =
            reduction_.all_of(std::array{constraint, successors_satisfy(constraint, budget)});
        if (stronger == constraint)
            break;
        constraint = stronger;
        deepest_ = stronger;
        if (round == limits::most_completion_rounds)
            break;
        // what looks ahead never closes; but it may turn out to have no state
        const std::size_t most = looks_ahead(constraint) ? limits::completion_formulas_ahead
                                                         : limits::completion_formulas;
        if ((round >= limits::completion_rounds || looks_ahead(constraint)) &&
            store().size() - before > most)
            break;
        if (completed_by(constraint, budget))
            break;
    }
}

/// Whether some default completes the states that satisfy the constraint.
bool Theory::completed_by(Formula constraint, const Budget& budget)
{
    for (OpenValues value : defaults_to_try())
    {
        if (!completes_with(value, constraint, budget))
            continue;
        completion_ = value;
        return true;
    }
    return false;
}

/// Σ determines every state after the first.
bool Theory::leaves_nothing_open() const
{
    const auto is_determined = [&](const SuccessorRule& rule)
    { return rule.whole || rule.after.size() == game_.frame.action_count(); };
    return rules_.terminal && std::ranges::all_of(rules_.legal, is_known) &&
           std::ranges::all_of(rules_.successors, is_determined);
}

/// All defaults are the same where nothing is open.
std::vector<OpenValues> Theory::defaults_to_try() const
{
    if (leaves_nothing_open())
        return {OpenValues::False};
    return {OpenValues::False, OpenValues::Same, OpenValues::True};
}

Formula Theory::deepest_constraint(const Budget& budget)
{
    completion(budget);
    return deepest_;
}

std::vector<OpenValues> Theory::defaults(const Budget& budget)
{
    if (const auto completion = this->completion(budget))
        return {*completion};
    std::vector<OpenValues> all;
    if (closed_states_)
        all.push_back(closed_states_->otherwise);
    for (OpenValues value : {OpenValues::False, OpenValues::Same, OpenValues::True})
    {
        if (!closed_states_ || value != closed_states_->otherwise)
            all.push_back(value);
    }
    return all;
}

std::optional<ClosedStates> Theory::closed_states(const Budget& budget)
{
    completion(budget);
    return closed_states_;
}

Formula Theory::within(OpenValues otherwise, const Budget& budget)
{
    const auto closed = closed_states(budget);
    const bool is_so = closed && closed->otherwise == otherwise && !closed->where.is(Kind::True);
    return is_so ? closed->where : Formula();
}

bool Theory::completes_plays(const Budget& budget)
{
    // Other values than the default's may lead out of the closed states.
    return completion(budget) || (closed_states_ && leaves_nothing_open());
}

bool Theory::completes(Replay& replay, const Witness& witness, OpenValues otherwise,
                       const Budget& budget)
{
    const auto closed = closed_states(budget);
    return closed && closed->otherwise == otherwise && (!strengthened_ || witness.open.empty()) &&
           replay.is_everywhere(closed->where);
}

Formula Theory::successors_satisfy(Formula constraint, const Budget& budget)
{
    return reduction_.reduce(reduction_.at_every_action(store().next(constraint)), budget);
}

/// Every ○x replaced by the default of x; nothing if a later state than the next is spoken of.
Formula Theory::with_default(OpenValues value, Formula f)
{
    MemoLoop loop;
    bool looks_further = false;
    const Formula result =
        loop(f, 0,
             [&](FormulaKey key, MemoLoop::Need& need)
             {
                 const Formula g = key.formula;
                 if (g.is(Kind::After) || (g.is(Kind::Next) && g[0].is(Kind::After)))
                     looks_further = true;
                 else if (g.is(Kind::Next) && value != OpenValues::Same)
                     return store().constant(value == OpenValues::True);
                 else if (g.is(Kind::Next))
                     return g[0].is(Kind::Fluent) ? store().fluent(reduction_.closed(g[0].fluent()))
                                                  : g[0];
                 const std::vector<Formula> operands = need.all(g.children());
                 if (need.missing())
                     return Formula();
                 return operands.empty() ? g : store().with_children(g, operands);
             });
    return looks_further ? Formula() : result;
}

/// The constraint, and A5 where it does not follow from the default.
Formula Theory::wanted_of_states(OpenValues value, Formula constraint, const Budget& budget)
{
    std::vector<Formula> parts{constraint};
    if (value != OpenValues::False)
    {
        for (std::uint32_t a = 0; a < game_.frame.action_count(); ++a)
            parts.push_back(store().negation(
                store().conjunction(store().terminal(), store().legal(Action{a}))));
    }
    return reduction_.reduce(store().conjunction(parts), budget);
}

/// What is true of the next state exactly where f, a normal form, is true under the default;
/// nothing if a later state is spoken of.
Formula Theory::next_by_default(OpenValues value, Formula f, const Budget& budget)
{
    return with_default(value, reduction_.reduce(store().next(f), budget));
}

/// The constraint, and A5, lead to themselves. Only of a constraint about single states: one that
/// looks ahead may be satisfied by other successors than the default's.
bool Theory::completes_with(OpenValues value, Formula constraint, const Budget& budget)
{
    if (looks_ahead(constraint))
        return false;
    if (value == OpenValues::False && constraint.is(Kind::True))
        return true;
    const Formula wanted = wanted_of_states(value, constraint, budget);
    const Formula then = next_by_default(value, wanted, budget);
    if (!then)
        return false;
    SatSolver solver;
    Encoder encoder(reduction_, solver);
    encoder.choose_action(0, budget);
    solver.add({encoder.literal(wanted, 0, budget)});
    solver.add({-encoder.literal(then, 0, budget)});
    encoder.connect_frames(0, budget);
    return solver.solve({}, budget) == Satisfiable::No;
}

void Theory::constrain_successors(Encoder& encoder, unsigned t, std::size_t longest,
                                  const Budget& budget)
{
    const Formula constraint = state_constraint(budget);
    if (constraint.is(Kind::True))
        return;
    encoder.connect_frames(t, budget);
    std::vector<Formula> atoms;
    for (const auto& [atom, variable] : encoder.atoms(t))
    {
        if (atom.is(Kind::After) || atom.is(Kind::Next))
            atoms.push_back(atom);
    }
    std::ranges::sort(atoms, {}, &Formula::id);
    std::set<std::vector<std::int64_t>> done;
    for (Formula atom : atoms)
    {
        if (atom.is(Kind::Next))
            encoder.choose_action(t, budget);
        std::vector<Formula> word; // from the outside in
        std::vector<std::int64_t> letters;
        for (; word.size() < longest && (atom.is(Kind::After) || atom.is(Kind::Next));
             atom = atom[0])
        {
            word.push_back(atom);
            letters.push_back(atom.is(Kind::After) ? std::int64_t{atom.action().index} : -1);
            if (!done.insert(letters).second)
                continue;
            Formula there = constraint;
            for (auto step = word.rbegin(); step != word.rend(); ++step)
                there = store().with_children(*step, std::array{there});
            encoder.solver().add({encoder.literal(there, t, budget)});
        }
    }
}

} // namespace sgl
