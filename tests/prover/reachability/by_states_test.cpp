// All states that plays reach, by diagrams and by enumeration.

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "prover/processes/child_process.hpp"
#include "prover/processes/thread_budget.hpp"
#include "prover/reachability/explicit/explicit_search.hpp"
#include "prover/reachability/symbolic/bdd_search.hpp"
#include "prover/resources/memory.hpp"
#include "prover/transition/initial_states.hpp"
#include "prover/transition/trace.hpp"
#include "prover/transition/variable_order.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/games.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <map>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Both engines that go through all states.
const auto both = {Engine::Enumeration, Engine::Diagrams};

/// A game's text, and its claims by one engine.
struct Read
{
    explicit Read(Source source,
                  const std::vector<std::pair<std::string, std::int64_t>>& parameters = {})
        : reader(GameReader::read(store, std::move(source), {parameters}))
    {
        if (!reader)
            FAIL(reader.errors().front().text());
    }

    ClaimResult prove(const std::string& name, Engine engine, std::optional<unsigned> bound = {})
    {
        const auto& claims = reader->game().claims;
        const auto claim = std::ranges::find(claims, name, &Claim::name);
        REQUIRE(claim != claims.end());
        return Prover(store, reader->game(), {60, bound, nullptr, nullptr, engine}).prove(*claim);
    }

    FormulaStore store;
    Result<GameReader> reader;
};

std::string what_of(const ClaimResult& result)
{
    const auto* proved = std::get_if<Proved>(&result.verdict);
    return proved == nullptr ? word(result.verdict) : proved->detail;
}

/// The system of a question about all plays of a game.
TransitionSystem system_of(Theory& theory, Formula bad)
{
    Question question;
    question.bad = bad;
    return transition_system(theory, question, {});
}

/// A counter of so many bits that starts at 0 and goes round for ever.
std::string counter(int bits)
{
    std::string text =
        "agents x\nfluent b(1.." + std::to_string(bits) + ")\naction tick by x\n" +
        "axiom start: initial -> (all i in 1.." + std::to_string(bits) +
        ": !b(i))\naxiom end: terminal <-> false\naxiom legality: legal(tick) <-> true\n";
    for (int i = 1; i <= bits; ++i)
    {
        const std::string bit = "b(" + std::to_string(i) + ")";
        std::string below = "true";
        for (int k = 1; k < i; ++k)
            below += " & b(" + std::to_string(k) + ")";
        text += "axiom next_" + std::to_string(i) + ": next " + bit + " <-> (" + bit + " <-> !(" +
                below + "))\n";
    }
    return text;
}

} // namespace

TEST_CASE("Tic-tac-toe has 5478 positions")
{
    for (const Engine engine : both)
    {
        Read game(example("tictactoe.sgl"));
        CHECK(what_of(game.prove("complete", engine)) == "5478 states are reached");
    }
}

TEST_CASE("In CrossDot with k = 3, passive defence never loses (JPL Observation 8)")
{
    std::map<Engine, std::string> details;
    for (const Engine engine : both)
    {
        Read game(example("crossdot.sgl"), {{"m", 10}, {"k", 3}});
        for (const char* claim : {"observation_8x", "observation_8o"})
        {
            const ClaimResult result = game.prove(claim, engine);
            CHECK(word(result.verdict) == "proved");
            CHECK_FALSE(result.vacuous);
            details[engine] += what_of(result) + "; ";
        }
    }
    CHECK(details[Engine::Enumeration] == details[Engine::Diagrams]);
}

TEST_CASE("A play that loses is found among all states, and as short as there is one")
{
    for (const Engine engine : both)
    {
        Read game(example("tictactoe.sgl"));
        const ClaimResult result = game.prove("careful_o", engine);
        const auto* refuted = std::get_if<Refuted>(&result.verdict);
        REQUIRE(refuted != nullptr);
        CHECK(refuted->witness.play.size() == 7);
        CHECK(refuted->states.size() == 8);
        // beyond a bound it is not looked for
        CHECK(word(game.prove("careful_o", engine, 6).verdict) == "undecided");
    }
}

TEST_CASE("A counter of ten bits runs through 1024 states and comes back")
{
    const Source source{"counter.sgl", counter(10) + "claim low: always !b(10) | true\n"
                                                     "claim high: always !(b(10) & b(1))\n"
                                                     "strategy s for x = does(tick)\n"
                                                     "claim ends: x achieves true by s\n"};
    for (const Engine engine : both)
    {
        Read game(source);
        CHECK(what_of(game.prove("low", engine)) == "1 state is reached"); // no bit matters
        const ClaimResult high = game.prove("high", engine);
        REQUIRE(word(high.verdict) == "refuted");
        CHECK(std::get<Refuted>(high.verdict).witness.play.size() == 513);
        const ClaimResult ends = game.prove("ends", engine);
        REQUIRE(word(ends.verdict) == "refuted");
        const Witness& lasso = std::get<Refuted>(ends.verdict).witness;
        REQUIRE(lasso.loop);
        CHECK(lasso.play.size() - *lasso.loop == 1024);
    }
}

