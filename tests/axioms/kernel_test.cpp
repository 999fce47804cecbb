// The kernel: each rule with what it accepts and what it refuses.

#include "axioms/derivation.hpp"
#include "axioms/tautology.hpp"
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
    std::vector<Axiom> game{{"legality", s.equivalence(s.legal(a), p), {}}};
    Calculus calculus{s, frame, game};

    /// The theorem, or what the kernel objects to.
    std::variant<Theorem, Rejection> check(std::vector<Line> lines)
    {
        return calculus.check({"t" + std::to_string(count++), std::move(lines)});
    }
    std::optional<Why> why(std::vector<Line> lines)
    {
        const auto answer = check(std::move(lines));
        const auto* rejection = std::get_if<Rejection>(&answer);
        return rejection != nullptr ? std::optional(rejection->why) : std::nullopt;
    }

    int count = 0;
};

Line by(Rule rule, Formula f, std::vector<std::uint32_t> citations = {}, std::string name = "")
{
    return {f, rule, std::move(name), std::move(citations), {}};
}

/// Truth under all assignments to a few letters, the slow way.
bool is_tautology(Formula f, const std::vector<Formula>& letters)
{
    for (unsigned bits = 0; bits < 1U << letters.size(); ++bits)
    {
        const auto value = [&](const auto& self, Formula g) -> bool
        {
            const auto letter = std::ranges::find(letters, g);
            if (letter != letters.end())
                return (bits >> (letter - letters.begin()) & 1U) != 0;
            const auto holds = [&](Formula child) { return self(self, child); };
            switch (g.kind())
            {
            case Kind::True: return true;
            case Kind::Not: return !holds(g[0]);
            case Kind::And: return std::ranges::all_of(g.children(), holds);
            case Kind::Or: return std::ranges::any_of(g.children(), holds);
            case Kind::Implies: return !holds(g[0]) || holds(g[1]);
            case Kind::Iff: return holds(g[0]) == holds(g[1]);
            default: return false;
            }
        };
        if (!value(value, f))
            return false;
    }
    return true;
}

Formula random_propositional(Random& random, FormulaStore& s, const std::vector<Formula>& letters,
                             unsigned depth)
{
    if (depth == 0 || random.one_in(5))
        return random.one_in(8) ? s.constant(random.coin())
                                : letters[random.below(static_cast<std::uint32_t>(letters.size()))];
    const auto operand = [&] { return random_propositional(random, s, letters, depth - 1); };
    switch (random.below(5))
    {
    case 0: return s.negation(operand());
    case 1: return s.conjunction(std::array{operand(), operand(), operand()});
    case 2: return s.disjunction(std::array{operand(), operand(), operand()});
    case 3: return s.implication(operand(), operand());
    default: return s.equivalence(operand(), operand());
    }
}

} // namespace

TEST_CASE("Propositional consequence agrees with truth tables")
{
    CAPTURE(seed());
    Random random(seed());
    FormulaStore s;
    std::vector<Formula> letters;
    for (std::uint32_t i = 0; i < 5; ++i)
        letters.push_back(s.fluent(Fluent{i}));
    letters.push_back(s.after(Action{0}, letters[0]));
    unsigned yes = 0;
    for (unsigned long sample = 0; sample < sample_count(20'000); ++sample)
    {
        const Formula premise = random_propositional(random, s, letters, 3);
        const Formula conclusion = random_propositional(random, s, letters, 4);
        const bool expected = is_tautology(s.implication(premise, conclusion), letters);
        yes += expected;
        REQUIRE((follows(std::array{premise}, conclusion) == Consequence::Yes) == expected);
        REQUIRE((follows({}, s.implication(premise, conclusion)) == Consequence::Yes) == expected);
    }
    CHECK(yes > 0);
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
    REQUIRE(std::holds_alternative<Theorem>(answer));
    CHECK(std::get<Theorem>(answer).axioms() == std::set<std::string>{"A1"});
    CHECK_FALSE(std::get<Theorem>(answer).uses_game());
}

TEST_CASE("MP needs both lines in their order")
{
    Workshop w;
    FormulaStore& s = w.s;
    const Formula f = s.disjunction(w.p, s.negation(w.p));
    const Formula g = s.disjunction(w.q, s.negation(w.q));
    const Line first = by(Rule::Tautology, f), second = by(Rule::Tautology, s.implication(f, g));
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
    const Line game = by(Rule::GameAxiom, legality, {}, "legality");
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
    REQUIRE(std::holds_alternative<Theorem>(w.calculus.check({"impure", {game}})));
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
