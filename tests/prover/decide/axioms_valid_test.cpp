// The axioms, and formulas that look like axioms, as claims of validity.

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "tests/prover/decide/valid_claim.hpp"
#include "tests/small_models.hpp"
#include "tests/validity.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <functional>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// The verdicts on formulas made for samples, all of which should be this word.
void expect_all(const char* expected, unsigned long samples,
                const std::function<Formula(Sample&)>& make)
{
    Random random(seed());
    for (unsigned long i = 0; i < samples; ++i)
    {
        Sample sample(random);
        const Formula f = make(sample);
        const std::string verdict = word(verdict_on_valid(sample.store, sample.frame, f));
        if (verdict != expected)
            FAIL("sample " << i << ": " << verdict << ", not " << expected);
    }
}

void expect_axiom(const char* axiom, const std::function<Formula(Sample&)>& make)
{
    CAPTURE(axiom);
    expect_all("proved", sample_count(200), make);
}

Formula iff(Sample& s, Formula f, Formula g)
{
    return s.store.equivalence(f, g);
}

} // namespace

TEST_CASE("A2–A5 are proved")
{
    expect_axiom("A2",
                 [](Sample& s)
                 {
                     const Action a = s.action(), b = s.action();
                     return a == b ? s.store.top()
                                   : s.store.negation(
                                         s.store.conjunction(s.store.does(a), s.store.does(b)));
                 });
    expect_axiom("A3",
                 [](Sample& s)
                 {
                     std::vector<Formula> does;
                     for (std::uint32_t a = 0; a < s.frame.action_count(); ++a)
                         does.push_back(s.store.does(Action{a}));
                     return s.store.disjunction(does);
                 });
    expect_axiom("A4", [](Sample& s)
                 { return s.store.negation(s.store.after(s.action(), s.store.initial())); });
    expect_axiom("A5",
                 [](Sample& s) {
                     return s.store.implication(s.store.terminal(),
                                                s.store.negation(s.store.legal(s.action())));
                 });
    expect_axiom("A5 after a word",
                 [](Sample& s)
                 {
                     Formula terminal = s.store.terminal(), legal = s.store.legal(s.action());
                     for (std::uint32_t n = s.random.below(4); n > 0; --n)
                     {
                         const Action a = s.action();
                         const bool next = s.random.one_in(3);
                         terminal = next ? s.store.next(terminal) : s.store.after(a, terminal);
                         legal = next ? s.store.next(legal) : s.store.after(a, legal);
                     }
                     return s.store.implication(terminal, s.store.negation(legal));
                 });
}

TEST_CASE("B1 and B2 are proved")
{
    expect_axiom("B1",
                 [](Sample& s)
                 {
                     const Action a = s.action();
                     const Formula f = s.formula(), g = s.formula();
                     return iff(s, s.store.after(a, s.store.conjunction(f, g)),
                                s.store.conjunction(s.store.after(a, f), s.store.after(a, g)));
                 });
    expect_axiom("B2",
                 [](Sample& s)
                 {
                     const Action a = s.action();
                     const Formula f = s.formula();
                     std::vector<Formula> some;
                     for (std::uint32_t b = 0; b < s.frame.action_count(); ++b)
                         some.push_back(s.store.select(Action{b}, s.store.negation(f)));
                     return iff(s, s.store.negation(s.store.after(a, f)),
                                s.store.after(a, s.store.disjunction(some)));
                 });
}

