// Texts of derivations that were changed somewhere. What is accepted then must be true, as the
// evaluator finds in random models.

#include "axioms/file/write.hpp"
#include "tests/axioms/editable.hpp"
#include "tests/axioms/judge.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

struct Token
{
    std::size_t at = 0, length = 0;
};

bool is_word(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'' || c < 0;
}

/// Words, numbers and signs, not comments.
std::vector<Token> tokens(const std::string& text)
{
    std::vector<Token> answer;
    for (std::size_t at = 0; at < text.size();)
    {
        std::size_t end = at + 1;
        if (text.compare(at, 2, "//") == 0)
            end = std::min(text.find('\n', at), text.size());
        else if (is_word(text[at]))
        {
            while (end < text.size() && is_word(text[end]))
                ++end;
            answer.push_back({at, end - at});
        }
        else if (std::isspace(static_cast<unsigned char>(text[at])) == 0)
        {
            for (const char* sign : {"<->", "->", "<<", ">>", "|>", "&>", "!=", ":="})
                if (text.compare(at, std::string_view(sign).size(), sign) == 0)
                {
                    end = at + std::string_view(sign).size();
                    break;
                }
            answer.push_back({at, end - at});
        }
        at = end;
    }
    return answer;
}

/// What may stand in a token's place and still be read: tokens of one class replace each other.
enum class Class
{
    Number,     // labels, citations
    Letter,     // α, φ
    Connective, // & | -> <-> |> &>
    Axiom,      // A2 … D8
    Rule,       // TAUT, MP, DEF
    General,    // the A, C, S of GEN
    Lemma,
    Quantifier, // any, all
    Comparison, // = !=
    Name,       // a, legal, h, terminal
    Structure   // words and signs that hold the text together
};

Class class_of(const std::string& word, const std::string& before)
{
    const auto is_one_of = [&](std::initializer_list<std::string_view> words)
    { return std::ranges::find(words, word) != words.end(); };
    const bool is_axiom = std::ranges::find(catalogue(), std::string_view(word),
                                            &AxiomText::name) != catalogue().end();
    return std::isdigit(static_cast<unsigned char>(word[0])) != 0 ? Class::Number
           : word[0] < 0                                          ? Class::Letter
           : is_one_of({"&", "|", "->", "<->", "|>", "&>"})       ? Class::Connective
           : is_axiom                                             ? Class::Axiom
           : is_one_of({"TAUT", "MP", "DEF"})                     ? Class::Rule
           : before == "GEN"                                      ? Class::General
           : before == "lemma" || before == "theorem"             ? Class::Lemma
           : is_one_of({"any", "all"})                            ? Class::Quantifier
           : is_one_of({"=", "!="})                               ? Class::Comparison
           : is_one_of({"by", "end", "let", "in", "actions", "for", "where", "from", "assume",
                        "import", "formula", "atom", "action", "theorem", "lemma", "GEN"})
               ? Class::Structure
           : is_word(word[0]) || word == "!" ? Class::Name
                                             : Class::Structure;
}

/// The text with one token replaced by another of its class, at its place or in all of its theorem;
/// or left out, or said twice.
std::string changed(Random& random, const std::string& text)
{
    const std::vector<Token> all = tokens(text);
    const auto any = [&] { return random.below(static_cast<std::uint32_t>(all.size())); };
    const auto word = [&](std::size_t n) { return text.substr(all[n].at, all[n].length); };
    const auto kind = [&](std::size_t n) { return class_of(word(n), n == 0 ? "" : word(n - 1)); };
    std::size_t n = any();
    while (kind(n) == Class::Structure && !random.one_in(40))
        n = any();
    const Token at = all[n];
    const std::string self = word(n);
    const Class own = kind(n);
    if (random.one_in(16) || own == Class::Structure)
        return text.substr(0, at.at) + (random.coin() ? self + " " + self : "") +
               text.substr(at.at + at.length);
    if (self == "!" || (own == Class::Connective && random.one_in(8)))
        return text.substr(0, at.at) + (self == "!" ? "" : self + " !") +
               text.substr(at.at + at.length);
    // From nearby more often than from far away, where names mean nothing here.
    std::size_t by = n;
    for (int attempt = 0; attempt < 200 && (kind(by) != own || word(by) == self); ++attempt)
        by = attempt % 4 == 0
                 ? any()
                 : std::min(all.size() - 1, std::max<std::size_t>(n, 40) - 40 + random.below(80));
    const std::string other = own == Class::General      ? std::string(1, "ACS"[random.below(3)])
                              : own == Class::Quantifier ? (self == "any" ? "all" : "any")
                                                         : word(by);
    if (random.coin())
        return text.substr(0, at.at) + other + text.substr(at.at + at.length);
    // In the theorem around it: from one `theorem` to the next.
    const std::size_t before = text.rfind("\ntheorem ", at.at);
    const std::size_t first = before == std::string::npos ? 0 : before;
    const std::size_t last = std::min(text.find("\ntheorem ", at.at), text.size());
    std::string answer;
    std::size_t copied = 0;
    for (std::size_t m = 0; m < all.size(); ++m)
    {
        const Token token = all[m];
        if (token.at < first || token.at >= last || word(m) != self)
            continue;
        answer += text.substr(copied, token.at - copied) + other;
        copied = token.at + token.length;
    }
    return answer + text.substr(copied);
}

} // namespace

TEST_CASE("A text that was changed is not accepted, unless what it says then is true")
{
    CAPTURE(seed());
    const unsigned long mutants = sample_count(1'000, 40);
    unsigned long accepted = 0, rejected = 0, unreadable = 0;
    for (const std::string& path : derivation_files())
    {
        Shelf shelf(path);
        Random random(seed());
        Judge judge(shelf.store, shelf.setting.frame, seed(), shelf.setting.axioms);
        const std::string text = house_text(path);
        // Texts that can't be read are no mutants: the kernel sees nothing of them.
        for (unsigned long readable = 0; readable < mutants;)
        {
            const std::string mutant = changed(random, text);
            const auto report = [&](const TheoremResult& outcome)
            {
                rejected += outcome.theorem == nullptr;
                if (outcome.theorem == nullptr)
                    return;
                const Statement statement(*outcome.theorem);
                const auto original = shelf.statements.find(outcome.name);
                if (original != shelf.statements.end() && original->second == statement)
                    return;
                ++accepted;
                CAPTURE(path, write(shelf.store, shelf.setting.frame, *outcome.derivation));
                const auto objection = judge.objection(statement, 200);
                INFO(objection.value_or(""));
                REQUIRE_FALSE(objection);
            };
            ++(shelf.read(report, &mutant).empty() ? readable : unreadable);
        }
    }
    CAPTURE(accepted, rejected, unreadable);
    CHECK(accepted > 0);
    CHECK(rejected > accepted);
    CHECK(unreadable > 0);
}