TEST_CASE("Plays that meet again without coming back end")
{
    // up by one or two to 6: states are reached by plays of different lengths
    const Source source{"stairs.sgl", R"(agents x
fluent at(0..6)
action up(1..2) by x
axiom start: initial -> at(0) & (all i in 1..6: !at(i))
axiom end: terminal <-> at(5) | at(6)
axiom legality: for d in 1..2: legal(up(d)) <-> !terminal
axiom step: for i in 0..6: next at(i) <-> (any d in 1..2 where d <= i: at(i-d) & does(up(d)))
strategy any_step for x = does(up(1)) | does(up(2))
claim ends: x achieves at(5) | at(6) by any_step
)"};
    for (const Engine engine : both)
        CHECK(what_of(Read(source).prove("ends", engine)) == "7 states are reached");
}

TEST_CASE("All initial states are started from")
{
    const Source source{"lamps.sgl", R"(agents x
fluent lamp(1..3), lit
action wait by x
axiom start: initial -> !lit & (lamp(1) <-> lamp(2))
axiom end: terminal <-> lit
axiom legality: legal(wait) <-> !terminal
axiom stay: for i in 1..3: next lamp(i) <-> lamp(i)
axiom light: next lit <-> lamp(1) & lamp(2) & lamp(3)
claim dark: always lit -> lamp(3)
)"};
    // of 4 that differ in lamps, one is lit then; the others stay, with `initial` not looked at
    for (const Engine engine : both)
        CHECK(what_of(Read(source).prove("dark", engine)) == "5 states are reached");
}

TEST_CASE("What Σ leaves open is a choice for enumeration, and not for diagrams")
{
    const Source source{"open.sgl", R"(agents x
fluent p, q
action go by x
axiom start: initial -> !p & !q
axiom end: terminal <-> false
axiom legality: legal(go) <-> true
axiom p_next: next p <-> p
axiom q_next: q -> next q
claim about_p: always !p
claim about_q: always !q
)"};
    for (const Engine engine : both)
    {
        Read game(source);
        CHECK(word(game.prove("about_p", engine).verdict) == "proved");
        CHECK(word(game.prove("about_q", engine).verdict) ==
              (engine == Engine::Enumeration ? "refuted" : "undecided"));
    }
    CHECK(word(Read(source).prove("about_q", Engine::Automatic).verdict) == "refuted");
}

