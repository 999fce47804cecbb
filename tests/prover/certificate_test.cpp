#include "prover/certificate/check.hpp"
#include "prover/certificate/write.hpp"
#include "prover/prove.hpp"
#include "tests/prover/random_claims.hpp"
#include "tests/prover/random_open_game.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <sstream>

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
    try
    {
        return certificate::drawn_up(store, game, claim, verdict, {"game.sgl", ""}, budget);
    }
    catch (const Interrupted& interrupted)
    {
        return {"", interrupted.why};
    }
}

/// What the check says of a text; "unreadable: …" where it is none of a certificate.
std::string objection(FormulaStore& store, const Game& game, const std::string& text)
{
    const Budget budget(20);
    certificate::Diagrams diagrams(budget, 1'000'000);
    const auto read = certificate::read_certificate({"it", text}, store, game.frame, diagrams);
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

bool is_decided(const Verdict& verdict)
{
    return std::holds_alternative<Proved>(verdict) || std::holds_alternative<Refuted>(verdict);
}

std::vector<std::string> split(const std::string& text, char at)
{
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);)
        parts.push_back(part);
    return parts;
}

std::string joined(const std::vector<std::string>& parts, char with, bool ends)
{
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += parts[i] + (ends || i + 1 < parts.size() ? std::string(1, with) : "");
    return text;
}

/// What may stand in place of a word: another of the text or the game, or a number near it.
std::string another_word(Random& random, const Game& game, const std::vector<std::string>& lines,
                         const std::string& word)
{
    const bool is_number = !word.empty() && word.find_first_not_of("0123456789") == word.npos;
    if (is_number && word.size() < 6 && random.coin())
        return std::to_string(std::stoul(word) + 1 - (random.coin() && word != "0" ? 2U : 0U));
    if (word == "proved" || word == "refuted")
        return word == "proved" ? "refuted" : "proved";
    switch (random.below(4))
    {
    case 0: return game.frame.name(random.action(game.frame));
    case 1: return game.frame.name(random.fluent(game.frame));
    case 2: return game.claims[random.below(static_cast<std::uint32_t>(game.claims.size()))].name;
    default: break;
    }
    const auto words = split(lines[random.below(static_cast<std::uint32_t>(lines.size()))], ' ');
    return words.empty() ? "" : words[random.below(static_cast<std::uint32_t>(words.size()))];
}

/// One change: a bit, a word, or a line.
std::string mutated(Random& random, const Game& game, const std::string& text)
{
    std::vector<std::string> lines = split(text, '\n');
    const auto any = [&](std::size_t count)
    { return random.below(static_cast<std::uint32_t>(count)); };
    const std::size_t at = any(lines.size());
    switch (random.below(6))
    {
    case 0:
    {
        std::string changed = text;
        char& c = changed[any(text.size())];
        c = static_cast<char>(c ^ (1 << random.below(7)));
        return changed;
    }
    case 1: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at)); break;
    case 2: std::swap(lines[at], lines[any(lines.size())]); break;
    case 3:
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), lines[any(lines.size())]);
        break;
    default:
    {
        std::vector<std::string> words = split(lines[at], ' ');
        if (words.empty())
            break;
        const std::size_t i = any(words.size());
        if (random.one_in(4))
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
        else
            words[i] = another_word(random, game, lines, words[i]);
        lines[at] = joined(words, ' ', false);
        break;
    }
    }
    return joined(lines, '\n', true);
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
    std::string missing;
    unsigned long with = 0, without = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        Prover prover(store, game, keeping_models());
        for (const Claim& claim : game.claims)
        {
            CAPTURE(i, claim.name, word(claim.kind));
            const ClaimResult result = prover.prove(claim);
            if (!is_decided(result.verdict))
                continue;
            const Drawn drawn = drawn_up(store, game, claim, result.verdict);
            if (!drawn.text.empty())
            {
                CHECK(objection(store, game, drawn.text) == "");
                ++with;
                continue;
            }
            ++without;
            missing += "game " + std::to_string(i) + ", " + claim.name + ", " +
                       word(result.verdict) + ": " + drawn.why_not + "\n";
        }
    }
    CAPTURE(with, missing);
    CHECK(with > 0);
    CHECK(without * 500 <= with);
}

TEST_CASE("A certificate that is changed is rejected, or what it says is still so")
{
    CAPTURE(seed());
    unsigned long rejected = 0, unreadable = 0, still_right = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        Prover prover(store, game, keeping_models());
        std::map<std::string, std::string> verdicts;
        std::vector<std::string> texts;
        for (const Claim& claim : game.claims)
        {
            const ClaimResult result = prover.prove(claim);
            verdicts[claim.name] = word(result.verdict);
            if (is_decided(result.verdict))
                texts.push_back(drawn_up(store, game, claim, result.verdict).text);
        }
        std::erase(texts, "");
        for (const std::string& text : texts)
        {
            for (int k = 0; k < 12; ++k)
            {
                const std::string changed = mutated(random, game, text);
                CAPTURE(i, text, changed);
                const std::string why = objection(store, game, changed);
                unreadable += why.starts_with("unreadable") ? 1U : 0U;
                rejected += why.empty() || why.starts_with("unreadable") ? 0U : 1U;
                if (!why.empty())
                    continue;
                const auto heading = certificate::read_heading({"it", changed});
                REQUIRE(heading);
                const std::string& is = verdicts.at(heading->claim);
                const std::string says = heading->proved ? "proved" : "refuted";
                // What the prover leaves open may be shown by chance.
                CHECK((is == says || is == "undecided" || (is == "holds" && heading->proved)));
                ++still_right;
            }
        }
    }
    CAPTURE(rejected, unreadable, still_right);
    CHECK(rejected > 0);
    CHECK(unreadable > 0);
    CHECK(still_right > 0);
}

TEST_CASE("A certificate that is cut off anywhere is no certificate")
{
    CAPTURE(seed());
    for (unsigned long i = 0; i < sample_count(100); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        Prover prover(store, game, keeping_models());
        for (const Claim& claim : game.claims)
        {
            const ClaimResult result = prover.prove(claim);
            if (!is_decided(result.verdict))
                continue;
            const std::string text = drawn_up(store, game, claim, result.verdict).text;
            for (std::size_t size = 0; size < text.size(); ++size)
            {
                CAPTURE(i, claim.name, size);
                CHECK(objection(store, game, text.substr(0, size)).starts_with("unreadable"));
            }
        }
    }
}
