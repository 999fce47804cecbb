// What is said about a game that follows the grammar and means nothing.

#include "tests/logic/wrong_text.hpp"

#include "logic/model/rules.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

TEST_CASE("Bad input: unknown names, with the nearest known one")
{
    // clang-format off
    check(names, {
        {"@axoim s: p", "unexpected 'axoim'",
         "did you mean 'axiom'?"},
        {"@hello", "unexpected 'hello'",
         "expected a declaration"},
        {"axiom s: @unknwon", "unknown name 'unknwon'"},
        {"axiom s: does(@d)", "unknown name 'd'"},
        {"axiom s: [@p] q", "'p' is a fluent, not an action"},
        {"axiom s: @turm", "unknown name 'turm'"},
    });
    check(line, {
        {"axiom s: p(@t,1)", "unknown name 't'"},
        {"axiom s: @oter(x)", "unknown name 'oter'",
         "did you mean 'other'?"},
        {"axiom s: p(@oter(x),1)", "unknown name 'oter'",
         "did you mean 'other'?"},
        {"axiom s: all i in @Sell: q", "unknown name 'Sell'",
         "did you mean 'Cell'?"},
        {"claim c: @snsible is complete", "unknown name 'snsible'"},
        {"claim c: if @y plays q then q", "unknown name 'y'"},
    });
    // clang-format on
}

TEST_CASE("Bad input: wrong arity, type and range")
{
    // clang-format off
    check(line, {
        {"axiom s: @p(x)", "'p' has 2 arguments, not 1"},
        {"axiom s: @q(1)", "'q' has 0 arguments, not 1"},
        {"axiom s: @a(x,1)", "'a' is an action, not a formula",
         "write does(a(…)) or legal(a(…))"},
        {"axiom s: does(@a(x))", "'a' has 2 arguments, not 1"},
        {"axiom s: p(@other(x,o),1)", "'other' has 1 argument, not 2"},
        {"axiom s: p(@1,x)", "a number where an agent is wanted"},
        {"axiom s: p(x,@x)", "'x' is an agent where a number is wanted"},
        {"axiom s: p(x,@4)", "argument 2 of 'p' is 4, outside 1..3"},
        {"axiom s: all i in Cell: p(x,@i+1)", "argument 2 of 'p' is 4, outside 1..3",
         "where i = 3"},
        {"axiom s: does(a(x,@0))", "argument 2 of 'a' is 0, outside 1..3"},
        {"axiom s: @n", "'n' is a parameter, not a formula"},
        {"axiom s: @Cell", "'Cell' is a range, not a formula"},
        {"axiom s: @x", "'x' is an agent, not a formula"},
        {"axiom s: all i in @q: q", "'q' is a fluent, not a range"},
        {"axiom s: all i in @3: q", "this is not a range",
         "expected a range's name, 'agent', or first..last"},
        {"axiom s: q & @1 < x", "an agent is compared with a number"},
        {"axiom s: all t in agent where @t < x: q", "agents have no order",
         "compare them with = or !="},
        {"axiom s: all t in agent where @t = 1: q", "an agent is compared with a number"},
        {"axiom s: all i in Cell where @q: q", "this is not a condition",
         "expected comparisons (= != < <= > >=) with ! & |"},
        {"axiom s: @1 + 1", "a number where a formula is wanted"},
        {"define d(i: Cell) = q axiom s: d(@4)", "argument 1 of 'd' is 4, outside 1..3"},
        {"define d(i: Cell) = q axiom s: @d", "'d' has 1 argument, not 0"},
        {"strategy s(i: Cell) for x = q claim c: s(@0) is complete", "argument 1 of 's' is 0, outside 1..3"},
        {"let f(1) = 1 axiom s: p(x,@f(2))", "'f' has no case f(2)"},
        {"action d by @1", "unexpected '1'",
         "expected a name"},
        {"action d(i: Cell) by @i", "a number where an agent is wanted"},
        {"fluent g(1..@x)", "'x' is an agent where a number is wanted"},
    });
    // clang-format on
}

