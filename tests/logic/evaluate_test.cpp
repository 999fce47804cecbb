#include "logic/model/evaluate.hpp"

#include "logic/formula/definition.hpp"
#include "tests/validity.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// The truth definition again, without memo and without shortcut: ⌊α⌋ makes a model of its own.
bool plainly_true(ExplicitModel& model, Formula f, State w, Action a)
{
    const auto actions = static_cast<std::uint32_t>(model.frame().action_count());
    const auto here = [&](Formula g) { return plainly_true(model, g, w, a); };
    const auto everywhere_after = [&](Formula g, Action b)
    {
        for (std::uint32_t c = 0; c < actions; ++c)
            if (!plainly_true(model, g, model.after(w, b), Action{c}))
                return false;
        return true;
    };
    switch (f.kind())
    {
    case Kind::True: return true;
    case Kind::False: return false;
    case Kind::Fluent: return model.holds(f.fluent(), w);
    case Kind::Initial: return model.initial(w);
    case Kind::Terminal: return model.terminal(w);
    case Kind::Legal: return model.legal(w, f.action());
    case Kind::Does: return f.action() == a;
    case Kind::Not: return !here(f[0]);
    case Kind::And: return std::all_of(f.children().begin(), f.children().end(), here);
    case Kind::Or: return std::any_of(f.children().begin(), f.children().end(), here);
    case Kind::Implies: return !here(f[0]) || here(f[1]);
    case Kind::Iff: return here(f[0]) == here(f[1]);
    case Kind::After: return everywhere_after(f[0], f.action());
    case Kind::Next: return everywhere_after(f[0], a);
    case Kind::Select: return plainly_true(model, f[0], w, f.action());
    case Kind::Restrict:
    {
        ExplicitModel restricted(model.frame(), model.state_count());
        for (State s : model.states())
        {
            restricted.set_initial(s, model.initial(s));
            restricted.set_terminal(s, model.terminal(s));
            for (std::uint32_t p = 0; p < model.frame().fluent_count(); ++p)
                restricted.set_fluent(Fluent{p}, s, model.holds(Fluent{p}, s));
            for (std::uint32_t b = 0; b < actions; ++b)
            {
                restricted.set_after(s, Action{b}, model.after(s, Action{b}));
                restricted.set_legal(s, Action{b},
                                     model.legal(s, Action{b}) &&
                                         plainly_true(model, f[0], s, Action{b}));
            }
        }
        return plainly_true(restricted, f[1], w, a);
    }
    // α ▽ rest: α, or rest where α is true of no action
    case Kind::PrioritisedOr:
        for (Formula alpha : f.children())
        {
            if (here(alpha))
                return true;
            for (std::uint32_t c = 0; c < actions; ++c)
                if (plainly_true(model, alpha, w, Action{c}))
                    return false;
        }
        return false;
    // α₁, and each α_k whose conjunction with those before it is true of some action
    case Kind::PrioritisedAnd:
        for (std::size_t k = 0; k < f.children().size(); ++k)
        {
            bool some = k == 0;
            for (std::uint32_t c = 0; c < actions && !some; ++c)
                some = std::all_of(f.children().begin(),
                                   f.children().begin() + static_cast<std::ptrdiff_t>(k + 1),
                                   [&](Formula g) { return plainly_true(model, g, w, Action{c}); });
            if (some && !here(f[k]))
                return false;
        }
        return true;
    }
    return false;
}

Formula iff(Sample& s, Formula f, Formula g)
{
    return s.store.equivalence(f, g);
}

using Schema = std::function<Formula(Sample&)>;

Action other_than(Sample& s, Action a)
{
    const auto count = static_cast<std::uint32_t>(s.frame.action_count());
    return count == 1 ? a : Action{(a.index + 1 + s.random.below(count - 1)) % count};
}

std::vector<Formula> several(Sample& s)
{
    std::vector<Formula> formulas;
    for (std::uint32_t n = 2 + s.random.below(2); n > 0; --n)
        formulas.push_back(s.formula(3));
    return formulas;
}

std::vector<Formula> each(const std::vector<Formula>& formulas,
                          const std::function<Formula(Formula)>& change)
{
    std::vector<Formula> changed;
    std::transform(formulas.begin(), formulas.end(), std::back_inserter(changed), change);
    return changed;
}

