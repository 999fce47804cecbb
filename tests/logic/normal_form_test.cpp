#include "logic/normal_form/normal_form.hpp"

#include "logic/formula/subformulas.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/normal_form/forget.hpp"
#include "logic/normal_form/negation_normal_form.hpp"
#include "tests/validity.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

bool is_in_negation_normal_form(Formula f)
{
    bool yes = true;
    for_each_subformula(f,
                        [&](Formula g)
                        {
                            const bool allowed = !g.is(Kind::Implies) && !g.is(Kind::Iff) &&
                                                 !g.is(Kind::PrioritisedOr) &&
                                                 !g.is(Kind::PrioritisedAnd);
                            const bool negates_atom =
                                !g.is(Kind::Not) || (g[0].children().empty() &&
                                                     !g[0].is(Kind::True) && !g[0].is(Kind::False));
                            yes = yes && allowed && negates_atom;
                        });
    return yes;
}

/// ⟪⟫ occurs outside [ ] and the α of ⌊α⌋.
bool selects_at_the_top(Formula f)
{
    bool found = false;
    for_each_subformula(
        f, [&](Formula g) { found = found || g.is(Kind::Select); },
        [](Formula g)
        {
            return g.is(Kind::After) ? g.children().first(0)
                                     : g.children().subspan(g.is(Kind::Restrict) ? 1 : 0);
        });
    return found;
}

std::size_t size(Formula f)
{
    std::size_t count = 0;
    for_each_subformula(f, [&](Formula) { ++count; });
    return count;
}

} // namespace

TEST_CASE("Negation normal form: ¬ before atoms only, and equivalent")
{
    CAPTURE(seed());
    const auto found = counterexample(sample_count(20'000, 1'500),
                                      [](Sample& s)
                                      {
                                          const Formula f = s.formula(6);
                                          const Formula g =
                                              negation_normal_form(s.store, s.frame, f);
                                          REQUIRE(is_in_negation_normal_form(g));
                                          return s.store.equivalence(f, g);
                                      });
    CHECK_FALSE(found.has_value());
}

TEST_CASE("Negation normal form, connective by connective")
{
    FormulaStore store;
    const Frame frame = plain_frame(1, 2, 2);
    const Action a{0}, b{1};
    const Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
    const Formula does = store.does(a), not_p = store.negation(p), not_q = store.negation(q);
    const auto not_does_somewhere = store.disjunction(store.select(a, store.negation(does)),
                                                      store.select(b, store.negation(does)));
    const auto normal_of_negated = [&](Formula f)
    { return negation_normal_form(store, frame, store.negation(f)); };

    CHECK(normal_of_negated(store.negation(p)) == p);
    CHECK(normal_of_negated(store.top()) == store.bottom());
    CHECK(normal_of_negated(store.conjunction(p, q)) == store.disjunction(not_p, not_q));
    CHECK(normal_of_negated(store.implication(p, q)) == store.conjunction(p, not_q));
    CHECK(normal_of_negated(store.equivalence(p, q)) ==
          store.disjunction(store.conjunction(p, not_q), store.conjunction(not_p, q)));
    CHECK(normal_of_negated(store.select(a, p)) == store.select(a, not_p));
    CHECK(normal_of_negated(store.restrict(does, p)) == store.restrict(does, not_p));
    CHECK(normal_of_negated(store.after(a, p)) == store.after(a, not_p));
    CHECK(normal_of_negated(store.after(a, does)) == store.after(a, not_does_somewhere));
    CHECK(normal_of_negated(store.next(p)) == store.next(not_p));
    CHECK(normal_of_negated(store.next(does)) == store.next(not_does_somewhere));
}

