// Derivation files: what they mean, and what is said of those that are wrong.

#include "tests/axioms/book.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

const std::string frame = "frame x: a0, a1; o: b0\nfluents p, q, r(x,1)\n";

/// The error in a text over that frame, which starts on line 3.
std::string error_in(const std::string& text, const std::map<std::string, std::string>& files = {})
{
    const std::string error = check_text(frame + text, files).error();
    const std::string own = "main.sgp:";
    return error.starts_with(own) ? error.substr(own.size()) : error;
}

/// One theorem with these lines.
std::string error_of(const std::string& lines)
{
    return error_in("theorem t: true\n" + lines);
}

const std::string modal = R"(
theorem K (φ, ψ: formula; a: action): [a](φ & ψ) <-> [a]φ & [a]ψ
  1. [a](φ & ψ) <-> [a]φ & [a]ψ by B1
end
theorem into (φ, ψ: formula; a: action): [a]φ -> [a]φ & [a]ψ
  assume h. ψ
  1. [a]ψ by GEN A h
  2. [a]φ -> [a]φ & [a]ψ by TAUT 1
end
theorem choice (φ: formula) for b in actions: <<b>>(does(b) & φ) <-> <<b>>φ
  1. <<b>>(does(b) & φ) <-> <<b>>does(b) & <<b>>φ by C5
  for c in actions where c != b: 2(c). <<b>>does(c) <-> false by C3
  3. <<b>>does(b) <-> true by C3
  4. <<b>>(does(b) & φ) <-> <<b>>φ by TAUT 1, 2, 3
end
theorem twice (φ: formula) for b in actions of x: <<b>>(does(b) & φ) <-> <<b>>φ
  1. <<b>>(does(b) & φ) <-> <<b>>φ by lemma choice[b]
end
)";

} // namespace

TEST_CASE("Theorems are accepted or rejected one by one")
{
    const Checked checked = check_text(frame + R"(
        let f = p & !q                                 // for all that follows
        theorem one: f -> p        1. f -> p by TAUT end
        theorem two: f -> q        1. f -> q by TAUT end
        theorem three: [a0](f -> p)
          1. f -> p          by lemma one
          2. [a0](f -> p)    by GEN A 1
        end
        theorem four: f -> q
          1. f -> q by lemma two
        end
        theorem five: p            1. f -> p by TAUT end)");
    CHECK(checked.error().empty());
    CHECK(checked.summary() == "one !two three !four !five");
    CHECK(checked.theorems[1].why == Why::DoesNotFollow);
    CHECK(checked.theorems[1].label == "1");
    CHECK(checked.theorems[1].message.starts_with("6:36: line 1, TAUT: expected"));
    CHECK(checked.theorems[3].message ==
          "12:11: line 1, lemma two: expected a theorem that was accepted, found 'two', which was "
          "rejected");
    CHECK(checked.theorems[4].why == Why::NotTheStatement);
}

TEST_CASE("A family is a theorem for each action, and a line with 'for' one for each")
{
    const Checked checked = check_text(frame + modal);
    CHECK(checked.error().empty());
    CHECK(checked.summary() == "K into choice[a0] choice[a1] choice[b0] twice[a0] twice[a1]");
    CHECK(checked.theorems[2].labels == std::vector<std::string>{"1", "2(a1)", "2(b0)", "3", "4"});
    const Checked pairs = check_text(frame + R"(
        theorem differ for b in actions, c in actions where b != c & b != a0: !(does(b) & does(c))
          1. !(does(b) & does(c)) by A2
        end
        theorem pairs: all b, c in actions where b != c: !(does(b) & does(c))
          for b in actions, c in actions where b != c: 1(b,c). !(does(b) & does(c)) by A2
          2. !(does(b0) & does(a1)) by TAUT 1(b0, a1)
          3. all b, c in actions where b != c: !(does(b) & does(c)) by TAUT 1
        end
        theorem none for b in actions where b = a0 & b = a1: true  1. true by TAUT end)");
    CHECK(pairs.error().empty());
    CHECK(pairs.summary() == "differ[a1,a0] differ[a1,b0] differ[b0,a0] differ[b0,a1] pairs");
}

