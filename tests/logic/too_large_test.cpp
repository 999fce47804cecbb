// What is too deep, too large, or takes too long to read.

#include "tests/logic/wrong_text.hpp"

#include <chrono>

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

TEST_CASE("Bad input: nested too deeply")
{
    const std::string deep = "nested more than 20000 deep";
    const auto nested = [&](const std::string& sign, std::size_t times)
    {
        std::string text;
        for (std::size_t i = 0; i < times; ++i)
            text += sign;
        return text;
    };
    check(names + "axiom s: ", {{nested("(", 20'000) + "@" + nested("(", 980'000), deep, ""},
                                {nested("!", 79'999) + "@" + nested("!", 20'001) + "p", deep, ""}});
}

TEST_CASE("Bad input: what would be too large is refused before it is made", "[clock]")
{
    const auto started = std::chrono::steady_clock::now();
    const std::string mostly = "mostly for this quantifier, where ";
    const std::string large = "; are the parameters too large?";
    const auto nodes = [](const std::string& count, const std::string& bytes)
    {
        return "grounding would make about " + count + " formula nodes (up to " + bytes +
               "), more than the 200000000 allowed";
    };
    // clang-format off
    check(names, {
        {"range R = 1..1000000000 axiom s: all @i in R: p", nodes("2000000001", "128 GB"),
         mostly + "'i' has 1000000000 values" + large},
        {"axiom s: for @i in 1..1000000000: p", nodes("2000000000", "128 GB"),
         mostly + "'i' has 1000000000 values" + large},
        {"axiom s: any i in 1..1000, j in 1..1000: all @k in 1..2000: p",
         nodes("4002000001", "256 GB"), mostly + "'k' has 2000 values" + large},
        {"axiom s: any @i in 1..300000000 where i < 0: p", nodes("300000001", "19 GB"),
         mostly + "'i' has 300000000 values" + large},
        {"strategy s for x = true &> each @i in 1..1000000000: p", nodes("2000000003", "128 GB"),
         ""},
        {"define d(i: 1..100000) = all j in 1..100000: p axiom s: all @i in 1..100000: d(i)",
         nodes("20000300001", "1280 GB"), ""},
        {"fluent @f(1..1000000000)", nodes("20000000000", "1280 GB"),
         "there would be 1000000000 fluents" + large},
        {"action @f(i: 1..1000000000) by x", nodes("20000000000", "1280 GB"),
         "there would be 1000000000 actions" + large},
        {"fluent f(1..2) board @1..1000000000: f(i) as x", nodes("20000000000", "1280 GB"),
         "there would be 1000000000 places on the board" + large},
    });
    // clang-format on
    // Where ranges depend on variables, and with conditions, the size is estimated.
    const std::string half = "axiom s: all i in 1..1000: any j in 1..i: all k, l in j..1000: ";
    CHECK(error(names + half + "p").message.starts_with("grounding would make about "));
    const std::string even = "all i, j, k in 1..1000 where i + j + k mod 2 = 0 | true: ";
    CHECK(error(names + "axiom s: " + even + "p").message.starts_with("grounding would make"));
    CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds(2));

    // So it is for formulas over a game that was read.
    FormulaStore store;
    Result<GameReader> game = GameReader::read(store, {"g.sgl", names + "strategy s for x = p"});
    REQUIRE(game);
    const std::size_t before = store.size();
    const Result<Formula> f = game->formula({"f", "all i in 1..1000000000: p"});
    REQUIRE(!f);
    CHECK(f.errors()[0].message == nodes("2000000001", "128 GB"));
    CHECK(f.errors()[0].position == Position{1, 5});
    CHECK(!game->strategy({"s", "(all i in 1..1000000000: p) for x"}));
    CHECK(store.size() == before);
    CHECK(game->formula({"f", "all i in 1..2: p"}));
}

TEST_CASE("What is not too large is not refused: rare conditions, definitions used again")
{
    FormulaStore store;
    ReadOptions options;
    options.formula_limit = 300'000;
    const auto reads = [&](const std::string& text)
    {
        const Result<GameReader> game = GameReader::read(store, {"g.sgl", names + text}, options);
        if (!game)
            UNSCOPED_INFO(game.errors()[0].text());
        return static_cast<bool>(game);
    };
    CHECK(reads("axiom s: all i, j in 1..100 where i = j: all k in 1..1000: p"));
    CHECK(reads("axiom s: all i in 1..1000 where i = 1 | i = 1000: all k in 1..10000: p"));
    CHECK(reads("define d = all i in 1..1000: p axiom s: all i in 1..10000: d"));
    CHECK(reads(
        "define d(k: 1..9) = all i in 1..1000: p axiom s: all i in 1..10000: d(i mod 9 + 1)"));
    std::string doubling = "define d0 = p ";
    for (int i = 1; i < 60; ++i)
        doubling += "define d" + std::to_string(i) + " = d" + std::to_string(i - 1) + " & next d" +
                    std::to_string(i - 1) + " ";
    CHECK(reads(doubling + "axiom s: d59"));
}

TEST_CASE("A reading can be interrupted, in every phase, and says where it was")
{
    std::size_t questions = 0;
    ReadOptions options;
    options.interruption = [&] { return ++questions > 3 ? std::string("10 s passed") : ""; };
    const auto message = [&](const std::string& text)
    {
        questions = 0;
        return error(names + text, options).message;
    };
    const std::string said = "10 s passed while the game was being read";
    std::string parsed = "axiom s: p";
    for (int i = 0; i < 20'000; ++i)
        parsed += " & p";
    CHECK(message(parsed) == said);
    CHECK(message("axiom s: all i in 1..1000000: p") == said);
    CHECK(message("axiom s: all i in 1..1000000 where false: p") == said);
    CHECK(message("fluent f(1..100000)") == said);
    questions = 0;
    CHECK(error(names + "axiom s: all i in 1..1000000: p", options).position == Position{2, 14});

    // Later formulas are interrupted as well, and the reader goes on after that.
    options.interruption = [&] { return questions++ == 1 ? std::string("interrupted") : ""; };
    questions = 2;
    FormulaStore store;
    Result<GameReader> game = GameReader::read(store, {"g.sgl", names}, options);
    REQUIRE(game);
    questions = 0;
    const Result<Formula> f = game->formula({"f", "all i in 1..10000: p"});
    REQUIRE(!f);
    CHECK(f.errors()[0].message.starts_with("interrupted"));
    CHECK(game->formula({"f", "all i in 1..10000: p"}));
}
