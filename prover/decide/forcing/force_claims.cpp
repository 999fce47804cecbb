// Prover: what agents can force. The engine finds a policy, and the judge of certificates says what
// it shows: nothing else decides the claim.

#include "logic/states/policies.hpp"
#include "prover/checker/check.hpp"
#include "prover/decide/forcing/solution.hpp"
#include "prover/decide/forcing/start_of_refutation.hpp"
#include "prover/decide/limits.hpp"
#include "prover/decide/prover.hpp"
#include "prover/plays/confirmation.hpp"
#include "prover/reachability/answer.hpp"
#include "prover/reachability/forcing/game_graph.hpp"
#include "prover/reachability/forcing/proof_search.hpp"
#include "prover/reduction/model_construction.hpp"
#include "prover/resources/count_of_states.hpp"
#include "prover/resources/memory.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace sgl
{

namespace
{

std::string are_reached(std::size_t states)
{
    return fmt::format("{} {} reached", count_of_states(static_cast<double>(states)),
                       states == 1 ? "is" : "are");
}

/// "o prevents it".
std::string prevented_by(const Frame& frame, const std::vector<Agent>& coalition)
{
    std::string others;
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < frame.agent_count(); ++i)
    {
        if (std::ranges::find(coalition, Agent{i}) != coalition.end())
            continue;
        others += (count++ == 0 ? "" : ", ") + frame.name(Agent{i});
    }
    return count == 0 ? "no play ends so"
                      : fmt::format("{} {} it", others, count == 1 ? "prevents" : "prevent");
}

} // namespace

ClaimResult Prover::can_force(const Claim& claim, const Budget& budget)
{
    ClaimResult result;
    if (options_.engine != Engine::Automatic && options_.engine != Engine::Enumeration)
    {
        result.verdict = Undecided{"the engine asked for does not apply"};
        return result;
    }
    if (mentions_policy(game_.policies, claim.formula))
    {
        result.verdict = Undecided{"what is to be forced depends on a policy that is looked up"};
        return result;
    }
    if (auto vacuous = vacuous_without_start(budget))
        return std::move(*vacuous);
    AttemptTimer trial(&tried_, Method::Enumeration);
    try
    {
        result.verdict = forced(claim, budget);
        const bool decided = !std::holds_alternative<Undecided>(result.verdict);
        trial.end(outcome_of(result.verdict), decided);
    }
    catch (const Interrupted& interrupted)
    {
        trial.end(interrupted);
        throw;
    }
    return result;
}

namespace
{

std::size_t bytes_left()
{
    return (memory_left(memory_limit()) << 20) / 2;
}

/// Nothing at the limit of states, or of memory.
std::optional<std::optional<GameGraph>> graph_within(Theory& theory,
                                                     const std::vector<Formula>& goals,
                                                     std::size_t states, const Budget& budget)
{
    try
    {
        return GameGraph::of(theory, goals, {states, bytes_left()}, budget);
    }
    catch (const Interrupted&)
    {
        budget.check();
        return std::nullopt;
    }
}

const char* const left_open = "the axioms leave open what is legal, or what moves lead to";

} // namespace

/// By all states where these are few; else by a search, or if that finds nothing in its share of
/// the time, by all states after all.
Verdict Prover::forced(const Claim& claim, const Budget& budget)
{
    const auto by_graph = [&](const GameGraph& graph)
    {
        budget.at_phase("while a policy was sought");
        return judged(claim, graph.force(claim.coalition, 0, budget), are_reached(graph.states()),
                      budget);
    };
    if (const auto graph =
            graph_within(theory_, {claim.formula}, limits::states_listed_first, budget))
        return *graph ? by_graph(**graph) : Verdict(Undecided{left_open});
    if (std::optional<Verdict> found = forced_by_search(claim, budget))
        return std::move(*found);
    const auto graph =
        GameGraph::of(theory_, {claim.formula}, {StateList::most_states, bytes_left()}, budget);
    return graph ? by_graph(*graph) : Verdict(Undecided{left_open});
}

/// Nothing where the search finds nothing that is accepted.
std::optional<Verdict> Prover::forced_by_search(const Claim& claim, const Budget& budget)
{
    const auto left = budget.left();
    const Budget share = left ? budget.at_most(limits::forcing_search_share * *left) : budget;
    try
    {
        std::optional<Searched> found =
            search_forced(theory_, claim.coalition, claim.formula, {bytes_left()}, share);
        if (!found)
            return std::nullopt;
        Verdict verdict = judged(claim, std::move(found->forced),
                                 fmt::format("{} looked at by a search of plays",
                                             count_of_states(static_cast<double>(found->states))),
                                 budget);
        return std::holds_alternative<Undecided>(verdict) ? std::nullopt
                                                          : std::optional(std::move(verdict));
    }
    catch (const Interrupted&)
    {
        budget.check();
        return std::nullopt;
    }
}