TEST_CASE("Quantifiers over no action, one and many")
{
    const auto text = [&](const std::string& cited)
    {
        return frame + R"(
        theorem t: true
          1. (any c in actions where c != c: p) <-> false by TAUT
          2. (all c in actions where c = a0 & c = a1: any d in actions: q) <-> true by TAUT
          3. (any c in actions of o: does(c)) <-> does(b0) by TAUT
          4. any c in actions: does(c) by A3
          5. ![a0](p & q) <-> [a0] any b in actions: <<b>>!(p & q) by B2
          for c in actions where c = a0 & c = a1: 6(c). p by MP )" +
               cited + R"(
          7. true by TAUT 6
        end)";
    };
    CHECK(check_text(text("6")).error() == "main.sgp:10:65: a line cannot cite itself");
    const Checked without = check_text(text("5"));
    CHECK(without.summary() == "t");
    CHECK(without.theorems[0].derivation.lines().size() == 6);
}

TEST_CASE("What a theorem's variables stand for is found where it is cited, or given")
{
    const std::string files = frame + "import \"modal.sgp\"\n";
    const auto summary = [&](const std::string& line, const std::string& formula)
    {
        const Checked checked =
            check_text(files + "theorem t: " + formula + " 0. q -> q by TAUT 1. " + formula +
                           " by " + line + " end",
                       {{"modal.sgp", modal}});
        return checked.error() + checked.theorems.back().message +
               (checked.errors.empty() ? checked.summary() : "");
    };
    const std::string k = "[a1](p & initial) <-> [a1]p & [a1]initial";
    CHECK(summary("lemma K", k) == "K t");
    CHECK(summary("lemma K (φ := p, ψ := initial, a := a1)", k) == "K t");
    CHECK(summary("lemma K (ψ := initial)", k) == "K t");
    CHECK(summary("lemma into from 0", "[b0]p -> [b0]p & [b0](q -> q)") == "into t");
    CHECK(summary("lemma choice[b0]", "<<b0>>(does(b0) & q) <-> <<b0>>q") == "choice[b0] t");
    // twice[a0] rests on choice[a0], and on nothing else.
    CHECK(summary("lemma twice[a0]", "<<a0>>(does(a0) & q) <-> <<a0>>q") ==
          "choice[a0] twice[a0] t");

    CHECK_THAT(summary("lemma K (ψ := p)", k), Catch::Contains("expected an instance of"));
    CHECK_THAT(summary("lemma K", "p -> p"), Catch::Contains("!t"));
    CHECK_THAT(summary("lemma into", "[b0]p -> [b0]p & [b0](q -> q)"), Catch::Contains("!t"));
}

TEST_CASE("An axiom's instance can be written out, and must be the line")
{
    const auto summary = [&](const std::string& line)
    { return check_text(frame + "theorem t: true 1. " + line + " 2. true by TAUT end"); };
    CHECK(summary("{p | q}legal(a0) <-> legal(a0) & <<a0>>(p | q) by D2 (α := p | q, a := a0)")
              .summary() == "t");
    CHECK(summary("[a0](p & q) <-> [a0]p & [a0]q by B1 (φ := p, ψ := q, a := a0)").summary() ==
          "t");
    CHECK(summary("<<a0>>does(a0) <-> true by C3 (a := a0)").summary() == "t");
    CHECK(summary("<<a0>>does(a1) <-> false by C3 (a := a1, b := a0)").summary() == "t");
    const Checked other =
        summary("{p}legal(a0) <-> legal(a0) & <<a0>>p by D2 (α := p | q, a := a0)");
    CHECK(other.summary() == "!t");
    CHECK(other.theorems[0].why == Why::NotAnInstance);
    CHECK(summary("true by D2 (α := p)").error() == "main.sgp:3:38: unexpected ')'");
    CHECK_THAT(summary("true by D2 (φ := p, a := a0)").error(),
               Catch::Contains("D2 has no letter 'φ'"));
}

