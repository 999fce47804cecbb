// Sets of packed states.

#include "prover/reachability/explicit/state_set.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

using namespace sgl;
using namespace sgl::testing;

TEST_CASE("A set of states numbers them in the order in which they came")
{
    CAPTURE(seed());
    Random random(seed());
    const std::size_t words = GENERATE(as<std::size_t>(), 1, 2, 3);
    StateSet set(words);
    std::map<std::vector<std::uint64_t>, std::size_t> expected;
    for (int i = 0; i < 30'000; ++i)
    {
        std::vector<std::uint64_t> state;
        for (std::size_t k = 0; k < words; ++k)
            state.push_back(std::uint64_t{random.below(100)} << (20 * k));
        const auto [entry, is_new] = expected.emplace(state, expected.size());
        if (set.add(state) != entry->second)
            FAIL("state " << i << " is not where it was put");
    }
    REQUIRE(set.size() == expected.size());
    for (const auto& [state, index] : expected)
        CHECK(std::ranges::equal(set[index], state));
}

TEST_CASE("States that arrive together are numbered as if they came one after the other")
{
    CAPTURE(seed());
    Random random(seed());
    const std::size_t words = GENERATE(as<std::size_t>(), 1, 3);
    StateSet together(words), alone(words);
    for (int round = 0; round < 12; ++round)
    {
        std::vector<StateSet::Batch> arrivals(1 + random.below(5));
        std::vector<std::vector<StateSet::Index>> expected;
        for (StateSet::Batch& those : arrivals)
        {
            std::vector<StateSet::Word> states;
            expected.emplace_back();
            for (std::size_t i = 0, count = random.below(9'000); i < count; ++i)
            {
                std::vector<StateSet::Word> state;
                for (std::size_t word = 0; word < words; ++word)
                    state.push_back(random.below(words == 1 ? 200'000 : 60));
                states.insert(states.end(), state.begin(), state.end());
                expected.back().push_back(alone.add(state));
            }
            those.take(states, words);
        }
        together.begin(arrivals);
        for (std::size_t table = 0; table < StateSet::tables; ++table)
            together.insert_batch(table);
        together.reserve_indices();
        for (std::size_t k = 0; k < arrivals.size(); ++k)
            together.commit(k);
        together.publish();
        REQUIRE(together.size() == alone.size());
        for (std::size_t k = 0; k < arrivals.size(); ++k)
        {
            for (std::size_t i = 0; i < expected[k].size(); ++i)
            {
                if (together.number(k, arrivals[k].order[i]) != expected[k][i])
                    FAIL("round " << round << ", state " << i << " has another number");
            }
        }
    }
    for (std::size_t i = 0; i < alone.size(); ++i)
    {
        if (together.find(alone[i]) != i)
            FAIL("state " << i << " is not where it was put");
    }
    const std::vector<StateSet::Word> other(words, 1'000'000);
    CHECK(together.find(other) == StateSet::none);
}
