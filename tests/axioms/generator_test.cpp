// Justifications that stand for lines: the kernel accepts these, the evaluator what they show.

#include "axioms/file/library.hpp"
#include "axioms/file/write.hpp"
#include "logic/formula/print.hpp"
#include "logic/model/evaluate.hpp"
#include "prover/sat/rup_search.hpp"
#include "tests/axioms/book.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

const std::map<std::string, std::string>& library_files()
{
    static const std::map<std::string, std::string> files = []
    {
        std::map<std::string, std::string> all;
        for (const LibraryFile& file : library())
            all.emplace(file.name, file.text);
        return all;
    }();
    return files;
}

/// What is wrong with the last theorem, or empty.
std::string objection(const std::string& text, FormulaStore* store = nullptr,
                      const FindRefutation& find = {})
{
    const Checked checked = check_text(text, library_files(), nullptr, store, find);
    if (!checked.error().empty())
        return checked.error();
    return checked.theorems.back().message;
}

/// CaDiCaL, for the library over many actions.
const FindRefutation by_solver = refutations_within(0);

const std::string small_frame = "frame x: a, b; o: c fluents p, q import \"restrict.sgp\"\n";
const std::string coin = "game \"coin.sgl\" import \"restrict.sgp\"\n";

/// f, and f with one formula for another at some places.
Formula replaced(Random& random, FormulaStore& store, Formula f, Formula from, Formula to)
{
    if (f == from && random.coin())
        return to;
    std::vector<Formula> operands;
    for (const Formula child : f.children())
        operands.push_back(replaced(random, store, child, from, to));
    return operands.empty() ? f : store.with_children(f, operands);
}

Formula part_of(Random& random, Formula f)
{
    while (!f.children().empty() && !random.one_in(3))
        f = f[random.below(static_cast<std::uint32_t>(f.children().size()))];
    return f;
}

Formula equivalent(Random& random, FormulaStore& store, const Frame& frame, Formula f)
{
    const Formula other = random_formula(random, store, frame, {2});
    switch (random.below(5))
    {
    case 0: return store.negation(store.negation(f));
    case 1: return store.conjunction(f, store.disjunction(f, other));
    case 2: return store.disjunction(std::vector{f, store.bottom(), store.conjunction(other, f)});
    case 3: return store.equivalence(f, store.top());
    default: return store.implication(store.implication(f, other), f);
    }
}

/// True in random models over the frame.
bool seems_valid(Random& random, const Frame& frame, Formula f)
{
    for (int i = 0; i < 4; ++i)
    {
        const auto model = random_model(random, frame);
        Evaluator evaluator(*model);
        if (!evaluator.holds_everywhere(f, model->states()))
            return false;
    }
    return true;
}

/// A line by this justification, below the others, is accepted and valid.
void check_line(Random& random, FormulaStore& store, const Frame& frame, Formula f,
                const std::string& lines, const std::string& by,
                const FindRefutation& find = by_solver)
{
    const std::string stated = print(frame, f);
    INFO(frame_header(frame) << lines << stated << " by " << by);
    CHECK(objection(frame_header(frame) + "import \"restrict.sgp\"\ntheorem t: " + stated + "\n" +
                        lines + "  last. " + stated + " by " + by + "\nend",
                    &store, find) == "");
    CHECK(seems_valid(random, frame, f));
}

} // namespace

TEST_CASE("Equivalents are replaced in random formulas")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long sample = 0; sample < sample_count(2'000); ++sample)
    {
        FormulaStore store;
        const Frame frame = random_frame(random);
        const Formula before = random_formula(random, store, frame, {5});
        const Formula part = part_of(random, before);
        const Formula other = equivalent(random, store, frame, part);
        const Formula after = replaced(random, store, before, part, other);
        const Formula given =
            random.coin() ? store.equivalence(part, other) : store.equivalence(other, part);
        const std::string line = "  1. " + print(frame, given) + " by TAUT\n";
        check_line(random, store, frame, store.equivalence(before, after), line, "replacement 1");

        const Formula theorem = store.implication(before, before);
        check_line(random, store, frame, store.implication(before, after),
                   line + "  2. " + print(frame, theorem) + " by TAUT\n", "replacement 1 in 2");
    }
}

