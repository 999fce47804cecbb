// Comparisons and counts in formulas: what they become when a game is grounded.

#include "logic/formula/cardinality.hpp"
#include "logic/formula/print.hpp"
#include "logic/language/reader.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/model/model.hpp"
#include "tests/logic/wrong_text.hpp"

#include <array>
#include <bit>
#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

const std::string row = "game row(n = 5) agents x, o range Cell = 1..n fluent p(agent, Cell), q "
                        "action a(t: agent, i: Cell) by t let other(x) = o let other(o) = x ";

struct Row
{
    explicit Row(const std::string& text = row)
        : reader(std::move(*GameReader::read(store, {"g.sgl", text})))
    {
    }

    Formula operator()(const std::string& text)
    {
        const Result<Formula> f = reader.formula({"formula", text});
        INFO(text);
        if (!f)
            FAIL(f.errors()[0].text());
        return *f;
    }
    std::string printed(const std::string& text)
    {
        return print(reader.game().frame, (*this)(text));
    }

    FormulaStore store;
    GameReader reader;
};

/// Fluents p0, p1, …, and what is true where those given by the bits of a number are true.
struct Bits
{
    explicit Bits(std::uint32_t count) : frame(frame_of(count)), model(frame, 1)
    {
        for (std::uint32_t i = 0; i < count; ++i)
            fluents.push_back(store.fluent(Fluent{i}));
    }

    static Frame frame_of(std::uint32_t count)
    {
        Frame frame;
        frame.add_action("a", frame.add_agent("x"));
        for (std::uint32_t i = 0; i < count; ++i)
            frame.add_fluent("p" + std::to_string(i));
        return frame;
    }

    bool holds(Formula f, std::uint32_t bits)
    {
        for (std::uint32_t i = 0; i < fluents.size(); ++i)
            model.set_fluent(Fluent{i}, State{0}, (bits >> i & 1U) != 0);
        return Evaluator(model).holds(f, State{0}, Action{0});
    }

    FormulaStore store;
    Frame frame;
    ExplicitModel model;
    std::vector<Formula> fluents;
};

} // namespace

TEST_CASE("A comparison of numbers or agents is true or false when it is grounded, and left out")
{
    Row g;
    CHECK(g("any i in Cell: i = 2 & p(x,i)") == g("p(x,2)"));
    CHECK(g("all i, j in Cell: i < j -> p(x,i) | p(o,j)") ==
          g("all i, j in Cell where i < j: p(x,i) | p(o,j)"));
    CHECK(g("any t in agent: t != x & p(t,1)") == g("p(o,1)"));
    CHECK(g("any t in agent: other(t) = x & p(t,1)") == g("p(o,1)"));
    CHECK(g("n = 5 -> q") == g("q"));
    CHECK(g("n > 5 | q") == g("q"));
    CHECK(g.printed("q <-> n = 4") == "q <-> false"); // a definition of q stays one
    CHECK(g("q -> n = 4") == g("!q"));
    CHECK(g("!n = 4 & q") == g("q"));
    CHECK(g("!(n = 4 | n = 6) & q") == g("q"));
    CHECK(g.printed("n = 5") == "true");
    CHECK(g.printed("all i in Cell: i <= n") == "true");
    CHECK(g.printed("next (n = 5)") == "next true");
    CHECK(g.printed("1 + 1 = 2 <-> 2 * 2 = 5") == "false");
}

TEST_CASE("What is written by hand stays: only comparisons are left out")
{
    Row g;
    CHECK(g.printed("q & true") == "q & true");
    CHECK(g.printed("q | (all i in 1..0: p(x,i))") == "q | true");
    CHECK(g.printed("false -> q") == "false -> q");
}