TEST_CASE("An enumeration says how far it got")
{
    Read game(Source{"counter.sgl", counter(16)});
    Theory theory(game.store, game.reader->game());
    const Formula top_bit = game.store.fluent(*game.reader->game().frame.find_fluent("b(16)"));
    const Formula never = game.store.conjunction(top_bit, game.store.initial());
    const TransitionSystem system = system_of(theory, never);
    const auto starts = initial_states(system, 10, {});
    REQUIRE(starts);
    REQUIRE(starts->size() == 1);
    std::string why;
    try
    {
        reach_by_enumeration(system, *starts, false, {1000, 100}, {});
    }
    catch (const Interrupted& interrupted)
    {
        why = text(interrupted);
    }
    CHECK(why == "there are more states than are gone through here, at 1001 states, "
                 "1000 moves and 999 plies");
    EnumerationStatistics statistics;
    const Reachability all = reach_by_enumeration(system, *starts, false, {}, {}, &statistics);
    CHECK(statistics.states == 65'537); // 0 is initial once, and once not
    CHECK(statistics.moves == statistics.expanded);
    CHECK(all.states == "65537 states");
}

TEST_CASE("Diagrams that grow too large are given up, and so are those that take too long")
{
    Read game(example("crossdot.sgl"), {{"m", 24}, {"k", 3}});
    Theory theory(game.store, game.reader->game());
    const TransitionSystem system = system_of(theory, game.store.initial());
    const Frame& frame = game.reader->game().frame;
    std::string why;
    const auto reach = [&](const TransitionSystem& asked, std::size_t memory, const Budget& budget)
    {
        try
        {
            reach_by_diagrams(frame, asked, {false, false, memory}, budget);
            why = "done";
        }
        catch (const Interrupted& interrupted)
        {
            why = text(interrupted);
        }
        return why;
    };
    const auto in_use = static_cast<std::size_t>(memory_in_use());
    CHECK(reach(system, 64 + in_use, {}) == "done"); // bad at once
    const Formula never = game.store.conjunction(game.store.initial(), game.store.terminal());
    const TransitionSystem large = system_of(theory, never);
    CHECK(reach(large, 1, {}) == "the diagrams take too much memory");
    CHECK(reach(large, 4096 + in_use, Budget(0.05)).starts_with("0.05 s passed"));
}

TEST_CASE("However diagrams end, it is known how far they got")
{
    Read game(Source{"counter.sgl", counter(40)}); // no end of layers, each of one state
    Theory theory(game.store, game.reader->game());
    const Formula top_bit = game.store.fluent(*game.reader->game().frame.find_fluent("b(40)"));
    const TransitionSystem system = system_of(theory, top_bit);
    const auto reason = [&](std::size_t memory, const Budget& budget) -> std::string
    {
        try
        {
            reach_by_diagrams(game.reader->game().frame, system, {false, false, memory}, budget);
            return "done";
        }
        catch (const Interrupted& interrupted)
        {
            return text(interrupted);
        }
    };
    const auto says_how_far = [](const std::string& why)
    {
        return why.find(", at ") != std::string::npos &&
               why.find(" plies, ") != std::string::npos &&
               why.find(" states and ") != std::string::npos && why.ends_with(" nodes");
    };
    const std::string too_large = reason(8 + static_cast<std::size_t>(memory_in_use()), {});
    CAPTURE(too_large);
    CHECK(too_large.starts_with("the diagrams take too much memory, at "));
    CHECK(says_how_far(too_large));
    const std::string too_long = reason(100'000, Budget(1));
    CAPTURE(too_long);
    CHECK(too_long.starts_with("1 s passed"));
    CHECK(says_how_far(too_long));
}

TEST_CASE("Whatever ends a child process, the parent learns of it and goes on")
{
    CHECK(in_child([] { return std::string("42"); }, {}).said == "42");
    CHECK(in_child([] { return std::string(100'000, 'x'); }, {}).said.size() == 100'000);
    const ChildOutcome thrown = in_child([]() -> std::string { throw std::bad_alloc(); }, {});
    CHECK(thrown.said.empty());
    REQUIRE(thrown.failure);
    CHECK(thrown.failure->what == "std::bad_alloc");
    CHECK(in_child([]() -> std::string { give_up("no room"); }, {}).failure->what == "no room");
    CHECK(in_child([]() -> std::string { _exit(0); }, {}).failure->what ==
          "its process ended early");
    CHECK(in_child(
              []() -> std::string
              {
                  std::raise(SIGKILL);
                  return "said";
              },
              {})
              .failure->what == "its process was ended by signal 9");
    const auto forever = []() -> std::string
    {
        for (;;)
            pause();
    };
    CHECK_THROWS_AS(in_child(forever, Budget(0.05)), Interrupted);
    const std::atomic<bool> stop{true};
    CHECK_THROWS_AS(in_child(forever, Budget(0, &stop)), Interrupted);
}

TEST_CASE("What was reached goes through a text unchanged, and no part of the text is taken for it")
{
    Reachability reached;
    reached.states = "12 states";
    reached.any_initial = true;
    reached.stuck = Trace{{true, false}, {Action{3}, Action{0}}, Action{2}, std::nullopt};
    reached.endless = Trace{{false, true}, {Action{1}}, std::nullopt, 0};
    // Bit 1, and it with bit 0.
    reached.diagrams = StateDiagrams{{}, {{1, 0, 1}, {0, 0, 2}}, 2, {3, 2}, true};
    const std::string text = written(reached);
    const auto same = read_reached(text, 2);
    REQUIRE(same);
    CHECK(same->states == reached.states);
    CHECK(same->any_initial);
    CHECK_FALSE(same->premise_seen);
    CHECK_FALSE(same->bad);
    REQUIRE(same->stuck);
    CHECK(same->stuck->start == reached.stuck->start);
    CHECK(same->stuck->play == reached.stuck->play);
    CHECK(same->stuck->move == reached.stuck->move);
    REQUIRE(same->endless);
    CHECK(same->endless->loop == 0);
    REQUIRE(same->diagrams);
    CHECK(same->diagrams->choices == reached.diagrams->choices);
    CHECK(same->diagrams->reached == 2);
    CHECK(same->diagrams->layers == reached.diagrams->layers);
    CHECK(same->diagrams->any_later);
    for (std::size_t length = 0; length < text.size(); ++length)
        CHECK_FALSE(read_reached(text.substr(0, length), 2));
}

TEST_CASE("Diagrams that are none are not read")
{
    using Choices = std::vector<StateDiagrams::Choice>;
    const auto is_read = [](const Choices& choices, StateDiagrams::Node root,
                            std::vector<StateDiagrams::Node> layers)
    {
        Reachability reached;
        reached.diagrams = StateDiagrams{{}, choices, root, std::move(layers), false};
        return read_reached(written(reached), 2).has_value();
    };
    CHECK(is_read({{1, 0, 1}, {0, 2, 1}}, 3, {1, 0}));
    CHECK_FALSE(is_read({{2, 0, 1}}, 2, {}));            // no such bit
    CHECK_FALSE(is_read({{1, 0, 1}, {1, 2, 0}}, 3, {})); // decided twice
    CHECK_FALSE(is_read({{1, 0, 1}, {0, 0, 3}}, 3, {})); // of itself
    CHECK_FALSE(is_read({{1, 0, 1}}, 3, {}));            // of nothing
    CHECK_FALSE(is_read({{1, 0, 1}}, 2, {3}));
}

TEST_CASE("Bits of the same cell are neighbours among the variables")
{
    Read game(example("tictactoe.sgl"));
    Theory theory(game.store, game.reader->game());
    const Frame& frame = game.reader->game().frame;
    const Formula bad = game.store.conjunction(game.store.initial(), game.store.terminal());
    const TransitionSystem system = system_of(theory, bad);
    std::vector<std::string> names;
    for (const std::uint32_t bit : bit_order(frame, system))
    {
        const Formula atom = system.bits[bit].atom;
        names.push_back(atom.is(Kind::Fluent) ? frame.name(atom.fluent()) : "initial");
    }
    REQUIRE(names.size() == 21);
    const std::vector<std::string> first(names.begin(), names.begin() + 7);
    CHECK(first == std::vector<std::string>{"initial", "turn(x)", "turn(o)", "p(x,1,1)", "p(o,1,1)",
                                            "p(x,1,2)", "p(o,1,2)"});
}

TEST_CASE("What an enumeration finds does not depend on the number of threads")
{
    const auto reached = [](Read& game, Formula bad, bool must_end, unsigned threads)
    {
        Theory theory(game.store, game.reader->game());
        const TransitionSystem system = system_of(theory, bad);
        const auto starts = initial_states(system, 10, {});
        REQUIRE(starts);
        limit_threads(threads);
        EnumerationStatistics statistics;
        const Reachability all =
            reach_by_enumeration(system, *starts, must_end, {}, {}, &statistics);
        limit_threads(0);
        return written(all) + std::to_string(statistics.states) + " " +
               std::to_string(statistics.moves) + " " + std::to_string(statistics.expanded) + " " +
               std::to_string(statistics.plies);
    };
    const Source lights{"lights.sgl", R"(agents x, o
fluent lit(1..16)
action press(1..16) by x
action wait by o
axiom start: initial -> (all i in 1..16: !lit(i))
axiom end: terminal <-> (all i in 1..16: lit(i))
axiom press_legal: for i in 1..16: legal(press(i)) <-> !terminal
axiom wait_legal: legal(wait) <-> !terminal
axiom press_next: for i in 1..16: next lit(i) <-> (lit(i) <-> !(any d in 0..2 where i + d <= 16: does(press(i + d))))
)"};
    Read tictactoe(example("tictactoe.sgl")), game(lights);
    const auto fluent = [](Read& of, const char* name)
    { return of.store.fluent(*of.reader->game().frame.find_fluent(name)); };
    const Formula never =
        tictactoe.store.conjunction(tictactoe.store.initial(), fluent(tictactoe, "p(o,2,2)"));
    const Formula crossed =
        tictactoe.store.conjunction(tictactoe.store.terminal(), fluent(tictactoe, "p(o,2,2)"));
    const Formula dark = game.store.conjunction(game.store.initial(), fluent(game, "lit(3)"));
    const Formula pair = game.store.conjunction(
        game.store.negation(fluent(game, "lit(15)")),
        game.store.conjunction(fluent(game, "lit(16)"), fluent(game, "lit(1)")));
    for (const unsigned threads : {2U, 3U, 7U})
    {
        CAPTURE(threads);
        for (const bool must_end : {false, true})
        {
            for (const Formula bad : {never, crossed})
                CHECK(reached(tictactoe, bad, must_end, threads) ==
                      reached(tictactoe, bad, must_end, 1));
            for (const Formula bad : {dark, pair})
                CHECK(reached(game, bad, must_end, threads) == reached(game, bad, must_end, 1));
        }
    }
}
