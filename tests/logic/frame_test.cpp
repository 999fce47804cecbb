#include "logic/formula/frame.hpp"

#include "logic/language/reader.hpp"

#include <catch2/catch.hpp>

using namespace sgl;

namespace
{

Frame frame_of(const std::string& text)
{
    FormulaStore store;
    const Result<GameReader> game = GameReader::read(store, {"g.sgl", text});
    REQUIRE(game);
    return game->game().frame;
}

using Arguments = std::vector<SymbolArgument>;

template <class Symbol>
Arguments arguments(const Frame& frame, Symbol symbol)
{
    const auto found = frame.arguments(symbol);
    return {found.begin(), found.end()};
}

} // namespace

TEST_CASE("A game's fluents and actions keep their families and arguments")
{
    const Frame frame = frame_of("agents x, o1\n"
                                 "range Player = agent  range Row = 2 downto -1\n"
                                 "fluent p2(Player, Row, 7..8), q\n"
                                 "action move(i: agent, from: Row) by i\n"
                                 "action pass by x");
    const Fluent p = *frame.find_fluent("p2(o1,-1,7)");
    CHECK(frame.family(p) == "p2");
    CHECK(arguments(frame, p) ==
          Arguments{*frame.find_agent("o1"), std::int64_t{-1}, std::int64_t{7}});
    CHECK(frame.numbers(p) == std::vector<std::int64_t>{-1, 7});
    CHECK(frame.without_numbers(p) == "p2(o1,_,_)");

    const Fluent q = *frame.find_fluent("q");
    CHECK(frame.family(q) == "q");
    CHECK(frame.arguments(q).empty());
    CHECK(frame.numbers(q).empty());
    CHECK(frame.without_numbers(q) == "q");

    const Action move = *frame.find_action("move(x,2)");
    CHECK(frame.family(move) == "move");
    CHECK(arguments(frame, move) == Arguments{*frame.find_agent("x"), std::int64_t{2}});
    CHECK(frame.agent(move) == *frame.find_agent("x"));
    CHECK(frame.family(*frame.find_action("pass")) == "pass");
}

TEST_CASE("A name is what its family and arguments make")
{
    const Frame frame = frame_of("agents x, o  range R = 0..2\n"
                                 "fluent p(agent, R), turn(agent), q(R), r\n"
                                 "action a(i: agent, j: R) by i");
    const auto made = [&](auto symbol)
    {
        std::vector<std::string> texts;
        for (const SymbolArgument& argument : frame.arguments(symbol))
            texts.push_back(frame.text(argument));
        return applied(frame.family(symbol), texts);
    };
    REQUIRE(frame.fluent_count() == 2 * 3 + 2 + 3 + 1);
    for (std::uint32_t i = 0; i < frame.fluent_count(); ++i)
        CHECK(made(Fluent{i}) == frame.name(Fluent{i}));
    for (std::uint32_t i = 0; i < frame.action_count(); ++i)
        CHECK(made(Action{i}) == frame.name(Action{i}));
}

TEST_CASE("A name that is added whole is its own family, whatever it looks like")
{
    Frame frame;
    const Agent x = frame.add_agent("x");
    const Fluent p = frame.add_fluent("p(x,1)");
    const Action a = frame.add_action("a(2)", x);
    CHECK(frame.family(p) == "p(x,1)");
    CHECK(frame.arguments(p).empty());
    CHECK(frame.without_numbers(p) == "p(x,1)");
    CHECK(frame.family(a) == "a(2)");
    CHECK(frame.arguments(a).empty());
}

TEST_CASE("Frames are equal when their names are, and copies keep the structure")
{
    Frame made, written;
    for (Frame* frame : {&made, &written})
        frame->add_agent("x");
    made.add_fluent("p", Arguments{Agent{0}, std::int64_t{3}});
    written.add_fluent("p(x,3)");
    CHECK(made == written);
    const Frame copy = made;
    CHECK(copy.family(Fluent{0}) == "p");
    CHECK(arguments(copy, Fluent{0}) == Arguments{Agent{0}, std::int64_t{3}});
}
