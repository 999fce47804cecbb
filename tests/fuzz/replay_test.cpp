// Every seed of the fuzzer, and texts too large to keep, read within seconds and little memory.

#include "tests/fuzz/read_anything.hpp"
#include "tests/fuzz/read_derivation.hpp"
#include "tests/places.hpp"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace sgl::testing;

namespace
{

std::string repeated(const std::string& piece, std::size_t times)
{
    std::string answer;
    for (std::size_t i = 0; i < times; ++i)
        answer += piece;
    return answer;
}

double seconds_to_read(const std::string& text, void (*read)(const std::string&) = read_anything)
{
    const std::clock_t started = std::clock(); // of the processor: others may be busy
    CHECK_NOTHROW(read(text));
    return static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
}

const std::string game = "agents x, o action a by x action b by o fluent p, q ";

} // namespace

TEST_CASE("Every seed of the fuzzer is read in less than 20 s")
{
    std::size_t seeds = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SGL_ROOT "/tests/fuzz/seeds"))
    {
        CAPTURE(entry.path().filename().string());
        std::ifstream file(entry.path(), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        CHECK(seconds_to_read(text.str()) < 20);
        ++seeds;
    }
    CHECK(seconds_to_read("") < 20);
    CHECK(seeds > 20);
}

TEST_CASE("Texts of a megabyte that mean harm are read in less than 20 s")
{
    const std::string piece = GENERATE(
        as<std::string>(), "(", ")", "[", "{", "<<", "!", "-", "next ", "\"", "p", "p ", "p & ",
        "p -> ", "p <-> ", "1 + ", "a..b ", "all i in 1..2: ", "//", "\n", "\t\xC2\xA0", "axiom ");
    CAPTURE(piece);
    const std::string many = repeated(piece, 1'000'000 / piece.size());
    CHECK(seconds_to_read(many) < 20);
    CHECK(seconds_to_read(game + "axiom a: " + many) < 20);
    CHECK(seconds_to_read(game + "axiom a: p(" + many) < 20);
    CHECK(seconds_to_read(game + "\n---\n" + many) < 20);
}

TEST_CASE("Many declarations, all of them wrong, are refused in less than 20 s")
{
    std::string unknown = game, twice = game, many = game;
    for (int i = 0; i < 20'000; ++i)
    {
        const std::string k = std::to_string(i);
        unknown += "axiom a" + k + ":\n unknown_" + k + "\n";
        twice += "axiom a: p\n";
        many += "fluent f" + k + "\nclaim c" + k + ": valid g" + k + "\n";
    }
    CHECK(seconds_to_read(unknown) < 20);
    CHECK(seconds_to_read(twice) < 20);
    CHECK(seconds_to_read(many) < 20);
}

TEST_CASE("Every seed of the fuzzer of derivations is read in less than 20 s")
{
    std::size_t seeds = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(SGL_ROOT "/tests/fuzz/derivations"))
    {
        CAPTURE(entry.path().filename().string());
        std::ifstream file(entry.path(), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        CHECK(seconds_to_read(text.str(), read_derivation) < 20);
        ++seeds;
    }
    CHECK(seconds_to_read("", read_derivation) < 20);
    CHECK(seeds > 10);
}

TEST_CASE("Derivations of a megabyte that mean harm are read in less than 20 s")
{
    const std::string piece = GENERATE(
        as<std::string>(), "(", ")", "[", "{", "<<", "!", "-", "next ", "\"", "p", "p ", "p(",
        "p & ", "p -> ", "p <-> ", "any d in actions: ", "let ", "1. ", "p by TAUT ", "1, ", "//",
        "\n", "theorem t: p ", "end ", "φ", "for d in actions: ", "1. p by TAUT ", "import \"1\" ");
    CAPTURE(piece);
    const std::string many = repeated(piece, 1'000'000 / piece.size());
    CHECK(seconds_to_read(many, read_derivation) < 20);
    CHECK(seconds_to_read("frame " + many, read_derivation) < 20);
    CHECK(seconds_to_read("theorem t: " + many, read_derivation) < 20);
    CHECK(seconds_to_read("theorem t: p 1. " + many, read_derivation) < 20);
    CHECK(seconds_to_read("theorem t: p 1. p by TAUT " + many, read_derivation) < 20);
    CHECK(seconds_to_read("theorem t: p 1. p by TAUT 1. " + many, read_derivation) < 20);
    CHECK(seconds_to_read("import \"1\"\n---\n" + many, read_derivation) < 20);
}
