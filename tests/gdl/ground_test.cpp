#include "logic/gdl/ground/ground.hpp"

#include "logic/gdl/machine/facts.hpp"
#include "logic/gdl/reader/reader.hpp"
#include "tests/gdl/naive.hpp"
#include "tests/gdl/random_sheet.hpp"
#include "tests/gdl/sheets.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <iostream>
#include <random>

namespace sgl::gdl
{

namespace
{

/// A sheet, its program, and the machine that runs it.
struct Running
{
    explicit Running(const std::string& text, const GroundingLimits& limits = {})
        : read(read_sheet({"game.kif", text}))
    {
        INFO(text);
        INFO(first_error(read.diagnostics));
        REQUIRE(read.sheet);
        grounded = ground(*read.sheet, limits);
        if (grounded.program)
            machine.emplace(*grounded.program);
    }

    const Terms& terms() const { return read.sheet->terms; }
    std::vector<std::string> legal(StateBits state, std::size_t role = 0)
    {
        std::vector<std::string> answer;
        const StateFacts facts = machine->look(state);
        for (std::uint32_t move : facts.legal[role])
            answer.push_back(terms().text(grounded.program->roles[role].moves[move].move));
        std::ranges::sort(answer);
        return answer;
    }

    ReadSheet read;
    Grounded grounded;
    std::optional<Machine> machine;
};

std::vector<std::string> first_moves(const std::string& text)
{
    Running game(text);
    REQUIRE(game.machine);
    const std::vector<std::uint64_t> start = game.machine->initial();
    return game.legal(start);
}

std::string grounding_error(const std::string& text, const GroundingLimits& limits = {})
{
    Running game(text, limits);
    CHECK_FALSE(game.grounded.program);
    return first_error(game.grounded.diagnostics);
}

using Moves = std::vector<std::string>;

const std::string board = "(role x) (init (f a)) (init (f b)) (s a b) (s b c) (s c d)\n"
                          "(<= terminal (true done)) (<= (next done) (does x stop))\n"
                          "(legal x stop) (goal x 50)\n";

} // namespace

TEST_CASE("'or' binds variables, tests them, or does both in different branches", "[gdl]")
{
    CHECK(first_moves(board + "(<= (legal x (m ?x)) (or (true (f ?x)) (s ?x d)))") ==
          Moves{"(m a)", "(m b)", "(m c)", "stop"});
    CHECK(
        first_moves(board + "(<= (legal x (m ?x)) (true (f ?x)) (or (distinct ?x a) (s ?x d)))") ==
        Moves{"(m b)", "stop"});
    // The second branch binds ?y, the first one leaves it to (s ?x ?y).
    CHECK(first_moves(board + "(<= (legal x (m ?x ?y)) (s ?x ?y) (or (true (f ?x)) (s ?z ?y)))") ==
          Moves{"(m a b)", "(m b c)", "(m c d)", "stop"});
    CHECK(first_moves(board +
                      "(<= (legal x (m ?x)) (s ?x ?y) (or (distinct ?y d) (not (true (f ?x)))))") ==
          Moves{"(m a)", "(m b)", "(m c)", "stop"});
    // Each 'or' binds what a branch of the other one lacks.
    CHECK(first_moves(board + "(<= (legal x (m ?x ?y)) (or (s ?x ?y) (true (f ?x)))"
                              " (or (s ?x ?y) (s ?y d)) (true (f ?x)))") ==
          Moves{"(m a b)", "(m a c)", "(m b c)", "stop"});
    CHECK(first_moves(board + "(<= (legal x (m ?x ?y)) (or (s ?x ?y) (s ?y d))"
                              " (or (s ?x ?y) (true (f ?x))))") ==
          Moves{"(m a b)", "(m a c)", "(m b c)", "(m c d)", "stop"});
}

TEST_CASE("Thirty 'or's of two branches are no 2^30 rules", "[gdl]")
{
    std::string rule = "(<= (legal x (m ?x)) (true (f ?x))", binding = "(<= (legal x n)";
    for (int i = 0; i < 30; ++i)
    {
        rule += " (or (true (f a)) (true (f c)))";
        binding += fmt::format(" (or (true (f ?v{0})) (s ?v{0} d))", i);
    }
    Running game(board + rule + ")\n" + binding + ")");
    REQUIRE(game.machine);
    CHECK(game.grounded.program->rules.size() < 500);
    const std::vector<std::uint64_t> start = game.machine->initial();
    CHECK(game.legal(start) == Moves{"(m a)", "(m b)", "n", "stop"});
}

TEST_CASE("'not' of anything, 'distinct' in any place", "[gdl]")
{
    CHECK(first_moves(board + "(<= (legal x (m ?x)) (distinct ?x a) (s ?x ?y)"
                              " (not (or (not (distinct ?y d)) (true (f c)))))") ==
          Moves{"(m b)", "stop"});
    CHECK(first_moves(board + "(<= (legal x (m ?x)) (s ?x ?y) (not (not (true (f ?x)))))") ==
          Moves{"(m a)", "(m b)", "stop"});
    CHECK(first_moves(board + "(<= (legal x (m ?x)) (s ?x ?y) (not (not (true (g ?x)))))") ==
          Moves{"stop"});
    CHECK(first_moves(board + "(<= (legal x (m ?x)) (s ?x ?x))") == Moves{"stop"});
}

TEST_CASE("Positive loops are least fixpoints, and negation of what they leave out holds", "[gdl]")
{
    const std::string loop = "(<= (reach ?x) (true (f ?x)))\n"
                             "(<= (reach ?y) (reach ?x) (true (edge ?x ?y)))\n"
                             "(<= (next (f a)) (true (f a)))\n"
                             "(<= (next (edge ?x ?y)) (true (edge ?x ?y)))\n"
                             "(init (edge c d)) (init (edge d c)) (init (edge b a))\n"
                             "(<= (legal x (m ?y)) (reach ?y))\n"
                             "(<= (legal x (no ?y)) (s ?x ?y) (not (reach ?y)))\n"
                             "(<= (next (edge a c)) (does x (m b)))\n";
    Running game(board + loop);
    REQUIRE(game.machine);
    const std::vector<std::uint64_t> start = game.machine->initial();
    CHECK(game.legal(start) == Moves{"(m a)", "(m b)", "(no c)", "(no d)", "stop"});
    const StateFacts facts = game.machine->look(start);
    for (std::uint32_t move : facts.legal[0])
        if (game.terms().text(game.grounded.program->roles[0].moves[move].move) == "(m b)")
            CHECK(game.legal(game.machine->step(start, {move})) ==
                  Moves{"(m a)", "(m c)", "(m d)", "(no b)", "stop"});
}

TEST_CASE("A goal may use 'not' of other goals; a cycle through 'not' is told", "[gdl]")
{
    const std::string goals = "(<= (goal x 0) (true (f a)))\n"
                              "(<= (goal x 100) (not (goal x 0)))\n";
    Running game("(role x) (init (f a)) (legal x stop) (<= terminal (not (true (f a))))\n" + goals);
    REQUIRE(game.machine);
    CHECK(game.machine->look(game.machine->initial()).goals[0] == std::vector<int>{0});
    CHECK(grounding_error(board + "(<= (q ?x) (s ?x ?y) (true (f ?x)) (not (q ?y)))\n"
                                  "(<= (legal x (m ?x)) (q ?x)) (s b a)\n") ==
          "4:1: '(q a)' depends on its own negation");
    // Stratified once it is grounded: (s …) has no cycle.
    CHECK(first_moves(board + "(<= (q ?x) (s ?x ?y) (not (q ?y)))\n(<= (legal x (m ?x)) (q ?x))") ==
          Moves{"(m a)", "(m c)", "stop"});
}

TEST_CASE("A limit names the rule that makes the grounding large", "[gdl]")
{
    const std::string counter = "(init (n z))\n(<= (next (n (s ?x))) (true (n ?x)))\n";
    CHECK(grounding_error(board + counter)
              .starts_with("5:1: the terms of 'next' grow without bound"));
    const std::string two = "(<= (grow (f ?x ?y)) (grow ?x) (grow ?y))\n(grow a)\n(<= (legal x m) "
                            "(grow a))\n";
    GroundingLimits small;
    small.terms = 2000;
    CHECK(
        grounding_error(board + two, small)
            .starts_with("4:1: the grounding has more than 2000 terms; this rule of 'grow' has "));
    small.atoms_looked_at = 1000;
    CHECK(grounding_error(board + two, small)
              .starts_with("4:1: the grounding looks at more than 1000 atoms"));
    small = {};
    small.instances = 5;
    CHECK(
        grounding_error(board + "(<= (legal x (m ?x ?y ?z)) (s ?x ?u) (s ?y ?v) (s ?z ?w))", small)
            .starts_with("4:1: the grounding has more than 5 instances"));
}

TEST_CASE("Values of goals, undeclared fluents and moves are looked at when grounded", "[gdl]")
{
    CHECK(
        grounding_error(board + "(<= (goal x ?v) (s ?v b))").starts_with("4:1: the goal value a"));
    Running game(one_move("(base (c 0))\n(input p stay)\n"));
    CHECK(game.grounded.program);
    REQUIRE(game.grounded.diagnostics.size() == 2);
    CHECK(first_warning(game.grounded.diagnostics) ==
          "8:1: 'base' lacks 1 fluent that rules may give, such as (c 1)");
}

namespace
{

/// One state by the machine and by trying all values; then a random joint move, and so on.
void compare_play(const std::string& text, unsigned seed)
{
    Running game(text);
    REQUIRE(game.machine);
    Sheet& sheet = *game.read.sheet;
    Terms& terms = sheet.terms;
    const Program& program = *game.grounded.program;
    std::vector<Term> universe;
    for (const char* name : {"a", "b", "c", "p", "q"})
        universe.push_back(terms.constant(terms.symbol(name)));
    NaiveReasoner naive(
        sheet, universe,
        {"s", "role", "init", "d0", "d1", "d2", "legal", "goal", "terminal", "next"});
    std::mt19937 random(seed);
    std::vector<std::uint64_t> state = game.machine->initial();
    std::set<Term> given;
    for (Term atom : naive.closure({}))
        if (terms.function(atom) == Init)
            given.insert(terms.compound(True, {{terms.arguments(atom)[0]}}));
    for (int ply = 0; ply < 6; ++ply)
    {
        std::set<Term> held;
        for (std::size_t i = 0; i < program.fluents.size(); ++i)
            if ((state[i / 64] >> (i % 64) & 1U) != 0)
                held.insert(terms.compound(True, {{program.fluents[i].fluent}}));
        REQUIRE(held == given);
        const std::set<Term> facts = naive.closure(given);
        const StateFacts look = game.machine->look(state);
        CHECK(look.is_terminal == facts.contains(terms.constant(Terminal)));
        std::vector<std::uint32_t> moves;
        for (std::size_t r = 0; r < 2; ++r)
        {
            std::set<Term> legal, naive_legal;
            for (std::uint32_t move : look.legal[r])
                legal.insert(program.roles[r].moves[move].move);
            std::set<int> goals(look.goals[r].begin(), look.goals[r].end()), naive_goals;
            for (Term atom : facts)
            {
                const auto arguments = terms.arguments(atom);
                if (terms.function(atom) == Legal && arguments[0] == program.roles[r].name)
                    naive_legal.insert(arguments[1]);
                if (terms.function(atom) == Goal && arguments[0] == program.roles[r].name)
                    naive_goals.insert(*goal_value(terms, arguments[1]));
            }
            REQUIRE(legal == naive_legal);
            CHECK(goals == naive_goals);
            moves.push_back(look.legal[r][random() % look.legal[r].size()]);
        }
        std::set<Term> with_moves = given;
        for (std::size_t r = 0; r < 2; ++r)
            with_moves.insert(terms.compound(
                Does, {{program.roles[r].name, program.roles[r].moves[moves[r]].move}}));
        given.clear();
        for (Term atom : naive.closure(with_moves))
            if (terms.function(atom) == Next)
                given.insert(terms.compound(True, {{terms.arguments(atom)[0]}}));
        state = game.machine->step(state, moves);
    }
}

} // namespace

TEST_CASE("The machine of a random sheet agrees with trying all values", "[gdl]")
{
    const char* wanted = std::getenv("SGL_GDL_SEED");
    const unsigned first =
        wanted ? static_cast<unsigned>(std::atoi(wanted)) : std::random_device{}();
    const unsigned count = wanted ? 1 : 40;
    for (unsigned seed = first; seed != first + count; ++seed)
    {
        const std::string text = random_sheet(seed);
        INFO("SGL_GDL_SEED=" << seed << "\n" << text);
        compare_play(text, seed);
    }
}

} // namespace sgl::gdl