TEST_CASE("A game's axioms are cited by name, and GEN S is not for what rests on them")
{
    const Checked checked = check_text(R"(game "coin.sgl" with m = 1
        theorem law: legal(a) <-> p    1. legal(a) <-> p by axiom legality end
        theorem no: legal(a)             1. legal(a) by axiom legality end
        theorem collapse: {false}(legal(a) <-> p)
          1. legal(a) <-> p by lemma law
          2. {false}(legal(a) <-> p) by GEN S 1
        end)");
    CHECK(checked.error().empty());
    CHECK(checked.summary() == "law !no !collapse");
    CHECK(checked.theorems[2].why == Why::DependsOnGame);
    CHECK_THAT(check_text("game \"coin.sgl\" theorem t: p 1. p by axiom legalty end").error(),
               Catch::Contains("the game has no axiom 'legalty'"));
    CHECK_THAT(check_text("game \"die.sgl\" theorem t: p 1. p by TAUT end").error(),
               Catch::StartsWith("main.sgp:1:1: cannot use the game die.sgl"));
    CHECK(error_of("1. p by axiom legality end") ==
          "4:15: there is no game, so no axiom 'legality'");
}

TEST_CASE("A template is read over any frame, and what it declares hides the frame's names")
{
    FrameAndAxioms given;
    const Agent x = given.frame.add_agent("x");
    for (const char* name : {"a", "b", "c"})
        given.frame.add_action(name, x);
    given.frame.add_fluent("φ");
    const Checked checked = check_text(modal, {}, &given);
    CHECK(checked.error().empty());
    CHECK(checked.summary() == "K into choice[a] choice[b] choice[c] twice[a] twice[b] twice[c]");
    CHECK(check_text(frame + modal, {}, &given).error() ==
          "main.sgp:1:1: the file has a frame of its own");
    CHECK(check_text("\n" + modal).error() == "main.sgp:3:1: the file says nothing of its frame");
    CHECK(check_text("frame x: a theorem t (a: action): true 1. true by TAUT end").error() ==
          "main.sgp:1:23: 'a' is an action of the frame, not a variable");
}

