// Induction over paths that do not come back to a state.

#include "logic/language/reader.hpp"
#include "prover/decide/prover.hpp"
#include "prover/induction/simple_path_induction.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <array>
#include <functional>

using namespace sgl;

namespace
{

constexpr int numbers = 16;
constexpr std::array bits{"a", "b", "c", "d"};

/// "The state's number is n", or may be after a move.
std::string is(int n)
{
    std::string all;
    for (std::size_t bit = 0; bit < bits.size(); ++bit)
        all +=
            fmt::format("{}{}{}", bit == 0 ? "" : " & ", (n >> bit & 1) != 0 ? "" : "!", bits[bit]);
    return "(" + all + ")";
}

/// A game that goes from number to number, in four bits without arguments, so that no pairs of them
/// are looked at.
std::string walk(const std::function<int(int)>& step, const std::function<int(int)>& jump,
                 const std::string& more)
{
    std::string text = "game walk\nagents i\naction step by i\naction jump by i\n"
                       "fluent a\nfluent b\nfluent c\nfluent d\n"
                       "axiom s: initial -> " +
                       is(1) +
                       "\naxiom t: terminal <-> false\n"
                       "axiom u: legal(step) <-> true\naxiom v: legal(jump) <-> true\n";
    for (std::size_t bit = 0; bit < bits.size(); ++bit)
    {
        std::string becomes = "false";
        for (int n = 0; n < numbers; ++n)
        {
            if ((step(n) >> bit & 1) != 0)
                becomes += " | " + is(n) + " & does(step)";
            if ((jump(n) >> bit & 1) != 0)
                becomes += " | " + is(n) + " & does(jump)";
        }
        text += fmt::format("axiom n{0}: next {0} <-> {1}\n", bits[bit], becomes);
    }
    return text + more;
}

const std::string never_15 = "claim never: always !" + is(15) + "\n";

ClaimResult prove(const std::string& text, Engine engine)
{
    FormulaStore store;
    const auto reader = GameReader::read(store, {"game", text}, {});
    INFO((reader ? "" : reader.errors().front().text()));
    REQUIRE(static_cast<bool>(reader));
    Prover prover(store, reader->game(), ProveOptions{30, {}, nullptr, nullptr, engine});
    return prover.prove(reader->game().claims.front());
}

/// 1, 2, 4, 8 and round again, which is all that plays reach; elsewhere a circle of seven.
int circles(int n)
{
    switch (n)
    {
    case 1: return 2;
    case 2: return 4;
    case 4: return 8;
    case 8: return 1;
    case 3: return 5;
    case 5: return 6;
    case 6: return 7;
    case 7: return 9;
    case 9: return 10;
    case 10: return 11;
    case 11: return 3;
    default: return 0;
    }
}

} // namespace

TEST_CASE("A circle of good states that plays do not reach, with a way out to a bad one, is no "
          "longer in the way when paths do not come back")
{
    const auto out_of_the_circle = [](int n) { return n == 3 ? 15 : circles(n); };
    const ClaimResult result = prove(walk(circles, out_of_the_circle, never_15), Engine::Induction);
    const auto* proved = std::get_if<Proved>(&result.verdict);
    REQUIRE(proved != nullptr);
    CHECK(proved->method == Method::Induction);
}

TEST_CASE("Simple paths alone show it, and they need paths of eight plies")
{
    const auto out_of_the_circle = [](int n) { return n == 3 ? 15 : circles(n); };
    FormulaStore store;
    const auto reader =
        GameReader::read(store, {"game", walk(circles, out_of_the_circle, never_15)}, {});
    REQUIRE(static_cast<bool>(reader));
    Theory theory(store, reader->game());
    Question question;
    question.bad = store.negation(reader->game().claims.front().formula);
    SimplePathInduction induction(theory, question, Budget(30));
    REQUIRE(induction.applies());
    unsigned k = 1;
    while (k < 20 && !induction.shows(k))
        ++k;
    CHECK(k == 8);
}

TEST_CASE("Paths that do not come back do not hide a bad state that takes a long play")
{
    const auto next = [](int n) { return (n + 1) % numbers; };
    const ClaimResult result = prove(walk(next, next, never_15), Engine::Induction);
    const auto* refuted = std::get_if<Refuted>(&result.verdict);
    REQUIRE(refuted != nullptr);
    CHECK(refuted->witness.play.size() == 14);
}

TEST_CASE("Where the rules leave a bit open, states with the same bits need not go on alike")
{
    // e is open: plays reach 15 by it, from 8, after coming back as often as they like
    const auto jump = [](int n) { return n == 8 ? 15 : circles(n); };
    std::string text = walk(circles, jump, never_15);
    const std::string legal = "axiom v: legal(jump) <-> true\n";
    text.replace(text.find(legal), legal.size(), "axiom v: legal(jump) <-> e\nfluent e\n");
    const ClaimResult result = prove(text, Engine::Induction);
    REQUIRE(std::holds_alternative<Refuted>(result.verdict));
}
