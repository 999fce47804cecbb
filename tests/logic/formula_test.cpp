#include "logic/formula/formula.hpp"

#include "logic/formula/subformulas.hpp"
#include "tests/validity.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace sgl;
using namespace sgl::testing;

namespace
{

std::vector<Formula> subformulas(Formula f)
{
    std::vector<Formula> found;
    for_each_subformula(f, [&](Formula g) { found.push_back(g); });
    return found;
}

} // namespace

TEST_CASE("Equal formulas are one formula")
{
    FormulaStore store;
    const Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
    CHECK(p == store.fluent(Fluent{0}));
    CHECK(p != q);
    CHECK(store.conjunction(p, q) == store.conjunction(p, q));
    CHECK(store.conjunction(p, q) != store.conjunction(q, p));
    CHECK(store.conjunction(p, q) != store.disjunction(p, q));
    CHECK(store.after(Action{0}, p) != store.after(Action{1}, p));
    CHECK(store.after(Action{0}, p) != store.select(Action{0}, p));
    CHECK(store.legal(Action{0}) != store.does(Action{0}));
}

TEST_CASE("The store never simplifies")
{
    FormulaStore store;
    const Formula p = store.fluent(Fluent{0});
    CHECK(store.conjunction(p, store.top()).is(Kind::And));
    CHECK(store.negation(store.negation(p)) != p);
    CHECK(store.conjunction(store.conjunction(p, p), p).children().size() == 2);
    CHECK(store.select(Action{0}, p) != p);
}

TEST_CASE("None and one operand")
{
    FormulaStore store;
    const Formula p = store.fluent(Fluent{0});
    CHECK(store.conjunction({}) == store.top());
    CHECK(store.disjunction({}) == store.bottom());
    const std::vector<Formula> one{p};
    CHECK(store.conjunction(one) == p);
    CHECK(store.disjunction(one) == p);
    CHECK(store.prioritised_or(one) == p);
    CHECK(store.prioritised_and(one) == p);
}

TEST_CASE("State-wise: does only inside [ ], ⟪ ⟫ or the α of ⌊α⌋")
{
    FormulaStore store;
    const Action a{0};
    const Formula p = store.fluent(Fluent{0}), does = store.does(a);
    const std::vector<Formula> with{p, does}, without{p, store.legal(a)};
    CHECK(p.is_state_wise());
    CHECK(store.legal(a).is_state_wise());
    CHECK_FALSE(does.is_state_wise());
    CHECK_FALSE(store.negation(does).is_state_wise());
    CHECK_FALSE(store.implication(p, does).is_state_wise());
    CHECK(store.after(a, does).is_state_wise());
    CHECK(store.select(a, does).is_state_wise());
    CHECK(store.restrict(does, p).is_state_wise());
    CHECK_FALSE(store.restrict(p, does).is_state_wise());
    CHECK_FALSE(store.next(p).is_state_wise());
    CHECK(store.prioritised_or(without).is_state_wise());
    CHECK_FALSE(store.prioritised_or(with).is_state_wise());
    CHECK_FALSE(store.prioritised_and(with).is_state_wise());
}

TEST_CASE("Children come before parents, and with_children remakes a formula")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0; i < sample_count(5'000, 500); ++i)
    {
        Sample sample(random);
        for (Formula f : subformulas(sample.formula(6)))
        {
            std::uint32_t depth = 1;
            bool restricts = f.is(Kind::Restrict);
            for (Formula child : f.children())
            {
                REQUIRE(child.id() < f.id());
                depth = std::max(depth, child.depth() + 1);
                restricts = restricts || child.has_restriction();
            }
            REQUIRE(f.depth() == depth);
            REQUIRE(f.has_restriction() == restricts);
            REQUIRE(sample.store.with_children(f, f.children()) == f);
        }
    }
}

TEST_CASE("Random formulas are of every kind, of the depth asked for, and share parts")
{
    CAPTURE(seed());
    Random random(seed());
    std::map<Kind, unsigned> kinds;
    unsigned shared = 0;
    std::size_t nodes = 0;
    for (int i = 0; i < 500; ++i)
    {
        Sample sample(random);
        const Formula f = random_formula(random, sample.store, sample.frame);
        REQUIRE(f.depth() <= 6);
        std::map<Formula, unsigned, decltype([](Formula x, Formula y) { return x.id() < y.id(); })>
            parents;
        for (Formula g : subformulas(f))
        {
            ++kinds[g.kind()];
            ++nodes;
            for (Formula child : g.children())
                shared += !child.children().empty() && ++parents[child] == 2;
        }
    }
    CHECK(kinds.size() == 18);
    for (const auto& [kind, count] : kinds)
    {
        CAPTURE(static_cast<int>(kind));
        CHECK(count > 50);
    }
    CHECK(shared > 50);
    CHECK(nodes > 500 * 12);
}
