// From text to a grounded game: what names, binders, definitions, strategies and claims become.

#include "logic/formula/print.hpp"
#include "logic/language/reader.hpp"
#include "tests/games.hpp"

#include <chrono>
#include <string>

#include <catch2/catch.hpp>

using namespace sgl;

namespace
{

/// A game that is read, or the test fails with what the reader says.
struct Read
{
    explicit Read(const std::string& text, const ReadOptions& options = {})
        : reader(must(GameReader::read(store, {"g.sgl", text}, options)))
    {
    }

    static GameReader must(Result<GameReader> result)
    {
        if (!result)
            FAIL(result.errors()[0].text());
        return std::move(*result);
    }

    const Game& game() const { return reader.game(); }

    /// A formula of the game's language, grounded and printed.
    std::string ground(const std::string& text)
    {
        const Result<Formula> f = reader.formula({"formula", text});
        return f ? print(game().frame, *f) : "error: " + f.errors()[0].message;
    }

    /// The moves of a strategy, printed.
    std::string moves(const std::string& text)
    {
        const Result<Strategy> s = reader.strategy({"strategy", text});
        return s ? print(game().frame, s->moves) : "error: " + s.errors()[0].message;
    }

    FormulaStore store;
    GameReader reader;
};

Diagnostic error(const std::string& text, const ReadOptions& options = {})
{
    FormulaStore store;
    const Result<GameReader> game = GameReader::read(store, {"g.sgl", text}, options);
    INFO(text);
    REQUIRE(!game);
    return game.errors()[0];
}

std::string message(const std::string& text, const ReadOptions& options = {})
{
    return error(text, options).message;
}

std::string where(const Diagnostic& d)
{
    return std::to_string(d.position.line) + ":" + std::to_string(d.position.column);
}

std::string example(const std::string& name)
{
    return testing::example(name).text;
}

const std::string line = "game line(n = 3) agents x, o range Cell = 1..n "
                         "fluent p(agent, Cell), q action a(t: agent, i: Cell) by t "
                         "let other(x) = o let other(o) = x let half(3) = 1 ";

const std::string small = "agents x, o action a, b by x action c by o fluent p, q, r ";

} // namespace

TEST_CASE("The frame: agents, actions and fluents in order, named as a user writes them")
{
    const Read read(line);
    const Frame& frame = read.game().frame;
    REQUIRE(frame.action_count() == 6);
    REQUIRE(frame.fluent_count() == 7);
    CHECK(frame.name(Action{0}) == "a(x,1)");
    CHECK(frame.name(Action{5}) == "a(o,3)");
    CHECK(frame.name(frame.agent(Action{5})) == "o");
    CHECK(frame.name(Fluent{6}) == "q");
    CHECK(read.game().name == "line");
    CHECK(read.game().parameters == std::vector<std::pair<std::string, std::int64_t>>{{"n", 3}});
}

TEST_CASE("A game without a header goes by the name of its source")
{
    CHECK(Read(small).game().name == "g.sgl");
}

TEST_CASE("Quantifiers become finite conjunctions and disjunctions, in order")
{
    Read read(line);
    CHECK(read.ground("all i in Cell: p(x,i)") == "p(x,1) & p(x,2) & p(x,3)");
    CHECK(read.ground("any t in agent, i in 1..2: p(t,i)") == "p(x,1) | p(x,2) | p(o,1) | p(o,2)");
    CHECK(read.ground("any i in n downto 2: p(x,i)") == "p(x,3) | p(x,2)");
    CHECK(read.ground("all i, j in Cell where i < j: p(x,i) | p(o,j)") ==
          "(p(x,1) | p(o,2)) & (p(x,1) | p(o,3)) & (p(x,2) | p(o,3))");
    CHECK(read.ground("any i in Cell, j in 1..i where !(i = j) & i != 2: p(x,j)") ==
          "p(x,1) | p(x,2)");
    CHECK(read.ground("any t in agent where t != x: p(t,1)") == "p(o,1)");
    CHECK(read.ground("all i in 3..2: p(x,i)") == "true");
    CHECK(read.ground("any i in 2 downto 3: p(x,i)") == "false");
    CHECK(read.ground("q | any i in 1..2: p(x,i) & q") == "q | (p(x,1) & q | p(x,2) & q)");
}

TEST_CASE("A quantifier in a larger formula is an operand of its own")
{
    Read read(line);
    CHECK(read.ground("q & (all i in 1..2: p(x,i))") == "q & (p(x,1) & p(x,2))");
}