TEST_CASE("What is shown by induction, for random formulas")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long sample = 0; sample < sample_count(2'000); ++sample)
    {
        FormulaStore store;
        const Frame frame = random_frame(random);
        const Formula f = random_formula(random, store, frame, {5});
        const Formula g = random_state_wise(random, store, frame, {4});
        const Action a = random.action(frame);
        check_line(random, store, frame,
                   store.implication(store.does(a), store.equivalence(f, store.select(a, f))), "",
                   "lemma_1");
        check_line(random, store, frame, store.equivalence(store.restrict(store.top(), f), f), "",
                   "no_restriction");
        check_line(random, store, frame, store.equivalence(store.select(a, g), g), "",
                   "state_wise");
    }
}

TEST_CASE("α may be replaced in an outermost {α} by what rests on the game, and nowhere further in")
{
    const auto of = [](const std::string& before, const std::string& after)
    {
        const std::string stated = before + " <-> " + after;
        return objection(coin + "theorem t: " + stated +
                         " 1. legal(a) <-> p by axiom legality 2. " + stated +
                         " by replacement 1 end");
    };
    CHECK(of("[a]legal(a)", "[a]p") == "");
    CHECK(of("next (legal(a) |> p)", "next (p |> p)") == "");
    CHECK(of("{legal(a)}legal(a)", "{p}legal(a)") == "");
    CHECK(of("[a]{[a]legal(a)}{p}(legal(a) |> {p}next legal(a))",
             "[a]{[a]p}{p}(legal(a) |> {p}next legal(a))") == "");
    const auto refused = Catch::Contains("(GEN S); only the α of an outermost {α} may be replaced");
    // ⌊γ⌋⌊α⌋φ <-> ⌊γ⌋⌊β⌋φ does not follow (errata S2).
    CHECK_THAT(of("{initial}{legal(a)}legal(a)", "{initial}{p}legal(a)"), refused);
    CHECK_THAT(of("{initial}legal(a)", "{initial}p"), refused);
    CHECK_THAT(of("{{initial}legal(a)}legal(a)", "{{initial}p}legal(a)"), refused);
    CHECK_THAT(of("{legal(a)}legal(a)", "{p}p"), refused);
}

TEST_CASE("The kernel refuses the tempting rule whoever writes its lines")
{
    const std::string text = coin + R"(
        theorem t: {initial}{legal(a)}legal(a) <-> {initial}{p}legal(a)
          1. legal(a) <-> p by axiom legality
          2. {legal(a)}legal(a) <-> {p}legal(a) by replacement 1
          3. {initial}{legal(a)}legal(a) <-> {initial}{p}legal(a) by lemma restrict_same from 2
        end)";
    const Checked checked = check_text(text, library_files());
    REQUIRE(checked.error().empty());
    CHECK(checked.theorems.back().label == "3");
    CHECK(checked.theorems.back().why == Why::DependsOnGame);
}

TEST_CASE("A premise replaced inside a {} may not rest on the game where the rule is used")
{
    const std::string rule = R"(
        theorem rule (α, φ, ψ: formula): {α}[a](φ & p) <-> {α}[a](ψ & p)
          assume h. φ <-> ψ
          1. {α}[a](φ & p) <-> {α}[a](ψ & p) by replacement h
        end
        theorem t: {initial}[a](legal(a) & p) <-> {initial}[a](p & p)
          1. legal(a) <-> p by axiom legality
          2. {initial}[a](legal(a) & p) <-> {initial}[a](p & p) by lemma rule from 1
        end)";
    const Checked checked = check_text(coin + rule, library_files());
    REQUIRE(checked.error().empty());
    CHECK(checked.theorems[checked.theorems.size() - 2].is_accepted);
    CHECK(checked.theorems.back().why == Why::DependsOnGame);
}