TEST_CASE("C1–C7 are proved")
{
    expect_axiom("C1",
                 [](Sample& s)
                 {
                     const Formula p = s.atom();
                     return iff(s, s.store.select(s.action(), p), p);
                 });
    expect_axiom("C2",
                 [](Sample& s)
                 {
                     const Formula legal = s.store.legal(s.action());
                     return iff(s, s.store.select(s.action(), legal), legal);
                 });
    expect_axiom("C3",
                 [](Sample& s)
                 {
                     const Action a = s.action(), b = s.action();
                     return iff(s, s.store.select(b, s.store.does(a)), s.store.constant(a == b));
                 });
    expect_axiom("C4",
                 [](Sample& s)
                 {
                     const Action b = s.action();
                     const Formula f = s.formula();
                     return iff(s, s.store.select(b, s.store.negation(f)),
                                s.store.negation(s.store.select(b, f)));
                 });
    expect_axiom("C5",
                 [](Sample& s)
                 {
                     const Action b = s.action();
                     const Formula f = s.formula(), g = s.formula();
                     return iff(s, s.store.select(b, s.store.conjunction(f, g)),
                                s.store.conjunction(s.store.select(b, f), s.store.select(b, g)));
                 });
    expect_axiom("C6",
                 [](Sample& s)
                 {
                     const Formula inner = s.store.select(s.action(), s.formula());
                     return iff(s, s.store.select(s.action(), inner), inner);
                 });
    expect_axiom("C7",
                 [](Sample& s)
                 {
                     const Formula inner = s.store.after(s.action(), s.formula());
                     return iff(s, s.store.select(s.action(), inner), inner);
                 });
}

TEST_CASE("D1–D8 are proved")
{
    expect_axiom("D1",
                 [](Sample& s)
                 {
                     const Formula p = s.atom();
                     return iff(s, s.store.restrict(s.formula(), p), p);
                 });
    expect_axiom("D2",
                 [](Sample& s)
                 {
                     const Action a = s.action();
                     const Formula alpha = s.formula(), legal = s.store.legal(a);
                     return iff(s, s.store.restrict(alpha, legal),
                                s.store.conjunction(legal, s.store.select(a, alpha)));
                 });
    expect_axiom("D3",
                 [](Sample& s)
                 {
                     const Formula does = s.store.does(s.action());
                     return iff(s, s.store.restrict(s.formula(), does), does);
                 });
    expect_axiom("D4",
                 [](Sample& s)
                 {
                     const Formula alpha = s.formula(), f = s.formula();
                     return iff(s, s.store.restrict(alpha, s.store.negation(f)),
                                s.store.negation(s.store.restrict(alpha, f)));
                 });
    expect_axiom(
        "D5",
        [](Sample& s)
        {
            const Formula alpha = s.formula(), f = s.formula(), g = s.formula();
            return iff(s, s.store.restrict(alpha, s.store.conjunction(f, g)),
                       s.store.conjunction(s.store.restrict(alpha, f), s.store.restrict(alpha, g)));
        });
    expect_axiom("D6",
                 [](Sample& s)
                 {
                     const Action b = s.action();
                     const Formula alpha = s.formula(), f = s.formula();
                     return iff(s, s.store.restrict(alpha, s.store.select(b, f)),
                                s.store.select(b, s.store.restrict(alpha, f)));
                 });
    expect_axiom("D7",
                 [](Sample& s)
                 {
                     const Action a = s.action();
                     const Formula alpha = s.formula(), f = s.formula();
                     return iff(s, s.store.restrict(alpha, s.store.after(a, f)),
                                s.store.after(a, s.store.restrict(alpha, f)));
                 });
    expect_axiom("D8",
                 [](Sample& s)
                 {
                     const Formula alpha = s.formula(3), beta = s.formula(3), f = s.formula();
                     const Formula both = s.store.conjunction(alpha, s.store.restrict(alpha, beta));
                     return iff(s, s.store.restrict(alpha, s.store.restrict(beta, f)),
                                s.store.restrict(both, f));
                 });
}