/// Section 2 of the design, C1 and D1 over the atoms of their note.
const std::vector<std::pair<const char*, Schema>> axioms{
    {"A2",
     [](Sample& s)
     {
         const Action a = s.action(), b = other_than(s, a);
         return a == b ? s.store.top()
                       : s.store.negation(s.store.conjunction(s.store.does(a), s.store.does(b)));
     }},
    {"A3",
     [](Sample& s)
     {
         std::vector<Formula> does;
         for (std::uint32_t a = 0; a < s.frame.action_count(); ++a)
             does.push_back(s.store.does(Action{a}));
         return s.store.disjunction(does);
     }},
    {"A4",
     [](Sample& s) { return s.store.negation(s.store.after(s.action(), s.store.initial())); }},
    {"A5",
     [](Sample& s) {
         return s.store.implication(s.store.terminal(),
                                    s.store.negation(s.store.legal(s.action())));
     }},
    {"B1",
     [](Sample& s)
     {
         const Action a = s.action();
         const auto parts = several(s);
         return iff(
             s, s.store.after(a, s.store.conjunction(parts)),
             s.store.conjunction(each(parts, [&](Formula f) { return s.store.after(a, f); })));
     }},
    {"B2",
     [](Sample& s)
     {
         const Action a = s.action();
         const Formula f = s.formula();
         return iff(s, s.store.negation(s.store.after(a, f)),
                    s.store.after(a, for_some_action(s.store, s.frame, s.store.negation(f))));
     }},
    {"C1",
     [](Sample& s)
     {
         const Formula p = s.atom();
         return iff(s, s.store.select(s.action(), p), p);
     }},
    {"C2",
     [](Sample& s)
     {
         const Formula p = s.store.legal(s.action());
         return iff(s, s.store.select(s.action(), p), p);
     }},
    {"C3",
     [](Sample& s)
     {
         const Action a = s.action(), b = s.action();
         return iff(s, s.store.select(b, s.store.does(a)), s.store.constant(a == b));
     }},
    {"C4",
     [](Sample& s)
     {
         const Action b = s.action();
         const Formula f = s.formula();
         return iff(s, s.store.select(b, s.store.negation(f)),
                    s.store.negation(s.store.select(b, f)));
     }},
    {"C5",
     [](Sample& s)
     {
         const Action b = s.action();
         const auto parts = several(s);
         return iff(
             s, s.store.select(b, s.store.conjunction(parts)),
             s.store.conjunction(each(parts, [&](Formula f) { return s.store.select(b, f); })));
     }},
    {"C6",
     [](Sample& s)
     {
         const Formula inner = s.store.select(s.action(), s.formula());
         return iff(s, s.store.select(s.action(), inner), inner);
     }},
    {"C7",
     [](Sample& s)
     {
         const Formula inner = s.store.after(s.action(), s.formula());
         return iff(s, s.store.select(s.action(), inner), inner);
     }},
    {"D1",
     [](Sample& s)
     {
         const Formula p = s.atom();
         return iff(s, s.store.restrict(s.formula(), p), p);
     }},
    {"D2",
     [](Sample& s)
     {
         const Action a = s.action();
         const Formula alpha = s.formula(), legal = s.store.legal(a);
         return iff(s, s.store.restrict(alpha, legal),
                    s.store.conjunction(legal, s.store.select(a, alpha)));
     }},
    {"D3",
     [](Sample& s)
     {
         const Formula does = s.store.does(s.action());
         return iff(s, s.store.restrict(s.formula(), does), does);
     }},
    {"D4",
     [](Sample& s)
     {
         const Formula alpha = s.formula(), f = s.formula();
         return iff(s, s.store.restrict(alpha, s.store.negation(f)),
                    s.store.negation(s.store.restrict(alpha, f)));
     }},
    {"D5",
     [](Sample& s)
     {
         const Formula alpha = s.formula();
         const auto parts = several(s);
         return iff(s, s.store.restrict(alpha, s.store.conjunction(parts)),
                    s.store.conjunction(
                        each(parts, [&](Formula f) { return s.store.restrict(alpha, f); })));
     }},
    {"D6",
     [](Sample& s)
     {
         const Action b = s.action();
         const Formula alpha = s.formula(), f = s.formula();
         return iff(s, s.store.restrict(alpha, s.store.select(b, f)),
                    s.store.select(b, s.store.restrict(alpha, f)));
     }},
    {"D7",
     [](Sample& s)
     {
         const Action a = s.action();
         const Formula alpha = s.formula(), f = s.formula();
         return iff(s, s.store.restrict(alpha, s.store.after(a, f)),
                    s.store.after(a, s.store.restrict(alpha, f)));
     }},
    {"D8",
     [](Sample& s)
     {
         const Formula alpha = s.formula(3), beta = s.formula(3), f = s.formula(3);
         const Formula both = s.store.conjunction(alpha, s.store.restrict(alpha, beta));
         return iff(s, s.store.restrict(alpha, s.store.restrict(beta, f)),
                    s.store.restrict(both, f));
     }},
};