TEST_CASE("Under an opaque formula, [a], ⟪a⟫ and the α of a ⌊α⌋ nothing has to be known of it")
{
    const auto of = [](const std::string& statement, const std::string& by)
    {
        return objection(
            small_frame + "theorem t (φ: formula; s: atom; d, e: action) where d != e: " +
            statement + " 0. p <-> !!p by TAUT 1. " + statement + " by " + by + " end");
    };
    CHECK(of("{φ}[d](φ | p) <-> {φ}[d](φ | !!p)", "replacement 0") == "");
    CHECK(of("does(d) -> (([e]φ | {φ}s) <-> <<d>>([e]φ | {φ}s))", "lemma_1") == "");
    CHECK(of("does(d) -> (does(e) <-> <<d>>does(e))", "lemma_1") == "");
    CHECK(of("<<d>>([e]φ & <<e>>φ) <-> [e]φ & <<e>>φ", "state_wise") == "");

    const auto opaque = Catch::Contains("this needs induction on φ; state it for concrete "
                                        "formulas, found φ, which is a metavariable");
    CHECK_THAT(of("{p}φ <-> {!!p}φ", "replacement 0"), opaque);
    CHECK_THAT(of("does(d) -> (φ <-> <<d>>φ)", "lemma_1"), opaque);
    CHECK_THAT(of("{true}[a]φ <-> [a]φ", "no_restriction"), opaque);
    CHECK_THAT(of("<<d>>(φ & p) <-> φ & p", "state_wise"), opaque);
    CHECK_THAT(of("does(d) -> (does(a) <-> <<d>>does(a))", "lemma_1"),
               Catch::Contains("ones that may be the same or not"));
    CHECK_THAT(of("does(d) -> (next p <-> <<d>>next p)", "lemma_1"),
               Catch::Contains("make the theorem a family"));
}

TEST_CASE("What is no replacement, and what a generator is not for")
{
    const auto of = [](const std::string& statement, const std::string& by)
    {
        return objection(small_frame + "theorem t: " + statement +
                         " 0. p <-> !!p by TAUT 9. q -> q " + "by TAUT 1. " + statement + " by " +
                         by + " end");
    };
    CHECK(of("p & q <-> p & q", "replacement 0") == "");
    CHECK(of("p <-> !!p", "replacement 0") == "");
    CHECK(of("q -> q", "replacement 0 in 9") == "");
    CHECK_THAT(of("[a]p <-> [b]!!p", "replacement 0"),
               Catch::Contains("at some places one side of p <-> !!p for the other") &&
                   Catch::Contains("found [b] !!p in place of [a] p"));
    CHECK_THAT(of("p & q <-> !!p & p", "replacement 0"), Catch::Contains("found p in place of q"));
    CHECK_THAT(of("p & q <-> p & q & q", "replacement 0"), Catch::Contains("in place of"));
    CHECK_THAT(of("p <-> p", "replacement 9"), Catch::Contains("an equivalence φ <-> ψ"));
    CHECK_THAT(of("p -> !!p", "replacement 0"), Catch::Contains("χ <-> χ'"));
    CHECK_THAT(of("p <-> p", "replacement 5"), Catch::Contains("no line above is labelled '5'"));
    CHECK_THAT(of("p <-> p", "replacement"), Catch::Contains("unexpected 'end'"));
    CHECK_THAT(of("p <-> p", "lemma_1"), Catch::Contains("does(a) -> (φ <-> <<a>>φ)"));
    CHECK_THAT(of("p <-> p", "no_restriction"), Catch::Contains("{true}φ <-> φ"));
    CHECK_THAT(of("p <-> p", "state_wise"), Catch::Contains("<<c>>φ <-> φ"));
    CHECK_THAT(of("<<a>>does(b) <-> does(b)", "state_wise"),
               Catch::Contains("a state-wise formula, found does(b)"));
    CHECK_THAT(objection("frame x: a fluents p theorem t: [a]p <-> [a]!!p 0. p <-> !!p by TAUT "
                         "1. [a]p <-> [a]!!p by replacement 0 end"),
               Catch::Contains("'after_same' of the library") && Catch::Contains("import"));
}