TEST_CASE("What a comparison decides is not grounded, so that it may guard an argument")
{
    Row g(row + "define near(i: Cell, j: Cell) = i = j + 1 | j = i + 1 "
                "define upto(k: 0..n) = k > 0 & (p(x,k) | upto(k-1)) ");
    CHECK(g("all i in Cell: i < n -> (p(x,i) <-> p(x,i+1))") ==
          g("all i in 1..n-1: p(x,i) <-> p(x,i+1)"));
    CHECK(g("any i in Cell: i > 1 & p(x,i-1)") == g("any i in 1..n-1: p(x,i)"));
    CHECK(g("any i in Cell: i = 1 | p(x,i-1)") == g("n = 5"));
    CHECK(g("any j in Cell: near(3,j) & p(x,j)") == g("p(x,2) | p(x,4)"));
    CHECK(g.printed("upto(2)") == "p(x,2) | p(x,1)");
}

TEST_CASE("A denied comparison is denied as a whole, other prefixes belong to the term")
{
    Row g("agents x action a by x fluent m: 0..3, q ");
    CHECK(g("!m = 2") == g("!(m = 2)"));
    CHECK(g("next !m = 2") == g("next !(m = 2)"));
    CHECK(g("!next m = 2") == g("!(next (m = 2))"));
    CHECK(g("[a] m = 2") == g("[a] (m = 2)"));
    CHECK(g("!q & !m = 2") == g("(!q) & (!(m = 2))"));
}

TEST_CASE("Exactly so many of n are counted as subsets would be, for every n up to 8")
{
    for (std::uint32_t n = 0; n <= 8; ++n)
    {
        Bits b(n);
        const Formula one = exactly_one(b.store, b.fluents);
        for (std::uint32_t k = 0; k <= n + 1; ++k)
        {
            const Formula least = at_least(b.store, b.fluents, k);
            const Formula exact = exactly(b.store, b.fluents, k);
            for (std::uint32_t bits = 0; bits < 1U << n; ++bits)
            {
                const auto count = static_cast<std::uint32_t>(std::popcount(bits));
                INFO(n << " " << k << " " << bits);
                CHECK(b.holds(least, bits) == (count >= k));
                CHECK(b.holds(exact, bits) == (count == k));
                if (k == 1)
                    CHECK(b.holds(one, bits) == (count == 1));
            }
        }
    }
}

