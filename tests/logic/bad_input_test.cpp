// What is said about a game that is wrong: where, what, and what was expected. In the tables below
// `@` stands where the error is; it is taken out before the text is read.

#include "logic/language/reader.hpp"
#include "logic/model/rules.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace sgl;

namespace
{

struct Wrong
{
    std::string text;
    std::string message;
    std::string expected = {}; // or hint; not compared when empty
};

/// `agents`, actions and fluents that the tables use, on a line of their own.
const std::string names = "agents x, o  action a, b by x  action c by o  fluent p, q, r\n";
const std::string line = "game line(n = 3) agents x, o range Cell = 1..n fluent p(agent, Cell), q "
                         "action a(t: agent, i: Cell) by t let other(x) = o let other(o) = x\n";

Position place_of_mark(const std::string& text)
{
    Position place;
    for (const char c : text.substr(0, text.find('@')))
    {
        const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
        place = c == '\n' ? Position{place.line + 1, 1}
                          : Position{place.line, place.column + (continues ? 0U : 1U)};
    }
    return place;
}

/// The one error of a text, or of the first declaration in it that is wrong.
Diagnostic error(const std::string& text, const ReadOptions& options = {})
{
    FormulaStore store;
    const Result<GameReader> game = GameReader::read(store, {"g.sgl", text}, options);
    REQUIRE(!game);
    REQUIRE(!game.errors().empty());
    return game.errors()[0];
}

void check(const std::string& before, const std::vector<Wrong>& table,
           const ReadOptions& options = {})
{
    for (const Wrong& wrong : table)
    {
        const std::string text = before + wrong.text;
        INFO(text);
        const std::size_t mark = text.find('@');
        REQUIRE(mark != std::string::npos);
        const Diagnostic said = error(text.substr(0, mark) + text.substr(mark + 1), options);
        INFO(said.text());
        CHECK(said.source == "g.sgl");
        CHECK(said.severity == Diagnostic::Severity::Error);
        CHECK(said.position == place_of_mark(text));
        CHECK(said.message == wrong.message);
        if (!wrong.expected.empty())
            CHECK(said.expected == wrong.expected);
    }
}

} // namespace

TEST_CASE("Bad input: syntax of formulas")
{
    // clang-format off
    check(names, {
        {"axiom s: @", "unexpected end of the text",
         "expected a formula or term"},
        {"axiom s: p & @& q", "unexpected '&'",
         "expected a formula or term"},
        {"axiom s: (p & q@", "unexpected end of the text",
         "expected ')'"},
        {"axiom s: (p & q@]", "unexpected ']'",
         "expected ')'"},
        {"axiom s: p@)", "unexpected ')'",
         "expected a declaration"},
        {"axiom s: [a @p", "unexpected 'p'",
         "expected ']'"},
        {"axiom s: [@] p", "unexpected ']'",
         "expected an action"},
        {"axiom s: <<a@> p", "unexpected '>'",
         "expected '>>'"},
        {"axiom s: {p @q", "unexpected 'q'",
         "expected '}'"},
        {"axiom s: does @a", "unexpected 'a'",
         "expected '('"},
        {"axiom s: legal(a@", "unexpected end of the text",
         "expected ')'"},
        {"axiom s: p @q", "unexpected 'q'",
         "expected a declaration"},
        {"axiom s: @& p", "unexpected '&'",
         "expected a formula or term"},
        {"axiom s: @p <- q", "a comparison where a formula is wanted",
         "conditions go after 'where'"},
        {"axiom s: p @$ q", "unexpected '$'",
         "expected a declaration"},
        {"axiom s: next@", "unexpected end of the text",
         "expected a formula or term"},
        {"axiom s: all i@: p", "unexpected ':'",
         "expected 'in'"},
        {"axiom s: all i in 1..@: p", "unexpected ':'",
         "expected a formula or term"},
        {"axiom s: all i in 1..2 @p", "unexpected 'p'",
         "expected ':'"},
        {"axiom s: all @in 1..2: p", "unexpected keyword 'in'",
         "expected variables in a range"},
        {"axiom s: all i@, in 1..2: p", "unexpected ','",
         "expected 'in'"},
        {"axiom s: all i in 1..2 where@: p", "unexpected ':'",
         "expected a formula or term"},
        {"axiom s: p(1@", "unexpected end of the text",
         "expected ')'"},
        {"axiom s: p(1@,)", "unexpected ','",
         "expected ')'"},
        {"axiom s: p(@)", "unexpected ')'",
         "expected a formula or term"},
        {"axiom s: -@> p", "unexpected '>'",
         "expected a formula or term"},
        {"axiom s: p = @= q", "unexpected '='",
         "expected a formula or term"},
    });
    // clang-format on
}

