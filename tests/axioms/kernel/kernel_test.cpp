// The kernel: each rule with what it accepts and what it refuses.

#include "axioms/kernel/calculus.hpp"
#include "axioms/kernel/tautology.hpp"
#include "tests/random.hpp"

#include <array>
#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

struct Workshop
{
    FormulaStore s;
    Frame frame = plain_frame(1, 2, 2);
    Action a{0}, b{1};
    Formula p = s.fluent(Fluent{0}), q = s.fluent(Fluent{1});
    std::vector<GameAxiom> game{{"legality", s.equivalence(s.legal(a), p)}};
    Calculus calculus{s, frame, game};

    struct Step
    {
        Rule rule;
        Formula formula;
        std::vector<Derivation::Number> citations;
        std::string name;
    };

    /// The theorem, or what the kernel objects to.
    std::variant<const Theorem*, Rejection> check(const std::vector<Step>& steps,
                                                  std::string name = "")
    {
        Derivation derivation(name.empty() ? "t" + std::to_string(count++) : std::move(name));
        for (const Step& step : steps)
            derivation.add(step.formula, step.rule, step.name, step.citations);
        return calculus.check(derivation);
    }
    std::optional<Why> why(const std::vector<Step>& steps) { return reason(check(steps)); }
    static std::optional<Why> reason(const std::variant<const Theorem*, Rejection>& answer)
    {
        const auto* rejection = std::get_if<Rejection>(&answer);
        return rejection != nullptr ? std::optional(rejection->why) : std::nullopt;
    }
    std::optional<Why> why_not(const Derivation& derivation)
    {
        return reason(calculus.check(derivation));
    }

    int count = 0;
};

using Step = Workshop::Step;

Step by(Rule rule, Formula f, std::vector<Derivation::Number> citations = {}, std::string name = "")
{
    return {rule, f, std::move(citations), std::move(name)};
}

} // namespace

TEST_CASE("A refutation is asked for where a step needs one and carries none, and is checked")
{
    Workshop w;
    // 80 letters: p, [a]p, [a][a]p, …, and the same of q. From x_i <-> y_i for all i: ⋀x <-> ⋀y.
    std::vector<Formula> premises, xs, ys;
    for (std::size_t i = 0; i < 40; ++i)
    {
        xs.push_back(i == 0 ? w.p : w.s.after(w.a, xs.back()));
        ys.push_back(i == 0 ? w.q : w.s.after(w.a, ys.back()));
        premises.push_back(w.s.equivalence(xs[i], ys[i]));
    }
    const Formula all = w.s.conjunction(premises);
    const Formula conclusion =
        w.s.implication(all, w.s.equivalence(w.s.conjunction(xs), w.s.conjunction(ys)));
    Derivation derivation("hard");
    derivation.tautology(w.s.implication(w.p, w.p));
    derivation.tautology(conclusion);
    CHECK(w.why_not(derivation) == Why::TooHard);

    std::vector<std::size_t> asked;
    std::vector<Literal> answer;
    Assistance assistance;
    assistance.find_refutation =
        [&](std::size_t line, std::span<const Formula> cited, Formula formula)
    {
        asked.push_back(line);
        CHECK(cited.empty());
        CHECK(formula == conclusion);
        return answer;
    };
    const auto why = [&] { return Workshop::reason(w.calculus.check(derivation, assistance)); };
    CHECK(why() == Why::TooHard); // none was found
    answer = {1'000'000, 0};
    CHECK(why() == Why::WrongRefutation);

    Tautologies tautologies;
    const Clauses problem = tautologies.clauses({}, conclusion);
    const auto variable = [&](Formula f)
    {
        const auto place = std::ranges::find(problem.formulas, f);
        return static_cast<Literal>(place - problem.formulas.begin() + 1);
    };
    const Literal x = variable(conclusion[1][0]), y = variable(conclusion[1][1]);
    answer = {-x, y};
    CHECK(why() == Why::WrongRefutation); // a clause without an end
    answer = {-x, y, 0, x, -y, 0, x, 0};
    CHECK(why() == std::nullopt);
    CHECK(asked == std::vector<std::size_t>{1, 1, 1, 1});

    // What a line carries is taken as it is, and with it nothing is asked.
    Derivation complete("complete");
    complete.tautology(w.s.implication(w.p, w.p));
    complete.carry(complete.tautology(conclusion), answer);
    CHECK(Workshop::reason(w.calculus.check(complete, assistance)) == std::nullopt);
    CHECK(asked.size() == 4);
}

