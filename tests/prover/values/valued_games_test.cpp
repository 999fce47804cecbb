// Games whose fluents have values: against brute force, against their tables, by every engine.

#include "logic/language/reader.hpp"
#include "prover/certify/certify.hpp"
#include "prover/decide/prover.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/brute_force.hpp"
#include "tests/places.hpp"
#include "tests/prover/checker/certificate_check.hpp"
#include "tests/prover/values/random_valued_game.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

using namespace sgl;
using namespace sgl::testing;

namespace
{

ProveOptions by(Engine engine)
{
    return {20, 24, nullptr, nullptr, engine};
}

bool is_decided_for_good(const Verdict& verdict)
{
    return std::holds_alternative<Proved>(verdict) || std::holds_alternative<Refuted>(verdict);
}

std::string said(const ClaimResult& result)
{
    return word(result.verdict) + (result.vacuous ? " (vacuous)" : "");
}

/// Reads both texts of random games, until there were so many that can be read.
template <class Look>
void for_random_games(unsigned long count, std::uint64_t more, Look look)
{
    Random random(seed() + more);
    unsigned long refused = 0;
    for (unsigned long games = 0; games < count;)
    {
        const ValuedGame texts = random_valued_game(random);
        FormulaStore store;
        const auto valued = GameReader::read(store, {"valued", texts.with_values});
        INFO(texts.with_values);
        if (!valued)
        {
            // a term without a value that the fluent may have
            INFO(valued.errors()[0].text());
            REQUIRE(valued.errors()[0].message.find("becomes") != std::string::npos);
            REQUIRE(++refused < count + 20);
            continue;
        }
        const auto tables = GameReader::read(store, {"tables", texts.with_tables});
        if (!tables)
            FAIL(tables.errors()[0].text());
        CAPTURE(games);
        look(store, valued->game(), tables->game());
        ++games;
    }
}

} // namespace

