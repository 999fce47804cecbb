// Policies: strategies that are files of states, and sgl policy.

#include "logic/states/state_file.hpp"
#include "tests/command/directory.hpp"
#include "tests/command/run.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Two players take one to three sticks; who takes the last one wins.
const std::string sticks = R"(game sticks(n = 21)
agents x, o
fluent left(0..n), turn(agent)
action take(t: agent, k: 1..3) by t
let other(x) = o
let other(o) = x
axiom start: initial -> turn(x) & !turn(o) & left(n) & (all i in 0..n-1: !left(i))
axiom end: terminal <-> left(0)
axiom may: for t in agent, k in 1..3: legal(take(t,k)) <-> turn(t) & !terminal & (any i in k..n: left(i))
axiom effect: for i in 0..n: next left(i) <-> (any t in agent, k in 1..3 where i + k <= n: does(take(t,k)) & left(i+k))
axiom turns: for t in agent: next turn(t) <-> turn(other(t))
strategy book for x = policy "sticks.policy"
strategy any_take for x = true
strategy player for x = book |> any_take
claim wins: x achieves turn(o) by book
claim holds: if x plays player then terminal -> turn(o)
claim complete: book is complete expect refuted
claim single: book is deterministic
)";

/// The moves to a multiple of four, where there are some; `skip` of them are left out.
std::string sticks_policy(int n, int skip = 0)
{
    StateList list;
    list.bits = {"turn(x)"};
    for (int i = 0; i <= n; ++i)
        list.bits.push_back("left(" + std::to_string(i) + ")");
    list.moves = {"take(x,1)", "take(x,2)", "take(x,3)"};
    for (int i = n; i > 0; --i)
    {
        if (i % 4 == 0 || skip-- > 0)
            continue;
        list.states.resize(list.states.size() + list.words());
        const auto state = std::span(list.states).last(list.words());
        StateList::put(state, 0);
        StateList::put(state, static_cast<std::size_t>(i) + 1);
        list.chosen.push_back(static_cast<std::uint32_t>(i % 4 - 1));
    }
    sort_states(list);
    return written(list, 3);
}

} // namespace

TEST_CASE("A policy is a strategy: what it says is proved, refuted and certified")
{
    // Of few states it is a formula; of many, its states are looked up: tested by many sticks
    // below.
    const Directory directory;
    directory.write("sticks.sgl", sticks);
    directory.write("sticks.policy", sticks_policy(21));
    const Run run =
        run_sgl("prove --proofs " + directory.file("proofs") + " " + directory.file("sticks.sgl"));
    INFO(run.output << run.errors);
    CHECK(run.status == 0);
    const Run check = run_sgl("check " + directory.file("proofs"));
    INFO(check.output);
    CHECK(check.status == 0);
    CHECK(has(check.output, "4 accepted, 0 rejected"));
}

TEST_CASE("The states of a long policy are looked up")
{
    const Directory directory;
    const int n = 2'801;
    std::string text = with(sticks, "n = 21", "n = " + std::to_string(n));
    directory.write("sticks.sgl", text);
    directory.write("sticks.policy", sticks_policy(n));
    const Run run = run_sgl("prove --claim wins --claim single --claim complete --proofs " +
                            directory.file("proofs") + " " + directory.file("sticks.sgl"));
    INFO(run.output << run.errors);
    CHECK(run.status == 0);
    CHECK(has(run.output, "states are reached"));
    const Run check = run_sgl("check " + directory.file("proofs"));
    INFO(check.output);
    CHECK(check.status == 0);
    CHECK(has(check.output, "3 accepted, 0 rejected"));
}

TEST_CASE("A policy that leaves states out is followed by the rest of the rule")
{
    const Directory directory;
    directory.write("sticks.sgl", with(sticks, "claim wins: x achieves turn(o) by book",
                                       "claim wins: x achieves turn(o) by player expect refuted"));
    directory.write("sticks.policy", sticks_policy(21, 1));
    const Run run = run_sgl("prove --claim wins " + directory.file("sticks.sgl"));
    INFO(run.output << run.errors);
    CHECK(run.status == 0);
    const Run moves = run_sgl("moves --strategy player " + directory.file("sticks.sgl"));
    CHECK(has(moves.output, "take(x,3)"));
}

