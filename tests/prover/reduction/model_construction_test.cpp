#include "prover/decide/prover.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Agent x with actions a and b, fluents p, q and r, and no axioms but those added.
struct Small
{
    Small() { game.frame = plain_frame(1, 2, 3); }

    void axiom(Formula f) { game.axioms.push_back({"axiom", f, {}}); }
    void always(Formula head, bool value) { axiom(store.equivalence(head, store.constant(value))); }
    ClaimResult prove(Claim claim) { return Prover(store, game, {20, 10}).prove(claim); }
    std::string theorem(Formula f)
    {
        Claim claim;
        claim.kind = ClaimKind::Theorem;
        claim.formula = f;
        return word(prove(claim).verdict);
    }

    FormulaStore store;
    Game game;
    Action a{0}, b{1};
    Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1}), r = store.fluent(Fluent{2});
    Formula not_p = store.negation(p), not_q = store.negation(q), not_r = store.negation(r);
};

} // namespace

TEST_CASE("A state from which an action leads out of Σ is no state of Σ")
{
    Small s;
    FormulaStore& store = s.store;
    // q, then p & q: never; and r makes q
    s.axiom(store.negation(store.conjunction(s.p, s.q)));
    s.axiom(store.equivalence(store.next(s.p), store.disjunction(s.q, s.p)));
    s.axiom(store.equivalence(store.next(s.q), store.disjunction(s.q, s.r)));
    CHECK(s.theorem(s.not_q) == "proved");
    CHECK(s.theorem(s.not_r) == "proved");
    CHECK(s.theorem(s.not_p) == "refuted");
}

TEST_CASE("A state is one of Σ when what is left open can turn out well for ever")
{
    Small s;
    FormulaStore& store = s.store;
    // exactly one of p, q, r, each followed by another: no default does that
    const Formula one[] = {store.conjunction(s.p, store.conjunction(s.not_q, s.not_r)),
                           store.conjunction(s.not_p, store.conjunction(s.q, s.not_r)),
                           store.conjunction(s.not_p, store.conjunction(s.not_q, s.r))};
    s.axiom(store.disjunction(one));
    for (Formula x : {s.p, s.q, s.r})
        s.axiom(store.implication(x, store.next(store.negation(x))));
    CHECK(s.theorem(s.not_p) == "refuted");
    CHECK(s.theorem(store.implication(s.p, store.next(s.q))) == "refuted");
    CHECK(s.theorem(store.implication(s.p, store.next(store.disjunction(s.q, s.r)))) == "proved");
    // and where r must be followed by r, which it may not, r is gone
    s.axiom(store.implication(s.r, store.next(s.r)));
    CHECK(s.theorem(s.not_r) == "proved");
    CHECK(s.theorem(store.implication(s.p, store.next(s.q))) == "proved");
    CHECK(s.theorem(s.not_p) == "refuted");
}

TEST_CASE("What was promised two actions ahead is kept")
{
    Small s;
    FormulaStore& store = s.store;
    s.axiom(store.disjunction(s.p, store.after(s.a, store.after(s.b, s.p))));
    s.axiom(store.implication(s.p, store.after(s.b, s.not_p)));
    CHECK(s.theorem(s.p) == "refuted");
    CHECK(s.theorem(store.implication(s.not_p, store.after(s.a, s.not_p))) == "proved");
    CHECK(s.theorem(store.after(s.a, s.p)) == "refuted");
}

TEST_CASE("Σ that every state runs out of has no state, and a claim is vacuous")
{
    Small s;
    FormulaStore& store = s.store;
    // a binary counter of p, q that may not come back
    s.axiom(store.equivalence(store.next(s.p), store.equivalence(s.p, s.not_q)));
    s.axiom(store.equivalence(store.next(s.q), s.not_q));
    s.axiom(store.negation(store.conjunction(s.p, s.q)));
    Claim claim;
    claim.kind = ClaimKind::Theorem;
    claim.formula = store.bottom();
    const ClaimResult result = s.prove(claim);
    CHECK(word(result.verdict) == "proved");
    CHECK(result.vacuous);
}

TEST_CASE("A play is stuck also where no default continues it")
{
    Small s;
    FormulaStore& store = s.store;
    s.always(store.terminal(), false);
    s.always(store.legal(s.a), true);
    s.always(store.legal(s.b), true);
    s.axiom(store.implication(store.initial(), s.p));
    // p and q take turns, and one of them is there: r is open, and dead
    s.axiom(store.equivalence(s.p, s.not_q));
    s.axiom(store.implication(s.p, store.next(s.q)));
    s.axiom(store.implication(s.r, store.next(store.conjunction(s.p, s.q))));
    Claim claim;
    claim.kind = ClaimKind::If;
    claim.formula = store.top();
    const Formula move = store.conjunction(store.does(s.a), store.legal(s.a));
    // told none where q
    claim.strategies = {{"s", Agent{0}, store.conjunction(move, s.p), {}}};
    ClaimResult result = s.prove(claim);
    REQUIRE(result.stuck);
    CHECK(result.stuck->witness.play == std::vector{s.a});
    CHECK(result.stuck->states.back().fluents == std::vector{false, true, false});
    // told none where r, which never is
    claim.strategies = {{"s", Agent{0}, store.conjunction(move, s.not_r), {}}};
    CHECK_FALSE(s.prove(claim).stuck);
}
