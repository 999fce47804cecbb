// Derivations built as data, with what no frame, no store and no text would give them: the kernel
// trusts nobody who builds one.

#include "axioms/file/explanation.hpp"
#include "axioms/text/substitution.hpp"
#include "tests/axioms/book.hpp"
#include "tests/random.hpp"

#include <array>
#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

using Number = Derivation::Number;

/// What the kernel objects to, and at which line, from 0.
struct Objected
{
    std::optional<Why> why;
    std::size_t line = 0;

    bool operator==(const Objected&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Objected& objected)
{
    return out << (objected.why ? static_cast<int>(*objected.why) : -1) << " at " << objected.line;
}

Objected objected(Calculus& calculus, const Derivation& derivation,
                  const Assistance& assistance = {})
{
    const auto answer = calculus.check(derivation, assistance);
    const auto* const rejection = std::get_if<Rejection>(&answer);
    if (rejection == nullptr)
        return {};
    // Whatever is wrong, it can be said.
    CHECK_FALSE(explain(calculus, derivation, *rejection).message().empty());
    return {rejection->why, rejection->line};
}

/// ⊥ in ten lines, over a frame with two actions, from A3 and a third action.
Derivation falsum(FormulaStore& s, Action c, Variables variables = {})
{
    const Formula a = s.does(Action{0}), b = s.does(Action{1});
    const Formula not_a = s.negation(a), not_b = s.negation(b);
    const Formula neither = s.conjunction(not_a, not_b), some = s.negation(neither);
    const auto under = [&](Formula f) { return s.select(c, f); };
    Derivation d("falsum", std::move(variables));
    const Number a3 = d.axiom("A3", s.disjunction(a, b));
    const Number tautology = d.tautology(some, {a3});
    const Number general = d.generalise(Rule::GeneraliseChoice, under(some), tautology);
    const Number lines[] = {
        general,
        d.axiom("C4", s.equivalence(under(some), s.negation(under(neither)))),
        d.axiom("C5", s.equivalence(under(neither), s.conjunction(under(not_a), under(not_b)))),
        d.axiom("C4", s.equivalence(under(not_a), s.negation(under(a)))),
        d.axiom("C4", s.equivalence(under(not_b), s.negation(under(b)))),
        d.axiom("C3", s.equivalence(under(a), s.bottom())),
        d.axiom("C3", s.equivalence(under(b), s.bottom()))};
    d.tautology(s.bottom(), lines);
    return d;
}

} // namespace

TEST_CASE("Over no agents, or an agent without actions, nothing is a theorem")
{
    FormulaStore s;
    Frame none, idle, half;
    idle.add_agent("x");
    half.add_action("a", half.add_agent("x"));
    half.add_agent("o");
    for (const Frame& frame : {none, idle, half})
    {
        Calculus calculus(s, frame);
        Derivation no("no");
        no.axiom("A3", s.bottom()); // over no actions ⋁ does(a) is ⊥
        CHECK(objected(calculus, no) == Objected{Why::NotAFrame, 0});
        Derivation yes("yes");
        yes.tautology(s.top());
        CHECK(objected(calculus, yes) == Objected{Why::NotAFrame, 0});
        CHECK(calculus.theorems().empty());
    }
}

TEST_CASE("A text whose frame has an agent without actions is refused where it names the agent")
{
    const std::string no = "\ntheorem no: false\n  1. false by A3\nend\n";
    const auto error = [&](const std::string& header) { return check_text(header + no).error(); };
    CHECK(error("frame x:") == "main.sgp:1:7: agent 'x' has no actions");
    CHECK(error("frame x") == "main.sgp:1:7: agent 'x' has no actions");
    CHECK(error("frame x: a; o: fluents p") == "main.sgp:1:13: agent 'o' has no actions");
    CHECK(error("frame x; o: b; x: a") == "");
    // Nor is a template read over such a frame, whoever gives it.
    FrameAndAxioms given;
    CHECK(check_text(no, {}, &given).error() ==
          "main.sgp:2:1: some agent of the frame has no actions, or there is no agent");
    given.frame.add_agent("x");
    CHECK(check_text(no, {}, &given).error() ==
          "main.sgp:2:1: some agent of the frame has no actions, or there is no agent");
}