TEST_CASE("sgl policy counts, prints, joins and checks")
{
    const Directory directory;
    directory.write("sticks.sgl", sticks);
    directory.write("sticks.policy", sticks_policy(21));
    directory.write("less.policy", sticks_policy(21, 3));
    const std::string all = directory.file("sticks.policy"), less = directory.file("less.policy");
    CHECK(run_sgl("policy count " + all).output == "16 states of 23 bits\n"
                                                   "           6  take(x,1)\n"
                                                   "           5  take(x,2)\n"
                                                   "           5  take(x,3)\n");
    CHECK(has(run_sgl("policy print " + all).output, "turn(x) left(7): take(x,3)\n"));
    CHECK(run_sgl("policy count " + less).output.starts_with("13 states"));
    const std::string joined = directory.file("joined.policy");
    CHECK(run_sgl("policy join " + less + " " + all + " -o " + joined).output == "16 states\n");
    CHECK(run_sgl("policy print " + joined).output == run_sgl("policy print " + all).output);
    const Run check = run_sgl("policy check " + all + " " + directory.file("sticks.sgl"));
    CHECK(check.output == "accepted: 16 states, and a legal move in each\n");
    CHECK(check.status == 0);

    SECTION("a move that is not legal is shown with its state")
    {
        StateList list = *read_state_list({"it", directory.text("sticks.policy")});
        for (std::size_t i = 0; i < list.size(); ++i)
        {
            if (StateList::has(list[i], 2)) // one stick is left
                list.chosen[i] = 2;
        }
        directory.write("wrong.policy", written(list, 3));
        const Run rejected = run_sgl("policy check " + directory.file("wrong.policy") + " " +
                                     directory.file("sticks.sgl"));
        CHECK(rejected.status == 1);
        CHECK(rejected.output ==
              "rejected: take(x,3) is not legal in the state: turn(x) left(1)\n");
    }
    SECTION("what is no policy is said to be none")
    {
        StateList list = *read_state_list({"it", directory.text("sticks.policy")});
        list.moves.clear();
        list.chosen.clear();
        directory.write("sticks.policy", written(list, 3));
        const Run count = run_sgl("policy count " + all);
        CHECK(count.status == 3);
        CHECK(has(count.errors, "it is no policy"));
        const Run run = run_sgl("prove " + directory.file("sticks.sgl"));
        CHECK(run.status == 3);
        CHECK(has(run.errors, "sticks.sgl:12:"));
        CHECK(has(run.errors, "it is no policy"));
    }
    SECTION("a policy that is not there, or damaged, is an error in the game, with its line")
    {
        directory.write("sticks.policy", "sgl states 1\nbits left(1)\nmoves take(x,1)\ncount 1\n");
        const Run damaged = run_sgl("prove " + directory.file("sticks.sgl"));
        CHECK(damaged.status == 3);
        CHECK(has(damaged.errors, "sticks.policy:5: the text ends within its first lines"));
        std::filesystem::remove(all);
        const Run run = run_sgl("prove " + directory.file("sticks.sgl"));
        CHECK(run.status == 3);
        CHECK(has(run.errors, "there is no file"));
        CHECK(run_sgl("policy print").status == 3);
        CHECK(run_sgl("policy join " + less).status == 3);
    }
    SECTION("names that are not the game's are an error")
    {
        directory.write("sticks.sgl", with(sticks, "n = 21", "n = 20"));
        const Run run = run_sgl("prove " + directory.file("sticks.sgl"));
        CHECK(run.status == 3);
        CHECK(has(run.errors, "'left(21)', which is no fluent of the game"));
        const Run rejected = run_sgl("policy check " + all + " " + directory.file("sticks.sgl"));
        CHECK(rejected.status == 3); // the game itself names the policy
    }
}
