// What coalitions can force: compared with the plain evaluator, backwards over an explicit graph;
// and the check of what shows it.

#include "logic/language/reader.hpp"
#include "logic/states/state_file.hpp"
#include "prover/checker/listed/check_forced.hpp"
#include "prover/reachability/forcing/game_graph.hpp"
#include "prover/reachability/forcing/proof_search.hpp"
#include "prover/verdicts/side_policy.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/brute_force.hpp"
#include "tests/games.hpp"
#include "tests/prover/checker/certificate_check.hpp"
#include "tests/prover/random_open_game.hpp"
#include "tests/tree_game.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

using namespace sgl;
using namespace sgl::testing;

namespace
{

Claim random_can_force(Random& random, FormulaStore& store, const Game& game)
{
    Claim claim;
    claim.kind = ClaimKind::CanForce;
    claim.name = "it";
    claim.formula = random_state_wise(random, store, game.frame,
                                      Shape{1 + random.below(3), false, false, true});
    for (std::uint32_t i = 0; i < game.frame.agent_count(); ++i)
    {
        if (random.coin())
            claim.coalition.push_back(Agent{i});
    }
    if (claim.coalition.empty())
        claim.coalition.push_back(
            Agent{random.below(static_cast<std::uint32_t>(game.frame.agent_count()))});
    return claim;
}

/// A certificate with its files.
struct Shown
{
    std::string text;
    std::map<std::string, std::string> files;
};

std::optional<Shown> certified(FormulaStore& store, const Game& game, const Claim& claim,
                               const Verdict& verdict, std::string& why)
{
    const Budget budget(20);
    const auto drawn = certificate::certify(store, game, claim, verdict,
                                            {"game.sgl", "", false, false, "it"}, budget);
    if (drawn.text.empty())
    {
        why = text(drawn.why_not);
        return std::nullopt;
    }
    Shown shown{drawn.text, {}};
    for (const auto& [ending, content] : drawn.files)
        shown.files["it." + ending] = content;
    return shown;
}

std::string objection_to(FormulaStore& store, const Game& game, const Claim& claim,
                         const Shown& shown)
{
    const Budget budget(20);
    certificate::Bdds diagrams(budget, 1'000'000);
    const auto read =
        certificate::read_certificate({"it", shown.text}, store, game.frame, diagrams);
    if (!read)
        return "unreadable: " + read.errors().front().message;
    const Rules rules = read_rules(store, game);
    const certificate::GameUnderCheck ground{store, game, rules, budget};
    const certificate::ReadStates files =
        [&](const std::string& name) -> std::variant<StateList, std::string>
    {
        const auto content = shown.files.find(name);
        if (content == shown.files.end())
            return "there is no such file";
        const auto list = read_state_list({name, content->second});
        if (!list)
            return "unreadable: " + list.errors().front().message;
        return *list;
    };
    const certificate::ReadTheorems none = [](const std::string&) {
        return certificate::KernelTheorems{{}, {}, "there is no such file"};
    };
    return certificate::objection(ground, claim, *read, diagrams, none, files).value_or("");
}

/// The same list without one of its states.
StateList without(const StateList& list, std::size_t i)
{
    StateList less = list;
    const auto words = static_cast<std::ptrdiff_t>(list.words());
    const auto at = static_cast<std::ptrdiff_t>(i);
    less.states.erase(less.states.begin() + at * words, less.states.begin() + (at + 1) * words);
    if (!less.ranks.empty())
        less.ranks.erase(less.ranks.begin() + at);
    if (!less.chosen.empty())
        less.chosen.erase(less.chosen.begin() + at);
    return less;
}

/// All states over `initial` and all fluents, with any ranks or moves.
StateList any_states(Random& random, const Frame& frame, bool all, bool of_side,
                     const std::vector<Agent>& coalition, bool moves)
{
    StateList list;
    list.bits.emplace_back("initial");
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        list.bits.push_back(frame.name(Fluent{p}));
    if (moves)
    {
        for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        {
            if ((std::ranges::find(coalition, frame.agent(Action{a})) != coalition.end()) ==
                of_side)
                list.moves.push_back(frame.name(Action{a}));
        }
        if (list.moves.empty())
            return list;
    }
    else
        list.ranked = of_side;
    for (StateList::Word state = 0; state < (1U << list.bits.size()); ++state)
    {
        if (!all && random.one_in(4))
            continue;
        list.states.push_back(state << (64 - list.bits.size()));
        if (moves)
            list.chosen.push_back(random.below(static_cast<std::uint32_t>(list.moves.size())));
        else if (of_side)
            list.ranks.push_back(random.below(5));
    }
    return list;
}

} // namespace