TEST_CASE("Ten lines for false with an action that the frame does not have are not accepted")
{
    FormulaStore s;
    Calculus two(s, plain_frame(1, 2, 0)), three(s, plain_frame(1, 3, 0));
    CHECK(objected(two, falsum(s, Action{2})) == Objected{Why::ForeignSymbol, 2});
    CHECK(objected(two, falsum(s, Action{0xFFFF'FFFF})) == Objected{Why::ForeignSymbol, 2});
    CHECK(objected(two, falsum(s, action_variable(0))) == Objected{Why::ForeignSymbol, 2});
    // With an action of the frame it is the sixth axiom that is none; with three, the first.
    CHECK(objected(two, falsum(s, Action{1})) == Objected{Why::NotAnInstance, 8});
    CHECK(objected(three, falsum(s, Action{2})) == Objected{Why::NotAnInstance, 0});
}

TEST_CASE("A theorem whose 'where' no actions satisfy says nothing, and nobody can cite it")
{
    FormulaStore s;
    const Frame frame = plain_frame(1, 2, 0);
    Calculus calculus(s, frame);
    const Action c = action_variable(0);
    const Variables other{{}, {}, {"c"}, {{c, Action{0}}, {Action{1}, c}}};
    REQUIRE(objected(calculus, falsum(s, c, other)) == Objected{});
    CHECK_FALSE(has_values(calculus.find("falsum")->variables(), frame.action_count()));
    CHECK(has_values(calculus.find("falsum")->variables(), 3));
    for (const Action value : {Action{0}, Action{1}})
    {
        Derivation use("use");
        use.theorem("falsum", s.bottom(), {{}, {}, {value}});
        CHECK(objected(calculus, use) == Objected{Why::NotDistinct, 0});
    }
    Derivation use("use");
    use.theorem("falsum", s.bottom(), {{}, {}, {Action{2}}});
    CHECK(objected(calculus, use) == Objected{Why::ForeignSymbol, 0});
    // Actions that are to differ are the frame's, or declared.
    for (const Action a : {Action{2}, action_variable(1)})
    {
        Derivation d("d", {{}, {}, {"c"}, {{c, a}}});
        d.tautology(s.top());
        CHECK(objected(calculus, d) == Objected{Why::ForeignSymbol, 0});
    }
}

TEST_CASE("There are as many values for actions that differ as colourings of a graph")
{
    CAPTURE(seed());
    Random random(seed());
    unsigned with = 0, without = 0;
    for (unsigned long sample = 0; sample < sample_count(2'000); ++sample)
    {
        const std::uint32_t count = random.below(5), actions = 1 + random.below(3);
        Variables variables{{}, {}, std::vector<std::string>(count, "a"), {}};
        const auto side = [&]
        {
            const std::uint32_t n = random.below(count + actions);
            return n < count ? action_variable(n) : Action{n - count};
        };
        for (std::uint32_t pair = random.below(9); pair > 0; --pair)
            variables.distinct.emplace_back(side(), side());
        // All tuples, one by one.
        std::vector<std::uint32_t> values(count, 0);
        bool is_there = false;
        for (;;)
        {
            const auto value = [&](Action a)
            { return is_variable(a) ? values[a.index - first_action_variable] : a.index; };
            is_there = is_there ||
                       std::ranges::all_of(variables.distinct, [&](const auto& pair)
                                           { return value(pair.first) != value(pair.second); });
            std::size_t i = 0;
            while (i < count && ++values[i] == actions)
                values[i++] = 0;
            if (i == count)
                break;
        }
        ++(is_there ? with : without);
        REQUIRE(has_values(variables, actions) == is_there);
    }
    CHECK(with > 0);
    CHECK(without > 0);
}

TEST_CASE("Each line is over the frame and the metavariables declared, whatever it follows by")
{
    FormulaStore s;
    const Frame frame = plain_frame(1, 2, 2);
    const Action a{0};
    const Formula p = s.fluent(Fluent{0});
    const std::vector<GameAxiom> game{{"legality", s.equivalence(s.legal(a), p)}};
    Calculus calculus(s, frame, game);
    {
        Derivation d("identity", {{"φ"}, {}, {}, {}});
        const Formula phi = s.fluent(formula_variable(0));
        d.tautology(s.implication(phi, phi));
        REQUIRE(objected(calculus, d) == Objected{});
    }
    {
        Derivation d("detached", {{"φ", "ψ"}, {"r"}, {}, {}});
        const Formula phi = s.fluent(formula_variable(0)), psi = s.fluent(formula_variable(1));
        d.tautology(psi, {d.premise(phi), d.premise(s.implication(phi, psi))});
        REQUIRE(objected(calculus, d) == Objected{});
    }
    FormulaStore other; // its formulas have the same ids
    other.fluent(Fluent{0});
    const std::array foreign{
        s.fluent(Fluent{2}),
        s.fluent(Fluent{first_atom_variable - 1}),
        s.fluent(formula_variable(1)),
        s.fluent(atom_variable(1)),
        s.legal(Action{2}),
        s.does(action_variable(1)),
        s.after(Action{2}, p),
        s.select(Action{0x7FFF'FFFF}, p),
        s.next(s.restrict(s.does(Action{2}), p)),
        other.fluent(Fluent{0}),
        other.top(),
        other.next(other.next(other.top())),
    };
    const Variables declared{{"χ"}, {"q"}, {"c"}, {}};
    for (std::size_t i = 0; i < foreign.size(); ++i)
    {
        CAPTURE(i);
        const Formula f = foreign[i];
        const bool is_own = i < 9;
        const Objected first{Why::ForeignSymbol, 0}, second{Why::ForeignSymbol, 1};
        const auto start = [&] { return Derivation("d", declared); };
        // What can be built with it in this store.
        const Formula whole = is_own ? s.implication(f, f) : other.implication(f, f);
        const Formula after = is_own ? s.after(a, f) : other.after(a, f);
        const Formula restricted = is_own ? s.restrict(f, f) : other.restrict(f, f);
        const auto alone = [&](Rule rule, std::string_view name, Formula formula)
        {
            Derivation d = start();
            d.add(formula, rule, name, {});
            return objected(calculus, d);
        };
        CHECK(alone(Rule::Premise, "", f) == first);
        CHECK(alone(Rule::Tautology, "", whole) == first);
        CHECK(alone(Rule::GameAxiom, "legality", whole) == first);
        const Formula d4 =
            is_own ? s.equivalence(s.restrict(f, s.negation(f)), s.negation(s.restrict(f, f)))
                   : other.equivalence(other.restrict(f, other.negation(f)),
                                       other.negation(other.restrict(f, f)));
        CHECK(alone(Rule::Axiom, "D4", d4) == first);
        const auto second_line = [&](Rule rule, Formula formula, std::vector<Number> cited)
        {
            Derivation d = start();
            d.tautology(s.implication(p, p));
            d.add(formula, rule, "", cited);
            d.tautology(s.top()); // it need not be the last line
            return objected(calculus, d);
        };
        CHECK(second_line(Rule::Tautology, whole, {0}) == second);
        CHECK(second_line(Rule::ModusPonens, f, {0, 0}) == second);
        CHECK(second_line(Rule::GeneraliseAction, after, {0}) == second);
        CHECK(second_line(Rule::GeneraliseChoice, is_own ? s.select(a, f) : other.select(a, f),
                          {0}) == second);
        CHECK(second_line(Rule::GeneraliseStrategy, restricted, {0}) == second);
        if (is_own) // GEN S from a line that is right, under what is not
            CHECK(second_line(Rule::GeneraliseStrategy, s.restrict(f, s.implication(p, p)), {0}) ==
                  second);
        CHECK(second_line(Rule::Definition, is_own ? s.next(f) : other.next(f), {0}) == second);
        // As a value, in the line and in a premise; where the theorem has the variable, and where
        // it has it only among its own.
        Derivation cites = start();
        cites.theorem("identity", whole, {{f}, {}, {}});
        CHECK(objected(calculus, cites) == first);
        Derivation hides = start();
        const std::array cited{hides.tautology(s.top()),
                               hides.tautology(s.implication(s.top(), s.top()))};
        hides.theorem("detached", s.top(), {{s.top(), s.top()}, {f}, {}}, cited);
        CHECK(objected(calculus, hides) == Objected{Why::ForeignSymbol, 2});
        Derivation states = start();
        states.tautology(s.top());
        states.statement = f;
        CHECK(objected(calculus, states) == Objected{Why::NotTheStatement, 0});
    }
    CHECK(objected(calculus, Derivation("empty", declared)) == Objected{Why::Empty, 0});
}

TEST_CASE("A line without a formula, and a value that is none, are not accepted")
{
    FormulaStore s;
    Calculus calculus(s, plain_frame(1, 2, 1));
    Derivation identity("identity", {{"φ"}, {"r"}, {"a"}, {}});
    const Formula phi = s.fluent(formula_variable(0));
    identity.tautology(s.implication(phi, phi));
    REQUIRE(objected(calculus, identity) == Objected{});
    for (const Rule rule :
         {Rule::Premise, Rule::Axiom, Rule::Tautology, Rule::ModusPonens, Rule::GeneraliseAction,
          Rule::GameAxiom, Rule::Definition, Rule::Theorem, static_cast<Rule>(77)})
    {
        Derivation d("d");
        d.add(Formula(), rule, "A3", {});
        CHECK(objected(calculus, d) == Objected{Why::ForeignSymbol, 0});
    }
    Derivation grown("d");
    grown.keep_first(3); // lines that nobody has written
    CHECK(objected(calculus, grown) == Objected{Why::ForeignSymbol, 0});
    const Formula p = s.fluent(Fluent{0}), line = s.implication(p, p);
    const auto cite = [&](Substitution values)
    {
        Derivation d("use");
        d.theorem("identity", line, std::move(values));
        return objected(calculus, d).why;
    };
    CHECK(cite({{Formula()}, {p}, {Action{0}}}) == Why::ForeignSymbol);
    CHECK(cite({{p}, {Formula()}, {Action{0}}}) == Why::ForeignSymbol);
    CHECK(cite({{p}, {s.legal(Action{0})}, {Action{0}}}) == Why::WrongSort);
    CHECK(cite({{p}, {phi}, {Action{0}}}) == Why::ForeignSymbol);
    CHECK(cite({{p}, {p}, {action_variable(0)}}) == Why::ForeignSymbol);
    CHECK(cite({{p}, {p}, {Action{2}}}) == Why::ForeignSymbol);
    CHECK(cite({{p}, {p}, {Action{1}}}) == std::nullopt);
}

TEST_CASE("A game's axiom has the symbols of its frame, and no metavariables")
{
    FormulaStore s, other;
    const Frame frame = plain_frame(1, 1, 1);
    for (const Formula f :
         {s.fluent(formula_variable(0)), s.fluent(atom_variable(0)), s.fluent(Fluent{1}),
          s.legal(Action{1}), s.legal(action_variable(0)), other.top(), Formula()})
    {
        const std::vector<GameAxiom> game{{"right", s.terminal()}, {"wrong", f}};
        Calculus calculus(s, frame, game);
        // Cited as it is, with the metavariable declared or not; and where it is not cited.
        Derivation cites("cites", {{"φ"}, {"p"}, {"a"}, {}}), idle("idle");
        cites.game_axiom("wrong", f);
        CHECK(objected(calculus, cites) == Objected{Why::NotAGameAxiom, 0});
        idle.tautology(s.top());
        CHECK(objected(calculus, idle) == Objected{Why::NotAGameAxiom, 0});
        CHECK(calculus.theorems().empty());
    }
}

TEST_CASE("A formula of another store is none of this one, though its id may be that of an axiom")
{
    FormulaStore s, other;
    const Formula axiom = s.equivalence(s.legal(Action{0}), s.fluent(Fluent{0}));
    const Formula p = other.fluent(Fluent{0}),
                  contradiction = other.conjunction(p, other.negation(p));
    REQUIRE(axiom.id() == contradiction.id());
    const std::vector<GameAxiom> game{{"legality", axiom}};
    Calculus calculus(s, plain_frame(1, 1, 1), game);
    Derivation d("d");
    d.tautology(s.bottom(), {d.game_axiom("legality", contradiction)});
    CHECK(objected(calculus, d) == Objected{Why::ForeignSymbol, 0});
    Derivation right("right");
    right.game_axiom("legality", axiom);
    CHECK(objected(calculus, right) == Objected{});
}

TEST_CASE("What a derivation becomes while it is checked does not count")
{
    FormulaStore s;
    Calculus calculus(s, plain_frame(1, 2, 1));
    std::vector<Formula> letters{s.fluent(Fluent{0})};
    for (int i = 0; i < 30; ++i)
        letters.push_back(s.after(Action{0}, letters.back()));
    const Formula hard = s.disjunction(letters);
    Derivation d("d");
    d.tautology(s.top());
    d.tautology(hard);
    d.tautology(s.bottom(), {0});
    Assistance assistance;
    assistance.find_refutation = [&](std::size_t, std::span<const Formula>, Formula)
    {
        d.keep_first(0); // all that was looked at so far is another line now
        d.tautology(s.bottom());
        d.tautology(s.bottom());
        d.tautology(s.bottom(), {0});
        return std::vector<Literal>{};
    };
    CHECK(objected(calculus, d, assistance) == Objected{Why::TooHard, 1});
    CHECK(calculus.theorems().empty());

    // A theorem that was shown meanwhile, under the same name, stands.
    Derivation outer("t"), inner("t");
    outer.tautology(s.implication(hard, hard));
    inner.tautology(s.top());
    assistance.find_refutation = {};
    bool is_first = true;
    assistance.is_stopped = [&]
    {
        if (std::exchange(is_first, false))
            CHECK(objected(calculus, inner) == Objected{});
        return false;
    };
    CHECK(objected(calculus, outer, assistance) == Objected{Why::AlreadyShown, 0});
    REQUIRE(calculus.find("t") != nullptr);
    CHECK(calculus.find("t")->formula() == s.top());
}
