// Printed formulas are read back as the same formula.

#include "logic/formula/print.hpp"
#include "logic/language/reader.hpp"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace sgl;

namespace
{

Frame small_frame()
{
    Frame frame;
    const Agent x = frame.add_agent("x");
    frame.add_action("a", x);
    frame.add_action("b(x,1)", x);
    for (const char* name : {"p", "q(x,1,1)", "r'"})
        frame.add_fluent(name);
    return frame;
}

/// Random formulas of every kind, over small_frame.
class Generator
{
public:
    Generator(FormulaStore& store, unsigned seed) : store_(store), random_(seed) {}

    Formula formula(unsigned depth)
    {
        const unsigned kind = depth == 0 ? pick(6) : pick(17);
        const Action a{pick(2)};
        switch (kind)
        {
        case 0: return store_.constant(pick(2) == 0);
        case 1: return store_.initial();
        case 2: return store_.terminal();
        case 3: return store_.legal(a);
        case 4: return store_.does(a);
        case 5: return store_.fluent(Fluent{pick(3)});
        case 6: return store_.negation(formula(depth - 1));
        case 7: return store_.after(a, formula(depth - 1));
        case 8: return store_.select(a, formula(depth - 1));
        case 9: return store_.next(formula(depth - 1));
        case 10: return store_.restrict(formula(depth - 1), formula(depth - 1));
        case 11: return store_.implication(formula(depth - 1), formula(depth - 1));
        case 12: return store_.equivalence(formula(depth - 1), formula(depth - 1));
        case 13: return store_.conjunction(operands(depth - 1));
        case 14: return store_.disjunction(operands(depth - 1));
        case 15: return store_.prioritised_or(operands(depth - 1));
        default: return store_.prioritised_and(operands(depth - 1));
        }
    }

private:
    unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }

    std::vector<Formula> operands(unsigned depth)
    {
        std::vector<Formula> answer;
        for (unsigned n = 2 + pick(3); n > 0; --n)
            answer.push_back(formula(depth));
        return answer;
    }

    FormulaStore& store_;
    std::mt19937 random_;
};

std::string printed(const std::string& text, Style style = Style::Ascii)
{
    FormulaStore store;
    const Frame frame = small_frame();
    const Result<Formula> f = read_formula(store, frame, {"f", text});
    if (!f)
        FAIL(f.errors()[0].text());
    return print(frame, *f, style);
}

} // namespace

TEST_CASE("Reading what was printed gives the formula back, for random formulas of every kind")
{
    constexpr unsigned seed = 20'150'714;
    CAPTURE(seed);
    FormulaStore store;
    const Frame frame = small_frame();
    Generator generator(store, seed);
    for (unsigned i = 0; i < 4'000; ++i)
    {
        const Formula f = generator.formula(i % 6);
        for (Style style : {Style::Ascii, Style::Unicode})
        {
            const std::string text = print(frame, f, style);
            const Result<Formula> again = read_formula(store, frame, {"printed", text});
            if (again && *again == f && printed_size(frame, f, style, SIZE_MAX) == text.size())
                continue;
            CAPTURE(i, text);
            REQUIRE(again);
            CHECK(*again == f);
            CHECK(printed_size(frame, f, style, SIZE_MAX) == text.size());
        }
    }
}

TEST_CASE("A formula with the fewest parentheses is printed as it was written")
{
    const auto* text = GENERATE(
        "p", "!p & q(x,1,1) | r'", "p -> p -> r'", "(p -> p) -> r'", "p <-> r' <-> p",
        "p <-> (r' <-> p)", "(p & r') & p", "p & (r' & p)", "p & r' & p", "(p |> r') |> p",
        "p |> r' |> p", "p &> r' |> p &> p", "p &> (r' |> p)", "!(p & r')", "[a] p & [b(x,1)] p",
        "[a] (p & r')", "<<b(x,1)>> !next p", "{p -> r'} p & r'", "{p} (p & r')", "!{p |> r'} p",
        "does(a) & legal(b(x,1)) -> initial | terminal", "true | false", "next (p -> r')");
    CHECK(printed(text) == text);
}

TEST_CASE("The Unicode style")
{
    CHECK(printed("!p & r' | p -> next p <-> {p |> r'} <<a>> p", Style::Unicode) ==
          "¬p ∧ r' ∨ p → ○p ↔ ⌊p ▽ r'⌋⟪a⟫p");
    CHECK(printed("true &> false", Style::Unicode) == "⊤ △ ⊥");
}

TEST_CASE("Large shared formulas are printed with abbreviations")
{
    FormulaStore store;
    const Frame frame = small_frame();
    Formula f = store.fluent(Fluent{0});
    for (int i = 0; i < 60; ++i)
        f = store.conjunction(f, store.next(f));
    CHECK(printed_size(frame, f, Style::Ascii, 1000) == 1000);
    const std::string text = print_shared(frame, f, Style::Ascii, 1000);
    CHECK(text.size() < 4000);
    CHECK(text.starts_with("let f1 = "));
    CHECK(print_shared(frame, f[0][0], Style::Ascii, 10).find("let f1") != std::string::npos);

    const Formula small = store.conjunction(store.top(), store.top());
    CHECK(print_shared(frame, small, Style::Ascii, 1000) == "true & true");
}

TEST_CASE("A deep formula is printed without deep calls")
{
    FormulaStore store;
    const Frame frame = small_frame();
    Formula f = store.fluent(Fluent{0});
    for (int i = 0; i < 200'000; ++i)
        f = i % 2 == 0 ? store.negation(f) : store.implication(f, f[0]);
    CHECK(printed_size(frame, f, Style::Ascii, 5'000'000) > 200'000);
}
