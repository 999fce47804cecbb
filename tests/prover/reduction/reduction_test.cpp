#include "prover/reduction/reduction.hpp"

#include "logic/model/evaluate.hpp"
#include "tests/brute_force.hpp"
#include "tests/prover/derive/derivation_check.hpp"
#include "tests/validity.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <functional>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// The first move of the model at which the two differ.
bool agree(Formula f, Formula g, ExplicitModel& model)
{
    Evaluator evaluator(model);
    for (State w : model.states())
        for (std::uint32_t a = 0; a < model.frame().action_count(); ++a)
            if (evaluator.holds(f, w, Action{a}) != evaluator.holds(g, w, Action{a}))
                return false;
    return true;
}

bool agree(Formula f, Formula g, GameModel& model, const std::vector<State>& states)
{
    Evaluator evaluator(model);
    for (State w : states)
        for (std::uint32_t a = 0; a < model.frame().action_count(); ++a)
            if (evaluator.holds(f, w, Action{a}) != evaluator.holds(g, w, Action{a}))
                return false;
    return true;
}

std::string describe(const Equation& equation)
{
    return std::string(name(equation.by)) + ", kinds " +
           std::to_string(static_cast<int>(equation.left.kind())) +
           (equation.left.children().empty()
                ? ""
                : " " + std::to_string(static_cast<int>(equation.left.children().back().kind())));
}

/// The number of equations that the reduction of a formula takes.
std::size_t work(FormulaStore& store, const Frame& frame, const Rules& rules, Formula f)
{
    Reduction reduction(store, frame, rules);
    reduction.reduce(f);
    return reduction.equations().size();
}

constexpr int tall = 10'000;

/// A tower of formulas without rules takes so many equations a floor, at most.
void check_proportion(const Frame& frame, std::size_t a_floor,
                      const std::function<Formula(FormulaStore&, int)>& tower)
{
    FormulaStore store;
    const Rules rules = Rules::none(frame);
    const std::size_t once = work(store, frame, rules, tower(store, tall));
    const std::size_t twice = work(store, frame, rules, tower(store, 2 * tall));
    CHECK(twice <= 2 * once + 100);
    CHECK(once <= a_floor * tall);
}

} // namespace

TEST_CASE("A normal form is true where its formula is, in every model")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0, n = sample_count(20'000); i < n; ++i)
    {
        Sample sample(random);
        const Rules rules = Rules::none(sample.frame);
        Reduction reduction(sample.store, sample.frame, rules);
        const auto first = random_model(random, sample.frame);
        const auto second = random_model(random, sample.frame);
        for (int k = 0; k < 2; ++k) // the second shares the work of the first
        {
            const Formula f = sample.formula(3 + random.below(4));
            const Formula g = reduction.reduce(f);
            if (!is_normal_form(g, sample.frame, rules) || !agree(f, g, *first) ||
                !agree(f, g, *second) || reduction.reduce(g) != g)
                FAIL("sample " << i);
        }
    }
}

