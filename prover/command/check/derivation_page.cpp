#include "prover/command/check/derivation_page.hpp"
#include "axioms/file/write.hpp"
#include "axioms/text/substitution.hpp"
#include "logic/formula/print.hpp"

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
using axioms::Variables;

constexpr std::size_t screen = 4000; // bytes; more is printed with shared parts named

/// The derivation's formulas as text, its metavariables by name.
class Shown
{
public:
    Shown(const axioms::Calculus& calculus, const Derivation& derivation, Style style)
        : store_(calculus.store()), derivation_(derivation), style_(style),
          names_(calculus.frame(), derivation.variables())
    {
    }

    std::string operator()(Formula f) const
    {
        return print_shared(names_.frame(), names_.named(store_, f), style_, screen);
    }

    std::string statement() const
    {
        if (derivation_.statement)
            return (*this)(derivation_.statement);
        return derivation_.lines().empty() ? "" : (*this)(derivation_.lines().back().formula);
    }

    /// "(φ: formula; a: action)"
    std::string variables() const
    {
        const Variables& variables = derivation_.variables();
        std::string answer;
        const auto list = [&](const std::vector<std::string>& names, std::string_view sort)
        {
            for (std::size_t i = 0; i < names.size(); ++i)
                answer += (i > 0 ? ", " : answer.empty() ? "(" : "; ") + names[i];
            if (!names.empty())
                answer += fmt::format(": {}", sort);
        };
        list(variables.formulas, "formula");
        list(variables.atoms, "atom");
        list(variables.actions, "action");
        return answer.empty() ? answer : " " + answer + ")";
    }

private:
    FormulaStore& store_;
    const Derivation& derivation_;
    const Style style_;
    const axioms::NamedVariables names_;
};

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
    const Shown shown(calculus, derivation, options.unicode ? Style::Unicode : Style::Ascii);
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
    const Shown shown(calculus, derivation, Style::Unicode);
    std::string answer = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p>{2}</p>\n"
        "<p><code>{3}</code></p>\n",
        escaped(outcome.name), style_sheet,
        outcome.theorem != nullptr ? "accepted"
                                   : "rejected: " + escaped(outcome.objection->diagnostic.message),
        escaped(shown.variables() + " " + shown.statement()));
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