TEST_CASE("What ○, ▽ and △ abbreviate is proved equivalent to them")
{
    expect_axiom("○",
                 [](Sample& s)
                 {
                     const Formula f = s.formula();
                     std::vector<Formula> cases;
                     for (std::uint32_t b = 0; b < s.frame.action_count(); ++b)
                         cases.push_back(s.store.conjunction(s.store.does(Action{b}),
                                                             s.store.after(Action{b}, f)));
                     return iff(s, s.store.next(f), s.store.disjunction(cases));
                 });
    expect_axiom("▽",
                 [](Sample& s)
                 {
                     const Formula f = s.formula(), g = s.formula();
                     std::vector<Formula> none;
                     for (std::uint32_t c = 0; c < s.frame.action_count(); ++c)
                         none.push_back(s.store.select(Action{c}, s.store.negation(f)));
                     return iff(
                         s, s.store.prioritised_or(std::array{f, g}),
                         s.store.disjunction(f, s.store.conjunction(g, s.store.conjunction(none))));
                 });
    expect_axiom("▽ is associative",
                 [](Sample& s)
                 {
                     const Formula f = s.formula(3), g = s.formula(3), h = s.formula(3);
                     const Formula left = s.store.prioritised_or(std::array{f, g});
                     return iff(s, s.store.prioritised_or(std::array{left, h}),
                                s.store.prioritised_or(std::array{f, g, h}));
                 });
    expect_axiom(
        "△",
        [](Sample& s)
        {
            const Formula f = s.formula(3), g = s.formula(3), h = s.formula(3);
            std::vector<Formula> two, three;
            for (std::uint32_t c = 0; c < s.frame.action_count(); ++c)
            {
                two.push_back(s.store.select(Action{c}, s.store.conjunction(f, g)));
                three.push_back(
                    s.store.select(Action{c}, s.store.conjunction(std::array{f, g, h})));
            }
            const std::array parts{f, s.store.implication(s.store.disjunction(two), g),
                                   s.store.implication(s.store.disjunction(three), h)};
            return iff(s, s.store.prioritised_and(std::array{f, g, h}), s.store.conjunction(parts));
        });
}

TEST_CASE("Tempting, and false: refuted")
{
    FormulaStore store;
    const Frame two = plain_frame(1, 2, 2);
    const Action c{0}, d{1};
    const Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
    const auto verdict = [&](const Frame& frame, Formula f)
    { return word(verdict_on_valid(store, frame, f)); };

    SECTION("○¬φ ↔ ¬○φ")
    {
        const Formula f = store.does(c);
        CHECK(verdict(two, store.equivalence(store.next(store.negation(f)),
                                             store.negation(store.next(f)))) == "refuted");
        // of a state-wise φ it is true
        CHECK(verdict(two, store.equivalence(store.next(store.negation(p)),
                                             store.negation(store.next(p)))) == "proved");
    }
    SECTION("△ is associative")
    {
        const Frame three = plain_frame(1, 3, 3);
        const Formula r = store.fluent(Fluent{2});
        const auto at = [&](std::initializer_list<std::pair<Action, Formula>> cases)
        {
            std::vector<Formula> parts;
            for (const auto& [a, when] : cases)
                parts.push_back(store.conjunction(store.does(a), when));
            return store.disjunction(parts);
        };
        const Action e{2};
        const Formula f = at({{c, store.top()}, {d, store.top()}}), g = at({{d, p}, {e, q}}),
                      h = at({{c, q}, {e, r}});
        const Formula left =
            store.prioritised_and(std::array{store.prioritised_and(std::array{f, g}), h});
        const Formula right =
            store.prioritised_and(std::array{f, store.prioritised_and(std::array{g, h})});
        CHECK(verdict(three, store.equivalence(left, right)) == "refuted");
        const Formula chain = store.prioritised_and(std::array{f, g, h});
        CHECK(verdict(three, store.equivalence(chain, right)) == "refuted");
    }
    SECTION("⌊α⌋⌊α⌋φ ↔ ⌊α⌋φ for a state-wise α")
    {
        const Formula alpha = store.after(c, store.legal(d)), f = store.legal(d);
        CHECK(verdict(two, store.equivalence(store.restrict(alpha, store.restrict(alpha, f)),
                                             store.restrict(alpha, f))) == "refuted");
        const Formula plain = store.after(c, p); // without legal it is true
        CHECK(verdict(two, store.equivalence(store.restrict(plain, store.restrict(plain, f)),
                                             store.restrict(plain, f))) == "proved");
    }
    SECTION("a lemma of one frame, in a larger one")
    {
        const Formula only = store.disjunction(store.does(c), store.does(d));
        CHECK(verdict(two, only) == "proved");
        CHECK(verdict(plain_frame(1, 3, 2), only) == "refuted");
    }
    SECTION("GEN S on a game axiom: Σ ⊢ α ↔ β replaced inside ⌊⌋")
    {
        Game game;
        game.frame = two;
        game.axioms.push_back({"legality", store.equivalence(store.legal(c), p), {}});
        const auto theorem = [&](Formula f)
        {
            Claim claim;
            claim.kind = ClaimKind::Theorem;
            claim.formula = f;
            return word(Prover(store, game, ProveOptions{10, {}, nullptr}).prove(claim).verdict);
        };
        const auto inside = [&](Formula alpha)
        { return store.restrict(store.does(d), store.restrict(alpha, store.legal(d))); };
        CHECK(theorem(store.equivalence(inside(store.legal(c)), inside(p))) == "refuted");
        CHECK(theorem(store.equivalence(store.restrict(store.legal(c), store.legal(d)),
                                        store.restrict(p, store.legal(d)))) == "proved");
    }
}