TEST_CASE("Every equation is true in every model")
{
    CAPTURE(seed());
    Random random(seed() + 1);
    for (unsigned long i = 0, n = sample_count(4'000); i < n; ++i)
    {
        Sample sample(random);
        const Rules rules = Rules::none(sample.frame);
        Reduction reduction(sample.store, sample.frame, rules);
        reduction.reduce(sample.formula(6));
        const auto model = random_model(random, sample.frame);
        for (const Equation& e : reduction.equations())
            if (e.uses_game || !agree(e.left, e.right, *model))
                FAIL("sample " << i << ": " << describe(e));
    }
}

TEST_CASE("Every equation follows from its law and its premises")
{
    CAPTURE(seed());
    Random random(seed() + 2);
    for (unsigned long i = 0, n = sample_count(4'000); i < n; ++i)
    {
        Sample sample(random);
        const Rules rules = Rules::none(sample.frame);
        Reduction reduction(sample.store, sample.frame, rules);
        reduction.reduce(sample.formula(6));
        for (std::size_t k = 0; k < reduction.equations().size(); ++k)
            if (const auto wrong = unjustified(reduction, reduction.equations()[k]))
                FAIL("sample " << i << ": " << *wrong << ": "
                               << describe(reduction.equations()[k]));
    }
}

TEST_CASE("With a game's rules, equations follow, and those that use no axiom are true everywhere")
{
    CAPTURE(seed());
    Random random(seed() + 3);
    unsigned long used = 0, unused = 0;
    for (unsigned long i = 0, n = sample_count(4'000); i < n; ++i)
    {
        FormulaStore store;
        const Game game = random_game(random, store);
        const Rules rules = read_rules(store, game);
        BruteForce brute(store, game);
        if (!brute.states() || brute.states()->empty())
            continue;
        Reduction reduction(store, game.frame, rules);
        const Shape shape{5, true, true, true};
        const Formula f = random_formula(random, store, game.frame, shape);
        const Formula g = closed(reduction, reduction.reduce(f));
        if (!agree(f, g, brute.model(), *brute.states()))
            FAIL("game " << i << ": the normal form is wrong");
        const auto model = random_model(random, game.frame);
        const std::size_t count = reduction.equations().size();
        for (std::size_t k = 0; k < count; ++k)
        {
            const Equation e = reduction.equations()[k];
            const Formula left = closed(reduction, e.left), right = closed(reduction, e.right);
            ++(e.uses_game ? used : unused);
            const bool holds = e.uses_game ? agree(left, right, brute.model(), *brute.states())
                                           : agree(left, right, *model);
            if (!holds)
                FAIL("game " << i << (e.uses_game ? ", in it: " : ", outside: ") << describe(e));
            if (const auto wrong = unjustified(reduction, reduction.equations()[k]))
                FAIL("game " << i << ": " << *wrong << ": " << describe(e));
        }
    }
    CHECK(used > 100);
    CHECK(unused > 100);
}

TEST_CASE("Inside ⌊·⌋ no axiom is used before ⌊·⌋ is gone (errata S2)")
{
    // One state, both actions legal, p true, Σ = {legal(a) <-> p}: ⌊does(b)⌋⌊legal(a)⌋legal(b) is
    // not ⌊does(b)⌋⌊p⌋legal(b).
    FormulaStore store;
    Game game;
    game.frame = plain_frame(1, 2, 1);
    const Formula p = store.fluent(Fluent{0});
    game.axioms.push_back({"legality", store.equivalence(store.legal(Action{0}), p), {}});
    const Rules rules = read_rules(store, game);
    Reduction reduction(store, game.frame, rules);
    const Formula b = store.does(Action{1}), legal_b = store.legal(Action{1});
    const auto nested = [&](Formula alpha)
    { return reduction.reduce(store.restrict(b, store.restrict(alpha, legal_b))); };
    CHECK(nested(store.legal(Action{0})) == store.bottom());
    CHECK(nested(p) == store.conjunction(legal_b, p));
}

TEST_CASE("A tower of [a] of 10,000 floors takes work in proportion")
{
    const Frame frame = plain_frame(1, 1, 1);
    const auto tower = [&](FormulaStore& store, int floors)
    {
        Formula f = store.fluent(Fluent{0});
        for (int i = 0; i < floors; ++i)
            f = store.after(Action{0}, store.disjunction(f, store.negation(store.initial())));
        return f;
    };
    check_proportion(frame, 20, tower);
}

TEST_CASE("A tower of ○ of 10,000 floors takes work in proportion")
{
    const Frame frame = plain_frame(1, 1, 1);
    const auto tower = [&](FormulaStore& store, int floors)
    {
        Formula f = store.fluent(Fluent{0});
        for (int i = 0; i < floors; ++i)
            f = store.next(f);
        return f;
    };
    check_proportion(frame, 20, tower);
}

TEST_CASE("○ⁿ in a game of many actions takes work in proportion to n")
{
    FormulaStore store;
    Game game;
    game.frame = plain_frame(2, 20, 1);
    const Formula p = store.fluent(Fluent{0});
    game.axioms.push_back(
        {"flip",
         store.equivalence(store.next(p), store.equivalence(p, store.does(Action{3}))),
         {}});
    const Rules rules = read_rules(store, game);
    const auto tower = [&](int floors)
    {
        Formula f = store.conjunction(p, store.negation(store.initial()));
        for (int i = 0; i < floors; ++i)
            f = store.next(store.select(Action{static_cast<std::uint32_t>(i % 20)}, store.next(f)));
        return f;
    };
    const std::size_t once = work(store, game.frame, rules, tower(1000));
    const std::size_t twice = work(store, game.frame, rules, tower(2000));
    CHECK(twice <= 2 * once + 100);
}

TEST_CASE("⌊α₁⌋ … ⌊αₙ⌋legal(a) of 10,000 floors takes work in proportion")
{
    const Frame frame = plain_frame(1, 3, 4);
    const auto tower = [&](FormulaStore& store, int floors)
    {
        Formula f = store.legal(Action{0});
        for (int i = 0; i < floors; ++i)
        {
            const auto k = static_cast<std::uint32_t>(i);
            const std::array parts{store.does(Action{k % 3}), store.fluent(Fluent{k % 4}),
                                   store.negation(store.legal(Action{(k / 3) % 3}))};
            f = store.restrict(store.disjunction(parts), f);
        }
        return f;
    };
    check_proportion(frame, 40, tower);
}

TEST_CASE("⌊⌊…⌋legal(b)⌋legal(a) of 10,000 floors takes work in proportion")
{
    const Frame frame = plain_frame(1, 2, 1);
    const auto tower = [&](FormulaStore& store, int floors)
    {
        Formula f = store.does(Action{0});
        for (int i = 0; i < floors; ++i)
            f = store.disjunction(
                store.restrict(f, store.legal(Action{static_cast<std::uint32_t>(i % 2)})),
                store.conjunction(store.does(Action{1}), store.fluent(Fluent{0})));
        return f;
    };
    check_proportion(frame, 40, tower);
}

TEST_CASE("Towers of 40 floors reduce to what the evaluator finds")
{
    CAPTURE(seed());
    Random random(seed() + 4);
    for (unsigned long i = 0, n = sample_count(400); i < n; ++i)
    {
        FormulaStore store;
        const Frame frame = plain_frame(1, 1 + random.below(3), 2);
        const Rules rules = Rules::none(frame);
        const Shape small{2, false, true, true};
        Formula f = random_formula(random, store, frame, small);
        for (int floor = 0; floor < 40; ++floor)
        {
            const Formula alpha = random_formula(random, store, frame, small);
            switch (random.below(frame.action_count() == 1 ? 4 : 3))
            {
            case 0: f = store.restrict(alpha, f); break;
            case 1: f = store.restrict(f, random_formula(random, store, frame, small)); break;
            case 2: f = store.select(random.action(frame), store.equivalence(alpha, f)); break;
            default: f = store.after(Action{0}, store.implication(alpha, f)); break;
            }
        }
        Reduction reduction(store, frame, rules);
        const Formula g = reduction.reduce(f);
        const auto model = random_model(random, frame);
        if (!agree(f, g, *model))
            FAIL("sample " << i);
    }
}

TEST_CASE("A formula that is not looked into stays whole, and the rest reduces around it")
{
    CAPTURE(seed());
    Random random(seed() + 5);
    unsigned long whole = 0;
    const unsigned long n = sample_count(2'000);
    for (unsigned long i = 0; i < n; ++i)
    {
        FormulaStore store;
        const Frame frame = plain_frame(1, 1 + random.below(3), 2);
        const Rules rules = Rules::none(frame);
        const auto formula = [&](std::uint32_t depth) {
            return random_formula(random, store, frame, Shape{depth, true, true, true});
        };
        const Formula letter = store.prioritised_or(
            std::array{store.disjunction(store.does(Action{0}), formula(3)), formula(3)});
        const Action a = random.action(frame), b = random.action(frame);
        const std::array shapes{store.select(a, letter),
                                store.after(a, letter),
                                store.next(letter),
                                store.select(b, store.select(a, letter)),
                                store.next(store.select(a, letter)),
                                store.prioritised_and(std::array{letter, formula(2), formula(2)})};
        const Formula f = store.conjunction(store.implication(formula(3), letter),
                                            shapes[random.below(shapes.size())]);
        Reduction reduction(store, frame, rules);
        reduction.take_as_letter(letter);
        const Formula g = reduction.reduce(f);
        for (const Equation& equation : reduction.equations())
            whole += equation.left == letter;
        const auto model = random_model(random, frame);
        if (!agree(f, g, *model))
            FAIL("sample " << i);
    }
    CHECK(whole == 0);
}

TEST_CASE("A reduction out of time throws, and goes on where it was when asked again")
{
    const Frame frame = plain_frame(1, 1, 1);
    const Rules rules = Rules::none(frame);
    FormulaStore store;
    Formula f = store.fluent(Fluent{0});
    for (int i = 0; i < tall; ++i)
        f = store.next(store.negation(f));
    Reduction reduction(store, frame, rules);
    const std::atomic<bool> stop{true};
    CHECK_THROWS_AS(reduction.reduce(f, Budget(0, &stop)), Interrupted);
    const Formula reduced = reduction.reduce(f);
    Reduction again(store, frame, rules);
    CHECK(again.reduce(f) == reduced);
}

namespace
{

/// Many operands that are conjunctions if it is a disjunction and the other way round, at times
/// all with a part in common.
std::vector<Formula> wide_operands(Random& random, FormulaStore& store, const Frame& frame,
                                   bool disjunction)
{
    const auto literal = [&]
    {
        const Formula atom = random.one_in(4) ? store.does(random.action(frame))
                                              : store.fluent(random.fluent(frame));
        return random.coin() ? atom : store.negation(atom);
    };
    const bool any_common = random.coin();
    const Formula common = literal();
    std::vector<Formula> operands;
    for (std::uint32_t i = 0, n = 6 + random.below(60); i < n; ++i)
    {
        std::vector<Formula> parts{literal(), literal()};
        if (any_common)
            parts.insert(parts.begin() + random.below(3), common);
        if (random.one_in(5))
        {
            for (Formula& part : parts)
                part = store.negation(part);
            operands.push_back(
                store.negation(disjunction ? store.disjunction(parts) : store.conjunction(parts)));
        }
        else
            operands.push_back(disjunction ? store.conjunction(parts) : store.disjunction(parts));
    }
    return operands;
}

/// A wide disjunction beside another that has most of its operands, negated; or the dual.
Formula wide_formula(Random& random, FormulaStore& store, const Frame& frame)
{
    const bool disjunction = random.coin();
    const auto wide = [&](const std::vector<Formula>& operands)
    { return disjunction ? store.disjunction(operands) : store.conjunction(operands); };
    std::vector<Formula> operands = wide_operands(random, store, frame, disjunction);
    const Formula excluded = store.negation(wide(operands));
    for (std::uint32_t changes = random.below(4); changes > 0; --changes)
        operands[random.below(static_cast<std::uint32_t>(operands.size()))] =
            store.fluent(random.fluent(frame));
    std::vector<Formula> both{excluded, wide(operands)};
    if (random.coin())
        both.push_back(store.fluent(random.fluent(frame)));
    return disjunction ? store.conjunction(both) : store.disjunction(both);
}

} // namespace

TEST_CASE("Formulas of many operands reduce to what they say, before an action and at it")
{
    CAPTURE(seed());
    Random random(seed() + 6);
    for (unsigned long i = 0, n = sample_count(2'000); i < n; ++i)
    {
        CAPTURE(i);
        FormulaStore store;
        const Frame frame = plain_frame(1, 1 + random.below(20), 4 + random.below(40));
        const Rules rules = Rules::none(frame);
        Reduction reduction(store, frame, rules);
        const Formula f = wide_formula(random, store, frame);
        const Formula normal = reduction.reduce(f);
        REQUIRE(is_normal_form(normal, frame, rules));
        REQUIRE(propositionally_equivalent(f, normal));
        reduction.reduce(store.select(random.action(frame), f));
        reduction.reduce(store.after(random.action(frame), store.restrict(f, f)));
        for (std::size_t k = 0; k < reduction.equations().size(); ++k)
            if (const auto wrong = unjustified(reduction, reduction.equations()[k]))
                FAIL(*wrong << ": " << describe(reduction.equations()[k]));
    }
}

TEST_CASE("What an action makes of one of 2,000 operands leaves the others as they are")
{
    constexpr std::uint32_t many = 2'000;
    FormulaStore store;
    const Frame frame = plain_frame(1, many, many);
    const Rules rules = Rules::none(frame);
    Reduction reduction(store, frame, rules);
    std::vector<Formula> operands;
    for (std::uint32_t i = 0; i < many; ++i)
        operands.push_back(store.disjunction(store.fluent(Fluent{i}), store.does(Action{i})));
    const Formula f = store.conjunction(operands);
    const auto formulas_for = [&](std::uint32_t a)
    {
        const std::size_t before = store.size();
        reduction.reduce(store.select(Action{a}, f));
        return store.size() - before;
    };
    formulas_for(0);
    for (std::uint32_t a = 1; a < many; a += 100)
        CHECK(formulas_for(a) < 200); // and not the 2,000 that are left
}

TEST_CASE("Parts that many operands have in common may be nested 100,000 deep")
{
    constexpr std::uint32_t floors = 100'000, operands = 9, names = 10;
    FormulaStore store;
    const Frame frame = plain_frame(1, 1, names + operands);
    const Rules rules = Rules::none(frame);
    std::vector<Formula> towers;
    for (std::uint32_t i = 0; i < operands; ++i)
        towers.push_back(store.fluent(Fluent{names + i}));
    for (std::uint32_t floor = 0; floor < floors; ++floor)
    {
        const Formula common = store.fluent(Fluent{floor % names});
        for (Formula& tower : towers)
            tower = floor % 2 == 0 ? store.conjunction(common, tower)
                                   : store.disjunction(tower, common);
    }
    Reduction reduction(store, frame, rules);
    const Formula f = store.conjunction(towers);
    CHECK(is_normal_form(reduction.reduce(f), frame, rules));
}
