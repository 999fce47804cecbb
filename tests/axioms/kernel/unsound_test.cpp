// What would be unsound, tried in all ways there are.

#include "tests/axioms/book.hpp"
#include "tests/random.hpp"

#include <array>
#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

const std::string two = "frame x: a0, a1\nfluents p, q\n";
const std::string coin = "game \"coin.sgl\"\n"; // legal(a) <-> p, by axiom legality

/// What becomes of the last theorem: why it was rejected, or nothing. The text must be readable.
std::optional<Why> why_not(const std::string& text,
                           const std::map<std::string, std::string>& files = {})
{
    const Checked checked = check_text(text, files);
    INFO(text);
    REQUIRE(checked.error().empty());
    REQUIRE_FALSE(checked.theorems.empty());
    CHECK(checked.theorems.back().is_accepted != checked.theorems.back().why.has_value());
    return checked.theorems.back().why;
}

std::string theorem(const std::string& heading, const std::string& lines)
{
    return "theorem " + heading + "\n" + lines + "\nend\n";
}

} // namespace

TEST_CASE("What speaks of all actions of one frame is nothing in another")
{
    FormulaStore s;
    const Frame small = plain_frame(1, 2, 1), large = plain_frame(1, 3, 1);
    Calculus in_small(s, small), in_large(s, large);
    const Action a{0}, b{1};
    const Formula p = s.fluent(Fluent{0});
    const auto accepts = [](Calculus& calculus, const Derivation& d)
    { return std::holds_alternative<const Theorem*>(calculus.check(d)); };
    // A3, B2 and DEF, over two actions.
    const Formula some = s.disjunction(s.does(a), s.does(b));
    Derivation a3("a3");
    a3.axiom("A3", some);
    const Formula not_p = s.negation(p);
    Derivation b2("b2");
    b2.axiom("B2",
             s.equivalence(s.negation(s.after(a, p)),
                           s.after(a, s.disjunction(s.select(a, not_p), s.select(b, not_p)))));
    const Formula next = s.next(p);
    const Formula moves = s.disjunction(s.conjunction(s.does(a), s.after(a, p)),
                                        s.conjunction(s.does(b), s.after(b, p)));
    Derivation def("def");
    const auto same = def.tautology(s.equivalence(next, next));
    def.definition(s.equivalence(next, moves), same);
    for (const Derivation* d : {&a3, &b2, &def})
    {
        CAPTURE(d->name());
        CHECK(accepts(in_small, *d));
        CHECK_FALSE(accepts(in_large, *d));
    }
    // Nor can the theorem be cited there.
    Derivation use("use");
    use.theorem("a3", some, {});
    CHECK(accepts(in_small, use));
    const auto answer = in_large.check(use);
    REQUIRE(std::holds_alternative<Rejection>(answer));
    CHECK(std::get<Rejection>(answer).why == Why::NoSuchAxiom);

    // In files: what is imported must be about the same frame, and the same game.
    const std::string cites =
        theorem("t: does(a0) | does(a1)", "1. does(a0) | does(a1) by lemma s");
    const std::map<std::string, std::string> files{
        {"s.sgp", two + theorem("s: does(a0) | does(a1)", "1. does(a0) | does(a1) by A3")},
        {"any.sgp", theorem("s: any a in actions: does(a)", "1. any a in actions: does(a) by A3")},
    };
    CHECK(why_not(two + "import \"s.sgp\"" + cites, files) == std::nullopt);
    CHECK(check_text("frame x: a0, a1, a2 fluents p, q import \"s.sgp\"" + cites, files).error() ==
          "main.sgp:1:41: s.sgp belongs to another frame");
    // A template is another theorem in each frame.
    CHECK(why_not(two + "import \"any.sgp\"" + cites, files) == std::nullopt);
    CHECK(why_not("frame x: a0, a1, a2 fluents p import \"any.sgp\"" + cites, files) ==
          Why::NotAnInstance);
}

