#include "tests/brute_force.hpp"

#include "tests/games.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Two agents, x and o, may each mark one of two cells in turn; who has marked both wins, which
/// nobody can, so the game ends when the board is full.
struct TwoCells
{
    TwoCells() : board(crossdot(store, 2, 2)) {}

    Strategy strategy(std::size_t agent, Formula rule)
    {
        const Agent i{static_cast<std::uint32_t>(agent)};
        const Formula legal = legal_move_of(store, board.game.frame, i);
        return {"s", i, store.conjunction(legal, rule), {}};
    }
    Decision decide(ClaimKind kind, std::vector<Strategy> strategies, Formula f = Formula())
    {
        Claim claim;
        claim.kind = kind;
        claim.strategies = std::move(strategies);
        claim.formula = f;
        return BruteForce(store, board.game).decide(claim).value();
    }

    FormulaStore store;
    MarkGame board;
    Strategy first = strategy(0, board.does(0, 0)), any = strategy(0, store.top()),
             none = strategy(0, store.bottom());
};

} // namespace

TEST_CASE("Brute force: properties of strategies in reachable states")
{
    TwoCells t;
    CHECK(t.decide(ClaimKind::Complete, {t.first}).holds);
    CHECK(t.decide(ClaimKind::Deterministic, {t.first}).holds);
    CHECK(t.decide(ClaimKind::Functional, {t.first}).holds);
    CHECK(t.decide(ClaimKind::Complete, {t.any}).holds);
    CHECK_FALSE(t.decide(ClaimKind::Deterministic, {t.any}).holds);
    CHECK_FALSE(t.decide(ClaimKind::Functional, {t.any}).holds);
    CHECK_FALSE(t.decide(ClaimKind::Complete, {t.none}).holds);
    CHECK(t.decide(ClaimKind::Deterministic, {t.none}).holds);
    CHECK(t.decide(ClaimKind::Consistent, {t.first}).holds);
    CHECK_FALSE(t.decide(ClaimKind::Consistent, {t.none}).holds);
    CHECK(t.decide(ClaimKind::Refines, {t.first, t.any}).holds);
    CHECK_FALSE(t.decide(ClaimKind::Refines, {t.any, t.first}).holds);
    CHECK_FALSE(t.decide(ClaimKind::Equals, {t.any, t.first}).holds);
    CHECK(t.decide(ClaimKind::Equals, {t.any, t.any}).holds);
}

TEST_CASE("Brute force: always speaks of states when state-wise, else of legal moves")
{
    TwoCells t;
    FormulaStore& store = t.store;
    const Formula over = store.terminal();
    CHECK_FALSE(
        t.decide(ClaimKind::Always, {}, store.negation(over)).holds); // the last state counts
    CHECK(t.decide(ClaimKind::Always, {},
                   store.conjunction(store.negation(over),
                                     store.next(store.top())))
              .holds); // moves: none in the last state
    CHECK(t.decide(ClaimKind::Always, {}, store.negation(t.board.wins(0))).holds);
}

TEST_CASE("Brute force: if holds along complying plays only")
{
    TwoCells t;
    FormulaStore& store = t.store;
    const Formula taken = t.board.marked(0, 0);
    const Formula claim = store.implication(store.terminal(), taken);
    CHECK(t.decide(ClaimKind::If, {t.first}, claim).holds);
    CHECK_FALSE(t.decide(ClaimKind::If, {t.first}, claim).vacuous);
    CHECK_FALSE(t.decide(ClaimKind::If, {t.any}, claim).holds);
    CHECK_FALSE(t.decide(ClaimKind::Always, {}, claim).holds);
}

TEST_CASE("Brute force: a play that stops is stuck, and what is said of its end vacuous")
{
    TwoCells t;
    FormulaStore& store = t.store;
    const Formula claim = store.implication(store.terminal(), store.bottom());
    const Decision decision = t.decide(ClaimKind::If, {t.none}, claim);
    CHECK(decision.holds);
    CHECK(decision.vacuous);
    CHECK(decision.stuck);
    CHECK_FALSE(t.decide(ClaimKind::If, {t.first}, claim).stuck);
}

TEST_CASE("Brute force: achieves needs plays that end, and end well")
{
    TwoCells t;
    const Formula taken = t.board.marked(0, 0);
    CHECK(t.decide(ClaimKind::Achieves, {t.first}, taken).holds);
    CHECK_FALSE(t.decide(ClaimKind::Achieves, {t.any}, taken).holds);
    CHECK_FALSE(t.decide(ClaimKind::Achieves, {t.none}, t.store.top()).holds);

    Game endless;
    endless.frame = plain_frame(1, 1, 1);
    FormulaStore& store = t.store;
    const Formula p = store.fluent(Fluent{0});
    endless.axioms = {{"end", store.equivalence(store.terminal(), store.bottom()), {}},
                      {"legal", store.equivalence(store.legal(Action{0}), store.top()), {}},
                      {"effect", store.equivalence(store.next(p), store.negation(p)), {}}};
    Claim claim;
    claim.kind = ClaimKind::Achieves;
    claim.formula = store.top();
    CHECK_FALSE(BruteForce(store, endless).decide(claim)->holds);
}

TEST_CASE("Brute force: theorems are about all states of Σ, reachable or not")
{
    FormulaStore store;
    Game game;
    game.frame = plain_frame(1, 1, 1);
    const Formula p = store.fluent(Fluent{0}), legal = store.legal(Action{0});
    game.axioms = {{"start", store.implication(store.initial(), store.negation(p)), {}},
                   {"end", store.equivalence(store.terminal(), store.bottom()), {}},
                   {"legal", store.equivalence(legal, store.top()), {}},
                   {"effect", store.equivalence(store.next(p), p), {}}};
    Claim claim;
    claim.formula = store.negation(p);
    claim.kind = ClaimKind::Theorem;
    CHECK_FALSE(BruteForce(store, game).decide(claim)->holds);
    claim.kind = ClaimKind::Always;
    CHECK(BruteForce(store, game).decide(claim)->holds);
    // with p in no state of Σ: a static axiom
    game.axioms.push_back({"never", store.negation(p), {}});
    claim.kind = ClaimKind::Theorem;
    CHECK(BruteForce(store, game).decide(claim)->holds);
}

TEST_CASE("Brute force: a state whose play runs into a contradiction is no state of Σ")
{
    FormulaStore store;
    Game game;
    game.frame = plain_frame(1, 1, 2);
    const Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
    game.axioms = {{"end", store.equivalence(store.terminal(), store.bottom()), {}},
                   {"legal", store.equivalence(store.legal(Action{0}), store.bottom()), {}},
                   {"p", store.equivalence(store.next(p), q), {}},
                   {"q", store.equivalence(store.next(q), store.bottom()), {}},
                   {"never", store.negation(p), {}}};
    BruteForce brute_force(store, game);
    CHECK(brute_force.states()->size() == 2); // neither p nor q; initial or not
    CHECK(brute_force.initial_states()->size() == 1);
}

TEST_CASE("Brute force gives up where Σ leaves an atom open")
{
    FormulaStore store;
    Game game;
    game.frame = plain_frame(1, 1, 1);
    Claim claim;
    claim.kind = ClaimKind::Theorem;
    claim.formula = store.top();
    CHECK_FALSE(BruteForce(store, game).decide(claim).has_value());
}