TEST_CASE("Imports")
{
    const std::map<std::string, std::string> files{
        {"left.sgp", "import \"base.sgp\" theorem l: true 1. true by lemma b end"},
        {"right.sgp", "import \"./base.sgp\" theorem r: true 1. true by lemma b end"},
        {"base.sgp", "theorem b: true 1. true by TAUT end theorem c: false 1. false by TAUT end"},
        {"loop.sgp", "import \"main.sgp\""},
        {"own.sgp", "import \"own.sgp\""},
        {"sub/deep.sgp", "import \"../base.sgp\" theorem d: true 1. true by lemma b end"},
        {"other.sgp", "frame x: a0 fluents p"},
        {"same.sgp", frame + "theorem s: p -> p 1. p -> p by TAUT end"},
        {"game.sgp", "game \"coin.sgl\""},
        {"blind.sgp", "theorem z: true 1. true by lemma b end"},
        {"broken.sgp", "theorem z: true\n 1. true by"},
    };
    const auto read = [&](const std::string& text) { return check_text(frame + text, files); };
    const auto theorem = [](const std::string& lemma)
    { return "theorem t: true 1. true by lemma " + lemma + " end"; };
    CHECK(read("import \"left.sgp\" import \"right.sgp\" theorem t: true 1. true by lemma l "
               "2. true by lemma r end")
              .summary() == "b l r t");
    CHECK(read("import \"left.sgp\"" + theorem("b")).summary() == "b t");
    CHECK(read("import \"sub/deep.sgp\"" + theorem("d")).summary() == "b d t");
    CHECK(read("import \"base.sgp\"" + theorem("c")).summary() == "!c !t");
    CHECK(read("import \"same.sgp\" theorem t: p -> p 1. p -> p by lemma s end").summary() ==
          "s t");
    CHECK(read("import \"base.sgp\" import \"blind.sgp\"").error() ==
          "blind.sgp:1:34: unknown theorem 'b'");
    CHECK(read("import \"loop.sgp\"").error() ==
          "loop.sgp:1:8: main.sgp imports itself, by way of others or not");
    CHECK(read("import \"own.sgp\"").error() ==
          "own.sgp:1:8: own.sgp imports itself, by way of others or not");
    CHECK(read("import \"other.sgp\"").error() ==
          "main.sgp:3:8: other.sgp belongs to another frame");
    CHECK(read("import \"game.sgp\"").error() == "main.sgp:3:8: game.sgp belongs to another frame");
    CHECK(read("import \"nowhere.sgp\"").error() ==
          "main.sgp:3:8: cannot read nowhere.sgp: there is no such file");
    CHECK(read("import \"broken.sgp\"").error() == "broken.sgp:2:12: unexpected end of the text");
    CHECK(read("import \"base.sgp\" theorem b: true 1. true by TAUT end").error() ==
          "main.sgp:3:27: a second theorem with the name 'b'");
    CHECK(check_text("game \"coin.sgl\" import \"k.sgp\"",
                     {{"k.sgp", "game \"coin.sgl\" with m = 0"}})
              .error() == "main.sgp:1:24: k.sgp belongs to another game");
    const auto under = [](const std::string& here, const std::string& there)
    {
        const std::string cited = " theorem t: p -> p 1. p -> p by lemma s end";
        return check_text("game \"coin.sgl\" with m = " + here + " import \"k.sgp\"" + cited,
                          {{"k.sgp", "game \"coin.sgl\" with m = " + there +
                                         " theorem s: p -> p 1. p -> p by TAUT end"}});
    };
    CHECK(under("2", "2").summary() == "s t");
    // Although the axioms are the same.
    CHECK(under("2", "3").error() ==
          "main.sgp:1:35: k.sgp belongs to the game with other parameters");
    CHECK(check_text(frame + "import \"k.sgp\"", {{"k.sgp", "game \"coin.sgl\""}}).error() ==
          "main.sgp:3:8: k.sgp belongs to another frame");
}

TEST_CASE("Files of the library are imported by name, where no file of that name is nearer")
{
    const std::string text = frame + R"(import "sub/mine.sgp" import "next.sgp"
        theorem t: next true <-> true  1. next true <-> true by lemma next_true end)";
    const std::string mine = "import \"restrict.sgp\"";
    const Checked checked = check_text(text, {{"sub/mine.sgp", mine}});
    CHECK(checked.error().empty());
    CHECK(checked.summary() == "next_unfolds next_holds next_true t");
    // Only by its name.
    CHECK(check_text(frame + "import \"sub/next.sgp\"").error() ==
          "main.sgp:3:8: cannot read sub/next.sgp: there is no such file");
    const Checked hidden = check_text(
        text, {{"sub/mine.sgp", ""}, {"next.sgp", "theorem next_true: true 1. true by TAUT end"}});
    CHECK(hidden.summary() == "next_true !t");
    const Checked second =
        check_text(text, {{"sub/mine.sgp", mine},
                          {"next.sgp", "theorem next_true: true 1. true by TAUT end"}});
    CHECK(second.error() == "next.sgp:1:9: a second theorem with the name 'next_true'");
}

