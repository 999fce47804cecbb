// What the reader accepts, how it groups it, and what it says about the rest.

#include "logic/formula/print.hpp"
#include "logic/language/reader.hpp"

#include <chrono>
#include <string>

#include <catch2/catch.hpp>

using namespace sgl;

namespace
{

/// A frame with the names that the tests use.
Frame small_frame()
{
    Frame frame;
    const Agent x = frame.add_agent("x");
    const Agent o = frame.add_agent("o");
    frame.add_action("a", x);
    frame.add_action("b(1,x)", x);
    frame.add_action("c", o);
    for (const char* name : {"p", "q", "r", "s(1)", "s(-2,x)", "next_one"})
        frame.add_fluent(name);
    return frame;
}

/// Both texts are read, as the same formula.
bool same(const std::string& left, const std::string& right)
{
    FormulaStore store;
    const Frame frame = small_frame();
    const Result<Formula> f = read_formula(store, frame, {"left", left});
    const Result<Formula> g = read_formula(store, frame, {"right", right});
    if (!f)
        FAIL(f.errors()[0].text());
    if (!g)
        FAIL(g.errors()[0].text());
    return *f == *g;
}

Diagnostic formula_error(const std::string& text)
{
    FormulaStore store;
    const Frame frame = small_frame();
    const Result<Formula> f = read_formula(store, frame, {"f", text});
    INFO(text);
    REQUIRE(!f);
    REQUIRE(!f.errors().empty());
    return f.errors()[0];
}

Diagnostic game_error(const std::string& text, const ReadOptions& options = {})
{
    FormulaStore store;
    const Result<GameReader> game = GameReader::read(store, {"g.sgl", text}, options);
    INFO(text);
    REQUIRE(!game);
    REQUIRE(!game.errors().empty());
    return game.errors()[0];
}

std::string where(const Diagnostic& d)
{
    return std::to_string(d.position.line) + ":" + std::to_string(d.position.column);
}

bool reads(const std::string& text, const ReadOptions& options = {})
{
    FormulaStore store;
    const Result<GameReader> game = GameReader::read(store, {"g.sgl", text}, options);
    if (!game)
        UNSCOPED_INFO(game.errors()[0].text());
    return static_cast<bool>(game);
}

std::string repeated(const std::string& piece, std::size_t times)
{
    std::string answer;
    answer.reserve(piece.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        answer += piece;
    return answer;
}

const std::string small_game = "agents x, o  action a by x  action b by o  fluent p, q ";

} // namespace

TEST_CASE("Precedence, tightest first: prefixes, &, |, &>, |>, ->, <->")
{
    CHECK(same("!p & q", "(!p) & q"));
    CHECK(same("[a] p & q", "([a] p) & q"));
    CHECK(same("<<a>> p & q", "(<<a>> p) & q"));
    CHECK(same("{p} q & r", "({p} q) & r"));
    CHECK(same("next p & q", "(next p) & q"));
    CHECK(same("p & q | r", "(p & q) | r"));
    CHECK(same("p | q & r", "p | (q & r)"));
    CHECK(same("p | q &> r", "(p | q) &> r"));
    CHECK(same("p &> q |> r", "(p &> q) |> r"));
    CHECK(same("p |> q &> r", "p |> (q &> r)"));
    CHECK(same("p |> q -> r", "(p |> q) -> r"));
    CHECK(same("p -> q <-> r", "(p -> q) <-> r"));
    CHECK(same("p <-> q -> r", "p <-> (q -> r)"));
    CHECK(same("p -> q -> r", "p -> (q -> r)"));
    CHECK(same("!next [a] <<c>> {q} p", "!(next ([a] (<<c>> ({q} p))))"));
    CHECK(same("{p |> q -> r} p", "{(p |> q) -> r} p"));
}

TEST_CASE("Operands lie side by side; parentheses make a nested node")
{
    CHECK_FALSE(same("p & q & r", "(p & q) & r"));
    CHECK_FALSE(same("p & q & r", "p & (q & r)"));
    CHECK_FALSE(same("p | q | r", "(p | q) | r"));
    CHECK_FALSE(same("p |> q |> r", "(p |> q) |> r"));
    CHECK_FALSE(same("p &> q &> r", "(p &> q) &> r"));
    CHECK_FALSE(same("p -> q -> r", "(p -> q) -> r"));
    CHECK(same("((p)) & (q)", "p & q"));
}

TEST_CASE("Unicode operators mean the ASCII ones")
{
    CHECK(same("¬p ∧ q ∨ r", "!p & q | r"));
    CHECK(same("p → q ↔ r", "p -> q <-> r"));
    CHECK(same("⊤ ∧ ⊥", "true & false"));
    CHECK(same("○p", "next p"));
    CHECK(same("⟪a⟫p", "<<a>> p"));
    CHECK(same("⌊p⌋q", "{p} q"));
    CHECK(same("p ▽ q △ r", "p |> q &> r"));
}

TEST_CASE("Blanks and comments do not matter, except inside names")
{
    CHECK(same("p&q", " p  &\n\tq // and so on"));
    CHECK(same("[ b( 1 , x ) ] s( 1 )", "[b(1,x)] s(1)"));
    CHECK(same("s(-2, x)", "s(-2,x)"));
    CHECK(same("next_one", "(next_one)"));
    CHECK(same("next(p)", "next p"));
    CHECK(where(formula_error("nextp")) == "1:1");
}

TEST_CASE("A formula's errors say where they are and what was expected")
{
    CHECK(where(formula_error("p &")) == "1:4");
    CHECK(formula_error("p &").message == "unexpected end of the text");
    CHECK(formula_error("p &").expected == "expected a formula or term");
    CHECK(where(formula_error("(p\n  & q")) == "2:6");
    CHECK(formula_error("(p & q").expected == "expected ')'");
    CHECK(formula_error("[a p").expected == "expected ']'");
    CHECK(formula_error("<<a> p").expected == "expected '>>'");
    CHECK(formula_error("does a").expected == "expected '('");
    CHECK(where(formula_error("p q")) == "1:3");
    CHECK(formula_error("p q").message == "unexpected 'q'");
    CHECK(formula_error("").message == "unexpected end of the text");
    CHECK(formula_error("p & & q").message == "unexpected '&'");
    CHECK(formula_error("p & claim").message == "unexpected keyword 'claim'");
    CHECK(formula_error("[p] q").message == "unknown action 'p'");
    CHECK(formula_error("a & p").message == "'a' is an action, not a formula");
    CHECK(formula_error("next_on").expected == "did you mean 'next_one'?");
    CHECK(formula_error("1 + 1").message == "a number where a formula is wanted");
    CHECK(formula_error("99999999999999999999").message == "the number is too large");
}

TEST_CASE("Columns count characters, and the caret stands below the one that is meant")
{
    const Diagnostic d = formula_error("¬⊤ ∧ ∧ p");
    CHECK(where(d) == "1:6");
    CHECK(d.text() == "f:1:6: error: unexpected '∧'\n"
                      "  ¬⊤ ∧ ∧ p\n"
                      "       ^\n"
                      "  expected a formula or term\n");
}

TEST_CASE("What is not UTF-8, and NUL bytes, are refused where they are")
{
    CHECK(where(formula_error("p & \xff")) == "1:5");
    CHECK(formula_error("p & \xff").message == "byte 0xFF is not UTF-8");
    CHECK(formula_error("p \xc0\xaf").message == "byte 0xC0 is not UTF-8");
    CHECK(formula_error("p \xed\xa0\x80").message == "byte 0xED is not UTF-8");
    CHECK(formula_error("p \xe2\x88").message == "byte 0xE2 is not UTF-8");
    CHECK(where(formula_error("p\n" + std::string(1, '\0'))) == "2:1");
}

TEST_CASE("Messages are fit for a terminal: control characters are replaced, long names cut")
{
    CHECK(formula_error("p & \x1b[2J").message == "unexpected '\xEF\xBF\xBD'");
    CHECK(formula_error(repeated("x", 5'000)).message.size() < 500);
    CHECK(formula_error("p & \xff").line == "p & \xEF\xBF\xBD");
    CHECK(same("\xEF\xBB\xBFp", "p")); // a byte order mark is a blank
}

TEST_CASE("Nesting: 20,000 deep is read, 20,001 is refused with a position")
{
    const auto game = [](const std::string& f) { return small_game + "claim c: valid " + f; };
    const auto [opening, closing] =
        GENERATE(table<std::string, std::string>({{"(", ")"},
                                                  {"!", ""},
                                                  {"next ", ""},
                                                  {"[a]", ""},
                                                  {"<<a>>", ""},
                                                  {"{p}", ""},
                                                  {"{", "} p"},
                                                  {"p -> ", ""},
                                                  {"(q & ", ")"},
                                                  {"any i in 1..1: ", ""}}));
    const std::string open = opening, close = closing;
    CAPTURE(open);
    // A variable may not be bound inside its own scope, so each quantifier has its own.
    const auto nested = [&](std::size_t times)
    {
        std::string text;
        for (std::size_t i = 0; i < times; ++i)
            text += open.starts_with("any") ? "any i" + std::to_string(i) + " in 1..1: " : open;
        return game(text + "p" + repeated(close, times));
    };
    CHECK(reads(nested(20'000)));
    const Diagnostic d = game_error(nested(20'001));
    CHECK(d.message == "nested more than 20000 deep");
    CHECK(d.position.line == 1);
    CHECK(d.position.column > small_game.size());
}

TEST_CASE("Hostile texts are refused quickly", "[clock]")
{
    const auto started = std::chrono::steady_clock::now();
    CHECK(formula_error(repeated("!", 100'000) + "p").message == "nested more than 20000 deep");
    CHECK(formula_error(repeated("(", 1'000'000)).message == "nested more than 20000 deep");
    CHECK(formula_error(repeated("(", 20'000)).message == "unexpected end of the text");
    CHECK(formula_error(repeated("{", 1'000'000)).message == "nested more than 20000 deep");
    CHECK(formula_error(repeated(")", 1'000'000)).message == "unexpected ')'");
    CHECK(formula_error(repeated("p<->", 100'000) + "p").message == "nested more than 20000 deep");
    CHECK(formula_error(repeated("p &", 300'000)).message == "unexpected end of the text");
    CHECK(formula_error(repeated("x", 1'000'000)).message.starts_with("unknown fluent 'xxx"));
    CHECK(game_error(small_game + "claim c: valid " + repeated("all i in 1..1: ", 100'000) + "p")
              .message == "nested more than 20000 deep");
    CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds(10));
}

TEST_CASE("A frame may have nothing but names")
{
    CHECK(reads("agents i  action a0 by i  fluent p  claim c: valid [a0] p -> [a0] p"));
    CHECK(reads("agents i  action a, b by i  fluent p, q, r(1..2)"));
    CHECK(reads("agents i action a by i"));
    CHECK(game_error("").message == "the game has no agents");
    CHECK(game_error("// nothing\n").message == "the game has no agents");
    CHECK(game_error("agents x, o  action a by x").message == "agent 'o' has no actions");
}

TEST_CASE("Names: any letters, digits, _ and '; keywords are reserved, claim words are not")
{
    CHECK(reads("agents x' action _a1 by x' fluent complete, is, when, by, refines, plays, up "
                "claim valid: valid complete & is -> when | by "
                "claim up up to 3 plies: if x' plays (up) for x' then plays expect refuted"));
    CHECK(game_error("agents next").message == "unexpected keyword 'next'");
    CHECK(game_error("agents next").expected == "expected a name");
    CHECK(game_error("agents x action a by x fluent 1p").message == "unexpected '1'");
}

TEST_CASE("A file's errors name what is missing")
{
    CHECK(game_error("agents").expected == "expected a name");
    CHECK(game_error("agents x action a").expected == "expected 'by'");
    CHECK(game_error(small_game + "axiom a p").expected == "expected ':'");
    CHECK(game_error(small_game + "axiom a: for i Cell: p").expected == "expected 'in'");
    CHECK(game_error(small_game + "define d(i: 1..2) p").expected == "expected '='");
    CHECK(game_error(small_game + "strategy s = p").expected == "expected 'for'");
    CHECK(game_error(small_game + "claim c: p").expected ==
          "expected 'is', 'refines', 'equals', 'implements', 'achieves' or 'can force'");
    CHECK(game_error(small_game + "claim c: p is good").expected ==
          "expected 'complete', 'deterministic', 'functional' or 'consistent'");
    CHECK(game_error(small_game + "claim c: if x plays p p").expected == "expected 'then'");
    CHECK(game_error(small_game + "claim c: valid p expect true").expected ==
          "expected 'proved', 'refuted' or 'vacuous'");
    CHECK(game_error(small_game + "claim c up to 3 ply: valid p").expected == "expected 'plies'");
    CHECK(game_error(small_game + "axoim a: p").expected == "did you mean 'axiom'?");
    CHECK(where(game_error(small_game + "\n\naxoim a: p")) == "3:1");
}

TEST_CASE("An each ends before the next |>, &> or closing parenthesis")
{
    const std::string game = small_game + "action c(1..3) by x ";
    CHECK(reads(game + "strategy s for x = p |> each i in 1..3: does(c(i)) & p |> true"));
    CHECK(reads(game + "strategy s for x = (true &> each i in 1..3: does(c(i))) |> true"));
    CHECK(game_error(game + "strategy s for x = each i in 1..3: does(c(i))").message ==
          "an 'each' alone: its operands join a chain of '|>' or '&>'");
    CHECK(game_error(game + "strategy s for x = true |> !each i in 1..3: does(c(i))")
              .message.starts_with("'each' below another connective"));
}

TEST_CASE("A line ends with LF, CR LF or CR: comments do, and positions count them")
{
    for (const std::string end : {"\n", "\r\n", "\r"})
    {
        const std::string lines = "agents x // one" + end + "action a by x" + end + "// two" + end +
                                  end + "fluent p, q" + end;
        CAPTURE(end);
        const Diagnostic said = game_error(lines + "axiom s: p &" + end + "  r // three" + end);
        CHECK(said.message == "unknown name 'r'");
        CHECK(said.position == Position{7, 3});
        CHECK(said.line == "  r // three");

        FormulaStore store;
        const std::string axioms = "axiom one: next p <-> q" + end + "axiom two: next p <-> !q//" +
                                   end + "claim c: valid p -> p";
        const Result<GameReader> game = GameReader::read(store, {"g.sgl", lines + axioms});
        REQUIRE(game);
        REQUIRE(game->game().claims.size() == 1);
        CHECK(game->game().claims[0].position == Position{8, 7});
        REQUIRE(game->game().warnings.size() == 1);
        CHECK(game->game().warnings[0].position.line == 7);
        CHECK(game->game().warnings[0].line == "axiom two: next p <-> !q//");
    }
    CHECK(game_error("agents x\r\r\n\n\ragents").position == Position{5, 7});
}

TEST_CASE("A byte order mark is no column, and is not shown")
{
    const std::string mark = "\xEF\xBB\xBF";
    const Diagnostic first = game_error(mark + "agents x agents x");
    CHECK(first.position == Position{1, 17});
    CHECK(first.line == "agents x agents x");
    // Of files put one after the other, the second has one too.
    const Diagnostic second =
        game_error(mark + "agents x\n" + mark + "action a by x " + mark + "b");
    CHECK(second.position == Position{2, 15});
    CHECK(second.line == "action a by x b");
}

TEST_CASE("Arguments without names may have the same range, and their range is no variable")
{
    FormulaStore store;
    const Result<GameReader> game =
        GameReader::read(store, {"g.sgl", "agents x, o  range I = 1..2  range P = agent\n"
                                          "action a(I, I) by x  action b(P, t: P, I) by t\n"
                                          "fluent p(I, I, P)"});
    REQUIRE(game);
    const Frame& frame = game->game().frame;
    CHECK(frame.action_count() == 2 * 2 + 2 * 2 * 2);
    CHECK(frame.find_action("a(2,1)"));
    REQUIRE(frame.find_action("b(x,o,2)"));
    CHECK(frame.agent(*frame.find_action("b(x,o,2)")) == *frame.find_agent("o"));
    CHECK(frame.find_fluent("p(1,2,o)"));
    CHECK(game_error("agents x  range P = agent  action a(P) by P").message ==
          "'P' is a range, not a number or an agent");
    CHECK(game_error("agents x  range I = 1..2  action a by x  define d(I) = true").message ==
          "this argument has no name");
}
