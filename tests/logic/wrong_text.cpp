#include "tests/logic/wrong_text.hpp"

#include <catch2/catch.hpp>

namespace sgl::testing
{

namespace
{

Position place_of_mark(const std::string& text)
{
    Position place;
    for (const char c : text.substr(0, text.find('@')))
    {
        const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
        place = c == '\n' ? Position{place.line + 1, 1}
                          : Position{place.line, place.column + (continues ? 0U : 1U)};
    }
    return place;
}

} // namespace

Diagnostic error(const std::string& text, const ReadOptions& options)
{
    FormulaStore store;
    const Result<GameReader> game = GameReader::read(store, {"g.sgl", text}, options);
    REQUIRE(!game);
    REQUIRE(!game.errors().empty());
    return game.errors()[0];
}

void check(const std::string& before, const std::vector<WrongText>& table,
           const ReadOptions& options)
{
    for (const WrongText& wrong : table)
    {
        const std::string text = before + wrong.text;
        INFO(text);
        const std::size_t mark = text.find('@');
        REQUIRE(mark != std::string::npos);
        const Diagnostic said = error(text.substr(0, mark) + text.substr(mark + 1), options);
        INFO(said.text());
        CHECK(said.source == "g.sgl");
        CHECK(said.severity == Diagnostic::Severity::Error);
        CHECK(said.position == place_of_mark(text));
        CHECK(said.message == wrong.message);
        if (!wrong.expected.empty())
            CHECK(said.expected == wrong.expected);
    }
}

} // namespace sgl::testing