TEST_CASE("What rests on a game's axiom does not get under a strategy")
{
    const std::string axiom = "1. legal(a) <-> p by axiom legality\n";
    const auto rejected = [&](const std::string& text) { return why_not(coin + text); };
    // At once; by TAUT, alone or with lines that rest on nothing; by MP, GEN A, GEN C, DEF.
    CHECK(rejected(theorem("t: {false}(legal(a) <-> p)",
                           axiom + "2. {false}(legal(a) <-> p) by GEN S 1")) == Why::DependsOnGame);
    CHECK(rejected(theorem("t: {false}(p -> legal(a))",
                           axiom + "2. p -> legal(a) by TAUT 1 3. {false}(p -> legal(a)) by GEN S "
                                   "2")) == Why::DependsOnGame);
    CHECK(rejected(theorem("t: {false}(p -> p)", axiom + "2. p -> p by TAUT 3. p -> p by TAUT 1, 2 "
                                                         "4. {false}(p -> p) by GEN S 3")) ==
          Why::DependsOnGame);
    CHECK(rejected(theorem(
              "t: {p}(p -> legal(a))",
              axiom + "2. (legal(a) <-> p) -> p -> legal(a) by TAUT 3. p -> legal(a) by MP 1, 2 "
                      "4. {p}(p -> legal(a)) by GEN S 3")) == Why::DependsOnGame);
    for (const char* sign : {"[a]", "<<a>>"})
    {
        const std::string general = sign + std::string("(legal(a) <-> p)");
        CHECK(rejected(theorem("t: {p}" + general,
                               axiom + "2. " + general + " by GEN " + (sign[0] == '[' ? "A" : "C") +
                                   " 1 3. {p}" + general + " by GEN S 2")) == Why::DependsOnGame);
    }
    CHECK(rejected(theorem("t: {p}((legal(a) <-> p) & (next p <-> does(a) & [a]p))",
                           axiom + "2. (legal(a) <-> p) & (next p <-> next p) by TAUT 1 "
                                   "3. (legal(a) <-> p) & (next p <-> does(a) & [a]p) by DEF 2 "
                                   "4. {p}((legal(a) <-> p) & (next p <-> does(a) & [a]p)) by GEN "
                                   "S 3")) == Why::DependsOnGame);
    // By way of a theorem, of a theorem that cites one, and of one with variables.
    const std::string law = theorem("law: legal(a) <-> p", axiom);
    CHECK(rejected(law + theorem("t: {p}(legal(a) <-> p)",
                                 "1. legal(a) <-> p by lemma law 2. {p}(legal(a) <-> p) by GEN S "
                                 "1")) == Why::DependsOnGame);
    CHECK(rejected(law + theorem("law2: legal(a) <-> p", "1. legal(a) <-> p by lemma law") +
                   theorem("t: {p}(legal(a) <-> p)", "1. legal(a) <-> p by lemma law2 "
                                                     "2. {p}(legal(a) <-> p) by GEN S 1")) ==
          Why::DependsOnGame);
    CHECK(rejected(theorem("law (φ: formula): φ -> (legal(a) <-> p)",
                           axiom + "2. φ -> (legal(a) <-> p) by TAUT 1") +
                   theorem("t: {p}(true -> (legal(a) <-> p))",
                           "1. true -> (legal(a) <-> p) by lemma law "
                           "2. {p}(true -> (legal(a) <-> p)) by GEN S 1")) == Why::DependsOnGame);
    // As the premise of a rule that applies GEN S to it, or hands it on to one that does, or to a
    // line that follows from it.
    const std::string under =
        theorem("under (α, φ: formula): {α}φ", "assume h. φ 1. {α}φ by GEN S h");
    const std::string handed =
        theorem("handed (α, φ: formula): {α}φ", "assume h. φ 1. {α}φ by lemma under from h");
    const std::string after = theorem("later (α, φ, ψ: formula): {α}(ψ -> φ)",
                                      "assume h. φ assume k. ψ 1. ψ -> φ by TAUT h "
                                      "2. {α}(ψ -> φ) by lemma handed from 1");
    for (const char* lemma : {"under", "handed"})
        CHECK(rejected(under + handed +
                       theorem("t: {p}(legal(a) <-> p)",
                               axiom + "2. {p}(legal(a) <-> p) by lemma " + lemma + " from 1")) ==
              Why::DependsOnGame);
    CHECK(
        rejected(under + handed + after +
                 theorem("t: {p}(true -> (legal(a) <-> p))",
                         axiom + "2. true by TAUT 3. {p}(true -> (legal(a) <-> p)) by lemma later "
                                 "from 1, 2")) == Why::DependsOnGame);
    // The other premise may be: nothing is made of it.
    CHECK(
        rejected(under + handed + after +
                 theorem("t: {p}((legal(a) <-> p) -> true)",
                         axiom + "2. true by TAUT 3. {p}((legal(a) <-> p) -> true) by lemma later "
                                 "from 2, 1")) == std::nullopt);
    // Past the 63rd premise all count as one.
    std::string many = "theorem many (α, φ: formula): {α}φ\n";
    std::string cited;
    for (int i = 0; i < 70; ++i)
    {
        many += "assume h" + std::to_string(i) + ". " + (i == 69 ? "φ\n" : "true\n");
        cited += i == 69 ? "1" : "2, ";
    }
    many += "1. {α}φ by GEN S h69\nend\n";
    CHECK(rejected(many +
                   theorem("t: {p}(legal(a) <-> p)",
                           axiom + "2. true by TAUT 3. {p}(legal(a) <-> p) by lemma many from " +
                               cited)) == Why::DependsOnGame);
    // A game's axiom is no theorem, nor an axiom of SGL.
    CHECK(rejected(theorem("t: legal(a) <-> !p", "1. legal(a) <-> !p by axiom legality")) ==
          Why::NotAnInstance);
    CHECK(rejected(theorem("t: legal(a) <-> p", "1. legal(a) <-> p by A5")) == Why::NotAnInstance);
}