TEST_CASE("Theorem 2 (SGL): φ ↔ ⋁_a (χ_a ∧ does(a)), every χ_a state-wise and free of ⟪⟫")
{
    CAPTURE(seed());
    const auto found = counterexample(sample_count(20'000, 1'500),
                                      [](Sample& s)
                                      {
                                          const Formula f = s.formula(6);
                                          NormalForm normal(s.store, s.frame);
                                          for (Formula chi : normal.chis(f))
                                          {
                                              REQUIRE(chi.is_state_wise());
                                              REQUIRE_FALSE(selects_at_the_top(chi));
                                          }
                                          return s.store.equivalence(f, normal(f));
                                      });
    CHECK_FALSE(found.has_value());
}

TEST_CASE("χ_a is ⟪a⟫φ")
{
    CAPTURE(seed());
    const auto found =
        counterexample(sample_count(20'000, 1'000),
                       [](Sample& s)
                       {
                           const Formula f = s.formula(6);
                           const Action a = s.action();
                           return s.store.equivalence(s.store.select(a, f),
                                                      NormalForm(s.store, s.frame).chi(f, a));
                       });
    CHECK_FALSE(found.has_value());
}

TEST_CASE("The normal form, connective by connective")
{
    FormulaStore store;
    const Frame frame = plain_frame(1, 2, 1);
    const Action a{0}, b{1};
    const Formula p = store.fluent(Fluent{0}), does = store.does(a);
    NormalForm normal(store, frame);

    CHECK(normal.chi(p, a) == p);
    CHECK(normal.chi(does, a) == store.top());
    CHECK(normal.chi(does, b) == store.bottom());
    CHECK(normal.chi(store.conjunction(p, does), a) == p);
    CHECK(normal.chi(store.implication(does, p), b) == store.top());
    CHECK(normal.chi(store.select(b, does), a) == store.bottom());
    CHECK(normal.chi(store.next(does), b) == store.after(b, does));
    CHECK(normal.chi(store.after(b, does), a) == store.after(b, does));
    CHECK(normal.chi(store.restrict(does, store.select(a, p)), b) == store.restrict(does, p));
    CHECK(normal(store.conjunction(p, does)) == store.conjunction(p, does));
    CHECK(forget(store, frame, store.conjunction(p, does)) == p);
    CHECK(forget(store, frame, does) == store.top());
}

TEST_CASE("Forgetting actions: true in a state exactly when φ is true of some action there")
{
    CAPTURE(seed());
    Random random(seed());
    const unsigned long samples = sample_count(20'000, 1'500);
    for (unsigned long i = 0; i < samples; ++i)
    {
        Sample s(random);
        const Formula f = s.formula(6), g = forget(s.store, s.frame, f);
        REQUIRE(g.is_state_wise());
        const auto model = random_model(random, s.frame);
        Evaluator evaluator(*model);
        for (State w : model->states())
        {
            bool some = false;
            for (std::uint32_t a = 0; a < s.frame.action_count(); ++a)
                some = some || evaluator.holds(f, w, Action{a});
            if (evaluator.holds(g, w) != some)
                FAIL("sample " << i << ", state " << w.index);
        }
    }
}

TEST_CASE("Normal forms of shared and of deep formulas")
{
    FormulaStore store;
    const Frame frame = plain_frame(1, 3, 1);
    Formula shared = store.does(Action{0}), deep = store.does(Action{0});
    for (int i = 0; i < 300; ++i)
        shared = store.equivalence(store.next(shared), store.negation(shared));
    for (int i = 0; i < 300'000; ++i)
        deep = i % 2 == 0 ? store.negation(deep)
                          : store.disjunction(deep, store.select(Action{1}, deep));

    CHECK(size(negation_normal_form(store, frame, store.negation(shared))) < 20'000);
    CHECK(size(NormalForm(store, frame)(shared)) < 20'000);
    CHECK(is_in_negation_normal_form(negation_normal_form(store, frame, deep)));
    for (Formula chi : NormalForm(store, frame).chis(deep))
        CHECK((chi.is(Kind::True) || chi.is(Kind::False)));
}
