#include "prover/plays/axiom_clash.hpp"

#include "prover/resources/limits.hpp"

#include <algorithm>
#include <unordered_map>

namespace sgl
{

namespace
{

template <typename Defines>
std::string defining_axiom(const Game& game, const Defines& defines)
{
    for (const Axiom& axiom : game.axioms)
    {
        const Formula f = axiom.formula;
        if (f.is(Kind::Iff) && std::ranges::any_of(f.children(), defines))
            return axiom.name;
    }
    return "A5";
}

AxiomClash described(const Game& game, const Valuation& state, std::vector<Action> after,
                     const Violation& broken)
{
    AxiomClash clash{state, false, std::move(after), {broken.axiom}};
    if (broken.axiom == "A5")
    {
        clash.axioms = {legality_axiom(game, broken.action), terminal_axiom(game)};
        clash.legal_at_the_end = broken.action;
    }
    return clash;
}

/// Breadth first, by all actions.
std::optional<AxiomClash> clash_after_play(const Game& game, Replay& replay, const Budget& budget)
{
    struct Visit
    {
        State state;
        std::vector<Action> after;
    };
    GameModel& model = replay.model();
    const State end = replay.last();
    std::vector<Visit> visits{{end, {}}};
    std::unordered_map<std::uint32_t, bool> seen{{end.index, true}};
    for (std::size_t i = 0; i < visits.size() && visits.size() < limits::most_clash_states; ++i)
    {
        for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
        {
            budget.check();
            const State next = model.after(visits[i].state, Action{a});
            if (!seen.emplace(next.index, true).second)
                continue;
            std::vector<Action> after = visits[i].after;
            after.push_back(Action{a});
            if (const auto broken = model.broken_axiom(next))
            {
                AxiomClash clash = described(game, model.valuation(end), std::move(after), *broken);
                clash.is_of_play = true;
                return clash;
            }
            visits.push_back({next, std::move(after)});
        }
    }
    return std::nullopt;
}

} // namespace

std::string legality_axiom(const Game& game, Action a)
{
    return defining_axiom(game,
                          [&](Formula side) { return side.is(Kind::Legal) && side.action() == a; });
}

std::string terminal_axiom(const Game& game)
{
    return defining_axiom(game, [](Formula side) { return side.is(Kind::Terminal); });
}

std::optional<AxiomClash> find_clash(Theory& theory, Replay& replay, const Budget& budget)
{
    const Game& game = theory.game();
    try
    {
        if (auto clash = clash_after_play(game, replay, budget.effort(limits::clash_seconds)))
            return clash;
    }
    catch (const Interrupted&)
    {
        budget.check();
    }
    if (!theory.open_end() || !theory.open_end()->move)
        return std::nullopt;
    Witness step = *theory.open_end();
    step.play = {*step.move};
    step.move.reset();
    Replay one(theory.store(), theory.playable_game(), step, OpenValues::False);
    const auto broken = one.model().broken_axiom(one.last());
    if (!broken)
        return std::nullopt;
    return described(game, one.model().valuation(one.states().front()), step.play, *broken);
}

} // namespace sgl
