// What a line follows by: a propositional step, an axiom of SGL, one of the game; and which other
// justification is read elsewhere.

#include "axioms/file/theorem_reader.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sgl::axioms::text
{

namespace
{

/// The letters of a schema that need a value: not those that its `any` binds.
std::vector<std::string> letters(std::string_view schema)
{
    const Source source{"", std::string(schema)};
    const ReadingLimits limits;
    std::vector<std::string> answer, bound;
    const auto is_in = [](const std::vector<std::string>& list, std::string_view word)
    { return std::ranges::find(list, word) != list.end(); };
    for (Lexer lexer(source, limits); !lexer.is(Sign::End); lexer.advance())
    {
        const bool binds = lexer.take("any") || lexer.take("all");
        const std::string word(lexer.word());
        const bool is_letter =
            lexer.is(Sign::Name) && (word.size() == 1 || static_cast<signed char>(word[0]) < 0);
        if (binds)
            bound.push_back(word);
        else if (is_letter && word != "A" && !is_in(bound, word) && !is_in(answer, word))
            answer.push_back(word);
    }
    return answer;
}

/// The character of a letter of one or two bytes.
char32_t character(std::string_view letter)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(letter[i]); };
    return letter.size() == 1 ? byte(0) : ((byte(0) & 0x1FU) << 6) | (byte(1) & 0x3FU);
}

} // namespace

void TheoremReader::justification(Formula f)
{
    const auto by_rule = [&](Rule rule)
    {
        citations();
        if (!only_syntax_)
            reading_->derivation.add(f, rule, "", cited_);
    };
    if (!lexer_.is(Sign::Name))
        lexer_.fail_here("a justification: an axiom, TAUT, MP, GEN, DEF, axiom, lemma or "
                         "replacement");
    if (lexer_.take("TAUT"))
        return tautology(f);
    if (lexer_.take("MP"))
        return by_rule(Rule::ModusPonens);
    if (lexer_.take("GEN"))
    {
        if (lexer_.take("A"))
            return by_rule(Rule::GeneraliseAction);
        if (lexer_.take("C"))
            return by_rule(Rule::GeneraliseChoice);
        if (!lexer_.take("S"))
            lexer_.fail_here("'A', 'C' or 'S'");
        return by_rule(Rule::GeneraliseStrategy);
    }
    if (lexer_.take("DEF"))
        return by_rule(Rule::Definition);
    if (lexer_.take("axiom"))
        return by_game_axiom(f);
    if (lexer_.take("lemma"))
        return by_theorem(f);
    if (lexer_.is("replacement"))
        return by_replacement(f);
    if (lexer_.is("lemma_1"))
        return by_generator(&Generator::lemma_1, f);
    if (lexer_.is("no_restriction"))
        return by_generator(&Generator::no_restriction, f);
    if (lexer_.is("state_wise"))
        return by_generator(&Generator::state_wise, f);
    by_axiom(f);
}

void TheoremReader::tautology(Formula f)
{
    citations();
    if (!lexer_.take("rup"))
    {
        if (!only_syntax_)
            reading_->derivation.tautology(f, cited_);
        return;
    }
    constexpr std::uint32_t largest = 0x7FFFFFFF;
    std::vector<std::int32_t> refutation;
    lexer_.want(Sign::OpenBracket, "'['");
    while (!lexer_.take(Sign::CloseBracket))
    {
        const bool is_negative = lexer_.take(Sign::Minus);
        const auto number = static_cast<std::int32_t>(lexer_.number(largest, "a number, or ']'"));
        refutation.push_back(is_negative ? -number : number);
    }
    if (!only_syntax_)
        reading_->derivation.tautology(f, cited_, std::move(refutation));
}