TEST_CASE("Integers: / and mod round down, products come before sums")
{
    Read read(line);
    CHECK(read.ground("p(x, 1 + 2 * 3 - 5)") == "p(x,2)");
    CHECK(read.ground("p(x, 7 / 2)") == "p(x,3)");
    CHECK(read.ground("p(x, (0-7) / 2 + 5)") == "p(x,1)");
    CHECK(read.ground("p(x, -7 mod 4)") == "p(x,1)");
    CHECK(read.ground("p(x, 7 mod -4 + 2)") == "p(x,1)");
    CHECK(read.ground("p(x, half(n))") == "p(x,1)");
    CHECK(read.ground("p(other(other(x)), 1)") == "p(x,1)");
    CHECK(read.ground("p(x, 1 / 0)") == "error: division by zero");
    CHECK(read.ground("p(x, 1 mod (n-3))") == "error: division by zero");
    CHECK(read.ground("p(x, 9223372036854775807 + 1)") == "error: the number is too large");
    CHECK(read.ground("p(x, 4611686018427387904 * 2)") == "error: the number is too large");
}

TEST_CASE("What does not fit is an error that names it")
{
    Read read(line);
    CHECK(read.ground("p(x,4)") == "error: argument 2 of 'p' is 4, outside 1..3");
    CHECK(read.ground("does(a(x,0))") == "error: argument 2 of 'a' is 0, outside 1..3");
    CHECK(read.ground("p(x)") == "error: 'p' has 2 arguments, not 1");
    CHECK(read.ground("q(1)") == "error: 'q' has 0 arguments, not 1");
    CHECK(read.ground("p(1,x)") == "error: a number where an agent is wanted");
    CHECK(read.ground("p(x,x)") == "error: 'x' is an agent where a number is wanted");
    CHECK(read.ground("p(x,half(2))") == "error: 'half' has no case half(2)");
    CHECK(read.ground("p(t,1)") == "error: unknown name 't'");
    CHECK(read.ground("n") == "error: 'n' is a parameter, not a formula");
    CHECK(read.ground("a(x,1)") == "error: 'a' is an action, not a formula");
    CHECK(read.ground("[q] q") == "error: 'q' is a fluent, not an action");
    CHECK(read.ground("any i in q: p(x,i)") == "error: 'q' is a fluent, not a range");
    CHECK(read.ground("any i in 3: p(x,i)") == "error: this is not a range");
    CHECK(read.ground("any t in agent where t < x: q") == "error: agents have no order");
    CHECK(read.ground("any t in agent where t = 1: q") ==
          "error: an agent is compared with a number");
    CHECK(read.ground("any i in Cell where q: q") == "error: this is not a condition");
    CHECK(read.ground("any i in Cell: q & any i in Cell: q") ==
          "error: variable 'i' is already bound here");
    // The reader is as good as new after an error.
    CHECK(read.ground("q & (any i in 1..2: p(x,i))") == "q & (p(x,1) | p(x,2))");
    // Comparisons stand where formulas may.
    CHECK(read.ground("q & 1 < 2") == "q");
}

TEST_CASE("An index outside its range comes with the variables it was made of")
{
    const Diagnostic d = error(line + "axiom a: all i in Cell, l in 0..1: p(x, i + l)");
    CHECK(d.message == "argument 2 of 'p' is 4, outside 1..3");
    CHECK(d.expected == "where i = 3, l = 1");
}