TEST_CASE("Bad input: syntax of declarations")
{
    // clang-format off
    check(names, {
        {"axiom @: p", "unexpected ':'",
         "expected an axiom"},
        {"axiom s @p", "unexpected 'p'",
         "expected ':'"},
        {"axiom s@", "unexpected end of the text",
         "expected ':'"},
        {"axiom @next: p", "unexpected keyword 'next'",
         "expected an axiom"},
        {"axiom s: for i @Cell: p", "unexpected 'Cell'",
         "expected 'in'"},
        {"axiom s: for i in 1..2 @p", "unexpected 'p'",
         "expected ':'"},
        {"agents@", "unexpected end of the text",
         "expected a name"},
        {"agents y@,", "unexpected ','",
         "expected a declaration"},
        {"@game g", "unexpected keyword 'game'",
         "expected a declaration"},
        {"range @= 1..2", "unexpected '='",
         "expected a range"},
        {"range R @1..2", "unexpected '1'",
         "expected '='"},
        {"range R = @1", "this is not a range",
         "expected a range's name, 'agent', or first..last"},
        {"range R = 1..@", "unexpected end of the text",
         "expected a formula or term"},
        {"fluent@", "unexpected end of the text",
         "expected a fluent"},
        {"fluent f(@", "unexpected end of the text",
         "expected an argument"},
        {"fluent f(1..2@", "unexpected end of the text",
         "expected ')'"},
        {"action d@", "unexpected end of the text",
         "expected 'by'"},
        {"action d by@", "unexpected end of the text",
         "expected a name"},
        {"action d(i: 1..2 @by x", "unexpected 'by'",
         "expected ')'"},
        {"let f = @", "unexpected end of the text",
         "expected a formula or term"},
        {"let f(1) @2", "unexpected '2'",
         "expected '='"},
        {"let @= 2", "unexpected '='",
         "expected a function"},
        {"define d @p", "unexpected 'p'",
         "expected '='"},
        {"define d(i: 1..2) @p", "unexpected 'p'",
         "expected '='"},
        {"define d(i @1..2) = p", "unexpected '1'",
         "expected ')'"},
        {"strategy s @= p", "unexpected '='",
         "expected 'for'"},
        {"strategy s for x @p", "unexpected 'p'",
         "expected '='"},
        {"strategy s for @= p", "unexpected '='",
         "expected a name"},
        {"board 1..2 @f(i) as x", "unexpected 'f'",
         "expected ':'"},
        {"board 1..2: p(i)@", "unexpected end of the text",
         "expected 'as'"},
    });
    check("", {
        {"game g(m@) agents x", "unexpected ')'",
         "expected '='"},
        {"game g(m = @) agents x", "unexpected ')'",
         "expected a formula or term"},
        {"game g(m = 1 @agents x", "unexpected keyword 'agents'",
         "expected ')'"},
        {"game @(m = 1)", "unexpected '('",
         "expected the game's name"},
    });
    // clang-format on
}

TEST_CASE("Bad input: syntax of claims")
{
    // clang-format off
    check(names, {
        {"claim c @p", "unexpected 'p'",
         "expected ':'"},
        {"claim c: p@", "unexpected end of the text",
         "expected 'is', 'refines', 'equals', 'implements' or 'achieves'"},
        {"claim c:@", "unexpected end of the text",
         "expected 'valid' or 'theorem' or 'always' or 'if' or a formula or term"},
        {"claim c: p is @good", "unexpected 'good'",
         "expected 'complete', 'deterministic', 'functional' or 'consistent'"},
        {"claim c: if x plays@", "unexpected end of the text",
         "expected a formula or term"},
        {"claim c: if x @then p", "unexpected 'then'",
         "expected 'plays'"},
        {"claim c: if x plays p @p", "unexpected 'p'",
         "expected 'then'"},
        {"claim c: valid@", "unexpected end of the text",
         "expected a formula or term"},
        {"claim c: valid p expect@", "unexpected end of the text",
         "expected 'proved', 'refuted' or 'vacuous'"},
        {"claim c: valid p expect @true", "unexpected keyword 'true'",
         "expected 'proved', 'refuted' or 'vacuous'"},
        {"claim c: valid p expect refuted when@", "unexpected end of the text",
         "expected a formula or term"},
        {"claim c up to 3 @ply: valid p", "unexpected 'ply'",
         "expected 'plies'"},
        {"claim c up @3 plies: valid p", "unexpected '3'",
         "expected 'to'"},
        {"claim c: x achieves p@", "unexpected end of the text",
         "expected 'by'"},
        {"claim c: (p) for is @complete", "unexpected 'complete'",
         "expected 'is', 'refines', 'equals', 'implements' or 'achieves'"},
        {"claim c: p refines@", "unexpected end of the text",
         "expected a strategy"},
    });
    // clang-format on
}

