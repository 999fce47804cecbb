// Plays are replayed by the plain evaluator: in a finite model that the certificate gives, or in
// the game, where closed_states shows that the states made belong to a model of Σ.

#include "logic/states/policies.hpp"
#include "prover/checker/check.hpp"
#include "prover/checker/symbolic/model_states.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sgl::certificate
{

namespace
{

std::size_t recommended_moves(const Frame& frame, Evaluator& evaluator, const Strategy& strategy,
                              State w)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(frame.actions_of(strategy.agent),
                              [&](Action a) { return evaluator.holds(strategy.moves, w, a); }));
}

/// A play in a model: its states, and how it goes on.
struct PlayInModel
{
    Model& model;
    Evaluator& evaluator;
    std::vector<State> states;
    std::vector<Action> actions;
    std::optional<Action> move;
    bool comes_back = false; // its end is an earlier state
};

class PlayJudge
{
public:
    PlayJudge(const GameUnderCheck& ground, const Claim& claim, PlayInModel played)
        : ground_(ground), frame_(ground.game.frame), claim_(claim), played_(std::move(played))
    {
    }

    /// Why the play does not show that the claim is false (or, for `consistent`, true).
    Objection objection()
    {
        if (is_about_all_states(claim_))
        {
            if (!played_.actions.empty())
                return "one state is to be shown, and no play";
        }
        else if (Objection wrong = objection_to_moves())
            return wrong;
        if (claim_.up_to && played_.actions.size() > *claim_.up_to)
            return "the play is longer than the claim asks about";
        return is_shown() ? Objection() : "it does not show that";
    }

private:
    bool holds(Formula f, Action a) { return played_.evaluator.holds(f, last(), a); }
    State last() const { return played_.states.back(); }

    bool complies(State w, Action a)
    {
        if (played_.model.terminal(w) || !played_.model.legal(w, a))
            return false;
        return std::ranges::all_of(
            profile_of(claim_), [&](const Strategy& s)
            { return s.agent != frame_.agent(a) || played_.evaluator.holds(s.moves, w, a); });
    }

    Objection objection_to_moves()
    {
        if (!played_.model.initial(played_.states[0]))
            return "the play does not start in an initial state";
        for (std::size_t t = 0; t < played_.actions.size(); ++t)
        {
            if (!complies(played_.states[t], played_.actions[t]))
                return fmt::format(
                    "move {} of the play, {}, is not legal, or the strategy does not recommend it",
                    t + 1, frame_.name(played_.actions[t]));
        }
        return std::nullopt;
    }

    std::size_t number_recommended(std::size_t i)
    {
        return recommended_moves(frame_, played_.evaluator, claim_.strategies[i], last());
    }

    bool recommends_nothing()
    {
        const auto actions = frame_.actions_of(claim_.strategies[0].agent);
        return number_recommended(0) == 0 &&
               std::ranges::any_of(actions,
                                   [&](Action a) { return played_.model.legal(last(), a); });
    }

    /// A move that one of the strategies recommends and the other does not.
    bool goes_beyond(std::size_t i, std::size_t k)
    {
        return std::ranges::any_of(frame_.actions_of(claim_.strategies[i].agent),
                                   [&](Action a) {
                                       return holds(claim_.strategies[i].moves, a) &&
                                              !holds(claim_.strategies[k].moves, a);
                                   });
    }

    bool is_shown()
    {
        const Action any = played_.move.value_or(Action{0});
        switch (claim_.kind)
        {
        case ClaimKind::Valid:
        case ClaimKind::Theorem: return !holds(claim_.formula, any);
        case ClaimKind::Always:
        case ClaimKind::If:
            return !holds(claim_.formula, any) &&
                   (claim_.formula.is_state_wise() ||
                    (played_.move && complies(last(), *played_.move)));
        case ClaimKind::Complete: return recommends_nothing();
        case ClaimKind::Deterministic: return number_recommended(0) > 1;
        case ClaimKind::Functional: return recommends_nothing() || number_recommended(0) > 1;
        case ClaimKind::Consistent: return number_recommended(0) > 0;
        case ClaimKind::Refines: return goes_beyond(0, 1);
        case ClaimKind::Equals: return goes_beyond(0, 1) || goes_beyond(1, 0);
        case ClaimKind::Implements:
            return std::ranges::any_of(conditions_of(ground_.store, frame_, claim_),
                                       [&](const ClaimPart& part)
                                       { return !holds(part.theorem, any); });
        case ClaimKind::Achieves: return played_.comes_back || is_no_achievement();
        case ClaimKind::CanForce: return false; // one play shows nothing
        }
        return false;
    }