/// What the judge of certificates says of a policy that was found.
Verdict Prover::judged(const Claim& claim, Forced found, const std::string& how,
                       const Budget& budget)
{
    budget.at_phase("while the policy found was checked");
    const auto side = std::make_shared<const SidePolicy>(std::move(found.by));
    const certificate::GameUnderCheck ground{store_, game_, theory_.rules(), budget};
    const std::size_t most_nodes = certificate::Bdds::nodes_within(memory_left(memory_limit()));
    const auto objection = [&](const std::optional<certificate::InGame>& start)
    {
        return certificate::objection_to_policy(ground, claim, found.is_forced, side->policy,
                                                side->states, start, most_nodes);
    };
    if (found.is_forced)
    {
        if (const auto wrong = objection(std::nullopt))
            return Undecided{"the policy found is not accepted: " + *wrong};
        Proved proved{Method::Enumeration, how};
        proved.side = side;
        return proved;
    }
    std::optional<Refuted> refuted = prevented(found, budget);
    if (!refuted)
        return Undecided{"no model with the initial state was found"};
    if (const auto wrong = objection(start_of(*refuted)))
        return Undecided{"the policy found is not accepted: " + *wrong};
    refuted->side = side;
    refuted->method = Method::Enumeration;
    refuted->detail = fmt::format("{}; {}", prevented_by(game_.frame, claim.coalition), how);
    return std::move(*refuted);
}

Solution Prover::solve(const std::vector<GoalsOfAgent>& agents, const Budget& budget)
{
    Solution solution;
    if (const auto vacuous = vacuous_without_start(budget))
    {
        solution.why_not = vacuous->vacuous_why;
        return solution;
    }
    std::vector<Formula> goals;
    for (const GoalsOfAgent& of : agents)
        goals.insert(goals.end(), of.at_least.begin(), of.at_least.end());
    auto graph = graph_within(theory_, goals, limits::states_listed_first, budget);
    const auto by_graph = [&](const Claim& claim, std::size_t goal)
    {
        const GameGraph& all = **graph;
        return judged(claim, all.force(claim.coalition, goal, budget), are_reached(all.states()),
                      budget);
    };
    std::size_t first = 0;
    for (const GoalsOfAgent& of : agents)
    {
        SolvedAgent solved{of.agent, {}, {}, {}};
        for (std::size_t i = of.at_least.size(); i-- > 0 && !solved.value;)
        {
            Claim claim;
            claim.kind = ClaimKind::CanForce;
            claim.coalition = {of.agent};
            claim.formula = of.at_least[i];
            std::optional<Verdict> found;
            if (!graph)
                found = forced_by_search(claim, budget);
            if (!found && !graph) // all states after all, for all that is asked from now on
                graph.emplace(
                    GameGraph::of(theory_, goals, {StateList::most_states, bytes_left()}, budget));
            if (!found && !*graph)
                found = Undecided{left_open};
            if (!found)
                found = by_graph(claim, first + i);
            if (const auto* undecided = std::get_if<Undecided>(&*found))
            {
                solution.why_not = text(undecided->why);
                return solution;
            }
            if (const auto* proved = std::get_if<Proved>(&*found))
            {
                solved.value = i;
                solved.policy = proved->side;
            }
            else
                solved.against = std::get<Refuted>(*found).side;
        }
        first += of.at_least.size();
        solution.agents.push_back(std::move(solved));
    }
    if (graph && *graph)
    {
        solution.states = (*graph)->states();
        solution.longest_play = (*graph)->longest_play();
    }
    return solution;
}

/// A play in which a goal is prevented, in a model of the game; without moves where the play is not
/// confirmed.
std::optional<Refuted> Prover::prevented(const Forced& found, const Budget& budget)
{
    std::optional<Witness> witness = initial_state_with(theory_, found.start, budget);
    if (!witness)
        return std::nullopt;
    Question any;
    Confirmation confirmation(theory_, any, budget);
    witness->play = found.play;
    EndOfPlay wanted;
    wanted.loop = found.loop.has_value();
    // An initial state never comes back, and neither may values that are not looked at at once.
    constexpr int most_rounds = 4;
    for (int round = 0; round < (wanted.loop ? most_rounds : 1); ++round)
    {
        if (auto refuted = confirmation.replayed(*witness, wanted))
            return refuted;
        if (wanted.loop)
            witness->play.insert(witness->play.end(),
                                 found.play.begin() + static_cast<std::ptrdiff_t>(*found.loop),
                                 found.play.end());
    }
    witness->play.clear();
    return confirmation.replayed(*witness, {});
}

} // namespace sgl