TEST_CASE("The printed Propositions 4.1 and 4.2 are refuted (errata S4)")
{
    // complete: some legal move satisfies it, if there is a legal move
    FormulaStore store;
    const Frame frame = plain_frame(1, 2, 1);
    const Action a0{0}, a1{1};
    const auto some_legal = [&](Formula alpha)
    {
        return store.disjunction(store.conjunction(store.legal(a0), store.select(a0, alpha)),
                                 store.conjunction(store.legal(a1), store.select(a1, alpha)));
    };
    const auto complete = [&](Formula alpha)
    { return store.implication(some_legal(store.top()), some_legal(alpha)); };
    const Formula alpha = store.does(a1);
    const Formula beta = store.conjunction(store.does(a0), store.legal(a0));
    const Formula chain = store.prioritised_or(std::array{alpha, beta});
    const Formula first = store.disjunction(store.does(a0), store.does(a1));
    const Formula narrowed = store.prioritised_and(std::array{first, alpha});
    const auto verdict = [&](Formula f) { return word(verdict_on_valid(store, frame, f)); };
    CHECK(verdict(store.implication(store.conjunction(complete(beta), store.legal(a0)),
                                    complete(chain))) == "refuted");
    CHECK(verdict(complete(first)) == "proved");
    CHECK(verdict(store.implication(complete(first), complete(narrowed))) == "refuted");
}

TEST_CASE("A5 where terminal speaks of what is legal later, and so on without end, is looked at as "
          "far as the question looks")
{
    for (const char* claim :
         {"terminal -> !legal(a)", "[a] legal(a) -> !legal(b)", "[a][a] legal(a) -> [a] !legal(a)"})
    {
        CAPTURE(claim);
        FormulaStore store;
        const auto reader = GameReader::read(
            store, {"game", std::string("game g\nagents x\naction a by x\naction b by x\n"
                                        "axiom t: terminal <-> [a] legal(a)\nclaim c: theorem ") +
                                claim});
        REQUIRE(static_cast<bool>(reader));
        Prover prover(store, reader->game(), ProveOptions{20, {}, nullptr, nullptr});
        CHECK(word(prover.prove(reader->game().claims[0]).verdict) == "proved");
    }
}

TEST_CASE("A tautology is one however deep its modalities are: ○ⁿp -> ○ⁿp, with p free")
{
    FormulaStore store;
    Game game;
    game.frame = plain_frame(1, 2, 1);
    Formula f = store.fluent(Fluent{0});
    for (int n = 0; n < 200; ++n)
        f = store.next(f);
    Claim claim;
    claim.kind = ClaimKind::Valid;
    claim.formula = store.implication(f, f);
    const ClaimResult result = Prover(store, game, {}).prove(claim);
    REQUIRE(std::holds_alternative<Proved>(result.verdict));
    CHECK(std::get<Proved>(result.verdict).detail == "a propositional tautology");
}