TEST_CASE(
    "A game with values and its tables have the same verdicts, which are those of brute force")
{
    CAPTURE(seed());
    unsigned long decided = 0, claims = 0, by_force = 0;
    for_random_games(
        sample_count(2'500, 40), 70,
        [&](FormulaStore& store, const Game& valued, const Game& tables)
        {
            Prover of_values(store, valued, by(Engine::Automatic));
            Prover of_tables(store, tables, by(Engine::Automatic));
            BruteForce brute_force(store, valued);
            for (std::size_t i = 0; i < valued.claims.size(); ++i)
            {
                const Claim& claim = valued.claims[i];
                INFO(claim.name);
                const ClaimResult result = of_values.prove(claim);
                const ClaimResult other = of_tables.prove(tables.claims[i]);
                ++claims;
                if (is_decided_for_good(result.verdict) && is_decided_for_good(other.verdict))
                {
                    ++decided;
                    REQUIRE(said(result) == said(other));
                }
                const auto truth = brute_force.decide(claim);
                if (truth && is_decided_for_good(result.verdict))
                {
                    ++by_force;
                    REQUIRE(std::holds_alternative<Proved>(result.verdict) == truth->holds);
                }
            }
        });
    INFO(decided << " of " << claims << " decided, " << by_force << " by brute force");
    CHECK(decided * 100 >= claims * 95);
    CHECK(by_force * 2 >= claims);
}

TEST_CASE("Every engine agrees with brute force on games with values")
{
    CAPTURE(seed());
    constexpr std::array engines{Engine::Enumeration, Engine::Diagrams, Engine::Induction,
                                 Engine::Unrolling,   Engine::Pdr,      Engine::Reduction};
    std::array<unsigned long, engines.size()> decided{};
    for_random_games(sample_count(1'700, 25), 71,
                     [&](FormulaStore& store, const Game& valued, const Game&)
                     {
                         BruteForce brute_force(store, valued);
                         for (std::size_t e = 0; e < engines.size(); ++e)
                         {
                             Prover prover(store, valued, by(engines[e]));
                             for (const Claim& claim : valued.claims)
                             {
                                 INFO(claim.name << ", engine " << e);
                                 const ClaimResult result = prover.prove(claim);
                                 const auto truth = brute_force.decide(claim);
                                 if (!truth || !is_decided_for_good(result.verdict))
                                     continue;
                                 ++decided[e];
                                 REQUIRE(std::holds_alternative<Proved>(result.verdict) ==
                                         truth->holds);
                             }
                         }
                     });
    for (unsigned long count : decided)
        CHECK(count > 0);
}

TEST_CASE("The verdicts of games with values have certificates that are accepted")
{
    CAPTURE(seed());
    unsigned long certified = 0, without = 0;
    for_random_games(sample_count(1'000, 25), 72,
                     [&](FormulaStore& store, const Game& valued, const Game&)
                     {
                         Prover prover(store, valued, keeping_models());
                         for (const Claim& claim : valued.claims)
                         {
                             const ClaimResult result = prover.prove(claim);
                             if (!is_decided(result.verdict))
                                 continue;
                             const auto text = certify(store, valued, claim, result.verdict);
                             INFO(claim.name << " " << said(result));
                             INFO(text.text << sgl::text(text.why_not));
                             if (text.text.empty())
                             {
                                 ++without;
                                 continue;
                             }
                             ++certified;
                             REQUIRE(objection(store, valued, text.text).empty());
                         }
                     });
    INFO(without << " without a certificate");
    CHECK(certified > 50);
    CHECK(without * 20 <= certified);
}

TEST_CASE("Nim with heaps that have values is won as nim with a fluent for each size is")
{
    const auto text_of = [](const std::string& path)
    {
        std::ifstream file(std::string(SGL_ROOT) + path);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    };
    for (const std::int64_t second : {2, 3})
    {
        FormulaStore store;
        ReadOptions options;
        options.parameters = {{"h1", 1}, {"h2", second}, {"h3", 3}};
        const auto heaps =
            GameReader::read(store, {"heaps", text_of("/bench/games/values/heaps.sgl")}, options);
        const auto nim = GameReader::read(store, {"nim", text_of("/examples/nim.sgl")}, options);
        REQUIRE(static_cast<bool>(heaps));
        REQUIRE(static_cast<bool>(nim));
        Prover of_heaps(store, heaps->game(), by(Engine::Automatic));
        Prover of_nim(store, nim->game(), by(Engine::Automatic));
        unsigned compared = 0;
        for (const Claim& claim : heaps->game().claims)
        {
            const ClaimResult result = of_heaps.prove(claim);
            CHECK(is_decided_for_good(result.verdict));
            for (const Claim& same : nim->game().claims)
            {
                if (same.name != claim.name)
                    continue;
                ++compared;
                CHECK(word(result.verdict) == word(of_nim.prove(same).verdict));
            }
        }
        CHECK(compared == 4);
    }
}

TEST_CASE("A game with a memory has the verdicts of the game without, where nothing asks for it")
{
    CAPTURE(seed());
    Random random(seed() + 73);
    unsigned long decided = 0;
    for (unsigned long n = sample_count(1'000, 25); n > 0; --n)
    {
        const std::string text = random_valued_game(random).with_values;
        const std::string more =
            text + "memory r for x: 0..2 = 1 becomes if does(a) then k else 2 - r\n";
        FormulaStore store;
        const auto without = GameReader::read(store, {"without", text});
        const auto with = GameReader::read(store, {"with", more});
        INFO(more);
        REQUIRE(static_cast<bool>(without) == static_cast<bool>(with));
        if (!with)
            continue;
        Prover of_with(store, with->game(), by(Engine::Automatic));
        Prover of_without(store, without->game(), by(Engine::Automatic));
        for (std::size_t i = 0; i < with->game().claims.size(); ++i)
        {
            const ClaimResult result = of_with.prove(with->game().claims[i]);
            const ClaimResult other = of_without.prove(without->game().claims[i]);
            INFO(with->game().claims[i].name);
            if (!is_decided_for_good(result.verdict) || !is_decided_for_good(other.verdict))
                continue;
            ++decided;
            REQUIRE(said(result) == said(other));
        }
    }
    CHECK(decided > 100);
}