TEST_CASE("Bad input: declared twice")
{
    // clang-format off
    check(names, {
        {"fluent @p", "'p' is already declared",
         "it is a fluent on line 1"},
        {"agents @x", "'x' is already declared",
         "it is an agent on line 1"},
        {"action @p by x", "'p' is already declared",
         "it is a fluent on line 1"},
        {"define @x = p", "'x' is already declared",
         "it is an agent on line 1"},
        {"range @a = 1..2", "'a' is already declared",
         "it is an action on line 1"},
        {"let @q = 1", "'q' is already declared",
         "it is a fluent on line 1"},
        {"let f(1) = 1 let @f(1) = 2", "a second case of 'f' for the same argument"},
        {"let f(1) = 1 let @f(1,2) = 2", "'f' has 1 argument elsewhere"},
        {"let f(1) = 1 let @f(x) = 2", "the cases of 'f' differ in sort: agents here, numbers there"},
        {"axiom s: p axiom @s: q", "a second axiom with the name 's'",
         "the first is on line 2"},
        {"claim s: valid p claim @s: valid q", "a second claim with the name 's'",
         "the first is on line 2"},
    });
    check("", {
        {"game g(m = 1, @m = 2) agents x action a by x", "'m' is already declared",
         "it is a parameter on line 1"},
    });
    // clang-format on
}

TEST_CASE("Bad input: boards")
{
    // clang-format off
    check(names, {
        {"board 1..2: @f(i) as x", "'f' is unknown, not a fluent"},
        {"fluent f(1..2) board 1..2: f(i) as x @board 1..2: f(i) as x", "a second board"},
        {"fluent f(1..2) board 1..2, 1..2: @f(i) as x", "the board has 2 axes, the pattern 1"},
        {"fluent f(1..2) @board 1..2, 1..2, 1..2: f(i) as x", "a board has one axis or two"},
        {"fluent f(1..2) board 0..2: f(@i) as x", "argument 1 of 'f' is 0, outside 1..2",
         "where i = 0"},
    });
    // clang-format on
}

TEST_CASE("Bad input: agents")
{
    // clang-format off
    check(names, {
        {"agents @y", "agent 'y' has no actions",
         "declare one: 'action … by y'"},
    });
    check("", {
        {"agents@", "unexpected end of the text",
         "expected a name"},
        {"@fluent p", "the game has no agents",
         "declare them: 'agents x, o'"},
    });
    // clang-format on
}

TEST_CASE("Bad input: a range that leaves an agent without actions is to blame, where it is given")
{
    // clang-format off
    check("", {
        {"agents x range @R = 3..1 action a(i: R) by x", "range R = 3..1 is empty",
         "so agent 'x' has no actions"},
        {"game g(n = 0) agents x range @R = 1..n action a(R) by x", "range R = 1..0 is empty",
         "so agent 'x' has no actions"},
        {"agents x action a(1..2, @3..1) by x", "range 3..1 is empty",
         "so agent 'x' has no actions"},
        {"agents x, o range @R = 3 downto 4 range S = R action a(t: agent, i: S) by t",
         "range R = 3 downto 4 is empty", "so agent 'x' has no actions"},
        {"agents x, @o range R = 2..1 action a(R) by x action b by x",
         "agent 'o' has no actions", "declare one: 'action … by o'"},
    });
    // clang-format on
    FormulaStore store;
    CHECK(GameReader::read(store, {"g.sgl", "agents x range R = 3..1 fluent f(R) action a by x"}));
}

TEST_CASE("Bad input: what is wrong with a declaration is said once, not where it is used")
{
    const auto messages = [](const std::string& text)
    {
        FormulaStore store;
        const Result<GameReader> game = GameReader::read(store, {"g.sgl", text});
        REQUIRE(!game);
        std::vector<std::string> said;
        for (const Diagnostic& error : game.errors())
            said.push_back(error.message);
        return said;
    };
    using Messages = std::vector<std::string>;
    CHECK(messages("game g(n = 3) agents x range S = 1-n fluent f(S), g(S) action a(i: S) by x") ==
          Messages{"this is not a range"});
    CHECK(messages("agents x range R = S, S = T, T = R fluent f(S) action a(T) by x") ==
          Messages{"'R' is defined by itself"});
    CHECK(messages("agents x action a by x let f(1) = y range R = 1..f(1), S = f(1)..2") ==
          Messages{"unknown name 'y'"});
    CHECK(messages("agents x action a by x range R = 1..k, S = R let f(1) = z fluent q(S)") ==
          Messages{"unknown name 'z'", "unknown name 'k'"});
}