/// Nearly the axioms; each is false somewhere.
const std::vector<std::pair<const char*, Schema>> not_axioms{
    {"A4 without !", [](Sample& s) { return s.store.after(s.action(), s.store.initial()); }},
    {"A5 backwards",
     [](Sample& s) {
         return s.store.implication(s.store.negation(s.store.legal(s.action())),
                                    s.store.terminal());
     }},
    {"![a]φ <-> [a]!φ: B2 without the choice of the next action",
     [](Sample& s)
     {
         const Action a = s.action();
         const Formula f = s.formula();
         return iff(s, s.store.negation(s.store.after(a, f)),
                    s.store.after(a, s.store.negation(f)));
     }},
    {"C1 for does",
     [](Sample& s)
     {
         const Formula does = s.store.does(s.action());
         return iff(s, s.store.select(s.action(), does), does);
     }},
    {"C6 the other way: <<a>><<b>>φ <-> <<a>>φ",
     [](Sample& s)
     {
         const Action a = s.action(), b = s.action();
         const Formula f = s.formula();
         return iff(s, s.store.select(a, s.store.select(b, f)), s.store.select(a, f));
     }},
    {"D1 for legal",
     [](Sample& s)
     {
         const Formula legal = s.store.legal(s.action());
         return iff(s, s.store.restrict(s.formula(), legal), legal);
     }},
    {"D2 without <<a>>",
     [](Sample& s)
     {
         const Formula alpha = s.formula(), legal = s.store.legal(s.action());
         return iff(s, s.store.restrict(alpha, legal), s.store.conjunction(legal, alpha));
     }},
    {"D8 without {α} before β",
     [](Sample& s)
     {
         const Formula alpha = s.formula(3), beta = s.formula(3), f = s.formula(3);
         return iff(s, s.store.restrict(alpha, s.store.restrict(beta, f)),
                    s.store.restrict(s.store.conjunction(alpha, beta), f));
     }},
    {"next !φ <-> !next φ",
     [](Sample& s)
     {
         const Formula f = s.formula();
         return iff(s, s.store.next(s.store.negation(f)), s.store.negation(s.store.next(f)));
     }},
};

} // namespace

TEST_CASE("The evaluator agrees with the truth definition taken word for word")
{
    CAPTURE(seed());
    Random random(seed());
    const unsigned long samples = sample_count(20'000, 1'500);
    for (unsigned long i = 0; i < samples; ++i)
    {
        Sample sample(random);
        const Formula f = sample.formula(5);
        const auto model = random_model(random, sample.frame);
        REQUIRE(model->fault() == std::nullopt);
        Evaluator evaluator(*model);
        for (State w : model->states())
            for (std::uint32_t a = 0; a < sample.frame.action_count(); ++a)
                if (evaluator.holds(f, w, Action{a}) != plainly_true(*model, f, w, Action{a}))
                    FAIL("sample " << i << ", state " << w.index << ", action " << a);
    }
}

TEST_CASE("A state-wise formula is true of all actions of a state or of none")
{
    CAPTURE(seed());
    Random random(seed());
    const unsigned long samples = sample_count(20'000, 1'500);
    for (unsigned long i = 0; i < samples; ++i)
    {
        Sample sample(random);
        const Formula f = sample.state_wise(5);
        REQUIRE(f.is_state_wise());
        const auto model = random_model(random, sample.frame);
        for (State w : model->states())
            for (std::uint32_t a = 1; a < sample.frame.action_count(); ++a)
                if (plainly_true(*model, f, w, Action{a}) != plainly_true(*model, f, w, Action{0}))
                    FAIL("sample " << i << ", state " << w.index << ", action " << a);
    }
}

