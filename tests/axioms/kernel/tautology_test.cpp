// Propositional steps: by table, by unit propagation, by the refutation they carry.

#include "axioms/kernel/tautology.hpp"
#include "tests/random.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

/// Truth under all assignments to a few letters, the slow way.
bool is_tautology(Formula f, const std::vector<Formula>& letters)
{
    for (unsigned bits = 0; bits < 1U << letters.size(); ++bits)
    {
        const auto value = [&](const auto& self, Formula g) -> bool
        {
            const auto letter = std::ranges::find(letters, g);
            if (letter != letters.end())
                return (bits >> (letter - letters.begin()) & 1U) != 0;
            const auto holds = [&](Formula child) { return self(self, child); };
            switch (g.kind())
            {
            case Kind::True: return true;
            case Kind::Not: return !holds(g[0]);
            case Kind::And: return std::ranges::all_of(g.children(), holds);
            case Kind::Or: return std::ranges::any_of(g.children(), holds);
            case Kind::Implies: return !holds(g[0]) || holds(g[1]);
            case Kind::Iff: return holds(g[0]) == holds(g[1]);
            default: return false;
            }
        };
        if (!value(value, f))
            return false;
    }
    return true;
}

Formula random_propositional(Random& random, FormulaStore& s, const std::vector<Formula>& letters,
                             unsigned depth)
{
    if (depth == 0 || random.one_in(5))
        return random.one_in(8) ? s.constant(random.coin())
                                : letters[random.below(static_cast<std::uint32_t>(letters.size()))];
    const auto operand = [&] { return random_propositional(random, s, letters, depth - 1); };
    switch (random.below(5))
    {
    case 0: return s.negation(operand());
    case 1: return s.conjunction(std::array{operand(), operand(), operand()});
    case 2: return s.disjunction(std::array{operand(), operand(), operand()});
    case 3: return s.implication(operand(), operand());
    default: return s.equivalence(operand(), operand());
    }
}

} // namespace

TEST_CASE("Propositional consequence agrees with truth tables")
{
    CAPTURE(seed());
    Random random(seed());
    FormulaStore s;
    Tautologies tautologies;
    std::vector<Formula> letters;
    for (std::uint32_t i = 0; i < 7; ++i)
        letters.push_back(s.fluent(Fluent{i}));
    letters.push_back(s.after(Action{0}, letters[0]));
    unsigned yes = 0;
    for (unsigned long sample = 0; sample < sample_count(20'000); ++sample)
    {
        const Formula premise = random_propositional(random, s, letters, 3);
        const Formula conclusion = random_propositional(random, s, letters, 4);
        const bool expected = is_tautology(s.implication(premise, conclusion), letters);
        const Consequence answer = expected ? Consequence::Yes : Consequence::No;
        yes += expected;
        REQUIRE(tautologies.follows(std::array{premise}, conclusion) == answer);
        REQUIRE(tautologies.follows({}, s.implication(premise, conclusion)) == answer);
        // By refutation: never more than the table, with clauses that follow and ones that do not.
        std::vector<Literal> refutation;
        const auto variables = tautologies.clauses(std::array{premise}, conclusion).formulas.size();
        for (unsigned clause = 0; clause < 3; ++clause)
        {
            for (unsigned literal = random.below(3); literal-- > 0;)
            {
                const auto l =
                    static_cast<Literal>(1 + random.below(static_cast<std::uint32_t>(variables)));
                refutation.push_back(random.coin() ? l : -l);
            }
            refutation.push_back(0);
        }
        const bool refuted =
            tautologies.follows(std::array{premise}, conclusion, refutation) == Consequence::Yes;
        REQUIRE((!refuted || expected));
    }
    CHECK(yes > 0);
}

TEST_CASE("A step with many letters is checked by the refutation it carries")
{
    FormulaStore s;
    Tautologies tautologies;
    // From x_i <-> y_i for all i: ⋀x <-> ⋀y. Unit propagation alone does not see it.
    std::vector<Formula> premises, xs, ys;
    for (std::uint32_t i = 0; i < 40; ++i)
    {
        xs.push_back(s.fluent(Fluent{2 * i}));
        ys.push_back(s.fluent(Fluent{2 * i + 1}));
        premises.push_back(s.equivalence(xs[i], ys[i]));
    }
    const Formula conclusion = s.equivalence(s.conjunction(xs), s.conjunction(ys));
    CHECK(tautologies.follows(premises, conclusion) == Consequence::Unknown);
    const Clauses problem = tautologies.clauses(premises, conclusion);
    const auto variable = [&](Formula f)
    {
        const auto place = std::ranges::find(problem.formulas, f);
        return static_cast<Literal>(place - problem.formulas.begin() + 1);
    };
    const Literal x = variable(conclusion[0]), y = variable(conclusion[1]);
    CHECK(tautologies.follows(premises, conclusion, std::vector{-x, y, 0, x, -y, 0, x, 0}) ==
          Consequence::Yes);
    CHECK(tautologies.follows(premises, conclusion, std::vector{-x, y}) == Consequence::WrongStep);
    CHECK(tautologies.follows(premises, conclusion, std::vector{1'000'000, 0}) ==
          Consequence::WrongStep);
    const std::span fewer = std::span(premises).first(39);
    CHECK(tautologies.follows(fewer, conclusion, std::vector{-x, y, 0, x, -y, 0, x, 0}) ==
          Consequence::WrongStep);
}