TEST_CASE("A count takes n k nodes, and one for another k shares them")
{
    Bits b(400);
    const auto taken = [&](auto make)
    {
        const std::size_t before = b.store.size();
        make();
        return b.store.size() - before;
    };
    CHECK(taken([&] { at_least(b.store, b.fluents, 3); }) < 3 * 3 * 400);
    CHECK(taken([&] { at_least(b.store, b.fluents, 4); }) < 3 * 400);
    CHECK(taken([&] { at_least(b.store, b.fluents, 398); }) < 7 * 400);
    CHECK(taken([&] { at_least(b.store, b.fluents, 200); }) < 3 * 200 * 400);

    Bits many(20'001);
    const std::size_t before = many.store.size();
    const Formula one = exactly_one(many.store, many.fluents);
    CHECK(many.store.size() - before < 6 * 20'001);
    CHECK(one.depth() < 12);
}

TEST_CASE("A count in a formula says how many are true")
{
    Row g;
    const std::array<std::string, 6> signs{"=", "!=", "<", "<=", ">", ">="};
    const auto compare = [&](std::size_t sign, int a, int b)
    {
        return sign == 0   ? a == b
               : sign == 1 ? a != b
               : sign == 2 ? a < b
               : sign == 3 ? a <= b
               : sign == 4 ? a > b
                           : a >= b;
    };
    const Frame& frame = g.reader.game().frame;
    ExplicitModel model(frame, 1);
    const auto count = [](std::uint32_t bits) { return std::popcount(bits); };
    for (std::size_t sign = 0; sign < signs.size(); ++sign)
    {
        std::vector<std::pair<Formula, int>> with_number;
        for (int k = -1; k <= 6; ++k)
        {
            const std::string number = std::to_string(k);
            with_number.emplace_back(g("count i in Cell: p(x,i) " + signs[sign] + " " + number), k);
            with_number.emplace_back(g("count i in Cell, j in 1..2 where j = 2: (i < 9 & p(x,i)) " +
                                       signs[sign] + " " + number),
                                     k);
        }
        const Formula two =
            g("count i in Cell: p(x,i) " + signs[sign] + " count i in Cell: p(o,i)");
        const Formula mirrored = g("2 " + signs[sign] + " count i in Cell: p(x,i)");
        const Formula sum = g("2 * (count i in Cell: p(x,i)) - 1 " + signs[sign] +
                              " (count i in Cell: p(o,i)) + 1");
        const Formula joined = g("count i in Cell: p(x,i) & p(o,i) " + signs[sign] + " 2 & true");
        for (std::uint32_t bits = 0; bits < 1U << 10U; ++bits)
        {
            for (std::uint32_t i = 0; i < 10; ++i)
                model.set_fluent(Fluent{i}, State{0}, (bits >> i & 1U) != 0);
            Evaluator evaluator(model);
            const auto holds = [&](Formula f) { return evaluator.holds(f, State{0}, Action{0}); };
            const int of_x = count(bits & 31U), of_o = count(bits >> 5U);
            INFO(signs[sign] << " " << bits);
            for (const auto& [f, k] : with_number)
                REQUIRE(holds(f) == compare(sign, of_x, k));
            REQUIRE(holds(two) == compare(sign, of_x, of_o));
            REQUIRE(holds(mirrored) == compare(sign, 2, of_x));
            REQUIRE(holds(sum) == compare(sign, 2 * of_x - 1, of_o + 1));
            REQUIRE(holds(joined) == compare(sign, count(bits & bits >> 5U), 2));
        }
    }
}

TEST_CASE("A count may be of moves, and its name may be another's elsewhere")
{
    Row g(row + "fluent count(Cell) ");
    CHECK(g("count i in Cell: does(a(x,i)) = 1") == g("(count i in Cell: does(a(x,i))) = 1"));
    CHECK(g.printed("count(1) & q") == "count(1) & q");
    CHECK(g("count i in Cell: count(i) > 4") == g("all i in Cell: count(i)"));
}

TEST_CASE("Wrong comparisons and counts are told what is wanted")
{
    // clang-format off
    check(row + "fluent heap(Cell): 0..3, last: agent\n", {
        {"axiom s: @x = 1", "an agent is compared with a number"},
        {"axiom s: @x < o", "agents have no order", "compare them with = or !="},
        {"axiom s: @q = 1", "'q' is true or false, and has no values",
         "formulas are compared with '<->'"},
        {"axiom s: 1 = (@q & q)", "a formula where a number or an agent is wanted"},
        {"axiom s: @count i in Cell: p(x,i)", "a number where a formula is wanted",
         "compare it: count … >= 1"},
        {"axiom s: @count i in Cell: i >= 2", "a number where a formula is wanted"},
        {"axiom s: @heap(1) & q", "'heap' has values, and is no formula",
         "compare it: heap(…) = …"},
        {"axiom s: @last = 1", "an agent is compared with a number"},
        {"axiom s: heap(@last) = 1", "'last' depends on the state"},
        {"axiom s: all i in Cell where @heap(i) = 1: q", "'heap' depends on the state",
         "expected a number or an agent that is the same in every state"},
        {"axiom s: 3 / @heap(1) = 1", "the divisor depends on the state",
         "expected a number that is the same in every state"},
        {"axiom s: next heap(1) = @4", "'heap' becomes 4, outside 0..3"},
        {"axiom s: @heap = 1", "'heap' has 1 argument, not 0"},
        {"axiom s: @1 < 2 < 3", "a comparison where a number or an agent is wanted"},
        {"axiom s: next @2 = 3", "this is the same in every state"},
        {"axiom s: @if q then 1 else 2", "'if' gives a number or an agent, where a formula is wanted"},
        {"axiom s: heap(1) = if q then 1 else @x", "an agent and a number, in the two halves of an 'if'"},
        {"axiom s: heap(1) = if q @", "unexpected end of the text"},
        {"board Cell: @heap(i) as i", "'heap' has values: which of them is drawn?"},
    });
    // clang-format on
}
