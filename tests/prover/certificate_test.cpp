#include "logic/language/reader.hpp"
#include "prover/certificate/check.hpp"
#include "prover/certificate/write.hpp"
#include "prover/derive.hpp"
#include "prover/prove.hpp"
#include "tests/brute_force.hpp"
#include "tests/prover/random_claims.hpp"
#include "tests/prover/random_open_game.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace sgl;
using namespace sgl::testing;
using certificate::Drawn;

namespace
{

/// No theorems beside it: what is shown is in the certificate.
certificate::Shown no_theorems(const std::string&)
{
    return {{}, {}, "there is no such file"};
}

Drawn drawn_up(FormulaStore& store, const Game& game, const Claim& claim, const Verdict& verdict)
{
    const Budget budget(20);
    return certificate::drawn_up(store, game, claim, verdict, {"game.sgl", ""}, budget);
}

/// What the check says of a text; "unreadable: …" where it is none of a certificate.
std::string objection(FormulaStore& store, const Game& game, const std::string& text)
{
    const Budget budget(20);
    certificate::Diagrams diagrams(budget, 1'000'000);
    const auto read =
        certificate::read_certificate({"it", text}, store, game.frame, diagrams);
    if (!read)
        return "unreadable: " + read.errors().front().message;
    const auto claim = std::ranges::find(game.claims, read->claim, &Claim::name);
    if (claim == game.claims.end())
        return "there is no such claim";
    const Rules rules = read_rules(store, game);
    const certificate::Ground ground{store, game, rules, budget};
    try
    {
        return certificate::objection(ground, *claim, *read, diagrams, no_theorems).value_or("");
    }
    catch (const Interrupted& interrupted)
    {
        return "cut short: " + interrupted.why;
    }
}

ProveOptions keeping_models()
{
    return ProveOptions{20, 18, nullptr, nullptr, Engine::Automatic, true};
}

/// A random game, with random claims of one name each.
Game random_game_with_claims(Random& random, FormulaStore& store, bool open)
{
    Game game = open ? random_open_game(random, store) : random_game(random, store);
    constexpr int claims = 4;
    for (int i = 0; i < claims; ++i)
    {
        game.claims.push_back(random_claim(random, store, game, random.coin()));
        game.claims.back().name = "c" + std::to_string(i);
    }
    return game;
}

} // namespace

TEST_CASE("Every verdict about a random game has a certificate, and it is accepted")
{
    CAPTURE(seed());
    std::map<std::string, int> none;
    int with = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        Game game = random_game_with_claims(random, store, i % 2 == 1);
        Prover prover(store, game, keeping_models());
        for (const Claim& claim : game.claims)
        {
            CAPTURE(i, claim.name, word(claim.kind));
            const ClaimResult result = prover.prove(claim);
            const bool decided = std::holds_alternative<Proved>(result.verdict) ||
                                 std::holds_alternative<Refuted>(result.verdict);
            if (!decided)
                continue;
            const Drawn drawn = drawn_up(store, game, claim, result.verdict);
            if (!drawn.text.empty())
            {
                CHECK(objection(store, game, drawn.text) == "");
                ++with;
                continue;
            }
            ++none[std::string(word(result.verdict)) + " " + word(claim.kind) +
                   (claim.everywhere ? " everywhere " : " ") + (i % 2 == 1 ? "open: " : "closed: ") +
                   drawn.why_not];
        }
    }
    std::string missing;
    for (const auto& [what, count] : none)
        missing += std::to_string(count) + " " + what + "\n";
    CAPTURE(with);
    CHECK(missing == "");
}
