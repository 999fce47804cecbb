// Sets of states as diagrams, made of the states one by one.

#include "logic/language/reader.hpp"
#include "prover/claims/question.hpp"
#include "prover/reachability/explicit/bdd_of_states.hpp"
#include "prover/reachability/explicit/explicit_search.hpp"
#include "prover/reachability/symbolic/bdd_search.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/resources/memory.hpp"
#include "prover/transition/initial_states.hpp"
#include "prover/transition/trace.hpp"
#include "prover/transition/variable_order.hpp"
#include "tests/games.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace sgl;
using namespace sgl::testing;

namespace
{

using Bits = std::vector<bool>;

bool contains(const StateDiagrams& diagrams, StateDiagrams::Node node,
              const std::vector<std::uint32_t>& order, const Bits& state)
{
    while (node > StateDiagrams::all)
    {
        const auto& [place, low, high] = diagrams.choices[node - 2];
        node = state[order[place]] ? high : low;
    }
    return node == StateDiagrams::all;
}

/// How many states over so many bits there are.
double count(const StateDiagrams& diagrams, StateDiagrams::Node root, std::size_t bits)
{
    std::vector<double> counts{0, 1}; // over the bits from the node's own on
    const auto place = [&](StateDiagrams::Node node)
    { return node < 2 ? bits : std::size_t{diagrams.choices[node - 2].place}; };
    const auto from = [&](std::size_t bit, StateDiagrams::Node node)
    { return std::ldexp(counts[node], static_cast<int>(place(node) - bit)); };
    for (const auto& [at, low, high] : diagrams.choices)
        counts.push_back(from(at + 1, low) + from(at + 1, high));
    return from(0, root);
}

/// No choice between the same, and none twice.
bool is_reduced(const StateDiagrams& diagrams)
{
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> seen;
    return std::ranges::all_of(
        diagrams.choices,
        [&](const StateDiagrams::Choice& choice)
        {
            return choice.low != choice.high &&
                   seen.emplace(choice.place, choice.low, choice.high).second;
        });
}

/// The diagram by itself, its nodes numbered as they are come to.
std::vector<StateDiagrams::Choice> numbered(const StateDiagrams& diagrams, StateDiagrams::Node root)
{
    std::map<StateDiagrams::Node, StateDiagrams::Node> numbers{{0, 0}, {1, 1}};
    std::vector<StateDiagrams::Node> nodes;
    const auto number = [&](StateDiagrams::Node node)
    {
        const auto [found, is_new] =
            numbers.emplace(node, static_cast<StateDiagrams::Node>(nodes.size() + 2));
        if (is_new)
            nodes.push_back(node);
        return found->second;
    };
    std::vector<StateDiagrams::Choice> choices{{0, number(root), 0}};
    for (std::size_t i = 0; i < nodes.size(); ++i)
    {
        const StateDiagrams::Choice& choice = diagrams.choices[nodes[i] - 2];
        const StateDiagrams::Node low = number(choice.low);
        choices.push_back({choice.place, low, number(choice.high)});
    }
    return choices;
}

} // namespace

TEST_CASE("Diagrams of states have these states, layer by layer, and no node too many")
{
    CAPTURE(seed());
    for (unsigned long i = 0; i < sample_count(300); ++i)
    {
        CAPTURE(i);
        Random random(seed() + i);
        const std::size_t bits = 1 + random.below(random.coin() ? 8 : 200);
        const std::size_t words = (bits + 63) / 64;
        std::vector<std::uint32_t> order(bits);
        std::iota(order.begin(), order.end(), 0U);
        for (std::size_t k = bits; k > 1; --k)
            std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
        StateSet set(words);
        std::vector<Bits> states;
        std::vector<StateSet::Index> layers;
        for (unsigned k = random.below(200); k > 0; --k)
        {
            Bits state(bits);
            std::vector<std::uint64_t> packed(words);
            const bool is_sparse = random.coin();
            for (std::size_t bit = 0; bit < bits; ++bit)
            {
                state[bit] = is_sparse ? random.one_in(8) : random.coin();
                packed[bit / 64] |= std::uint64_t{state[bit]} << (bit % 64);
            }
            if (set.add(packed) < states.size())
                continue;
            states.push_back(state);
            layers.push_back(random.below(4));
        }
        const bool has_layers = random.coin();
        const auto found = diagrams_of(set, order,
                                       has_layers ? std::span<const StateSet::Index>(layers)
                                                  : std::span<const StateSet::Index>(),
                                       {});
        REQUIRE(found);
        CHECK(is_reduced(*found));
        CHECK(count(*found, found->reached, bits) == static_cast<double>(states.size()));
        for (const Bits& state : states)
            CHECK(contains(*found, found->reached, order, state));
        if (!has_layers)
        {
            CHECK(found->layers.empty());
            continue;
        }
        double in_layers = 0;
        for (const StateDiagrams::Node layer : found->layers)
            in_layers += count(*found, layer, bits);
        CHECK(in_layers == static_cast<double>(states.size()));
        for (std::size_t k = 0; k < states.size(); ++k)
            CHECK(contains(*found, found->layers[layers[k]], order, states[k]));
    }
}

TEST_CASE("Both engines that go through all states hand on the same diagrams")
{
    const std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::int64_t>>>>
        games{{"tictactoe.sgl", {}}, {"river.sgl", {}}, {"lamps.sgl", {}}, {"crossdot.sgl", {}}};
    for (const auto& [name, parameters] : games)
    {
        CAPTURE(name);
        FormulaStore store;
        const Result<GameReader> reader = GameReader::read(store, example(name), {parameters});
        REQUIRE(reader);
        const Game& game = reader->game();
        Theory theory(store, game);
        std::vector<Formula> fluents;
        for (std::uint32_t p = 0; p < game.frame.fluent_count(); ++p)
            fluents.push_back(store.fluent(Fluent{p}));
        fluents.push_back(store.negation(fluents[0]));
        Question question; // about all fluents, and never so
        question.bad = store.conjunction(fluents);
        for (const bool must_end : {false, true})
        {
            question.must_end = must_end;
            const TransitionSystem system = transition_system(theory, question, {});
            const auto starts = initial_states(system, 100, {});
            REQUIRE(starts);
            const std::vector<std::uint32_t> order = bit_order(game.frame, system);
            const Reachability one =
                reach_by_enumeration(system, *starts, must_end, {}, {}, nullptr, order);
            const std::size_t memory = static_cast<std::size_t>(memory_in_use()) + 1000;
            const Reachability other =
                reach_by_diagrams(game.frame, system, {must_end, true, memory}, {});
            CHECK(one.endless.has_value() == other.endless.has_value());
            CHECK(one.diagrams.has_value() == other.diagrams.has_value());
            if (!one.diagrams || !other.diagrams)
                continue;
            CHECK(one.diagrams->atoms == other.diagrams->atoms);
            CHECK(numbered(*one.diagrams, one.diagrams->reached) ==
                  numbered(*other.diagrams, other.diagrams->reached));
            if (one.diagrams->any_later)
                continue;
            REQUIRE(one.diagrams->layers.size() == other.diagrams->layers.size());
            for (std::size_t layer = 0; layer < one.diagrams->layers.size(); ++layer)
                CHECK(numbered(*one.diagrams, one.diagrams->layers[layer]) ==
                      numbered(*other.diagrams, other.diagrams->layers[layer]));
        }
    }
}