TEST_CASE("Bad input: how a claim is to be shown")
{
    const std::string moves = "'does' and 'next' look at the action, unless under a [a] or <<a>>";
    check(names + "strategy s for x = does(a)\n",
          {
              {"claim c: always p by @invarient p", "unexpected 'invarient'",
               "expected 'invariant' or 'measure'"},
              {"claim c: always p by@", "unexpected end of the text",
               "expected 'invariant' or 'measure'"},
              {"claim c: always p by invariant@", "unexpected end of the text",
               "expected a formula or term"},
              {"claim c: always p by invariant p every 2@", "unexpected end of the text",
               "expected 'plies'"},
              {"claim c: always p by invariant p every @0 plies",
               "0 is no number of plies from 1 to 1000"},
              {"claim c: always p by invariant p by invariant @q", "a second invariant",
               "join them with '&'"},
              {"claim c: always p by invariant @next p",
               "the invariant speaks of moves, not of a state", moves},
              {"claim c: always p by invariant p when does(@a)",
               "the condition speaks of moves, not of a state", moves},
              {"claim c: theorem p by invariant @p",
               "an invariant, for a claim that does not speak of what is so throughout plays"},
              {"claim c: s is complete everywhere by invariant @p",
               "an invariant, for a claim that does not speak of what is so throughout plays"},
              {"claim c: always p by measure @q",
               "a measure shows that plays end, which only 'achieves' speaks of"},
              {"claim c: x achieves p by s by measure q, does(@a)",
               "the measure speaks of moves, not of a state", moves},
              {"claim c: always p by invariant @u", "unknown name 'u'"},
              {"claim c: x achieves does(@a) by s",
               "what is achieved speaks of moves, not of a state", moves},
          });
}

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
        {"axiom s: q & @1 < 2", "a comparison where a formula is wanted",
         "conditions go after 'where'"},
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

TEST_CASE("Bad input: nested too deeply")
{
    const std::string deep = "nested more than 20000 deep";
    const auto nested = [&](const std::string& sign, std::size_t times)
    {
        std::string text;
        for (std::size_t i = 0; i < times; ++i)
            text += sign;
        return text;
    };
    check(names + "axiom s: ", {{nested("(", 20'000) + "@" + nested("(", 980'000), deep, ""},
                                {nested("!", 79'999) + "@" + nested("!", 20'001) + "p", deep, ""}});
}