TEST_CASE("Lines that are generated have no label of their own")
{
    const Checked checked = check_text(small_frame + R"(
        theorem t: true
          for d in actions: 1(d). [d](p & <<d>>q) <-> [d](!!p & <<d>>q) by replacement 0
          2. [b](p & <<b>>q) -> [b](!!p & <<b>>q) by TAUT 1(b)
          3. true by TAUT 1
        end)",
                                       library_files());
    CHECK_THAT(checked.error(), Catch::Contains("no line above is labelled '0'"));
    const Checked fine = check_text(small_frame + R"(
        theorem t: true
          0. p <-> !!p by TAUT
          for d in actions where d != b: 1(d). [d](p & q) <-> [d](!!p & q) by replacement 0
          2. [c](p & q) -> [c](!!p & q) by TAUT 1(c)
          3. true by TAUT 1
        end)",
                                    library_files());
    CHECK(fine.error().empty());
    REQUIRE(fine.theorems.back().is_accepted);
    CHECK(fine.theorems.back().labels ==
          std::vector<std::string>{"0", "1(a).1", "1(a)", "1(c).1", "1(c)", "2", "3"});
    const Derivation& derivation = fine.theorems.back().derivation;
    CHECK(std::ranges::equal(derivation.citations(derivation.lines()[5]),
                             std::vector<Derivation::Number>{4}));
    CHECK(std::ranges::equal(derivation.citations(derivation.lines()[6]),
                             std::vector<Derivation::Number>{2, 4}));
}

TEST_CASE("Large propositional steps of a replacement carry what refutes them")
{
    FormulaStore store;
    Frame frame = plain_frame(1, 1, 40);
    std::vector<Formula> operands;
    for (std::uint32_t i = 0; i < 40; ++i)
        operands.push_back(store.fluent(Fluent{i}));
    const Formula p = operands[7], not_not_p = store.negation(store.negation(p));
    const auto deep = [&](Formula f)
    {
        operands[7] = f;
        Formula g = store.disjunction(operands);
        for (std::uint32_t i = 0; i < 20; ++i)
        {
            g = store.equivalence(g, store.fluent(Fluent{i}));
            g = store.implication(store.fluent(Fluent{i + 20}), store.conjunction(g, f));
        }
        return store.restrict(g, store.conjunction(operands));
    };
    const Formula before = deep(p), after = deep(not_not_p);
    Random random(1);
    check_line(random, store, frame, store.equivalence(before, after),
               "  1. " + print(frame, store.equivalence(p, not_not_p)) + " by TAUT\n",
               "replacement 1", {});
}

TEST_CASE("A formula may be deep: no stack of the machine goes with it")
{
    FormulaStore store;
    const Frame frame = plain_frame(1, 1, 1);
    const auto tower = [](std::string f)
    {
        std::string opening, closing;
        for (int i = 0; i < 3000; ++i)
        {
            opening += i % 2 == 0 ? "<<a0>>" : "!(";
            closing += i % 2 == 0 ? "" : ")";
        }
        return opening + f + closing;
    };
    const std::string text = "frame x: a0 fluents p import \"restrict.sgp\"\n";
    const std::string stated = "(" + tower("p") + ") <-> (" + tower("!!p") + ")";
    CHECK(objection(text + "theorem t: " + stated + " 0. p <-> !!p by TAUT 1. " + stated +
                    " by replacement 0 end") == "");
}
