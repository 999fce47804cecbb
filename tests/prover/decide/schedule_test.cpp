// The schedule of engines, and reasons and methods as data.

#include "prover/decide/schedule.hpp"

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "prover/processes/child_process.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace sgl;

namespace
{

std::vector<std::string> due_at(unsigned ply)
{
    std::vector<std::string> names;
    for (const ScheduledEngine& row : schedule({}))
    {
        if (row.is_due(ply))
            names.emplace_back(row.name);
    }
    return names;
}

ClaimResult result_of(const std::string& text, const ProveOptions& options = {})
{
    FormulaStore store;
    const auto reader = GameReader::read(store, Source{"game.sgl", text});
    REQUIRE(reader);
    return Prover(store, reader->game(), options).prove(reader->game().claims.front());
}

/// Why the first claim of a game is refuted, in the words that are printed.
std::string why_refuted(const std::string& text, Engine engine)
{
    FormulaStore store;
    const auto reader = GameReader::read(store, Source{"game.sgl", text});
    REQUIRE(reader);
    ProveOptions options;
    options.engine = engine;
    const ClaimResult result =
        Prover(store, reader->game(), options).prove(reader->game().claims.front());
    const auto* refuted = std::get_if<Refuted>(&result.verdict);
    REQUIRE(refuted != nullptr);
    return refuted->stuck ? sgl::text(reader->game().frame, *refuted->stuck) : "";
}

} // namespace

TEST_CASE("The schedule asks induction at short plays and engines of all states at long ones")
{
    using Names = std::vector<std::string>;
    CHECK(due_at(0) == Names{});
    CHECK(due_at(1) == Names{});
    CHECK(due_at(2) == Names{"induction", "very few states", "play invariants", "linear invariants",
                             "states so far"});
    CHECK(due_at(4) == Names{"induction", "states so far"});
    CHECK(due_at(5) == Names{"induction", "states so far"});
    CHECK(due_at(6) == Names{"enumeration", "diagrams", "play invariants again", "gates of plays",
                             "simple paths"});
    CHECK(due_at(7) == Names{"enumeration", "simple paths"});
    CHECK(due_at(12) == Names{"enumeration", "diagrams", "pdr", "simple paths"});
    CHECK(due_at(18) == Names{"enumeration", "simple paths"});
    CHECK(due_at(24) == Names{"enumeration", "diagrams", "pdr", "simple paths"});
}

TEST_CASE("A play that is stuck says why: nobody has a legal move")
{
    // a is legal once; no axiom says that the game is over then.
    const std::string once =
        "agents x\nfluent p\naction a by x\naxiom start: initial -> !p\n"
        "axiom legality: legal(a) <-> !p\naxiom turn: next p <-> true\n"
        "axiom end: terminal <-> false\n"
        "strategy any_move for x = true\nclaim done: x achieves p by any_move\n";
    for (const Engine engine : {Engine::Automatic, Engine::Unrolling, Engine::Enumeration})
        CHECK(why_refuted(once, engine) == "nobody has a legal move and the state is not terminal");
    // The same where nothing is said of terminal at all.
    std::string free = once;
    free.erase(free.find("axiom end"), std::string("axiom end: terminal <-> false\n").size());
    CHECK(why_refuted(free, Engine::Unrolling) ==
          "nobody has a legal move and the state is not terminal");
}

TEST_CASE("A play that is stuck says why: the strategy recommends no legal move")
{
    const std::string head = "agents x, o\nfluent p\naction a by x\naction b by o\n"
                             "axiom start: initial -> !p\naxiom end: terminal <-> p\n"
                             "axiom turn: next p <-> true\n";
    const std::string both = "axiom la: legal(a) <-> !p\naxiom lb: legal(b) <-> !p\n";
    const std::string only_x = "axiom la: legal(a) <-> !p\naxiom lb: legal(b) <-> false\n";
    CHECK(
        why_refuted(head + only_x + "strategy none for x = false\nclaim c: x achieves p by none\n",
                    Engine::Automatic) == "x has legal moves and the strategy recommends none");
    CHECK(why_refuted(head + both +
                          "strategy none(i: agent) for i = false\nclaim c: x, o achieve p by "
                          "none(x), none(o)\n",
                      Engine::Automatic) ==
          "x and o have legal moves and their strategies recommend none");
    // o is free to move, so that a play goes on, and ends.
    const ClaimResult result =
        result_of(head + both + "strategy none for x = false\nclaim c: x achieves p by none\n");
    CHECK(std::holds_alternative<Proved>(result.verdict));
}

TEST_CASE("A play that ends without the goal, or need not end, is not said to be stuck")
{
    const std::string head = "agents x\nfluent p, q\naction a by x\n"
                             "axiom start: initial -> !p & !q\naxiom legality: legal(a) <-> !p\n"
                             "axiom nq: next q <-> q\n";
    CHECK(why_refuted(head + "axiom end: terminal <-> p\naxiom np: next p <-> true\n"
                             "strategy any_move for x = true\nclaim c: x achieves q by any_move\n",
                      Engine::Automatic)
              .empty());
    CHECK(why_refuted(head + "axiom end: terminal <-> p\naxiom np: next p <-> p\n"
                             "strategy any_move for x = true\nclaim c: x achieves p by any_move\n",
                      Engine::Automatic)
              .empty());
}

TEST_CASE("What is undecided has no method")
{
    CHECK_FALSE(method_of(Undecided{}));
    CHECK(method_of(HoldsUpTo{3, "the bound"}) == Method::Unrolling);
    CHECK(method_of(Proved{Method::Structure, ""}) == Method::Structure);
}

TEST_CASE("A budget says by which cause it ended, and in what")
{
    const std::atomic<bool> stop{true};
    Progress progress;
    const Budget stopped(0, &stop, &progress);
    stopped.at_phase("in the solver");
    CHECK(stopped.reason().cause == Cause::Stop);
    CHECK(text(stopped.reason()) == "interrupted in the solver");
    CHECK(Budget().until(stop).reason().cause == Cause::Answered);
    CHECK(Budget().at_most_steps(0).reason().cause == Cause::Steps);
    CHECK(text(Budget(2).reason()) == "2 s passed");
}

TEST_CASE("A reason comes out of a child process as it went in")
{
    for (const Interrupted& sent :
         {Interrupted{"the states take\nall memory", Cause::Memory, 0, ", at 5 states"},
          Interrupted{"", Cause::Deadline, 0.25, " in the solver"}, Interrupted{"it gave up"}})
    {
        const ChildOutcome outcome = in_child([&]() -> std::string { throw sent; }, Budget(20));
        REQUIRE(outcome.failure);
        CHECK(outcome.failure->what == sent.what);
        CHECK(outcome.failure->cause == sent.cause);
        CHECK(outcome.failure->seconds == sent.seconds);
        CHECK(outcome.failure->where == sent.where);
    }
}

TEST_CASE("SGL_OFF turns rows of the schedule off, in builds with assertions alone")
{
    const auto has_row = [](std::string_view name)
    {
        return std::ranges::any_of(schedule(PortfolioLimits{}),
                                   [&](const ScheduledEngine& row) { return row.name == name; });
    };
    CHECK(has_row("pdr"));
    CHECK(has_row("diagrams"));
    setenv("SGL_OFF", "simple paths,pdr", 1);
    const bool has_pdr = has_row("pdr"), has_diagrams = has_row("diagrams");
    unsetenv("SGL_OFF");
    CHECK(has_diagrams);
#ifdef NDEBUG
    CHECK(has_pdr);
#else
    CHECK_FALSE(has_pdr);
#endif
}