TEST_CASE("A check ends when it is stopped, and a step that was not decided then is not rejected")
{
    Workshop w;
    Derivation derivation("long");
    for (std::size_t i = 0; i < 10'000; ++i)
        derivation.tautology(w.s.implication(w.p, w.p));
    std::size_t questions = 0;
    Assistance assistance;
    assistance.is_stopped = [&] { return ++questions == 10; };
    const auto answer = w.calculus.check(derivation, assistance);
    CHECK(Workshop::reason(answer) == Why::Stopped);
    CHECK(std::get<Rejection>(answer).line < 9'000);
    CHECK(w.calculus.find("long") == nullptr);
    assistance.is_stopped = [] { return false; };
    CHECK(Workshop::reason(w.calculus.check(derivation, assistance)) == std::nullopt);

    // Wrong it may be; that nobody had the time to find out is another matter.
    std::vector<Formula> letters{w.p};
    for (std::size_t i = 0; i < 30; ++i)
        letters.push_back(w.s.after(w.a, letters.back()));
    Derivation open("open");
    open.tautology(w.s.disjunction(letters));
    bool is_over = false;
    assistance.find_refutation = [&](std::size_t, std::span<const Formula>, Formula)
    {
        is_over = true;
        return std::vector<Literal>{};
    };
    assistance.is_stopped = [&] { return is_over; };
    CHECK(Workshop::reason(w.calculus.check(open, assistance)) == Why::Stopped);
    assistance.is_stopped = {};
    CHECK(Workshop::reason(w.calculus.check(open, assistance)) == Why::TooHard);
}

TEST_CASE("GEN A on a tautology is accepted, with what it rests on")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Formula either = s.disjunction(w.p, w.q);
    const Formula both = s.conjunction(w.p, either);
    const Formula taut = s.equivalence(w.p, both);
    const auto answer =
        w.check({by(Rule::Tautology, taut), by(Rule::GeneraliseAction, s.after(w.a, taut), {0})});
    REQUIRE(std::holds_alternative<const Theorem*>(answer));
    const Theorem& theorem = *std::get<const Theorem*>(answer);
    CHECK(theorem.axioms() == std::set<std::string>{"A1"});
    CHECK(theorem.rules() == std::set<std::string>{"GEN A"});
    CHECK_FALSE(theorem.uses_game());
}

TEST_CASE("MP needs both lines in their order")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Formula f = s.disjunction(w.p, s.negation(w.p));
    const Formula g = s.disjunction(w.q, s.negation(w.q));
    const Step first = by(Rule::Tautology, f), second = by(Rule::Tautology, s.implication(f, g));
    CHECK(w.why({first, second, by(Rule::ModusPonens, g, {0, 1})}) == std::nullopt);
    CHECK(w.why({first, second, by(Rule::ModusPonens, g, {1, 0})}) == Why::DoesNotFollow);
    CHECK(w.why({first, second, by(Rule::ModusPonens, g, {0})}) == Why::WrongCitations);
    CHECK(w.why({first, second, by(Rule::ModusPonens, f, {0, 1})}) == Why::DoesNotFollow);
}

TEST_CASE("No line cites itself or a later one")
{
    Workshop w;
    CHECK(w.why({by(Rule::Tautology, w.p, {0})}) == Why::WrongCitations);
    CHECK(w.why({by(Rule::Tautology, w.p, {1}), by(Rule::Tautology, w.p, {0})}) ==
          Why::WrongCitations);
}

