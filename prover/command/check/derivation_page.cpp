#include "prover/command/check/derivation_page.hpp"
#include "axioms/file/write.hpp"
#include "prover/command/check/theorem_report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::command
{

namespace
{

using axioms::Derivation;
using axioms::Line;
using axioms::Rule;
using axioms::TheoremResult;

/// The number of characters.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string text, std::size_t to)
{
    const std::size_t now = width(text);
    return now < to ? text + std::string(to - now, ' ') : text;
}

std::string escaped(std::string_view text)
{
    std::string answer;
    for (char c : text)
    {
        switch (c)
        {
        case '&': answer += "&amp;"; break;
        case '<': answer += "&lt;"; break;
        case '>': answer += "&gt;"; break;
        case '"': answer += "&quot;"; break;
        default: answer += c;
        }
    }
    return answer;
}

std::string why(const Derivation& derivation, const Line& line, const axioms::LabelOf& label)
{
    return line.rule == Rule::Premise ? "assumed" : justification(derivation, line, label);
}

constexpr std::string_view style_sheet = R"(
body { font-family: sans-serif; margin: 2em; color: #222; background: #fff; }
table { border-collapse: collapse; }
td { padding: 0.15em 0.8em; vertical-align: top; }
td.formula { font-family: monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
td.label { text-align: right; color: #666; }
tr:target { background: #ffc; }
tr.rejected { background: #fcc; }
)";

} // namespace

std::string derivation_text(const axioms::Calculus& calculus, const TheoremResult& outcome,
                            const Options& options)
{
    const Derivation& derivation = *outcome.derivation;
    const StatementPrinter shown(calculus, derivation,
                                 options.unicode ? Style::Unicode : Style::Ascii);
    constexpr std::size_t widest = 64;
    std::vector<std::string> labels, formulas;
    std::size_t label_width = 0, formula_width = 0;
    for (std::size_t i = 0; i < derivation.lines().size(); ++i)
    {
        labels.push_back(outcome.label(i));
        formulas.push_back(shown(derivation.lines()[i].formula));
        label_width = std::max(label_width, width(labels.back()));
        const std::size_t here = width(formulas.back());
        if (here <= widest)
            formula_width = std::max(formula_width, here);
    }
    std::string answer = fmt::format("{}theorem {}{}: {}\n", options.quiet ? "" : "\n",
                                     outcome.name, shown.variables(), shown.statement());
    for (std::size_t i = 0; i < labels.size(); ++i)
    {
        const std::string reason = why(derivation, derivation.lines()[i], outcome.label);
        const std::string indent(label_width - width(labels[i]) + 2, ' ');
        const bool fits = width(formulas[i]) <= formula_width;
        answer += fmt::format("{}{}. {}", indent, labels[i], padded(formulas[i], formula_width));
        if (!fits)
            answer += fmt::format("\n{}", std::string(label_width + 4 + formula_width, ' '));
        answer += fmt::format("  {}\n", reason);
    }
    return answer + "end\n";
}

std::string derivation_page(const axioms::Calculus& calculus, const TheoremResult& outcome)
{
    const Derivation& derivation = *outcome.derivation;
    const StatementPrinter shown(calculus, derivation, Style::Unicode);
    std::string premises;
    if (outcome.theorem != nullptr)
        for (const std::string& premise : shown.premises(*outcome.theorem))
            premises += fmt::format("<p>from <code>{}</code></p>\n", escaped(premise));
    if (!premises.empty())
        premises += "<p>infer</p>\n";
    std::string answer = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p>{2}</p>\n"
        "{3}<p><code>{4}</code></p>\n",
        escaped(outcome.name), style_sheet,
        outcome.theorem != nullptr ? accepted_as(calculus, *outcome.theorem)
                                   : "rejected: " + escaped(outcome.objection->diagnostic.message),
        premises, escaped(shown.variables() + " " + shown.statement()));
    answer += "<table>\n";
    std::size_t number = 0;
    const auto link = [&](std::size_t line)
    { return fmt::format("\x01{}\x02{}\x03", line, outcome.label(line)); };
    for (const Line& line : derivation.lines())
    {
        const bool is_bad = outcome.objection && outcome.objection->explanation.line == number;
        std::string reason;
        for (char c : escaped(why(derivation, line, link)))
        {
            switch (c)
            {
            case '\x01': reason += "<a href=\"#l"; break;
            case '\x02': reason += "\">"; break;
            case '\x03': reason += "</a>"; break;
            default: reason += c;
            }
        }
        answer += fmt::format("<tr id=\"l{}\"{}><td class=\"label\">{}</td>"
                              "<td class=\"formula\">{}</td><td>{}</td></tr>\n",
                              number, is_bad ? " class=\"rejected\"" : "",
                              escaped(outcome.label(number)), escaped(shown(line.formula)), reason);
        ++number;
    }
    return answer + "</table>\n</body>\n</html>\n";
}

} // namespace sgl::command