TEST_CASE("A metavariable stands for one thing, of its sort")
{
    const auto rejected = [&](const std::string& text) { return why_not(two + text); };
    // D1 and C1 are not for formulas.
    CHECK(rejected(theorem("t (α, φ: formula): {α}φ <-> φ", "1. {α}φ <-> φ by D1")) ==
          Why::NotAnInstance);
    CHECK(rejected(theorem("t (φ: formula): <<a0>>φ <-> φ", "1. <<a0>>φ <-> φ by C1")) ==
          Why::NotAnInstance);
    for (const char* f : {"legal(a0)", "does(a0)", "!p", "p & p", "[a0]p", "next p", "true"})
    {
        const std::string instance = std::string("{q}(") + f + ") <-> (" + f + ")";
        CAPTURE(instance);
        CHECK(rejected(theorem("t: " + instance, "1. " + instance + " by D1")) ==
              Why::NotAnInstance);
        // Nor by way of a theorem about atoms.
        const std::string d1 =
            theorem("d1 (α: formula; r: atom): {α}r <-> r", "1. {α}r <-> r by D1");
        CHECK(rejected(d1 + theorem("t: " + instance, "1. " + instance + " by lemma d1")) ==
              Why::NotAnInstance);
    }
    // One variable, two values; and none.
    const std::string k = theorem("k (φ: formula; a: action): [a](φ | !φ)",
                                  "1. φ | !φ by TAUT 2. [a](φ | !φ) by GEN A 1");
    CHECK(rejected(k + theorem("t: [a0](p | !q)", "1. [a0](p | !q) by lemma k")) ==
          Why::NotAnInstance);
    CHECK(rejected(k + theorem("t: [a0](p | !q)", "1. [a0](p | !q) by lemma k (φ := p)")) ==
          Why::NotAnInstance);
    CHECK(rejected(k + theorem("t: [a0](p | !p)",
                               "1. [a0](p | !p) by lemma k (φ := p, a := a0)")) == std::nullopt);
    // The rule is for its own values: φ of the one who cites is not φ of the theorem.
    const std::string swap = theorem("swap (φ, ψ: formula): φ & ψ -> ψ", "1. φ & ψ -> ψ by TAUT");
    CHECK(rejected(swap + theorem("t (φ, ψ: formula): ψ & φ -> ψ",
                                  "1. ψ & φ -> ψ by lemma swap")) == Why::NotAnInstance);
    CHECK(rejected(swap + theorem("t (φ, ψ: formula): ψ & φ -> φ",
                                  "1. ψ & φ -> φ by lemma swap (φ := ψ, ψ := φ)")) == std::nullopt);
    // Values are put in all at once: φ := ψ, ψ := φ & φ does not run on.
    CHECK(rejected(swap + theorem("t (φ, ψ: formula): (φ & φ) & (φ & φ) -> φ & φ",
                                  "1. (φ & φ) & (φ & φ) -> φ & φ by lemma swap (φ := ψ, ψ := φ & "
                                  "φ)")) == Why::NotAnInstance);
    CHECK(rejected(swap + theorem("t (φ, ψ: formula): ψ & φ & φ -> φ & φ",
                                  "1. ψ & φ & φ -> φ & φ by lemma swap (φ := ψ, ψ := φ & φ)")) ==
          Why::NotAnInstance);
    // A premise is not a theorem for others to have for nothing, nor with other values.
    const std::string rule = theorem("rule (φ: formula): [a0]φ", "assume h. φ 1. [a0]φ by GEN A h");
    CHECK(rejected(rule + theorem("t: [a0]p", "1. [a0]p by lemma rule")) == Why::WrongCitations);
    CHECK(rejected(rule + theorem("t: [a0]p", "1. true by TAUT 2. [a0]p by lemma rule from 1")) ==
          Why::NotAnInstance);
    CHECK(rejected(rule + theorem("t (φ: formula): φ -> [a0]φ",
                                  "1. φ -> φ by TAUT 2. φ -> [a0]φ by lemma rule from 1")) ==
          Why::NotAnInstance);
}

