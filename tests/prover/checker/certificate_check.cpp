#include "tests/prover/checker/certificate_check.hpp"
#include "prover/verdicts/words.hpp"

#include "tests/prover/random_claims.hpp"
#include "tests/prover/random_open_game.hpp"

#include <algorithm>
#include <sstream>

namespace sgl::testing
{

using certificate::CertificateText;

namespace
{

/// No theorems beside it: what is shown is in the certificate.
certificate::KernelTheorems no_theorems(const std::string&)
{
    return {{}, {}, "there is no such file"};
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

} // namespace

CertificateText certify(FormulaStore& store, const Game& game, const Claim& claim,
                        const Verdict& verdict, bool by_clauses)
{
    const Budget budget(20);
    try
    {
        return certificate::certify(store, game, claim, verdict,
                                    {"game.sgl", "", false, by_clauses}, budget);
    }
    catch (const Interrupted& interrupted)
    {
        return {"", text(interrupted)};
    }
}

std::string objection(FormulaStore& store, const Game& game, const std::string& text)
{
    const Budget budget(20);
    certificate::Bdds diagrams(budget, 1'000'000);
    const auto read = certificate::read_certificate({"it", text}, store, game.frame, diagrams);
    if (!read)
        return "unreadable: " + read.errors().front().message;
    const auto claim = std::ranges::find(game.claims, read->claim, &Claim::name);
    if (claim == game.claims.end())
        return "there is no such claim";
    const Rules rules = read_rules(store, game);
    const certificate::GameUnderCheck ground{store, game, rules, budget};
    try
    {
        return certificate::objection(ground, *claim, *read, diagrams, no_theorems).value_or("");
    }
    catch (const Interrupted& interrupted)
    {
        return "cut short: " + sgl::text(interrupted);
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

} // namespace sgl::testing
