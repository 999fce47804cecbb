#include "logic/formula/subformulas.hpp"

#include "tests/random.hpp"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

std::vector<Formula> visited(Formula f)
{
    std::vector<Formula> order;
    for_each_subformula(f, [&](Formula g) { order.push_back(g); });
    return order;
}

/// By the definition, without sharing.
void collect(Formula f, std::set<std::uint32_t>& ids)
{
    ids.insert(f.id());
    for (Formula child : f.children())
        collect(child, ids);
}

} // namespace

TEST_CASE("A walk visits a formula before its operands, from left to right, and each once")
{
    FormulaStore store;
    const Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
    const Formula left = store.conjunction(p, q), right = store.disjunction(q, p);
    const Formula f = store.implication(left, right);
    CHECK(visited(f) == std::vector<Formula>{f, left, p, q, right});
}

TEST_CASE("A walk goes on below what it enters, or below the operands it is given")
{
    FormulaStore store;
    const Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
    const Formula inner = store.after(Action{0}, p), f = store.conjunction(inner, q);
    std::vector<Formula> order;
    const auto visit = [&](Formula g) { order.push_back(g); };
    for_each_subformula(f, visit, [](Formula g) { return !g.is(Kind::After); });
    CHECK(order == std::vector<Formula>{f, inner, q});
    order.clear();
    for_each_subformula(
        f, visit,
        [](Formula g)
        { return g.children().first(std::min<std::size_t>(1, g.children().size())); });
    CHECK(order == std::vector<Formula>{f, inner, p});
}

TEST_CASE("any_subformula says whether there is one, and looks no further")
{
    FormulaStore store;
    const Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
    const Formula f = store.conjunction(store.negation(p), q);
    std::size_t asked = 0;
    CHECK(any_subformula(f,
                         [&](Formula g)
                         {
                             ++asked;
                             return g.is(Kind::Not);
                         }));
    CHECK(asked == 2);
    CHECK(any_subformula(f, [&](Formula g) { return g == q; }));
    CHECK_FALSE(any_subformula(f, [](Formula g) { return g.is(Kind::Or); }));
    CHECK_FALSE(any_subformula(
        f, [&](Formula g) { return g == p; }, [](Formula g) { return g.is(Kind::And); }));
}

TEST_CASE("A walk that goes on later does not come back to what it has seen")
{
    FormulaStore store;
    const Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
    SubformulaWalk walk;
    walk.add(p);
    walk.add(p);
    CHECK(walk.take() == p);
    CHECK_FALSE(walk.take());
    walk.add(std::vector<Formula>{p, q});
    CHECK(walk.take() == q);
    CHECK_FALSE(walk.take());
}

TEST_CASE("A walk visits the subformulas of the definition, of random formulas")
{
    CAPTURE(seed());
    Random random(seed());
    const Frame frame = plain_frame(2, 4, 3);
    FormulaStore store;
    for (int i = 0; i < 300; ++i)
    {
        const Formula f = random_formula(random, store, frame);
        std::set<std::uint32_t> ids, defined;
        std::size_t visits = 0;
        for_each_subformula(f,
                            [&](Formula g)
                            {
                                ids.insert(g.id());
                                ++visits;
                            });
        collect(f, defined);
        CHECK(ids == defined);
        CHECK(visits == ids.size());
        CHECK(is_present(f) == !std::ranges::any_of(visited(f),
                                                    [](Formula g) {
                                                        return g.is(Kind::Next) ||
                                                               g.is(Kind::After) ||
                                                               g.is(Kind::Restrict);
                                                    }));
    }
}

TEST_CASE("A walk needs time in the size of the shared formula, and no deep stack")
{
    FormulaStore store;
    Formula f = store.fluent(Fluent{0});
    constexpr std::size_t levels = 300'000;
    for (std::size_t i = 0; i < levels; ++i)
        f = store.conjunction(f, f);
    CHECK(visited(f).size() == levels + 1);
}