TEST_CASE("A long chain of imported theorems is settled without deep calls")
{
    std::string chain = "theorem t0 for a in actions: true 1. true by TAUT end\n";
    for (int i = 1; i < 20'000; ++i)
        chain += "theorem t" + std::to_string(i) + " for a in actions: true 1. true by lemma t" +
                 std::to_string(i - 1) + "[a] end\n";
    const Checked checked =
        check_text(frame + "import \"chain.sgp\" theorem t: true 1. true by lemma t19999[b0] end",
                   {{"chain.sgp", chain}});
    CHECK(checked.error().empty());
    CHECK(checked.theorems.size() == 20'001);
    CHECK(checked.theorems.back().is_accepted);
}

TEST_CASE("What is wrong with a text is told with its place")
{
    // Syntax.
    CHECK(error_of("1. p by TAUT") == "4:13: unexpected end of the text");
    CHECK(error_of("1. p TAUT end") == "4:6: unexpected 'TAUT'");
    CHECK(error_of("1 p by TAUT end") == "4:3: unexpected 'p'");
    CHECK(error_of("1. p & by TAUT end") == "4:8: unknown fluent 'by'");
    CHECK(error_of("1. (p & q by TAUT end") == "4:11: unexpected 'by'");
    CHECK(error_of("1. ⌊p} q by TAUT end") == "4:6: unexpected '}'");
    CHECK(error_of("1. p by GEN B 1 end") == "4:13: unexpected 'B'");
    CHECK(error_in("theorem t true") == "3:11: unexpected keyword 'true'");
    CHECK(error_in("theorem let: true") == "3:9: unexpected keyword 'let'");
    CHECK(error_in("lemma t: true") == "3:1: unexpected 'lemma'");
    CHECK(error_in("frame x: a") == "3:1: 'frame' stands at the start of a file");
    CHECK(error_in("import modal") == "3:8: unexpected 'modal'");
    CHECK(error_in("theorem t (φ: formulas): true") == "3:15: this is no sort of variables");
    // Names.
    CHECK(error_of("1. pp by TAUT end") == "4:4: unknown fluent 'pp'");
    CHECK(error_of("1. r(x, 2) by TAUT end") == "4:4: unknown fluent 'r(x,2)'");
    CHECK(error_of("1. a0 by TAUT end") == "4:4: 'a0' is an action, not a formula");
    CHECK(error_of("1. [a2]p by TAUT end") == "4:5: unknown action 'a2'");
    CHECK(error_of("1. p by B9 end") == "4:9: unknown axiom or rule 'B9'");
    CHECK(error_of("1. p by lemma s end") == "4:15: unknown theorem 's'");
    CHECK(error_of("1. p by lemma t end") == "4:15: a theorem cannot cite itself");
    CHECK(error_of("1. any c in actions of y: p by TAUT end") == "4:24: unknown agent 'y'");
    CHECK(error_of("1. any c in actions: any c in actions: p by TAUT end") ==
          "4:26: 'c' means something already here");
    CHECK(error_in("let p = q") == "3:5: 'p' is a fluent of the frame, not the name of a let");
    CHECK(error_in("let f = q let f = p") == "3:15: 'f' is the name of a let above");
    CHECK(error_in("theorem t (φ, φ: formula): true") == "3:15: 'φ' means something already here");
    CHECK(error_in("theorem t: true 1. true by TAUT end theorem t: true") ==
          "3:45: a second theorem with the name 't'");
    CHECK(check_text("frame x: a, a").error() == "main.sgp:1:13: 'a' is declared twice");
    const Diagnostic unknown = check_text(frame + "theorem t: initail").errors.at(0);
    CHECK(unknown.message == "unknown fluent 'initail'");
    const Diagnostic near =
        check_text("frame x: mark fluents crossed theorem t: crosed").errors.at(0);
    CHECK(near.expected == "did you mean 'crossed'?");
    // Labels.
    CHECK(error_of("1. p by TAUT 1. q by TAUT end") == "4:14: a second line labelled '1'");
    CHECK(error_of("h. p by TAUT h. q by TAUT end") == "4:14: a second line labelled 'h'");
    CHECK(error_of("1. p by TAUT 2 2. q by TAUT end") ==
          "4:14: line '2' comes later: a line can only cite those above it");
    CHECK(error_of("1. p by TAUT 1 end") == "4:14: a line cannot cite itself");
    CHECK(error_of("1. p by MP 7, 8 end") == "4:12: no line above is labelled '7'");
    CHECK(error_of("end. p by TAUT end") == "4:4: unexpected '.'");
    CHECK(error_of("for c in actions: 1(d). p by TAUT end") == "4:21: unexpected 'd'");
    CHECK(error_of("for c in actions where c != a0: 1(c). p by TAUT 2. q by TAUT 1(a0) end") ==
          "4:62: there is no line for a0");
    CHECK(error_of("for c in actions: 1(c). p by TAUT 2. q by TAUT 1(a0,a1) end") ==
          "4:48: these lines are labelled with 1 action, not 2");
    CHECK(error_of("1. p by TAUT 2. q by MP 1(a0), 1 end") == "4:26: unexpected '('");
    // Numbers.
    CHECK(error_of("5000000000. p by TAUT end") == "4:1: the number is too large");
    CHECK(error_of("1. p by TAUT rup [99999999999] end") == "4:19: the number is too large");
    // Theorems cited.
    const auto cites = [&](const std::string& lemma) {
        return error_in("import \"m\" theorem t: p 1. p by lemma " + lemma + " end",
                        {{"m", modal}});
    };
    CHECK(cites("K[a0]") == "3:39: 'K' is no family: it has no index");
    CHECK(cites("choice") == "3:39: 'choice' is a family with 1 index, here 0");
    CHECK(cites("choice[a0,a1]") == "3:39: 'choice' is a family with 1 index, here 2");
    CHECK(cites("twice[b0]") == "3:39: there is no 'twice[b0]': its 'where' leaves it out");
    CHECK(cites("K (χ := p)") == "3:42: 'K' has no variable 'χ'");
    CHECK(cites("K (φ := p, φ := p)") == "3:50: a second value for 'φ'");
    CHECK(cites("K (a := p)") == "3:47: unknown action 'p'");
    CHECK(cites("K (φ := a0)") == "3:47: 'a0' is an action, not a formula");
    CHECK(error_in("theorem c (p_: atom): p_ 1. p_ by TAUT end "
                   "theorem t: p 1. p by lemma c (p_ := !p) end") ==
          "3:80: 'p_' stands for a fluent, initial or terminal");
    // Bytes.
    CHECK(error_of("1. p\xFF by TAUT end") == "4:5: byte 0xFF is not UTF-8");
    CHECK(error_of(std::string("1. p\0 by TAUT end", 17)) == "4:5: a NUL byte: this is not a text");
    CHECK(error_of("1. p $ by TAUT end") == "4:6: unexpected '$'");
}

TEST_CASE("A grounding that would explode is refused, and soon")
{
    std::string many = "frame x: a0";
    for (int i = 1; i < 450; ++i)
        many += ", a" + std::to_string(i);
    const std::string limit = "families and quantifiers make more than 100000 tokens of this file";
    for (const std::string text :
         {"theorem t: any a, b, c, d, e in actions: does(a)",
          "theorem t: any a in actions: any b in actions: any c in actions: does(a)",
          "theorem t for a, b, c, d in actions where a != a: true 1. true by TAUT end",
          "theorem t for a, b, c in actions: true 1. true by TAUT end",
          "theorem t: true for a, b, c in actions: 1(a,b,c). true by TAUT end",
          "theorem t: true for a in actions: 1(a). true by TAUT "
          "for a in actions: 2(a). true by TAUT 1 end"})
    {
        CAPTURE(text);
        CHECK_THAT(check_text(many + "\n" + text).error(), Catch::Contains(limit));
    }
}

TEST_CASE("Words and numbers of all kinds are labels, and names of the language are fluents")
{
    const Checked checked = check_text(R"(frame x: a fluents by, end, lemma, from
        theorem t: by & end -> lemma | !lemma
          4000000000. by | !by by TAUT
          h'. end -> end by TAUT
          TAUT. lemma | !lemma by TAUT
          lemma. by & end -> lemma | !lemma by TAUT h', 4000000000, TAUT
        end)");
    CHECK(checked.error().empty());
    CHECK(checked.summary() == "t");
    CHECK(checked.theorems[0].labels ==
          std::vector<std::string>{"4000000000", "h'", "TAUT", "lemma"});
}
