#include "logic/gdl/reader/reader.hpp"

#include "tests/fuzz/read_sheet.hpp"
#include "tests/gdl/sheets.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace sgl::gdl
{

namespace
{

ReadSheet read(const std::string& text)
{
    return read_sheet({"game.kif", text});
}

std::string error(const std::string& text)
{
    const ReadSheet sheet = read(text);
    CHECK_FALSE(sheet.is_accepted());
    return first_error(sheet.diagnostics);
}

std::string replaced(std::string text, const std::string& what, const std::string& with)
{
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
    return text;
}

std::string repeated(const std::string& text, std::size_t times)
{
    std::string answer;
    for (std::size_t i = 0; i < times; ++i)
        answer += text;
    return answer;
}

/// The rules as the reader understood them.
std::vector<std::string> heads(const std::string& text)
{
    const ReadSheet sheet = read(text);
    REQUIRE(sheet.sheet);
    std::vector<std::string> answer;
    for (const Rule& rule : sheet.sheet->rules)
        answer.push_back(
            fmt::format("{} {}", sheet.sheet->terms.text(rule.head), rule.body.size()));
    return answer;
}

} // namespace

TEST_CASE("A small sheet is accepted, and nothing is said about it", "[gdl]")
{
    const ReadSheet sheet = read(one_move());
    CHECK(sheet.is_accepted());
    CHECK(sheet.diagnostics.empty());
}

TEST_CASE("Line ends, a byte order mark, tabs and keywords in capitals change nothing", "[gdl]")
{
    const std::vector<std::string> plain = heads(one_move());
    CHECK(heads(replaced(one_move(), "\n", "\r\n")) == plain);
    CHECK(heads(replaced(one_move(), "\n", "\r")) == plain);
    CHECK(heads("\xEF\xBB\xBF" + one_move()) == plain);
    CHECK(heads(replaced(one_move(), " ", "\t ")) == plain);
    const std::string capitals = replaced(replaced(one_move(), "legal", "LEGAL"), "true", "True");
    CHECK(heads(capitals).size() == plain.size());
    CHECK(read(capitals).diagnostics.empty());
}

TEST_CASE("A comment starts wherever a token may end, and runs to the end of the line", "[gdl]")
{
    const std::vector<std::string> plain = heads(one_move());
    CHECK(heads(replaced(one_move(), ")\n", ");comment (init (c 1))\n")) == plain);
    CHECK(heads(replaced(one_move(), "(c 0)", "(c;zero\n0;)\n)")) == plain);
    CHECK(heads("; first\n" + one_move() + "; last, without a line end (role q") == plain);
    CHECK(heads(replaced(one_move(), "\n", " ; comment\r")) == plain);
}

TEST_CASE("A name in parentheses is the name", "[gdl]")
{
    CHECK(heads(replaced(one_move(), "terminal", "(terminal)")) == heads(one_move()));
    CHECK(heads(replaced(one_move(), " go)", " (go))")) == heads(one_move()));
}

TEST_CASE("Names that differ in case are one name; the reader says so once, and where", "[gdl]")
{
    const ReadSheet sheet = read(one_move("(init (C 0))\n(init (C 2))\n"));
    CHECK(sheet.is_accepted());
    REQUIRE(sheet.diagnostics.size() == 1);
    CHECK(first_warning(sheet.diagnostics) ==
          "8:8: 'C' and 'c' are the same name: GDL does not tell upper from lower case");
    CHECK(heads(one_move("(init (C 0))\n"))[7] == "(init (c 0)) 0");
}

TEST_CASE("Names keep the spelling in which they occur first", "[gdl]")
{
    CHECK(heads(replaced(one_move(), "go", "GoOn"))[2] == "(legal p GoOn) 1");
}

TEST_CASE("--strict turns warnings into errors", "[gdl]")
{
    ReadSheet sheet = read(one_move("(init (C 0))\n"));
    make_strict(sheet);
    CHECK_FALSE(sheet.is_accepted());
    CHECK_FALSE(first_error(sheet.diagnostics).empty());
}

TEST_CASE("What is no text of lists is told with its place", "[gdl]")
{
    CHECK(error("(role p))") == "1:9: this ')' closes nothing");
    CHECK(error("(role p)\n (init (c 0)") == "2:2: this '(' is never closed");
    CHECK(error(std::string("(role p)\n(init (c\0 0))", 23)) ==
          "2:9: a zero byte, at byte 17 of the text");
    CHECK(error(std::string("(role\0p)", 8)) == "1:6: a zero byte, at byte 5 of the text");
    CHECK(error(std::string("(\0r\0o\0l\0e\0 \0p\0)\0", 16)) == "1:1: this looks like UTF-16");
    CHECK(error("\xFF\xFE(") == "1:1: this looks like UTF-16");
    CHECK(error("(role |a b|)") == "1:7: '|' in a name: names have no quotes");
    CHECK(error("(role \x01)") == "1:7: a control character (byte 1)");
    CHECK(error("(role \xC3\xA4\x02)") == "1:8: a control character (byte 2)");
    CHECK(error("(role\xC2\xA0p)") == "1:6: a no-break space");
    CHECK(error("(legal ? go)") == "1:8: a variable without a name");
}

TEST_CASE("Deep nesting and long tokens meet a limit", "[gdl]")
{
    const std::string deep =
        one_move("(init " + repeated("(f ", 60'000) + "a" + std::string(60'000, ')') + ")");
    CHECK(error(deep) == "8:1204: more than 400 lists inside each other");
    CHECK(read(deep).diagnostics.front().is_limit);
    CHECK(error(one_move("(init (" + std::string(200'000, 'a') + " 0))")) ==
          "8:8: a token of more than 10000 bytes");
    CHECK(error(one_move("(<= a" + repeated(" (true (c 0))", 1001) + ")")) ==
          "8:1: a rule with more than 1000 conditions");
    const std::string just = one_move("(init (" + std::string(9'000, 'a') + " 0))");
    CHECK(read(just).is_accepted());
    CHECK(error(std::string(400, '(')) == "1:400: this '(' is never closed");
}

TEST_CASE("What is no rule is told with its place", "[gdl]")
{
    const auto more = [](const std::string& line) { return error(one_move(line)); };
    CHECK(error("") == "1:1: no rules: the sheet is empty");
    CHECK(more("(<=)") == "8:1: '<=' without a head");
    CHECK(more("<=") == "8:1: '<=' without a head");
    CHECK(more("(=> a b)") == "8:1: '=>' is no operator of GDL");
    CHECK(more("(init (<= 3))") == "8:7: '<=' inside a term");
    CHECK(more("()") == "8:1: an empty list");
    CHECK(more("((a b) c)") == "8:2: a list in the place of a relation");
    CHECK(more("(<= (next (?f a)) (true (c 0)))") ==
          "8:12: the variable ?f in the place of a function");
    CHECK(more("(<= (q) ?x)") == "8:9: the variable ?x in the place of a condition");
    CHECK(more("(role ?r)") == "8:1: a role that is a variable");
    CHECK(more("(<= (role q) (true (c 0)))") ==
          "8:1: a role depends on nothing: 'role' has facts only");
    CHECK(more("(<= (does p go) (true (c 0)))") == "8:5: 'does' in a rule's head");
    CHECK(more("(true (c 0))") == "8:1: 'true' in a rule's head");
    CHECK(more("(<= foo (next (c 1)))") == "8:9: 'next' in a rule's body");
    CHECK(more("(<= (not (bad)) (true (c 0)))") == "8:5: 'not' in a rule's head");
    CHECK(more("(<= (or a b) (true (c 0)))") == "8:5: 'or' in a rule's head");
    CHECK(more("(distinct a b)") == "8:1: 'distinct' in a rule's head");
    CHECK(more("(<= (legal p x) (or))") == "8:17: 'or' of nothing, which never holds");
    CHECK(more("(<= (legal p x) or)") == "8:17: 'or' of nothing, which never holds");
    CHECK(more("(<= (legal p x) (not a b))") == "8:17: 'not' of other than one condition");
    CHECK(more("(<= (legal p x) (distinct a))") == "8:17: 'distinct' of other than two terms");
    CHECK(more("(init)") == "8:1: 'init' with 0 arguments");
    CHECK(more("(goal p)") == "8:1: 'goal' with 1 argument");
    CHECK(more("(<= (goal p) (true (c 0)))") == "8:5: 'goal' with 1 argument");
    CHECK(more("(goal p win)") == "8:9: the goal value win");
    CHECK(more("(goal p 101)") == "8:9: the goal value 101");
    CHECK(more("(<= (legal p x) (exists ?x (true ?x)))") == "8:17: 'exists' is no operator of GDL");
}

TEST_CASE("A variable that nothing binds is named, with its place", "[gdl]")
{
    const auto more = [](const std::string& line) { return error(one_move(line)); };
    CHECK(more("(<= (legal p stop) (not (true (c ?y))))") ==
          "8:34: the variable ?y of 'not' is not bound in the rule of 'legal'");
    CHECK(more("(<= (legal p (g ?x)) (or (true (c ?x)) (true (c 0))))") ==
          "8:17: the variable ?x of the head is not bound in the rule of 'legal'");
    CHECK(more("(legal p ?x)") ==
          "8:10: the variable ?x of the head is not bound in the rule of 'legal'");
    CHECK(more("(<= (legal p x) (true (c 0)) (distinct ?a b))") ==
          "8:40: the variable ?a of 'distinct' is not bound in the rule of 'legal'");
    // Bound in its own branch, and in all branches.
    CHECK(read(one_move("(<= (legal p x) (or (true (c ?a)) (true (c 0))))")).is_accepted());
    CHECK(read(one_move("(<= (legal p (m ?x)) (or (true (c ?x)) (true (d ?x))))\n(init (d 1))"))
              .is_accepted());
    CHECK(more("(<= (legal p x) (or (not (true (c ?a))) (true (c ?a))))") ==
          "8:35: the variable ?a of 'not' is not bound in the rule of 'legal'");
}

TEST_CASE("Dependencies that GDL forbids are told with the path", "[gdl]")
{
    const ReadSheet terminal = read(one_move("(<= moved (does p go))\n(<= terminal moved)\n"));
    CHECK(first_error(terminal.diagnostics) == "9:14: 'terminal' depends on what the roles do");
    CHECK(terminal.diagnostics.front().expected == "the path: terminal <- moved <- does");
    const ReadSheet init = read(one_move("(<= (init (c 2)) late)\n(<= late (true (c 1)))\n"));
    CHECK(first_error(init.diagnostics) == "8:18: 'init' depends on the state");
    const ReadSheet cycle = read(one_move("(<= a b)\n(<= b c1)\n(<= c1 (true (c 0)) (not a))\n"));
    CHECK(first_error(cycle.diagnostics) == "10:26: 'c1' depends on its own negation");
    CHECK(cycle.diagnostics.front().expected == "the cycle: c1 <- not a <- b <- c1");
    CHECK(error(one_move("(<= a (not a))\n")) == "8:12: 'a' depends on its own negation");
}

TEST_CASE("What is missing, unused, undefined or misspelt is told", "[gdl]")
{
    const auto warning = [](const std::string& text)
    {
        const ReadSheet sheet = read(text);
        CHECK(sheet.is_accepted());
        return first_warning(sheet.diagnostics);
    };
    CHECK(error(replaced(one_move(), "(role p)", "")) == "1:1: no role");
    CHECK(error(replaced(one_move(), "terminal", "terminus")) ==
          "1:1: no rule for 'terminal': no play ever ends");
    CHECK(error(replaced(one_move(), "legal", "lawful")) ==
          "1:1: no rule for 'legal': nobody ever has a move");
    CHECK(warning(replaced(one_move(), "goal", "aim")) ==
          "1:1: no rule for 'goal': no play has an outcome");
    const ReadSheet typo = read(one_move("(<= (nxt (c 1)) (does p go))\n"));
    CHECK(first_warning(typo.diagnostics) == "8:5: 'nxt' is defined, but never used");
    CHECK(typo.diagnostics.front().expected == "did you mean 'next'?");
    const ReadSheet unknown = read(one_move("(<= (legal p x) (suc 0 1))\n(succ 0 1)\n(<= (legal p "
                                            "y) (succ 0 1))"));
    CHECK(first_warning(unknown.diagnostics) == "8:17: 'suc' has no rule: it never holds");
    CHECK(unknown.diagnostics.front().expected == "did you mean 'succ'?");
    CHECK(warning(one_move("(succ 0 1)\n(succ 1)\n(<= (legal p x) (succ 0 1))\n")) ==
          "9:1: 'succ' with 1 argument and with 2");
    CHECK(warning(one_move("(<= (legal q go) (true (c 0)))\n")) ==
          "8:12: 'legal' for q, which is no role");
    CHECK(warning(one_move("(<= terminal (true (d 0)))\n")) ==
          "8:14: (true (d 0)) never holds: no 'init' or 'next' gives it");
    CHECK(warning(one_move("(<= (next (c 2)) (does p (go 1)))\n")) ==
          "8:18: (does p (go 1)) never holds: no such move is legal");
}

TEST_CASE("Texts that mean harm are refused, or read, and never crash", "[gdl]")
{
    for (const char* piece : {"(", ")", "(<= ", "(<= (next (f ?x)) (true (f ?x))) ", "(or ", "?x ",
                              ";", "(init (f a))\n", "(true ", "((", "<= ", "\r"})
    {
        const std::string many = repeated(piece, 20'000);
        CAPTURE(piece);
        CHECK_NOTHROW(testing::read_sheet_text(many));
        CHECK_NOTHROW(testing::read_sheet_text(one_move(many)));
    }
    std::string long_chain = one_move("(<= (r0 a) (true (c 0)))\n");
    for (int i = 1; i < 2000; ++i)
        long_chain += fmt::format("(<= (r{} ?x) (r{} ?x))\n", i, i - 1);
    CHECK_NOTHROW(testing::read_sheet_text(long_chain + "(<= (legal p m) (r1999 a))"));
}

} // namespace sgl::gdl
