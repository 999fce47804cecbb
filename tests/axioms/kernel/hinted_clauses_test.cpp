#include "axioms/kernel/hinted_clauses.hpp"

#include "tests/random.hpp"

#include <array>
#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;
using axioms::HintedClauses;
using axioms::Literal;

namespace
{

using Clause = std::vector<Literal>;

bool is_true(const Clause& clause, std::uint32_t values)
{
    for (const Literal l : clause)
    {
        const auto variable = static_cast<std::uint32_t>(l < 0 ? -l : l);
        if ((((values >> variable) & 1U) != 0) == (l > 0))
            return true;
    }
    return false;
}

/// True wherever all the clauses are, over variables up to 5.
bool follows(const std::vector<Clause>& clauses, const Clause& clause)
{
    for (std::uint32_t values = 0; values < 64; values += 2)
    {
        bool all = true;
        for (const Clause& one : clauses)
            all = all && is_true(one, values);
        if (all && !is_true(clause, values))
            return false;
    }
    return true;
}

Clause random_clause(Random& random)
{
    Clause clause;
    for (std::uint32_t size = random.below(4); size > 0; --size)
    {
        const auto variable = static_cast<Literal>(1 + random.below(5));
        clause.push_back(random.coin() ? variable : -variable);
    }
    return clause;
}

} // namespace

TEST_CASE("A clause follows by its hints, in the order in which they become unit")
{
    HintedClauses clauses;
    clauses.add(Clause{1, 2});
    clauses.add(Clause{-1, 3});
    clauses.add(Clause{-2, 3});
    CHECK(clauses.implies(Clause{3}, Clause{2, 3, 1}));
    CHECK_FALSE(clauses.implies(Clause{3}, Clause{1, 2, 3})); // (1, 2) has two open literals
    CHECK_FALSE(clauses.implies(Clause{3}, Clause{2, 3}));    // no clause is false
    CHECK_FALSE(clauses.implies(Clause{3}, Clause{2, 4, 1})); // there is no fourth
    CHECK_FALSE(clauses.implies(Clause{3}, Clause{-2, 3, 1}));
    CHECK_FALSE(clauses.implies(Clause{2}, Clause{2, 3, 1}));
    clauses.add(Clause{-3}); // known from now on
    CHECK(clauses.implies(Clause{-1}, Clause{2}));
    CHECK(clauses.implies(Clause{5, -5}, Clause{}));
    clauses.add(Clause{3});
    CHECK(clauses.implies(Clause{}, Clause{}));
}

TEST_CASE("Whatever the hints, no clause is said to follow that does not")
{
    CAPTURE(seed());
    unsigned long yes = 0, no = 0;
    for (unsigned long i = 0; i < sample_count(200'000); ++i)
    {
        Random random(seed() + i);
        HintedClauses judge;
        std::vector<Clause> clauses;
        for (std::uint32_t count = 1 + random.below(8); count > 0; --count)
        {
            clauses.push_back(random_clause(random));
            judge.add(clauses.back());
        }
        for (int k = 0; k < 10; ++k)
        {
            const Clause clause = random_clause(random);
            Clause hints;
            for (std::uint32_t count = random.below(6); count > 0; --count)
                hints.push_back(static_cast<Literal>(random.below(10)) - 1);
            CAPTURE(i, clauses, clause, hints);
            const bool said = judge.implies(clause, hints);
            CHECK((!said || follows(clauses, clause)));
            (said ? yes : no) += 1;
        }
    }
    CHECK(yes > 0);
    CHECK(no > 0);
}