    bool is_no_achievement()
    {
        if (played_.model.terminal(last()))
            return !holds(claim_.formula, Action{0});
        for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        {
            if (complies(last(), Action{a}))
                return false;
        }
        return true;
    }

    const GameUnderCheck& ground_;
    const Frame& frame_;
    const Claim& claim_;
    PlayInModel played_;
};

/// The states are a path of the model: each move leads from one to the next, but for the last move
/// of a play that comes back, which leads to an earlier state like the last one.
Objection objection_to_path(GameModel& model, const PlayInModel& play)
{
    for (std::size_t t = 0; t < play.actions.size(); ++t)
    {
        const State next = model.after(play.states[t], play.actions[t]);
        const auto earlier = play.states.begin() + static_cast<std::ptrdiff_t>(t) + 1;
        const bool comes_back = play.comes_back && t + 1 == play.actions.size();
        if (comes_back
                ? std::find(play.states.begin(), earlier, next) == earlier || model.initial(next)
                : next != play.states[t + 1])
            return fmt::format("move {} of the play leads to another state", t + 1);
    }
    return std::nullopt;
}

Objection objection_to_indices(const CounterModel& model)
{
    const auto count = model.states.size();
    const auto is_state = [&](std::uint32_t w) { return w < count; };
    if (count == 0 || model.play.empty() || !std::ranges::all_of(model.play, is_state))
        return "the play is not in the model";
    for (const std::vector<std::uint32_t>& after : model.after)
    {
        if (!std::ranges::all_of(after, is_state))
            return "an action leads out of the model";
    }
    return std::nullopt;
}

} // namespace

std::unique_ptr<ExplicitModel> explicit_model(const Frame& frame, const CounterModel& content)
{
    auto made =
        std::make_unique<ExplicitModel>(frame, static_cast<std::uint32_t>(content.states.size()));
    ExplicitModel& model = *made;
    for (std::uint32_t w = 0; w < content.states.size(); ++w)
    {
        const Valuation& valuation = content.states[w];
        model.set_initial(State{w}, content.initial[w]);
        model.set_terminal(State{w}, valuation.terminal);
        for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
            model.set_fluent(Fluent{p}, State{w}, valuation.fluents[p]);
        for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        {
            model.set_legal(State{w}, Action{a}, valuation.legal[a]);
            model.set_after(State{w}, Action{a}, State{content.after[w][a]});
        }
    }
    return made;
}

Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const InModel& how)
{
    const CounterModel& content = how.model;
    if (Objection wrong = objection_to_indices(content))
        return wrong;
    const auto made = explicit_model(ground.game.frame, content);
    ExplicitModel& model = *made;
    if (const auto fault = model.fault())
        return "it is no model: " + *fault;
    for (std::size_t w = 0; w < content.states.size(); ++w)
    {
        std::vector<bool> fluents = content.states[w].fluents;
        look_up_policies(ground.game.policies, fluents, content.initial[w]);
        if (fluents != content.states[w].fluents)
            return "a policy recommends something else in a state of the model";
    }
    Evaluator evaluator(model);
    const std::vector<State> states = model.states();
    for (const Axiom& axiom : ground.game.axioms)
    {
        ground.budget.check();
        if (claim.kind != ClaimKind::Valid && !evaluator.holds_everywhere(axiom.formula, states))
            return fmt::format("axiom '{}' is false in the model", axiom.name);
    }
    PlayInModel played{model, evaluator, {}, how.actions, how.move, false};
    for (const std::uint32_t w : content.play)
        played.states.push_back(State{w});
    if (played.states.size() != how.actions.size() + 1)
        return "the play has other than one state more than moves";
    for (std::size_t t = 0; t < how.actions.size(); ++t)
    {
        if (model.after(played.states[t], how.actions[t]) != played.states[t + 1])
            return fmt::format("move {} of the play leads to another state", t + 1);
    }
    const auto before_last = played.states.end() - 1;
    played.comes_back = std::find(played.states.begin(), before_last, *before_last) != before_last;
    return PlayJudge(ground, claim, std::move(played)).objection();
}