TEST_CASE("GEN S is refused on a line that depends on a game axiom (errata S2)")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Formula legality = w.game[0].formula;
    const Formula none = s.bottom();
    const Step game = by(Rule::GameAxiom, legality, {}, "legality");
    CHECK(w.why({game, by(Rule::GeneraliseAction, s.after(w.a, legality), {0}),
                 by(Rule::GeneraliseChoice, s.select(w.b, s.after(w.a, legality)), {1})}) ==
          std::nullopt);
    CHECK(w.why({game, by(Rule::GeneraliseStrategy, s.restrict(none, legality), {0})}) ==
          Why::DependsOnGame);
    // Nor by way of TAUT, or of a theorem.
    const Formula weaker = s.implication(w.p, s.legal(w.a));
    CHECK(w.why({game, by(Rule::Tautology, weaker, {0}),
                 by(Rule::GeneraliseStrategy, s.restrict(none, weaker), {1})}) ==
          Why::DependsOnGame);
    REQUIRE(std::holds_alternative<const Theorem*>(w.check({game}, "impure")));
    CHECK(w.why({by(Rule::Theorem, legality, {}, "impure"),
                 by(Rule::GeneraliseStrategy, s.restrict(none, legality), {0})}) ==
          Why::DependsOnGame);
    // On other lines it is fine.
    const Formula taut = s.disjunction(w.p, s.negation(w.p));
    CHECK(w.why({by(Rule::Tautology, taut),
                 by(Rule::GeneraliseStrategy, s.restrict(none, taut), {0})}) == std::nullopt);
}

TEST_CASE("DEF unfolds or folds one derived connective, anywhere")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Formula next = s.next(w.p);
    const Formula unfolded = s.disjunction(s.conjunction(s.does(w.a), s.after(w.a, w.p)),
                                           s.conjunction(s.does(w.b), s.after(w.b, w.p)));
    CHECK(is_one_definition_apart(s, w.frame, next, unfolded));
    CHECK(is_one_definition_apart(s, w.frame, unfolded, next));
    const auto deep = [&](Formula f) { return s.restrict(w.q, s.conjunction(w.q, s.negation(f))); };
    CHECK(is_one_definition_apart(s, w.frame, deep(next), deep(unfolded)));
    // Two places at once, or another frame's definition, is more than one unfolding.
    CHECK_FALSE(is_one_definition_apart(s, w.frame, s.conjunction(next, next),
                                        s.conjunction(unfolded, unfolded)));
    CHECK_FALSE(is_one_definition_apart(s, plain_frame(1, 3, 2), next, unfolded));
    CHECK_FALSE(is_one_definition_apart(s, w.frame, s.after(w.a, next), s.after(w.b, unfolded)));
}

TEST_CASE("Names are looked up: axioms, game axioms, theorems")
{
    Workshop w;
    FormulaStore& s = w.s;
    CHECK(w.why({by(Rule::Axiom, w.p, {}, "A9")}) == Why::NoSuchAxiom);
    CHECK(w.why({by(Rule::Axiom, w.p, {}, "A5")}) == Why::NotAnInstance);
    CHECK(w.why({by(Rule::GameAxiom, w.p, {}, "legality")}) == Why::NotAnInstance);
    CHECK(w.why({by(Rule::GameAxiom, w.p, {}, "nothing")}) == Why::NoSuchAxiom);
    CHECK(w.why({by(Rule::Theorem, w.p, {}, "nothing")}) == Why::NoSuchAxiom);
    CHECK(w.why({}) == Why::Empty);
    const Formula a5 = s.implication(s.terminal(), s.negation(s.legal(w.b)));
    CHECK(w.why({by(Rule::Axiom, a5, {}, "A5")}) == std::nullopt);
}