TEST_CASE("Long chains of functions, ranges and definitions are no trouble")
{
    std::string functions = small + "let f0 = 1 ", ranges = small + "range R0 = 1..2 ";
    for (int i = 1; i <= 20'000; ++i)
    {
        const std::string now = std::to_string(i), before = std::to_string(i - 1);
        functions += "let f" + now + " = f" + before + " ";
        ranges += "range R" + now + " = R" + before + " ";
    }
    CHECK(Read(functions + "fluent g(1..2)").ground("g(f20000)") == "g(1)");
    std::string nested;
    for (int i = 0; i < 60; ++i)
    {
        const std::string deep(10'000, '-');
        nested += "let g" + std::to_string(i) + " = " + deep + "g" + std::to_string(i + 1) + " ";
    }
    CHECK(message(nested + "let g60 = 1 " + small) == "nested more than 500000 deep");
    CHECK(Read(ranges + "fluent g(R20000)").ground("g(2)") == "g(2)");
}

TEST_CASE("Declarations that clash or lead nowhere")
{
    CHECK(message(small + "fluent p") == "'p' is already declared");
    CHECK(error(small + "fluent p").expected == "it is a fluent on line 1");
    CHECK(message(small + "define x = p") == "'x' is already declared");
    CHECK(message(small + "axiom s: p axiom s: q") == "a second axiom with the name 's'");
    CHECK(message(small + "claim s: valid p claim s: valid q") ==
          "a second claim with the name 's'");
    CHECK(message(small + "axiom p: p claim p: valid q & cnd") == "unknown name 'cnd'");
    CHECK(message(small + "define d = !e define e = d axiom s: e") ==
          "the definition of 'e' uses itself");
    CHECK(message(small + "strategy s for x = s |> does(a) claim c: s is complete") ==
          "the strategy 's' uses itself");
    CHECK(message("game g(m = k, k = m) " + small) == "'m' is defined by itself");
    CHECK(message("range R = S, S = R " + small).ends_with("is defined by itself"));
    CHECK(message(small + "let f(1) = 1 let f(1) = 2") ==
          "a second case of 'f' for the same argument");
    CHECK(message(small + "let f(1) = 1 let f(x) = 2") ==
          "the cases of 'f' differ in sort: agents here, numbers there");
    CHECK(message(small + "define d(1..2) = p") == "this argument has no name");
    CHECK(message(small + "action d by p") == "'p' is a fluent, not a number or an agent");
    CHECK(where(error(small + "\naxiom a: p &\n  pp")) == "3:3");
}

TEST_CASE("Every declaration with an error is reported, not just the first")
{
    FormulaStore store;
    const Result<GameReader> game =
        GameReader::read(store, {"g.sgl", small + "axiom a: u axiom b: v claim c: valid w"});
    REQUIRE(!game);
    CHECK(game.errors().size() == 3);
}

TEST_CASE("Definitions are macros with arguments, usable before they are declared")
{
    Read read(line + "define both(i: Cell) = free(i) & next free(i) "
                     "define free(i: Cell) = !p(x,i) & !p(o,i)");
    CHECK(read.ground("both(2)") == "(!p(x,2) & !p(o,2)) & next (!p(x,2) & !p(o,2))");
}

TEST_CASE("In a definition |> and &> are formulas, and `each` joins the chain around it")
{
    Read read(line + "define d = q |> each i in 2 downto 1: p(x,i) |> true "
                     "define e = true &> each t in agent: each i in 1..2: p(t,i)");
    CHECK(read.ground("d") == "q |> p(x,2) |> p(x,1) |> true");
    CHECK(read.ground("e") == "true &> p(x,1) &> p(x,2) &> p(o,1) &> p(o,2)");
    CHECK(read.ground("(p(x,1) |> each i in 2..1: q)") == "p(x,1)");
    CHECK(read.ground("(each i in 2..1: q) |> q") ==
          "error: an 'each' alone: its operands join a chain of '|>' or '&>'");
}

TEST_CASE("A strategy's leaves are joined with the legal moves of its agent")
{
    const std::string legal = "(does(a) & legal(a) | does(b) & legal(b))";
    Read read(small + "strategy s for x = p |> q |> r strategy t for x = s &> (p |> q) "
                      "strategy u for o = true");
    CHECK(read.moves("s") == legal + " & p |> " + legal + " & q |> " + legal + " & r");
    CHECK(read.moves("t") == "(" + legal + " & p |> " + legal + " & q |> " + legal + " & r) &> (" +
                                 legal + " & p |> " + legal + " & q)");
    CHECK(read.moves("u") == "(does(c) & legal(c)) & true");
    CHECK(read.moves("(p) for x") == legal + " & p");
    CHECK(read.moves("(s) for x") == read.moves("s"));
    CHECK(read.ground("u -> p") == "(does(c) & legal(c)) & true -> p");
    CHECK(read.moves("p") == "error: 'p' is a fluent, not a strategy");
    CHECK(read.moves("p |> q") == "error: this is a rule, not the name of a strategy");
    CHECK(read.moves("(u |> p) for x") == "error: u is a strategy of o, not of x");
}

TEST_CASE("|>, &> and each below another connective are errors in a strategy")
{
    CHECK(message(small + "strategy s for x = p & (q |> r)") ==
          "'|>' below another connective in a strategy");
    CHECK(message(small + "strategy s for x = p |> !(q &> r)") ==
          "'&>' below another connective in a strategy");
    CHECK(message(small + "strategy s for x = each i in 1..2: p") ==
          "an 'each' alone: its operands join a chain of '|>' or '&>'");
    // A definition that uses them is an operand like any other.
    Read read(small + "define d = q |> r strategy s for x = p & d");
    CHECK(read.moves("s").ends_with("& (p & (q |> r))"));
}

TEST_CASE("The game's strategies: those without parameters, and those that claims name")
{
    const Read read(line + "strategy s for x = q strategy u(i: Cell) for x = does(a(x,i)) "
                           "strategy v(t: agent) for t = u(2) |> q "
                           "claim c: v(x) is complete claim d: if x plays u(3) then q");
    std::vector<std::string> names;
    for (const Strategy& s : read.game().strategies)
        names.push_back(s.name);
    CHECK(names == std::vector<std::string>{"s", "u(3)", "v(x)"});
}

TEST_CASE("Axioms have an instance for each value of their binders")
{
    const Read read(line + "axiom e: for t in agent, i in Cell where i > 1: next p(t,i) <-> q "
                           "axiom f: q");
    const std::vector<Axiom>& axioms = read.game().axioms;
    REQUIRE(axioms.size() == 5);
    CHECK(axioms[0].name == "e");
    CHECK(print(read.game().frame, axioms[0].formula) == "next p(x,2) <-> q");
    CHECK(print(read.game().frame, axioms[3].formula) == "next p(o,3) <-> q");
    CHECK(axioms[4].name == "f");
}

TEST_CASE("Claims of every kind")
{
    const Read read(small + R"(
strategy s for x = does(a)
strategy t for o = true
claim c1: valid p -> p
claim c2: theorem p
claim c3: always p
claim c4: s is complete
claim c5: s is deterministic everywhere
claim c6: (p |> q) for x is functional
claim c7: s is consistent
claim c8: s refines (true) for x everywhere
claim c9: s equals s
claim c10 up to 2*3+1 plies: if x plays s,   // a comment
   o plays (p) for o then p & q
claim c11: s implements p
claim c12: p & does(a) implements q
claim c13: x achieves p | q by s
claim c14: x, o achieve p by s, t
)");
    const std::vector<Claim>& claims = read.game().claims;
    REQUIRE(claims.size() == 14);
    const ClaimKind kinds[] = {
        ClaimKind::Valid,      ClaimKind::Theorem,       ClaimKind::Always,
        ClaimKind::Complete,   ClaimKind::Deterministic, ClaimKind::Functional,
        ClaimKind::Consistent, ClaimKind::Refines,       ClaimKind::Equals,
        ClaimKind::If,         ClaimKind::Implements,    ClaimKind::Implements,
        ClaimKind::Achieves,   ClaimKind::Achieves};
    for (std::size_t i = 0; i < claims.size(); ++i)
    {
        CAPTURE(i);
        CHECK(claims[i].kind == kinds[i]);
        CHECK(claims[i].everywhere == (i == 4 || i == 7));
        CHECK(claims[i].expected == Expected::Proved);
    }
    CHECK(claims[0].text == "valid p -> p");
    CHECK(claims[5].strategies[0].name == "(rule)");
    CHECK(claims[7].strategies.size() == 2);
    CHECK(claims[9].up_to == 7U);
    CHECK(claims[9].text == "if x plays s, o plays (p) for o then p & q");
    CHECK(claims[9].strategies.size() == 2);
    CHECK(claims[10].alpha_is_strategy);
    CHECK_FALSE(claims[11].alpha_is_strategy);
    CHECK(print(read.game().frame, claims[12].formula) == "p | q");
    CHECK(claims[13].strategies[1].name == "t");
}

TEST_CASE("Claims that mix up agents are refused")
{
    const std::string game = small + "strategy s for x = p strategy t for o = p claim c: ";
    CHECK(message(game + "if x plays t then p") == "t is a strategy of o, not of x");
    CHECK(message(game + "if x plays s, x plays s then p") == "x plays two strategies");
    CHECK(message(game + "s refines t") == "t is a strategy of o, not of x");
    CHECK(message(game + "x, o achieve p by s") == "2 agents, but 1 strategies");
    CHECK(message(game + "p is complete") == "'p' is a fluent, not a strategy");
    CHECK(message(game + "s, t is complete") == "only one thing can be said to be so");
    CHECK(message(game + "(s |> p) is complete") == "this is a rule, not the name of a strategy");
}

TEST_CASE("What is expected: the first expectation that applies")
{
    const auto expected = [](const std::string& expectations, std::int64_t n)
    {
        const Read read(line + "claim c: valid q " + expectations, {{{"n", n}}});
        return read.game().claims[0].expected;
    };
    using enum Expected;
    CHECK(expected("", 3) == Proved);
    CHECK(expected("", 4) == Proved);
    CHECK(expected("expect refuted", 3) == Refuted);
    CHECK(expected("expect refuted", 4) == std::nullopt);
    CHECK(expected("expect refuted when n > 3", 4) == Refuted);
    CHECK(expected("expect refuted when n > 3", 3) == std::nullopt);
    CHECK(expected("expect vacuous when n = 2 expect refuted when n < 4", 2) == Vacuous);
    CHECK(expected("expect vacuous when n = 2 expect refuted when n < 4", 3) == Refuted);
    CHECK(expected("expect vacuous when n = 2 expect proved", 3) == Proved);
}

TEST_CASE("Parameters from outside")
{
    CHECK(Read(line, {{{"n", 5}}}).game().frame.action_count() == 10);
    CHECK(message(line, {{{"m", 5}}}) == "the game has no parameter 'm'");
    CHECK(message(line, {{{"n", 5}, {"n", 6}}}) == "parameter 'n' is given twice");
    CHECK(error("game g(size = 1) " + small, {{{"sise", 5}}}).expected == "did you mean 'size'?");
}

TEST_CASE("Boards: two axes make a grid, one a row")
{
    const Read grid("agents x, o range C = 1..2, D = 1..3 fluent p(agent, C, D) "
                    "action a(t: agent) by t board C, D: p(t,i,j) as t");
    REQUIRE(grid.game().board);
    CHECK(grid.game().board->rows == 2);
    CHECK(grid.game().board->columns == 3);
    CHECK(grid.game().board->column_names == std::vector<std::string>{"1", "2", "3"});
    REQUIRE(grid.game().board->marks.size() == 12);
    const Board::Mark& last = grid.game().board->marks.back();
    CHECK(grid.game().frame.name(last.fluent) == "p(o,2,3)");
    CHECK(last.row == 1);
    CHECK(last.column == 2);
    CHECK(last.label == "o");

    const Read row(line + "board Cell: p(t,j) as t");
    CHECK(row.game().board->rows == 1);
    CHECK(row.game().board->columns == 3);
    CHECK(message(line + "board Cell, Cell: p(t,j) as t") == "the board has 2 axes, the pattern 1");
    CHECK(message(line + "board 0..3: p(t,j) as t") == "argument 2 of 'p' is 0, outside 1..3");
}

TEST_CASE("Grounding stops with an error when it grows too large or too deep")
{
    ReadOptions options;
    options.formula_limit = 10'000;
    CHECK(message(small + "axiom a: any i in 1..6000: p", options) ==
          "grounding would make about 12001 formula nodes (up to 1 MB), more than the 10000 "
          "allowed");
    std::string sum = "1";
    for (int i = 0; i < 1'000; ++i)
        sum += " + 1";
    CHECK(message(small + "axiom a: any i in 1..3000 where i < " + sum + ": p", options) ==
          "grounding takes more than 100000 operations on numbers");
    CHECK(message(small + "fluent f(1..9223372036854775807, 1..9)") == "the range is too large");

    std::string chain = small + "define d0 = p ";
    for (int i = 1; i <= 100'010; ++i)
        chain += "define d" + std::to_string(i) + " = !d" + std::to_string(i - 1) + " ";
    CHECK(message(chain + "axiom a: d100010") == "nested more than 100000 deep");
    CHECK(message(chain + "axiom a: d40000 axiom b: d80000 axiom c: d100010") ==
          "nested more than 100000 deep");
}

TEST_CASE("The examples are read, and five in a row quickly", "[clock]")
{
    const Read tictactoe(example("tictactoe.sgl"));
    CHECK(tictactoe.game().name == "mk");
    CHECK(tictactoe.game().axioms.size() == 1 + 1 + 18 + 18 + 2);
    CHECK(tictactoe.game().claims.size() == 7);
    CHECK(tictactoe.game().claims[4].expected == Expected::Proved);
    CHECK(tictactoe.game().board->marks.size() == 18);

    CHECK(Read(example("crossdot.sgl")).game().claims.size() == 8);
    CHECK(Read(example("crossdot.sgl"), {{{"m", 4}, {"k", 2}}}).game().claims[3].expected ==
          Expected::Proved);

    const auto started = std::chrono::steady_clock::now();
    const Read gomoku(example("gomoku.sgl"));
    CHECK(gomoku.game().frame.action_count() == 450);
    CHECK(gomoku.game().frame.fluent_count() == 452);
    CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds(3));
}