TEST_CASE("A2 to D8 are valid")
{
    CAPTURE(seed());
    for (const auto& [name, schema] : axioms)
    {
        CAPTURE(name);
        CHECK_FALSE(counterexample(sample_count(20'000, 400), schema).has_value());
    }
}

TEST_CASE("Formulas close to the axioms are refuted")
{
    CAPTURE(seed());
    for (const auto& [name, schema] : not_axioms)
    {
        CAPTURE(name);
        CHECK(counterexample(5'000, schema).has_value());
    }
}

TEST_CASE("Next, ▽ and △ are equivalent to what they abbreviate")
{
    CAPTURE(seed());
    const unsigned long samples = sample_count(20'000, 1'000);
    const auto check = [&](const Schema& abbreviated)
    {
        return counterexample(samples,
                              [&](Sample& s)
                              {
                                  const Formula f = abbreviated(s);
                                  return iff(s, f, definition(s.store, s.frame, f));
                              });
    };
    CHECK_FALSE(check([](Sample& s) { return s.store.next(s.formula()); }).has_value());
    CHECK_FALSE(check([](Sample& s) { return s.store.prioritised_or(several(s)); }).has_value());
    CHECK_FALSE(check([](Sample& s) { return s.store.prioritised_and(several(s)); }).has_value());
}

TEST_CASE("▽ is associative: the chain is either nesting")
{
    const auto nested_right = [](Sample& s)
    {
        const std::vector<Formula> chain{s.formula(3), s.formula(3), s.formula(3)};
        const std::vector<Formula> right{chain[0],
                                         s.store.prioritised_or(std::vector{chain[1], chain[2]})};
        return iff(s, s.store.prioritised_or(chain), s.store.prioritised_or(right));
    };
    const auto nested_left = [](Sample& s)
    {
        const std::vector<Formula> chain{s.formula(3), s.formula(3), s.formula(3)};
        const std::vector<Formula> left{s.store.prioritised_or(std::vector{chain[0], chain[1]}),
                                        chain[2]};
        return iff(s, s.store.prioritised_or(chain), s.store.prioritised_or(left));
    };
    CAPTURE(seed());
    CHECK_FALSE(counterexample(sample_count(20'000, 1'000), nested_right).has_value());
    CHECK_FALSE(counterexample(sample_count(20'000, 1'000), nested_left).has_value());
}

TEST_CASE("A chain of △ is neither of its nestings")
{
    // kept.
    const auto nested = [](Sample& s, bool left)
    {
        const std::vector<Formula> chain{s.formula(3), s.formula(3), s.formula(3)};
        const Formula pair = left ? s.store.prioritised_and(std::vector{chain[0], chain[1]})
                                  : s.store.prioritised_and(std::vector{chain[1], chain[2]});
        const std::vector<Formula> sides =
            left ? std::vector{pair, chain[2]} : std::vector{chain[0], pair};
        return iff(s, s.store.prioritised_and(chain), s.store.prioritised_and(sides));
    };
    CAPTURE(seed());
    CHECK(counterexample(5'000, [&](Sample& s) { return nested(s, true); }).has_value());
    CHECK(counterexample(5'000, [&](Sample& s) { return nested(s, false); }).has_value());
}

TEST_CASE("Shared formulas cost what their distinct parts cost")
{
    Frame frame = plain_frame(1, 2, 1);
    ExplicitModel model(frame, 2);
    model.set_legal(State{0}, Action{0});
    FormulaStore store;
    Formula f = store.legal(Action{0}), g = store.legal(Action{0});
    for (int i = 0; i < 200; ++i)
    {
        f = store.conjunction(store.next(f), store.negation(store.equivalence(f, store.next(f))));
        g = store.restrict(store.equivalence(store.does(Action{0}), store.top()),
                           store.conjunction(g, store.implication(g, g)));
    }
    Evaluator evaluator(model);
    CHECK_FALSE(evaluator.holds(f, State{0}, Action{0}));
    CHECK(evaluator.holds(g, State{0}, Action{0}));
}

TEST_CASE("Deep formulas are evaluated, and deeper ones refused")
{
    Frame frame = plain_frame(1, 2, 1);
    ExplicitModel model(frame, 2);
    FormulaStore store;
    Formula f = store.fluent(Fluent{0});
    for (std::uint32_t i = 0; i < Evaluator::depth_limit - 1; ++i)
        f = i % 3 == 0   ? store.next(f)
            : i % 3 == 1 ? store.negation(f)
                         : store.select(Action{1}, f);
    CHECK(Evaluator(model).try_holds(f, State{0}, Action{0}).has_value());
    for (int i = 0; i < 4; ++i) // small formulas at the bottom do not nest calls
        f = store.negation(f);
    CHECK(Evaluator(model).try_holds(f, State{0}, Action{0}) == std::nullopt);
    CHECK_THROWS_AS(Evaluator(model).holds(f, State{0}, Action{0}), EvaluationTooDeep);

    // restrictions nest too: each legal looks into the α outside it
    Formula g = store.legal(Action{0});
    for (int i = 0; i < 5'000; ++i)
        g = store.restrict(store.legal(Action{1}), g);
    CHECK(Evaluator(model).try_holds(g, State{0}, Action{0}) == false);
}

TEST_CASE("An evaluator that gave up still works")
{
    Frame frame = plain_frame(1, 1, 1);
    ExplicitModel model(frame, 1);
    model.set_fluent(Fluent{0}, State{0});
    FormulaStore store;
    Formula f = store.fluent(Fluent{0});
    for (std::uint32_t i = 0; i < Evaluator::depth_limit + 10; ++i)
        f = store.negation(f);
    Evaluator evaluator(model);
    CHECK(evaluator.try_holds(f, State{0}, Action{0}) == std::nullopt);
    CHECK(evaluator.holds(store.fluent(Fluent{0}), State{0}));
}