TEST_CASE("A theorem with metavariables is cited with values of their sorts")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Formula phi = s.fluent(formula_variable(0)), at = s.fluent(atom_variable(0));
    const Action act = action_variable(0);
    // {φ}p <-> p for an atom p, and [a](φ | !φ).
    {
        Derivation d("d1", {{"φ"}, {"p"}, {}, {}});
        d.axiom("D1", s.equivalence(s.restrict(phi, at), at));
        REQUIRE(w.why_not(d) == std::nullopt);
    }
    {
        Derivation d("middle", {{"φ"}, {}, {"a"}, {}});
        const Formula either = s.disjunction(phi, s.negation(phi));
        const auto line = d.tautology(either);
        d.generalise(Rule::GeneraliseAction, s.after(act, either), line);
        REQUIRE(w.why_not(d) == std::nullopt);
    }
    const auto cite = [&](std::string_view name, Formula f, Substitution values)
    {
        Derivation d("use" + std::to_string(w.count++));
        d.theorem(name, f, std::move(values));
        return w.why_not(d);
    };
    const Formula q_is = s.equivalence(s.restrict(w.q, w.p), w.p);
    CHECK(cite("d1", q_is, {{w.q}, {w.p}, {}}) == std::nullopt);
    CHECK(cite("d1", q_is, {{w.p}, {w.p}, {}}) == Why::NotAnInstance);
    CHECK(cite("d1", q_is, {{w.q}, {}, {}}) == Why::WrongSort);
    CHECK(cite("d1", q_is, {{w.q}, {w.p}, {w.a}}) == Why::WrongSort);
    const Formula legal = s.legal(w.a);
    CHECK(cite("d1", s.equivalence(s.restrict(w.q, legal), legal), {{w.q}, {legal}, {}}) ==
          Why::WrongSort);
    CHECK(cite("middle", s.after(w.b, s.disjunction(legal, s.negation(legal))),
               {{legal}, {}, {w.b}}) == std::nullopt);
    CHECK(cite("middle", s.after(w.b, s.disjunction(legal, s.negation(legal))),
               {{legal}, {}, {Action{7}}}) == Why::ForeignSymbol);
}

TEST_CASE("A formula variable is no atom: {φ}ψ <-> ψ is no instance of D1, nor <<a>>φ <-> φ of C1")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Formula phi = s.fluent(formula_variable(0)), psi = s.fluent(formula_variable(1));
    Derivation d1("d1", {{"φ", "ψ"}, {}, {}, {}});
    d1.axiom("D1", s.equivalence(s.restrict(phi, psi), psi));
    CHECK(w.why_not(d1) == Why::NotAnInstance);
    Derivation c1("c1", {{"φ"}, {}, {}, {}});
    c1.axiom("C1", s.equivalence(s.select(w.a, phi), phi));
    CHECK(w.why_not(c1) == Why::NotAnInstance);
}

TEST_CASE("Two action variables differ only when the theorem says so, and so must their values")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Action x = action_variable(0), y = action_variable(1);
    const Formula a2 = s.negation(s.conjunction(s.does(x), s.does(y)));
    Derivation loose("loose", {{}, {}, {"a", "b"}, {}});
    loose.axiom("A2", a2);
    CHECK(w.why_not(loose) == Why::NotAnInstance);
    Derivation strict("strict", {{}, {}, {"a", "b"}, {{x, y}}});
    strict.axiom("A2", a2);
    REQUIRE(w.why_not(strict) == std::nullopt);
    const auto cite = [&](Action a, Action b, Variables variables = {})
    {
        Derivation d("use" + std::to_string(w.count++), std::move(variables));
        d.theorem("strict", s.negation(s.conjunction(s.does(a), s.does(b))), {{}, {}, {a, b}});
        return w.why_not(d);
    };
    CHECK(cite(w.a, w.b) == std::nullopt);
    CHECK(cite(w.a, w.a) == Why::NotDistinct);
    CHECK(cite(w.a, x, {{}, {}, {"c"}, {}}) == Why::NotDistinct);
    CHECK(cite(w.a, x, {{}, {}, {"c"}, {{w.a, x}}}) == std::nullopt);
    CHECK(cite(w.a, x) == Why::ForeignSymbol);
}