TEST_CASE("What a coalition can force is what the evaluator finds backwards from the ends of plays")
{
    CAPTURE(seed());
    unsigned long proved = 0, refuted = 0, open = 0, open_though_determined = 0, uncertified = 0;
    std::string missing;
    for (unsigned long i = 0; i < sample_count(20'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const bool leaves_open = i % 4 == 3;
        Game game = leaves_open ? random_open_game(random, store) : random_game(random, store);
        game.claims.push_back(random_can_force(random, store, game));
        const Claim& claim = game.claims.back();
        CAPTURE(i, leaves_open);
        Prover prover(store, game, keeping_models());
        const ClaimResult result = prover.prove(claim);
        const bool is_proved = std::holds_alternative<Proved>(result.verdict);
        if (!is_decided(result.verdict))
        {
            ++open;
            if (!leaves_open)
            {
                ++open_though_determined;
                missing +=
                    std::to_string(i) + ": " + text(std::get<Undecided>(result.verdict).why) + "\n";
            }
            continue;
        }
        std::optional<Decision> decision;
        if (leaves_open)
        {
            TreeGame trees(store, game, look_ahead(game.frame, store, claim));
            if (!trees.is_too_large())
                decision = trees.decide(claim);
        }
        else
            decision = BruteForce(store, game).decide(claim);
        if (!decision)
            continue;
        ++(is_proved ? proved : refuted);
        CHECK(decision->holds == is_proved);
        if (is_proved)
            CHECK(decision->vacuous == result.vacuous);
        std::string why;
        const std::optional<Shown> shown = certified(store, game, claim, result.verdict, why);
        if (!shown)
        {
            ++uncertified;
            missing += std::to_string(i) + ": " + why + "\n";
            continue;
        }
        CHECK(objection_to(store, game, claim, *shown) == "");
        if (!shown->files.contains("it.policy"))
            continue;
        // Every state that is listed is reached, so that none may be missing.
        const StateList states = *read_state_list({"it", shown->files.at("it.states")});
        for (std::size_t k = 0; k < std::min<std::size_t>(states.size(), 3); ++k)
        {
            Shown less = *shown;
            less.files["it.states"] = written(without(states, k * states.size() / 3), 3);
            CHECK(objection_to(store, game, claim, less) != "");
        }
        Shown other = *shown;
        const auto word = other.text.find(is_proved ? " proved" : " refuted");
        REQUIRE(word != std::string::npos);
        other.text.replace(word, is_proved ? 7 : 8, is_proved ? " refuted" : " proved");
        CHECK(objection_to(store, game, claim, other) != "");
    }
    CAPTURE(proved, refuted, open, open_though_determined, uncertified, missing);
    CHECK(proved > 20);
    CHECK(refuted > 20);
    CHECK(uncertified * 50 <= proved + refuted);
    CHECK(open * 2 <= proved + refuted);
    CHECK(open_though_determined * 50 <= proved + refuted);
}

TEST_CASE("No policy and no states show of what can be forced the contrary of what is true")
{
    CAPTURE(seed());
    unsigned long forced = 0, prevented = 0, accepted = 0;
    for (unsigned long i = 0; i < sample_count(4'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        Game game = random_game(random, store);
        if (game.frame.fluent_count() > 4)
            continue;
        const Claim claim = random_can_force(random, store, game);
        BruteForce judge(store, game);
        const std::optional<Decision> decision = judge.decide(claim);
        if (!decision || decision->vacuous)
            continue;
        CAPTURE(i, decision->holds);
        ++(decision->holds ? forced : prevented);
        const Rules rules = read_rules(store, game);
        const Budget budget(60);
        const certificate::GameUnderCheck ground{store, game, rules, budget};
        const certificate::ForcedGoal what{claim.coalition, claim.formula};
        for (int k = 0; k < 8; ++k)
        {
            for (const bool of_side : {true, false})
            {
                const StateList policy =
                    any_states(random, game.frame, random.coin(), of_side, claim.coalition, true);
                const StateList states =
                    any_states(random, game.frame, random.coin(), of_side, claim.coalition, false);
                const auto judged = [&](const std::optional<std::string>& objection, bool truth)
                {
                    CAPTURE(k, of_side);
                    CHECK((objection || truth));
                    accepted += objection ? 0U : 1U;
                };
                if (of_side)
                    judged(
                        certificate::objection_to_forced(ground, what, policy, states, 1'000'000),
                        decision->holds);
                else if (decision->holds)
                {
                    for (const State w : *judge.initial_states())
                        judged(certificate::objection_to_prevented(ground, what,
                                                                   judge.model().valuation(w),
                                                                   policy, states, 1'000'000),
                               false);
                }
            }
        }
    }
    CAPTURE(forced, prevented, accepted);
    CHECK(forced > 5);
    CHECK(prevented > 5);
}

TEST_CASE("A search of the tree of plays finds what backward induction finds")
{
    CAPTURE(seed());
    unsigned long compared = 0, without_answer = 0;
    for (unsigned long i = 0; i < sample_count(20'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game(random, store);
        const Claim claim = random_can_force(random, store, game);
        CAPTURE(i);
        Theory theory(store, game);
        const Budget budget(60);
        const std::size_t bytes = std::size_t{1} << 28;
        const auto graph = GameGraph::of(theory, {claim.formula}, {100'000, bytes}, budget);
        if (!graph || graph->states() == 0)
            continue;
        const Forced whole = graph->force(claim.coalition, 0, budget);
        const auto searched =
            search_forced(theory, claim.coalition, claim.formula, {bytes}, budget);
        if (!searched)
        {
            ++without_answer;
            continue;
        }
        CHECK(searched->states <= graph->states());
        // Where plays may come back, the search may be wrong, but its policy is not accepted then.
        if (graph->longest_play())
            CHECK(searched->forced.is_forced == whole.is_forced);
        if (!searched->forced.is_forced)
            continue;
        const Rules rules = read_rules(store, game);
        const certificate::GameUnderCheck ground{store, game, rules, budget};
        const auto objection = certificate::objection_to_forced(
            ground, {claim.coalition, claim.formula}, searched->forced.by.policy,
            searched->forced.by.states, 1'000'000);
        const auto to_whole = certificate::objection_to_forced(
            ground, {claim.coalition, claim.formula}, whole.by.policy, whole.by.states, 1'000'000);
        CAPTURE(objection.value_or(""), to_whole.value_or(""), whole.by.states.size(),
                searched->forced.by.states.size(), whole.by.policy.size(),
                searched->forced.by.policy.size());
        if (graph->longest_play())
            CHECK(!objection);
        CHECK((objection || whole.is_forced));
        ++compared;
    }
    CAPTURE(compared, without_answer);
    CHECK(compared > 20);
}

TEST_CASE("A search of connect-four finds that it is a draw, by policies that are accepted")
{
    FormulaStore store;
    ReadOptions options;
    options.parameters = {{"w", 4}, {"h", 4}};
    auto reader = GameReader::read(store, bench_game("solved/connect_four.sgl"), options);
    REQUIRE(reader);
    const Game& game = reader->game();
    Theory theory(store, game);
    const Budget budget(600);
    const Rules rules = read_rules(store, game);
    const certificate::GameUnderCheck ground{store, game, rules, budget};
    for (const Agent agent : {Agent{0}, Agent{1}})
    {
        const std::string other = game.frame.name(Agent{1 - agent.index});
        for (const bool wins : {true, false})
        {
            const std::string text =
                wins ? "wins(" + game.frame.name(agent) + ")" : "!wins(" + other + ")";
            CAPTURE(text);
            const Formula goal = *reader->formula({"goal", text});
            const auto found = search_forced(theory, {agent}, goal, {std::size_t{1} << 28}, budget);
            REQUIRE(found);
            CHECK(found->forced.is_forced == !wins);
            CHECK(found->states < 161'029);
            const SidePolicy& by = found->forced.by;
            const certificate::ForcedGoal what{{agent}, goal};
            Valuation start(game.frame);
            for (const auto& [atom, value] : found->forced.start)
            {
                if (atom.is(Kind::Fluent))
                    start.fluents[atom.fluent().index] = value;
            }
            const auto objection = wins ? certificate::objection_to_prevented(
                                              ground, what, start, by.policy, by.states, 1'000'000)
                                        : certificate::objection_to_forced(ground, what, by.policy,
                                                                           by.states, 1'000'000);
            CHECK(objection.value_or("") == "");
        }
    }
}