namespace
{

/// The objection to the first `made` states of a model made for a play, or to what follows them, as
/// states of a model of the game.
Objection objection_to_model(const GameUnderCheck& ground, GameModel& model, std::uint32_t made,
                             const InGame& how, std::size_t most_nodes)
{
    // What the rules define, the model made is to have computed.
    bool computed = !ground.rules.terminal || model.determines({Kind::Terminal, 0});
    for (std::uint32_t a = 0; a < ground.game.frame.action_count(); ++a)
        computed = computed && (!ground.rules.legal[a] || model.determines({Kind::Legal, a}));
    if (!computed)
        return "what is legal, or terminal, depends on what moves lead to";
    const Frame& frame = ground.game.frame;
    for (std::uint32_t w = 0; w < made; ++w)
    {
        ground.budget.check();
        if (const auto broken = model.broken_axiom(State{w}))
            return fmt::format("axiom '{}' is false where the play leads", broken->axiom);
    }
    const auto lasts = [&](bool definitions)
    {
        const ModelStates closed =
            closed_states(ground, how.otherwise, how.within, definitions, most_nodes);
        for (std::uint32_t w = 0; w < made; ++w)
        {
            for (std::uint32_t a = 0; a < frame.action_count(); ++a)
            {
                const State next = model.after(State{w}, Action{a});
                if (next.index >= made && !closed.contains(model.valuation(next)))
                    return false;
            }
        }
        return true;
    };
    // Definitions need not be looked at where legal excludes terminal; else it takes both.
    const bool as_defined_first = static_cast<bool>(how.within);
    if (!lasts(as_defined_first) && !lasts(!as_defined_first))
        return "what follows the play is not shown to be in a model of the axioms";
    return std::nullopt;
}

} // namespace

Objection objection_to(const GameUnderCheck& ground, const Claim& claim, const InGame& how,
                       std::size_t most_nodes)
{
    if (claim.kind == ClaimKind::Valid)
        return "a play in the game says nothing of all games";
    const Witness& witness = how.witness;
    Replay replay(ground.store, ground.game, witness, how.otherwise);
    PlayInModel played{replay.model(), replay.evaluator(), {}, witness.play, witness.move, false};
    if (witness.loop)
    {
        played.comes_back = replay.come_back().has_value();
        if (!played.comes_back)
            return "the play does not come back to where it was";
    }
    played.states = replay.states();
    if (played.states.size() != witness.play.size() + 1)
        return "the play has other than one state more than moves";
    if (Objection wrong = objection_to_path(replay.model(), played))
        return wrong;
    // Those that the evaluator comes to look at from now on follow by the default.
    GameModel& model = replay.model();
    const auto made = static_cast<std::uint32_t>(model.state_count());
    if (Objection wrong = PlayJudge(ground, claim, played).objection())
        return wrong;
    return objection_to_model(ground, model, made, how, most_nodes);
}

Objection objection_to_start(const GameUnderCheck& ground, const InGame& how,
                             std::size_t most_nodes)
{
    const Witness& witness = how.witness;
    if (!witness.starts_initial || !witness.play.empty() || witness.move || witness.loop ||
        !witness.open.empty())
        return "one initial state is to be shown, and nothing else";
    Replay replay(ground.store, ground.game, witness, how.otherwise);
    GameModel& model = replay.model();
    const PlayInModel played{model, replay.evaluator(), replay.states(), {}, {}, false};
    if (Objection wrong = objection_to_path(model, played))
        return wrong;
    const auto made = static_cast<std::uint32_t>(model.state_count());
    if (!model.initial(played.states[0]) ||
        model.valuation(played.states[0]).fluents != witness.start.fluents)
        return "it is not the state that it is said to be";
    return objection_to_model(ground, model, made, how, most_nodes);
}

} // namespace sgl::certificate