TEST_CASE("Actions that must differ do, wherever a theorem is cited")
{
    const auto rejected = [&](const std::string& text) { return why_not(two + text); };
    CHECK(rejected(theorem("t (a, b: action): !(does(a) & does(b))",
                           "1. !(does(a) & does(b)) by A2")) == Why::NotAnInstance);
    CHECK(rejected(theorem("t (a, b: action): <<a>>does(b) <-> false",
                           "1. <<a>>does(b) <-> false by C3")) == Why::NotAnInstance);
    const std::string other = theorem("other (a, b: action) where a != b: !(does(a) & does(b))",
                                      "1. !(does(a) & does(b)) by A2");
    const auto cited = [&](const std::string& heading, const std::string& line)
    { return rejected(other + theorem(heading + line, "1. " + line + " by lemma other")); };
    CHECK(cited("t: ", "!(does(a0) & does(a1))") == std::nullopt);
    CHECK(cited("t: ", "!(does(a0) & does(a0))") == Why::NotDistinct);
    CHECK(cited("t (c: action): ", "!(does(a0) & does(c))") == Why::NotDistinct);
    CHECK(cited("t (c, d: action): ", "!(does(c) & does(d))") == Why::NotDistinct);
    CHECK(cited("t (c, d: action) where d != c: ", "!(does(c) & does(d))") == std::nullopt);
    CHECK(cited("t (c, d, e: action) where c != d, d != e: ", "!(does(c) & does(e))") ==
          Why::NotDistinct);
}

