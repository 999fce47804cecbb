// The solver of many small queries: its answers, its cores, and the clause of one query.

#include "prover/sat/core_solver.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>

using namespace sgl;
using namespace sgl::testing;

namespace
{

using Clause = std::vector<Literal>;
constexpr int variables = 6;

bool is_true(const Clause& clause, std::uint32_t bits)
{
    return std::ranges::any_of(clause, [&](Literal l)
                               { return ((bits >> (std::abs(l) - 1) & 1) != 0) == (l > 0); });
}

bool is_satisfiable(const std::vector<Clause>& clauses, const Clause& assumed)
{
    for (std::uint32_t bits = 0; bits < (1U << variables); ++bits)
    {
        if (std::ranges::all_of(clauses, [&](const Clause& c) { return is_true(c, bits); }) &&
            std::ranges::all_of(assumed, [&](Literal l) { return is_true({l}, bits); }))
            return true;
    }
    return false;
}

Clause random_clause(Random& random, std::uint32_t most)
{
    Clause clause;
    for (std::uint32_t n = 1 + random.below(most); n > 0; --n)
    {
        const int v = 1 + static_cast<int>(random.below(variables));
        clause.push_back(random.coin() ? v : -v);
    }
    return clause;
}

} // namespace

TEST_CASE("A clause for one query counts in that query alone, and a core contradicts the clauses")
{
    CAPTURE(seed());
    Random random(seed());
    const Budget budget;
    unsigned long smaller = 0;
    for (unsigned long i = 0; i < sample_count(5'000); ++i)
    {
        CoreSolver solver;
        std::vector<Clause> clauses;
        for (int v = 0; v < variables; ++v)
            solver.new_variable();
        for (int query = 0; query < 6; ++query)
        {
            clauses.push_back(random_clause(random, 3));
            solver.add(clauses.back());
            const Clause more = random.coin() ? random_clause(random, 3) : Clause();
            Clause assumed;
            for (int v = 1; v <= variables; ++v)
            {
                if (random.coin())
                    assumed.push_back(random.coin() ? v : -v);
            }
            std::vector<Clause> all = clauses;
            if (!more.empty())
                all.push_back(more);
            CAPTURE(i, query);
            const bool is_so = is_satisfiable(all, assumed);
            REQUIRE(solver.is_satisfiable(assumed, more, budget) == is_so);
            if (is_so)
            {
                for (const Literal l : assumed)
                    CHECK(solver.value(l));
                continue;
            }
            Clause core;
            for (const Literal l : assumed)
            {
                if (solver.is_in_core(l))
                    core.push_back(l);
            }
            CHECK_FALSE(is_satisfiable(all, core));
            smaller += core.size() < assumed.size() ? 1U : 0U;
        }
    }
    CHECK(smaller > 0);
}

TEST_CASE("A query that is out of budget is interrupted, and the solver can be asked again")
{
    CoreSolver solver;
    const Literal a = solver.new_variable();
    solver.add({a});
    CHECK_THROWS_AS(solver.is_satisfiable({}, {}, Budget().at_most_steps(1)), Interrupted);
    CHECK(solver.is_satisfiable({}, {}, Budget()));
}