TEST_CASE("Bad input: definitions in a circle")
{
    // clang-format off
    check(names, {
        {"define d = !@e define e = next d axiom s: e", "the definition of 'e' uses itself"},
        {"define d(i: 0..5) = @d((i+1) mod 6) axiom s: d(1)", "the definition of 'd' uses itself"},
        {"strategy s for x = @s |> p claim c: s is complete", "the strategy 's' uses itself"},
        {"range @R = S, S = R", "'R' is defined by itself"},
        {"let @f(1) = f(2) let f(2) = f(1) axiom s: all i in 1..f(1): p", "'f' is defined by itself"},
    });
    check("", {
        {"game g(m = k, k = @m) agents x action a by x", "'m' is defined by itself"},
    });
    // clang-format on
}

TEST_CASE("Bad input: variables bound again")
{
    // clang-format off
    check(names, {
        {"axiom s: all i in 1..2: p & (any @i in 1..2: p)", "variable 'i' is already bound here",
         "a quantifier reaches as far right as it can: put parentheses around the one before, or choose another name"},
        {"axiom s: for i in 1..2: all @i in 1..2: p", "variable 'i' is already bound here",
         "a quantifier reaches as far right as it can: put parentheses around the one before, or choose another name"},
        {"define d(i: 1..2) = all @i in 1..2: p", "variable 'i' is already bound here",
         "a quantifier reaches as far right as it can: put parentheses around the one before, or choose another name"},
        {"define d(i: 1..2, @i: 1..2) = p", "variable 'i' is already bound here",
         "a quantifier reaches as far right as it can: put parentheses around the one before, or choose another name"},
    });
    // clang-format on
}

TEST_CASE("Bad input: |>, &> and each inside a leaf of a strategy")
{
    // clang-format off
    check(names, {
        {"strategy s for x = p & (@q |> r)", "'|>' below another connective in a strategy",
         "a strategy joins its rules with '|>' and '&>' on the outside; a 'define' may hold this one"},
        {"strategy s for x = p |> !(@q &> r)", "'&>' below another connective in a strategy",
         "a strategy joins its rules with '|>' and '&>' on the outside; a 'define' may hold this one"},
        {"strategy s for x = next (@p |> q)", "'|>' below another connective in a strategy",
         "a strategy joins its rules with '|>' and '&>' on the outside; a 'define' may hold this one"},
        {"strategy s for x = @each i in 1..2: p", "an 'each' alone: its operands join a chain of '|>' or '&>'",
         "write for instance 'true &> each …'"},
        {"claim c: (p & (@q |> r)) for x is complete", "'|>' below another connective in a strategy",
         "a strategy joins its rules with '|>' and '&>' on the outside; a 'define' may hold this one"},
    });
    // clang-format on
}

TEST_CASE("Bad input: numbers too large, and division by zero")
{
    // clang-format off
    check(names, {
        {"axiom s: all i in 1..@99999999999999999999: p", "the number is too large"},
        {"axiom s: all i in 1..1/(@1-1): p", "division by zero"},
        {"fluent f(@1..9223372036854775807, 1..9)", "the range is too large"},
    });
    check(line, {
        {"axiom s: p(x, @4611686018427387904 * 2)", "the number is too large"},
        {"axiom s: p(x, @-9223372036854775807 - 2)", "the number is too large"},
        {"axiom s: p(x, @-(-9223372036854775807 - 1))", "the number is too large"},
        {"axiom s: p(x, (@-9223372036854775807 - 1) / -1)", "the number is too large"},
        {"axiom s: p(x, 1/@0)", "division by zero"},
        {"axiom s: p(x, 1 mod (@n-3))", "division by zero"},
        {"axiom s: all i in Cell where 1/(@i-2) = 0: q", "division by zero"},
    });
    check("", {
        {"game g(m = @9223372036854775807 + 1) agents x action a by x", "the number is too large"},
        {"game g(m = 1/@0) agents x action a by x", "division by zero"},
    });
    // clang-format on
}

