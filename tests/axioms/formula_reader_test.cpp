// The kernel's reader of formulas against the main one.

#include "axioms/text/formula_reader.hpp"
#include "logic/formula/print.hpp"
#include "logic/language/reader.hpp"
#include "tests/random.hpp"

#include <array>
#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;
namespace text = sgl::axioms::text;

namespace
{

/// The formula that the whole text is, or nothing.
std::optional<Formula> read(FormulaStore& store, const Frame& frame, const std::string& written)
{
    const Source source{"formula", written};
    const text::ReadingLimits limits;
    try
    {
        text::Lexer lexer(source, limits);
        text::Symbols symbols(frame);
        text::FormulaReader reader(store, frame, symbols, lexer, false);
        const Formula f = reader.formula();
        return lexer.is(text::Sign::End) ? std::optional(f) : std::nullopt;
    }
    catch (const text::ReadingStopped&)
    {
        return std::nullopt;
    }
}

std::optional<Formula> read_by_main(FormulaStore& store, const Frame& frame,
                                    const std::string& written)
{
    const Result<Formula> f = read_formula(store, frame, {"formula", written});
    return f ? std::optional(*f) : std::nullopt;
}

/// With names that have arguments.
Frame frame_with_arguments()
{
    Frame frame;
    const Agent x = frame.add_agent("x"), o = frame.add_agent("o");
    frame.add_action("a(x,1)", x);
    frame.add_action("a(x,-2)", x);
    frame.add_action("b'", o);
    frame.add_fluent("p(x,1,2)");
    frame.add_fluent("p(o,-1,2)");
    frame.add_fluent("by");
    frame.add_fluent("end");
    return frame;
}

} // namespace

TEST_CASE("What is printed, the kernel's reader and the main one read as the same formula")
{
    CAPTURE(seed());
    Random random(seed());
    const unsigned long count = sample_count(40'000);
    for (unsigned long n = 0; n < count; ++n)
    {
        FormulaStore store;
        const Frame frame = n % 4 == 0 ? frame_with_arguments() : random_frame(random);
        const Formula f = random_formula(random, store, frame);
        for (const Style style : {Style::Ascii, Style::Unicode})
        {
            const std::string written = print(frame, f, style);
            CAPTURE(written);
            const auto here = read(store, frame, written);
            REQUIRE(here == std::optional(f));
            REQUIRE(here == read_by_main(store, frame, written));
        }
    }
}

TEST_CASE("Any text is a formula to both readers, the same one, or to none")
{
    CAPTURE(seed());
    Random random(seed());
    const Frame frame = frame_with_arguments();
    constexpr std::array pieces{"p(x,1,2)",    "p( o , -1,2 )",
                                "p(x,01,2)",   "by",
                                "end",         "a(x,1)",
                                "does(b')",    "legal(a(x, -2))",
                                "true",        "⊥",
                                "!",           "¬",
                                "next ",       "○",
                                "[b']",        "[a(x,1)]",
                                "<<b'>>",      "⟪b'⟫",
                                "{",           "}",
                                "⌊",           "⌋",
                                "(",           ")",
                                "&",           "∧",
                                "|",           "->",
                                "→",           "<->",
                                "|>",          "▽",
                                "&>",          "△",
                                "p",           "initial",
                                "terminal",    "-",
                                "1",           "// x\n",
                                "<<",          ">>",
                                "false",       "(by)",
                                "(by & end)",  "{by}",
                                "{end -> by}", "legal"};
    const unsigned long count = sample_count(200'000, 10'000);
    unsigned long formulas = 0;
    for (unsigned long n = 0; n < count; ++n)
    {
        FormulaStore store;
        std::string written;
        if (random.coin()) // noise
        {
            for (std::uint32_t i = random.below(9) + 1; i > 0; --i)
                written += std::string(pieces[random.below(pieces.size())]) + " ";
        }
        else // a formula with one piece more, or less
        {
            written = print(frame, random_formula(random, store, frame, {3}),
                            random.coin() ? Style::Ascii : Style::Unicode);
            std::size_t at = random.below(static_cast<std::uint32_t>(written.size()));
            while ((static_cast<unsigned char>(written[at]) & 0xC0U) == 0x80U)
                --at;
            if (random.coin() && static_cast<unsigned char>(written[at]) < 0x80)
                written.erase(at, 1);
            else
                written.insert(at, pieces[random.below(pieces.size())]);
        }
        CAPTURE(written);
        const auto here = read(store, frame, written);
        REQUIRE(here == read_by_main(store, frame, written));
        formulas += here ? 1U : 0U;
    }
    CHECK(formulas > count / 20);
}

TEST_CASE("Formulas are read at any depth")
{
    FormulaStore store;
    const Frame frame = plain_frame(1, 1, 1);
    const std::string p = frame.name(Fluent{0}), a = frame.name(Action{0});
    constexpr std::uint32_t deep = 200'000;
    const auto nested = [&](const std::string& open, const std::string& close)
    {
        std::string answer;
        for (std::uint32_t i = 0; i < deep; ++i)
            answer += open;
        answer += p;
        for (std::uint32_t i = 0; i < deep; ++i)
            answer += close;
        return read(store, frame, answer);
    };
    CHECK(nested("!", "").value().depth() == deep + 1);
    CHECK(nested("(", ")") == std::optional(store.fluent(Fluent{0})));
    CHECK(nested("{", "} true").value().depth() > deep);
    CHECK(nested("(p0 -> ", ")").has_value() == frame.find_fluent("p0").has_value());
    CHECK(nested("[" + a + "]", "").value().depth() == deep + 1);
    CHECK_FALSE(nested("(", ""));
    CHECK_FALSE(nested("", ")"));
}