TEST_CASE("A premise to which GEN S is applied is discharged only by a line free of the game")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Formula phi = s.fluent(formula_variable(0)), alpha = s.fluent(formula_variable(1));
    const auto rule_of = [&](std::string name, Rule rule, Formula conclusion)
    {
        Derivation d(std::move(name), {{"φ", "α"}, {}, {}, {}});
        d.generalise(rule, conclusion, d.premise(phi));
        return w.why_not(d);
    };
    REQUIRE(rule_of("under", Rule::GeneraliseStrategy, s.restrict(alpha, phi)) == std::nullopt);
    REQUIRE(rule_of("after", Rule::GeneraliseAction, s.after(w.a, phi)) == std::nullopt);
    CHECK(w.calculus.find("under")->must_be_pure(0));
    CHECK_FALSE(w.calculus.find("after")->must_be_pure(0));
    // A rule that uses the rule hands the condition on.
    {
        Derivation d("twice", {{"φ", "α"}, {}, {}, {}});
        const std::array cited{d.premise(phi)};
        d.theorem("under", s.restrict(alpha, phi), {{phi, alpha}, {}, {}}, cited);
        REQUIRE(w.why_not(d) == std::nullopt);
        CHECK(w.calculus.find("twice")->must_be_pure(0));
    }
    const Formula legality = w.game[0].formula, taut = s.disjunction(w.p, s.negation(w.p));
    const auto discharge = [&](std::string_view name, Formula conclusion, bool pure)
    {
        Derivation d("use" + std::to_string(w.count++));
        const std::array cited{pure ? d.tautology(taut) : d.game_axiom("legality", legality)};
        d.theorem(name, conclusion, {{pure ? taut : legality, w.q}, {}, {}}, cited);
        return w.why_not(d);
    };
    for (const char* name : {"under", "twice"})
    {
        CHECK(discharge(name, s.restrict(w.q, taut), true) == std::nullopt);
        CHECK(discharge(name, s.restrict(w.q, legality), false) == Why::DependsOnGame);
    }
    CHECK(discharge("after", s.after(w.a, legality), false) == std::nullopt);
    CHECK(discharge("after", s.after(w.b, taut), true) == Why::NotAnInstance);
}

TEST_CASE("Premises come first, and are the lines cited, in order")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Formula phi = s.fluent(formula_variable(0)), psi = s.fluent(formula_variable(1));
    Derivation d("both", {{"φ", "ψ"}, {}, {}, {}});
    d.premise(phi);
    d.premise(psi);
    d.tautology(s.conjunction(phi, psi), {0, 1});
    REQUIRE(w.why_not(d) == std::nullopt);
    Derivation late("late", {{"φ"}, {}, {}, {}});
    late.tautology(s.top());
    late.premise(phi);
    CHECK(w.why_not(late) == Why::Misplaced);
    const Formula f = s.disjunction(w.p, s.negation(w.p)), g = s.top();
    const auto cite = [&](std::vector<Derivation::Number> cited)
    {
        Derivation use("use" + std::to_string(w.count++));
        use.tautology(f);
        use.tautology(g);
        use.theorem("both", s.conjunction(f, g), {{f, g}, {}, {}}, cited);
        return w.why_not(use);
    };
    CHECK(cite({0, 1}) == std::nullopt);
    CHECK(cite({1, 0}) == Why::DoesNotFollow);
    CHECK(cite({0}) == Why::WrongCitations);
}

TEST_CASE("What a theorem rests on are the lines that lead to its last one")
{
    Workshop w;
    FormulaStore& s = w.s;
    Derivation d("idle");
    d.game_axiom("legality", w.game[0].formula);
    d.tautology(s.top());
    REQUIRE(w.why_not(d) == std::nullopt);
    CHECK_FALSE(w.calculus.find("idle")->uses_game());
    CHECK(w.calculus.find("idle")->game_axioms().empty());
    Derivation other("other");
    other.statement = s.bottom();
    other.tautology(s.top());
    CHECK(w.why_not(other) == Why::NotTheStatement);
    CHECK(w.calculus.find("other") == nullptr);
}