TEST_CASE("Bad input: what would be too large is refused before it is made")
{
    const auto started = std::chrono::steady_clock::now();
    const std::string mostly = "mostly for this quantifier, where ";
    const std::string large = "; are the parameters too large?";
    const auto nodes = [](const std::string& count, const std::string& bytes)
    {
        return "grounding would make about " + count + " formula nodes (up to " + bytes +
               "), more than the 200000000 allowed";
    };
    // clang-format off
    check(names, {
        {"range R = 1..1000000000 axiom s: all @i in R: p", nodes("2000000001", "128 GB"),
         mostly + "'i' has 1000000000 values" + large},
        {"axiom s: for @i in 1..1000000000: p", nodes("2000000000", "128 GB"),
         mostly + "'i' has 1000000000 values" + large},
        {"axiom s: any i in 1..1000, j in 1..1000: all @k in 1..2000: p",
         nodes("4002000001", "256 GB"), mostly + "'k' has 2000 values" + large},
        {"axiom s: any @i in 1..300000000 where i < 0: p", nodes("300000001", "19 GB"),
         mostly + "'i' has 300000000 values" + large},
        {"strategy s for x = true &> each @i in 1..1000000000: p", nodes("2000000003", "128 GB"),
         ""},
        {"define d(i: 1..100000) = all j in 1..100000: p axiom s: all @i in 1..100000: d(i)",
         nodes("20000300001", "1280 GB"), ""},
        {"fluent @f(1..1000000000)", nodes("20000000000", "1280 GB"),
         "there would be 1000000000 fluents" + large},
        {"action @f(i: 1..1000000000) by x", nodes("20000000000", "1280 GB"),
         "there would be 1000000000 actions" + large},
        {"fluent f(1..2) board @1..1000000000: f(i) as x", nodes("20000000000", "1280 GB"),
         "there would be 1000000000 places on the board" + large},
    });
    // clang-format on
    // Where ranges depend on variables, and with conditions, the size is estimated.
    const std::string half = "axiom s: all i in 1..1000: any j in 1..i: all k, l in j..1000: ";
    CHECK(error(names + half + "p").message.starts_with("grounding would make about "));
    const std::string even = "all i, j, k in 1..1000 where i + j + k mod 2 = 0 | true: ";
    CHECK(error(names + "axiom s: " + even + "p").message.starts_with("grounding would make"));
    CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds(2));

    // So it is for formulas over a game that was read.
    FormulaStore store;
    Result<GameReader> game = GameReader::read(store, {"g.sgl", names + "strategy s for x = p"});
    REQUIRE(game);
    const std::size_t before = store.size();
    const Result<Formula> f = game->formula({"f", "all i in 1..1000000000: p"});
    REQUIRE(!f);
    CHECK(f.errors()[0].message == nodes("2000000001", "128 GB"));
    CHECK(f.errors()[0].position == Position{1, 5});
    CHECK(!game->strategy({"s", "(all i in 1..1000000000: p) for x"}));
    CHECK(store.size() == before);
    CHECK(game->formula({"f", "all i in 1..2: p"}));
}

TEST_CASE("What is not too large is not refused: rare conditions, definitions used again")
{
    FormulaStore store;
    ReadOptions options;
    options.formula_limit = 300'000;
    const auto reads = [&](const std::string& text)
    {
        const Result<GameReader> game = GameReader::read(store, {"g.sgl", names + text}, options);
        if (!game)
            UNSCOPED_INFO(game.errors()[0].text());
        return static_cast<bool>(game);
    };
    CHECK(reads("axiom s: all i, j in 1..100 where i = j: all k in 1..1000: p"));
    CHECK(reads("axiom s: all i in 1..1000 where i = 1 | i = 1000: all k in 1..10000: p"));
    CHECK(reads("define d = all i in 1..1000: p axiom s: all i in 1..10000: d"));
    CHECK(reads(
        "define d(k: 1..9) = all i in 1..1000: p axiom s: all i in 1..10000: d(i mod 9 + 1)"));
    std::string doubling = "define d0 = p ";
    for (int i = 1; i < 60; ++i)
        doubling += "define d" + std::to_string(i) + " = d" + std::to_string(i - 1) + " & next d" +
                    std::to_string(i - 1) + " ";
    CHECK(reads(doubling + "axiom s: d59"));
}

TEST_CASE("A reading can be interrupted, in every phase, and says where it was")
{
    std::size_t questions = 0;
    ReadOptions options;
    options.interruption = [&] { return ++questions > 3 ? std::string("10 s passed") : ""; };
    const auto message = [&](const std::string& text)
    {
        questions = 0;
        return error(names + text, options).message;
    };
    const std::string said = "10 s passed while the game was being read";
    std::string parsed = "axiom s: p";
    for (int i = 0; i < 20'000; ++i)
        parsed += " & p";
    CHECK(message(parsed) == said);
    CHECK(message("axiom s: all i in 1..1000000: p") == said);
    CHECK(message("axiom s: all i in 1..1000000 where false: p") == said);
    CHECK(message("fluent f(1..100000)") == said);
    questions = 0;
    CHECK(error(names + "axiom s: all i in 1..1000000: p", options).position == Position{2, 14});

    // Later formulas are interrupted as well, and the reader goes on after that.
    options.interruption = [&] { return questions++ == 1 ? std::string("interrupted") : ""; };
    questions = 2;
    FormulaStore store;
    Result<GameReader> game = GameReader::read(store, {"g.sgl", names}, options);
    REQUIRE(game);
    questions = 0;
    const Result<Formula> f = game->formula({"f", "all i in 1..10000: p"});
    REQUIRE(!f);
    CHECK(f.errors()[0].message.starts_with("interrupted"));
    CHECK(game->formula({"f", "all i in 1..10000: p"}));
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
