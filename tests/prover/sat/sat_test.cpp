#include "prover/sat/solver.hpp"

#include "logic/model/evaluate.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "tests/validity.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <cstdlib>

using namespace sgl;
using namespace sgl::testing;

namespace
{

using Clause = std::vector<Literal>;

Clause random_clause(Random& random, int variables)
{
    Clause clause;
    for (std::uint32_t n = random.below(4); n > 0 || clause.empty(); n -= n > 0 ? 1 : 0)
    {
        const int v = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(variables)));
        clause.push_back(random.coin() ? v : -v);
    }
    return clause;
}

bool is_true(const Clause& clause, std::uint32_t bits)
{
    for (Literal l : clause)
        if (((bits >> (std::abs(l) - 1) & 1) != 0) == (l > 0))
            return true;
    return false;
}

bool is_satisfiable(const std::vector<Clause>& clauses, const Clause& assumed, int variables)
{
    for (std::uint32_t bits = 0; bits < (1U << variables); ++bits)
    {
        bool all = true;
        for (const Clause& clause : clauses)
            all = all && is_true(clause, bits);
        for (Literal l : assumed)
            all = all && is_true({l}, bits);
        if (all)
            return true;
    }
    return false;
}

/// n + 1 pigeons in n holes.
void add_pigeons(SatSolver& solver, int holes)
{
    std::vector<std::vector<Literal>> in;
    for (int pigeon = 0; pigeon <= holes; ++pigeon)
    {
        in.emplace_back();
        for (int hole = 0; hole < holes; ++hole)
            in.back().push_back(solver.new_variable());
        solver.add(in.back());
    }
    for (std::size_t i = 0; i < in.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (std::size_t hole = 0; hole < in[i].size(); ++hole)
                solver.add({-in[i][hole], -in[j][hole]});
}

/// A test that asks for one is run with each.
SatEngine each_engine()
{
    return GENERATE(SatEngine::Cadical, SatEngine::PlainCadical, SatEngine::Z3);
}

double seconds_since(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

TEST_CASE("The solver is right about small clause sets, as clauses come and under assumptions")
{
    const SatEngine engine = each_engine();
    CAPTURE(static_cast<int>(engine));
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0, n = sample_count(600); i < n; ++i)
    {
        const int variables = 2 + static_cast<int>(random.below(8));
        SatSolver solver(engine);
        for (int v = 1; v <= variables; ++v)
            REQUIRE(solver.new_variable() == v);
        std::vector<Clause> clauses;
        for (int round = 0; round < 12; ++round)
        {
            for (int k = 0; k < 3; ++k)
            {
                clauses.push_back(random_clause(random, variables));
                solver.add(clauses.back());
            }
            Clause assumed;
            if (random.coin())
                assumed = random_clause(random, variables);
            const bool expected = is_satisfiable(clauses, assumed, variables);
            if ((solver.solve(assumed, Budget()) == Satisfiable::Yes) != expected)
                FAIL("set " << i << ", round " << round);
            if (!expected)
                continue;
            std::uint32_t bits = 0;
            for (int v = 1; v <= variables; ++v)
            {
                bits |= solver.value(v) ? 1U << (v - 1) : 0;
                REQUIRE(solver.value(v) != solver.value(-v));
            }
            for (const Clause& clause : clauses)
                REQUIRE(is_true(clause, bits));
            for (Literal l : assumed)
                REQUIRE(is_true({l}, bits));
        }
    }
}

TEST_CASE("The empty clause is false, and so is a literal assumed with its negation")
{
    const SatEngine engine = each_engine();
    CAPTURE(static_cast<int>(engine));
    SatSolver solver(engine);
    const Literal a = solver.new_variable();
    CHECK(solver.solve(Clause{a, -a}, Budget()) == Satisfiable::No);
    CHECK(solver.solve(Clause{a}, Budget()) == Satisfiable::Yes);
    solver.add(Clause{});
    CHECK(solver.solve({}, Budget()) == Satisfiable::No);
}

TEST_CASE(
    "The solver chosen answers in place of CaDiCaL; by itself, CaDiCaL as a question prefers it")
{
    CHECK(solver_for(SatEngine::Cadical) == SatEngine::Cadical);
    CHECK(solver_for(SatEngine::PlainCadical) == SatEngine::PlainCadical);
    use_solver(SatEngine::Z3);
    const SatEngine simplifying = solver_for(SatEngine::Cadical);
    const SatEngine plain = solver_for(SatEngine::PlainCadical);
    use_solver(SatEngine::Cadical);
    CHECK(simplifying == SatEngine::Z3);
    CHECK(plain == SatEngine::Z3);
}

TEST_CASE("A budget of 0.2 s on thirteen pigeons is kept, and the solver can be used again",
          "[clock]")
{
    const SatEngine engine = each_engine();
    CAPTURE(static_cast<int>(engine));
    SatSolver solver(engine);
    add_pigeons(solver, 12);
    const auto start = std::chrono::steady_clock::now();
    CHECK_THROWS_AS(solver.solve({}, Budget(0.2)), Interrupted);
    const double seconds = seconds_since(start);
    CHECK(seconds >= 0.19);
    CHECK(seconds < 0.5); // 0.24 on a machine that is not busy
    const Literal free = solver.new_variable();
    solver.add({free});
    solver.add({-free});
    CHECK(solver.solve({}, Budget(5)) == Satisfiable::No);
}

TEST_CASE("A budget used up, or a stop, throws at once and says why")
{
    const SatEngine engine = each_engine();
    CAPTURE(static_cast<int>(engine));
    SatSolver solver(engine);
    const std::atomic<bool> stop{true};
    try
    {
        solver.solve({}, Budget(0, &stop));
        FAIL("not interrupted");
    }
    catch (const Interrupted& interrupted)
    {
        CHECK(interrupted.cause == Cause::Stop);
    }
    CHECK(solver.solve({}, Budget()) == Satisfiable::Yes);
}

TEST_CASE("The encoder's literal of a formula is satisfiable exactly when some move makes it true")
{
    const SatEngine engine = each_engine();
    CAPTURE(static_cast<int>(engine));
    // against models of one state: with a fixed valuation and action as assumptions, the literal of
    // a formula about the present has the formula's value
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0, n = sample_count(1'000); i < n; ++i)
    {
        Sample sample(random);
        FormulaStore& store = sample.store;
        const Rules rules = Rules::none(sample.frame);
        Reduction reduction(store, sample.frame, rules);
        SatSolver solver(engine);
        Encoder encoder(reduction, solver);
        const Budget budget;
        const Formula f = random_formula(random, store, sample.frame, Shape{4, false, true, true});
        const auto model = random_model(random, sample.frame);
        Evaluator evaluator(*model);
        encoder.choose_action(0, budget);
        const Literal literal = encoder.literal(f, 0, budget);
        encoder.connect_frames(0, budget);
        for (State w : model->states())
        {
            const Action a = sample.action();
            std::vector<Formula> atoms{store.initial(), store.terminal()};
            for (std::uint32_t p = 0; p < sample.frame.fluent_count(); ++p)
                atoms.push_back(store.fluent(Fluent{p}));
            for (std::uint32_t b = 0; b < sample.frame.action_count(); ++b)
                atoms.push_back(store.legal(Action{b}));
            Clause assumed{encoder.literal(store.does(a), 0, budget)};
            for (Formula atom : atoms)
            {
                const Literal l = encoder.literal(atom, 0, budget);
                assumed.push_back(evaluator.holds(atom, w, a) ? l : -l);
            }
            encoder.connect_frames(0, budget);
            if (solver.solve(assumed, budget) != Satisfiable::Yes ||
                solver.value(literal) != evaluator.holds(f, w, a))
                FAIL("sample " << i);
            assumed.push_back(evaluator.holds(f, w, a) ? -literal : literal);
            if (solver.solve(assumed, budget) != Satisfiable::No)
                FAIL("sample " << i << ": the literal is not determined");
        }
    }
}

TEST_CASE("Exactly one action is chosen, whatever their number")
{
    const SatEngine engine = each_engine();
    CAPTURE(static_cast<int>(engine));
    for (std::uint32_t actions : {1U, 2U, 5U, 6U, 7U, 20U})
    {
        CAPTURE(actions);
        FormulaStore store;
        const Frame frame = plain_frame(1, actions, 1);
        const Rules rules = Rules::none(frame);
        Reduction reduction(store, frame, rules);
        SatSolver solver(engine);
        Encoder encoder(reduction, solver);
        const Budget budget;
        encoder.choose_action(0, budget);
        Clause none;
        for (std::uint32_t a = 0; a < actions; ++a)
        {
            const Literal does = encoder.literal(store.does(Action{a}), 0, budget);
            CHECK(solver.solve(Clause{does}, budget) == Satisfiable::Yes);
            none.push_back(-does);
            for (std::uint32_t b = 0; b < a; ++b)
                CHECK(solver.solve(Clause{does, encoder.literal(store.does(Action{b}), 0, budget)},
                                   budget) == Satisfiable::No);
        }
        CHECK(solver.solve(none, budget) == Satisfiable::No);
    }
}
