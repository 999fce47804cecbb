#include "logic/states/state_file.hpp"
#include "logic/states/state_index.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace sgl;
using namespace sgl::testing;

namespace
{

StateList random_list(Random& random, std::size_t most)
{
    StateList list;
    const std::uint32_t bits = random.below(140);
    for (std::uint32_t i = 0; i < bits; ++i)
        list.bits.push_back("p(" + std::to_string(i) + ")");
    const bool has_moves = random.coin();
    list.ranked = random.coin();
    for (int i = 0; has_moves && i < 5; ++i)
        list.moves.push_back("a" + std::to_string(i));
    std::set<std::vector<StateList::Word>> states;
    for (std::size_t i = random.below(static_cast<std::uint32_t>(most)); i > 0; --i)
    {
        std::vector<StateList::Word> state(list.words());
        for (std::uint32_t bit = 0; bit < bits; ++bit)
        {
            if (random.one_in(3))
                StateList::put(state, bit);
        }
        states.insert(state);
    }
    for (const auto& state : states)
    {
        list.states.insert(list.states.end(), state.begin(), state.end());
        if (list.ranked)
            list.ranks.push_back(random.one_in(9) ? ~0U : random.below(300));
        if (has_moves)
            list.chosen.push_back(random.below(5));
    }
    return list;
}

bool are_equal(const StateList& a, const StateList& b)
{
    return a.bits == b.bits && a.moves == b.moves && a.ranked == b.ranked && a.states == b.states &&
           a.ranks == b.ranks && a.chosen == b.chosen;
}

std::string error_of(const std::string& text, const StateFileLimits& limits = {})
{
    const auto list = read_state_list({"it.states", text}, limits);
    return list ? "" : list.errors().front().text();
}

const std::string head = "sgl states 1\nbits p q\n";

} // namespace

TEST_CASE("A list of states is read as it was written")
{
    CAPTURE(seed());
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        CAPTURE(i);
        Random random(seed() + i);
        const StateList list = random_list(random, i % 50 == 0 ? 3'000 : 60);
        const std::string text = written(list, 3);
        CHECK(is_state_file(text));
        const auto again = read_state_list({"it", text + "// a comment\n"});
        REQUIRE(again);
        CHECK(are_equal(*again, list));
    }
}

TEST_CASE("A list of more states than there are in a block is read as it was written")
{
    StateList list;
    for (int i = 0; i < 70; ++i)
        list.bits.push_back("p(" + std::to_string(i) + ")");
    list.ranked = true;
    for (StateList::Word i = 0; i < 150'000; ++i)
    {
        list.states.push_back(i * i);
        list.states.push_back(i << 58);
        list.ranks.push_back(static_cast<std::uint32_t>(i * 7919));
    }
    const std::string text = written(list, 1);
    const auto again = read_state_list({"it", text});
    REQUIRE(again);
    CHECK(are_equal(*again, list));
}

TEST_CASE("An index finds the states of a list, and no others")
{
    CAPTURE(seed());
    for (unsigned long i = 0; i < sample_count(1'000); ++i)
    {
        CAPTURE(i);
        Random random(seed() + i);
        const StateList list = random_list(random, 300);
        const StateIndex index(list);
        index.find_all(list.states, [](std::size_t k, std::uint32_t place) { CHECK(place == k); });
        for (std::size_t k = 0; k < list.size() && !list.bits.empty(); ++k)
        {
            std::vector<StateList::Word> state(list[k].begin(), list[k].end());
            const auto bit = random.below(static_cast<std::uint32_t>(list.bits.size()));
            state[bit / 64] ^= StateList::Word{1} << (63 - bit % 64);
            std::uint32_t place = StateIndex::none;
            for (std::size_t other = 0; other < list.size(); ++other)
            {
                if (std::ranges::equal(list[other], state))
                    place = static_cast<std::uint32_t>(other);
            }
            CHECK(index.find(state) == place);
        }
    }
}

TEST_CASE("States are sorted with their ranks and moves")
{
    CAPTURE(seed());
    for (unsigned long i = 0; i < sample_count(1'000); ++i)
    {
        Random random(seed() + i);
        const StateList list = random_list(random, 40);
        StateList mixed = list;
        for (std::size_t k = list.size(); k > 1; --k)
        {
            const std::size_t other = random.below(static_cast<std::uint32_t>(k));
            if (other == k - 1)
                continue;
            std::swap_ranges(
                mixed.states.begin() + static_cast<std::ptrdiff_t>((k - 1) * list.words()),
                mixed.states.begin() + static_cast<std::ptrdiff_t>(k * list.words()),
                mixed.states.begin() + static_cast<std::ptrdiff_t>(other * list.words()));
            if (list.ranked)
                std::swap(mixed.ranks[k - 1], mixed.ranks[other]);
            if (!list.moves.empty())
                std::swap(mixed.chosen[k - 1], mixed.chosen[other]);
        }
        sort_states(mixed);
        CHECK(are_equal(mixed, list));
    }
}

TEST_CASE("What is wrong with a file of states is said with its line")
{
    CHECK(error_of("").starts_with("it.states:1:1: error: the text ends within its first lines"));
    CHECK(error_of("sgl states 2\n").starts_with("it.states:1:1: error: expected 'sgl states 1'"));
    CHECK(
        error_of("sgl states 1\nfluents p\n").starts_with("it.states:2:1: error: expected 'bits'"));
    CHECK(error_of("sgl states 1\nbits p p\n")
              .starts_with("it.states:2:1: error: 'p' is listed twice"));
    CHECK(error_of(head + "many\n").starts_with("it.states:3:1: error: expected 'count'"));
    CHECK(error_of(head + "count x\n").starts_with("it.states:3:1: error: expected 'count'"));
    CHECK(error_of(head + "count 99999999999999999999999\n")
              .starts_with("it.states:3:1: error: the number is too large"));
    CHECK(error_of(head + "count 5000000000\n")
              .starts_with("it.states:3:1: error: the number is too large"));
    CHECK(error_of(head + "count 1\nzstd 100\nabc")
              .starts_with("it.states:5:1: error: 100 bytes were to follow, and 3 do"));
    CHECK(error_of(head + "count 1\nzstd 3\nabc")
              .starts_with("it.states:5:1: error: what is compressed is damaged"));
    CHECK(error_of(head + "count 1\nzstd 0\n")
              .starts_with("it.states:5:1: error: the compressed bytes end"));
}

TEST_CASE("A file of states takes no more memory than it may, whatever it says")
{
    StateList list;
    list.bits = {"p", "q"};
    list.states = {0};
    const std::string text = written(list, 3);
    // A head that says more than there is.
    std::string more = text;
    more.replace(more.find("count 1"), 7, "count 4000000000");
    CHECK(error_of(more).find("4000000000 states take") != std::string::npos);
    more.replace(more.find("4000000000"), 10, "40000");
    CHECK(error_of(more).find("the compressed bytes end") != std::string::npos);
    more.replace(more.find("40000"), 5, "4000000000");
    const auto too_large = read_state_list({"it", more}, {1'000'000, {}});
    REQUIRE_FALSE(too_large);
    CHECK(too_large.errors().front().is_limit);
    // Bytes that become many more: as many zeros as two million states without ranks would be.
    StateList zeros;
    zeros.bits = {"p", "q"};
    zeros.ranked = true;
    zeros.states = {0, StateList::Word{1} << 62};
    zeros.ranks = {0, 0};
    std::string bomb = written(zeros, 19);
    bomb.replace(bomb.find("ranks\n"), 6, "");
    CHECK(error_of(bomb).find("there are more compressed bytes than states") != std::string::npos);
}