TEST_CASE("Bad input: strategies of other agents")
{
    // clang-format off
    check(names, {
        {"strategy s for x = p strategy t for o = p claim c: if x plays @t then p", "t is a strategy of o, not of x"},
        {"strategy s for x = p strategy t for o = p claim c: if x plays s, @x plays s then p", "x plays two strategies"},
        {"strategy s for x = p strategy t for o = p claim c: s refines @t", "t is a strategy of o, not of x"},
        {"strategy s for x = p strategy t for o = p claim c: s equals @t", "t is a strategy of o, not of x"},
        {"strategy s for x = p strategy t for o = p claim c: x achieves p by @t", "t is a strategy of o, not of x"},
        {"strategy s for x = p strategy t for o = p claim c: @x, o achieve p by s", "2 agents, but 1 strategies"},
        {"strategy s for x = p strategy t for o = p claim c: x, @x achieve p by s, s", "x plays two strategies"},
        {"strategy s for x = p strategy t for o = p claim c: (@s |> p) for o is complete", "s is a strategy of x, not of o"},
        {"strategy s for x = p strategy t for o = p claim c: if x plays (@p) for o then p", "(rule) is a strategy of o, not of x"},
        {"strategy s for x = p strategy t for o = p claim c: s, @t is complete", "only one thing can be said to be so"},
        {"strategy s for x = p strategy t for o = p claim c: (@s |> p) is complete", "this is a rule, not the name of a strategy",
         "write '(rule) for agent', in parentheses and with its agent"},
        {"strategy s for x = p strategy t for o = p claim c: @p is complete", "'p' is a fluent, not a strategy"},
    });
    // clang-format on
}

TEST_CASE("Bad input: plies and expectations")
{
    // clang-format off
    check(names, {
        {"claim c up to @-1 plies: valid p", "-1 is no number of plies"},
        {"claim c up to @3000000000 plies: valid p", "3000000000 is no number of plies"},
        {"claim c: valid p expect refuted when @p", "this is not a condition",
         "expected comparisons (= != < <= > >=) with ! & |"},
    });
    // clang-format on
}

TEST_CASE("Bad input: bytes that are no text")
{
    check(names + "axiom s: ", {
                                   {"p & @\xff", "byte 0xFF is not UTF-8", ""},
                                   {"p @\xc0\xaf", "byte 0xC0 is not UTF-8", ""},
                                   {"p @\xed\xa0\x80", "byte 0xED is not UTF-8", ""},
                                   {"p @\xe2\x88", "byte 0xE2 is not UTF-8", ""},
                                   {"¬p ∧ @\xf5", "byte 0xF5 is not UTF-8", ""},
                               });
    const std::string nul(1, '\0');
    check(names + "axiom s: p\n", {{"@" + nul + "& q", "a NUL byte: this is not a text", ""},
                                   {"// @" + nul, "a NUL byte: this is not a text", ""}});
    check("", {{"@", "the game has no agents", "declare them: 'agents x, o'"},
               {"@// nothing\n", "the game has no agents", ""}});
}

TEST_CASE("Bad input: parameters from outside")
{
    const std::string game = "game g(size = 3, k = 1) agents x action a(i: 1..size) by x";
    const auto said = [&](const std::vector<std::pair<std::string, std::int64_t>>& parameters)
    {
        ReadOptions options;
        options.parameters = parameters;
        const Diagnostic d = error(game, options);
        CHECK(d.source == "command line");
        return d;
    };
    CHECK(said({{"sise", 5}}).message == "the game has no parameter 'sise'");
    CHECK(said({{"sise", 5}}).expected == "did you mean 'size'?");
    CHECK(said({{"sise", 5}}).line == "-D sise=5");
    CHECK(said({{"k", 2}, {"k", 3}}).message == "parameter 'k' is given twice");
    CHECK(said({{"k", 2}, {"k", 2}}).line == "-D k=2");
}

TEST_CASE("Two definitions of one symbol, or one that runs in a circle: a warning by name")
{
    FormulaStore store;
    const auto warnings = [&](const std::string& text)
    {
        Result<GameReader> game = GameReader::read(store, {"g.sgl", names + text});
        REQUIRE(game);
        return read_rules(store, game->game()).warnings;
    };
    const auto twice =
        warnings("axiom one: next p <-> q & does(a)\n axiom two: next p <-> r & does(a)");
    REQUIRE(twice.size() == 1);
    CHECK(twice[0].severity == Diagnostic::Severity::Warning);
    CHECK(twice[0].position == Position{3, 8});
    CHECK(twice[0].message == "what axiom 'two' says is defined already: it only constrains");
    const auto circle = warnings("axiom one: terminal <-> !legal(a)\n"
                                 "axiom two: legal(a) <-> !terminal");
    REQUIRE(circle.size() >= 1);
    CHECK(circle[0].message.find("in a circle: it only constrains") != std::string::npos);
    CHECK(warnings("axiom one: next p <-> q axiom two: legal(a) <-> p").empty());
}