TEST_CASE("Nothing rests on itself, nor on what comes later")
{
    FormulaStore s;
    const Frame frame = plain_frame(1, 2, 1);
    Calculus calculus(s, frame);
    const Formula p = s.fluent(Fluent{0});
    const auto why = [&](const Derivation& d) -> std::optional<Why>
    {
        const auto answer = calculus.check(d);
        const auto* const rejection = std::get_if<Rejection>(&answer);
        return rejection != nullptr ? std::optional(rejection->why) : std::nullopt;
    };
    for (const Rule rule : {Rule::Tautology, Rule::Definition, Rule::GeneraliseAction,
                            Rule::GeneraliseChoice, Rule::GeneraliseStrategy, Rule::ModusPonens})
        for (const std::uint32_t cited : {0U, 1U, 7U, 0xFFFFFFFFU})
        {
            Derivation d("d");
            d.add(p, rule, "", std::array{cited});
            d.add(p, Rule::Tautology, "", std::array{0U});
            CHECK(why(d) == Why::WrongCitations);
        }
    // A theorem is there once it is accepted, not before, and not if it was rejected.
    Derivation self("self");
    self.theorem("self", p, {});
    CHECK(why(self) == Why::NoSuchAxiom);
    CHECK(why(self) == Why::NoSuchAxiom);
    // In files, where names are looked up.
    CHECK(check_text(two + theorem("t: p", "1. p by lemma t")).error() ==
          "main.sgp:4:15: a theorem cannot cite itself");
    CHECK(check_text(two + theorem("t: p", "1. p by lemma u") + theorem("u: p", "1. p by lemma t"))
              .error() == "main.sgp:4:15: unknown theorem 'u'");
    CHECK(check_text(two + theorem("t: p", "1. p by TAUT 2 2. p by TAUT 1")).error() ==
          "main.sgp:4:14: line '2' comes later: a line can only cite those above it");
    // A family's members are theorems of their own, in order.
    CHECK(check_text(two + theorem("t for a in actions: p", "1. p by lemma t[a1]")).error() ==
          "main.sgp:4:15: a theorem cannot cite itself");
}

TEST_CASE("Equivalents are not replaced where it takes more than the rules")
{
    const auto rejected = [&](const std::string& text) { return why_not(two + text); };
    // GEN S does not bring α <-> β into the strategy.
    CHECK(rejected(theorem("t (α, β, φ: formula): {α}φ <-> {β}φ",
                           "assume h. α <-> β 1. {α}φ <-> {β}φ by TAUT h")) == Why::DoesNotFollow);
    CHECK(rejected(theorem("t (φ: formula): {true}φ <-> φ", "1. {true}φ <-> φ by TAUT")) ==
          Why::DoesNotFollow);
    // TAUT does not look under a modality.
    for (const char* sign : {"[a0]", "<<a0>>", "{q}", "next "})
        CHECK(rejected(theorem("t: " + std::string(sign) + "(p & q) -> " + sign + "(q & p)",
                               "1. " + std::string(sign) + "(p & q) -> " + sign +
                                   "(q & p) by TAUT")) == Why::DoesNotFollow);
    // A premise holds as a theorem does, not just now: no deduction from it.
    CHECK(rejected(theorem("t (φ: formula; a: action): φ -> [a]φ",
                           "assume h. φ 1. [a]φ by GEN A h 2. φ -> [a]φ by TAUT 1") +
                   theorem("u: p -> [a0]p", "1. p -> [a0]p by lemma t")) == Why::WrongCitations);
    // DEF is one step, and one of this frame.
    CHECK(rejected(theorem("t: (next p <-> next q) -> (does(a0) & [a0]p <-> next q)",
                           "1. (next p <-> next q) -> (next p <-> next q) by TAUT "
                           "2. (next p <-> next q) -> (does(a0) & [a0]p <-> next q) by DEF 1")) ==
          Why::DoesNotFollow);
}