void TheoremReader::by_axiom(Formula f)
{
    const char* const at = lexer_.at();
    const std::string_view name = lexer_.word();
    std::vector<const Schema*> schemas;
    for (const Schema& schema : context_.schemas)
        if (schema.text().name == name)
            schemas.push_back(&schema);
    if (schemas.empty())
    {
        std::vector<std::string_view> known{"TAUT",           "MP",        "GEN",         "DEF",
                                            "axiom",          "lemma",     "replacement", "lemma_1",
                                            "no_restriction", "state_wise"};
        for (const Schema& schema : context_.schemas)
            known.push_back(schema.text().name);
        lexer_.fail_unknown(at, fmt::format("unknown axiom or rule '{}'", name), name, known);
    }
    lexer_.advance();
    if (lexer_.take("or"))
    {
        // C5 says nothing of one conjunct: "C5 or TAUT", whatever the number of actions.
        lexer_.want("TAUT");
        const auto fits = [&](const Schema* schema)
        { return schema->is_instance(context_.frame, f, *variables_); };
        if (only_syntax_ || std::ranges::none_of(schemas, fits))
            return tautology(f);
        citations();
        reading_->derivation.axiom(name, f);
        return;
    }
    if (!lexer_.is(Sign::Open))
    {
        if (!only_syntax_)
            reading_->derivation.axiom(name, f);
        return;
    }
    const Instance instance = explicit_instance(schemas);
    if (only_syntax_)
        return;
    std::string built;
    for (const Schema* schema : schemas)
    {
        const std::size_t values = instance.formulas.size() + instance.actions.size();
        if (letters(schema->text().text).size() != values) // C3 for a = b has no letter b
            continue;
        const auto formula =
            instantiate(context_.store, context_.frame, *schema, instance, *variables_);
        if (formula == f)
        {
            reading_->derivation.axiom(name, f);
            return;
        }
        if (formula)
            built = shown(*formula);
    }
    object(Why::NotAnInstance, std::string(name),
           built.empty() ? fmt::format("an instance within the side conditions of {}", name)
                         : built,
           shown(f));
    objected_line(f);
}

/// `(α := p | q, a := a0)`: all letters of one of the axiom's schemas, once each.
Instance TheoremReader::explicit_instance(const std::vector<const Schema*>& schemas)
{
    const AxiomText& axiom = schemas.front()->text(); // where there are two, they share letters
    const std::vector<std::string> wanted = letters(axiom.text);
    const std::vector<std::string> most = letters(schemas.back()->text().text);
    std::vector<std::string> given;
    Instance answer;
    lexer_.advance();
    do
    {
        const char* const at = lexer_.at();
        const std::string letter(lexer_.word());
        if (!lexer_.is(Sign::Name))
            lexer_.fail_here("a letter of the axiom");
        if (std::ranges::find(wanted, letter) == wanted.end() &&
            std::ranges::find(most, letter) == most.end())
            lexer_.fail(at, fmt::format("{} has no letter '{}'", axiom.name, letter),
                        fmt::format("it is {}", axiom.text));
        if (std::ranges::find(given, letter) != given.end())
            lexer_.fail(at, fmt::format("a second value for '{}'", letter));
        given.push_back(letter);
        lexer_.advance();
        lexer_.want(Sign::Define, "':='");
        if (letter == "a" || letter == "b")
        {
            answer.actions[character(letter)] = formulas_.action();
            continue;
        }
        const char* const value_at = lexer_.at();
        const Formula value = formulas_.formula();
        if (letter == "p" && !is_atom(value) && !only_syntax_)
            lexer_.fail(value_at, "'p' stands for a fluent, initial or terminal");
        answer.formulas[character(letter)] = value;
    } while (lexer_.take(Sign::Comma));
    for (const std::string& letter : wanted)
        if (std::ranges::find(given, letter) == given.end())
            lexer_.fail_here(fmt::format("a value for '{}' too, as in {}", letter, axiom.text));
    lexer_.want(Sign::Close, "')' or ','");
    if (axiom.many)
        answer.conjuncts = {answer.formulas.at(U'φ'), answer.formulas.at(U'ψ')};
    return answer;
}

void TheoremReader::by_game_axiom(Formula f)
{
    const char* const at = lexer_.at();
    const std::string_view name = lexer_.word();
    if (!lexer_.is(Sign::Name))
        lexer_.fail_here("the name of an axiom of the game");
    lexer_.advance();
    const std::vector<std::string>& known = context_.game_axioms;
    if (known.empty())
        lexer_.fail(at, fmt::format("there is no game, so no axiom '{}'", name),
                    "start the file with: game \"FILE\"");
    if (std::ranges::find(known, name) == known.end())
        lexer_.fail_unknown(at, fmt::format("the game has no axiom '{}'", name), name,
                            {known.begin(), known.end()});
    if (!only_syntax_)
        reading_->derivation.game_axiom(name, f);
}

} // namespace sgl::axioms::text
