#include "prover/command/check/theorem_report.hpp"

#include "prover/command/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sgl::command
{

using axioms::Calculus;
using axioms::Theorem;
using axioms::TheoremResult;

namespace
{

constexpr std::size_t screen = 4000; // bytes; more is printed with shared parts named

std::string number_of(std::size_t count, std::string_view thing)
{
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

/// The axioms and rules, and the game's axioms.
std::string basis(const Theorem& theorem)
{
    std::string rests;
    for (const auto* names : {&theorem.axioms(), &theorem.rules()})
        if (!names->empty())
            rests += fmt::format("{}{}", rests.empty() ? "" : ", ", fmt::join(*names, ", "));
    if (theorem.uses_game())
        rests += fmt::format("; game: {}", fmt::join(theorem.game_axioms(), ", "));
    return rests;
}

/// As one line, or what to do where it is too long for that.
std::string on_screen(const std::string& formula)
{
    constexpr std::size_t most = 400; // bytes
    return formula.size() > most || formula.find('\n') != std::string::npos
               ? "a formula too long to print here (--print has it)"
               : formula;
}

} // namespace

StatementPrinter::StatementPrinter(const Calculus& calculus, const axioms::Derivation& derivation,
                                   Style style)
    : calculus_(calculus), derivation_(derivation), style_(style)
{
    if (!derivation.variables().empty())
        names_.emplace(calculus.frame(), derivation.variables());
}

std::string StatementPrinter::operator()(Formula f) const
{
    if (!names_)
        return print_shared(calculus_.frame(), f, style_, screen);
    return print_shared(names_->frame(), names_->named(calculus_.store(), f), style_, screen);
}

std::string StatementPrinter::statement() const
{
    if (derivation_.statement)
        return (*this)(derivation_.statement);
    return derivation_.lines().empty() ? "" : (*this)(derivation_.lines().back().formula);
}

std::vector<std::string> StatementPrinter::premises(const Theorem& theorem) const
{
    std::vector<std::string> texts;
    for (const Formula premise : theorem.premises())
        texts.push_back((*this)(premise));
    return texts;
}

std::string StatementPrinter::variables() const
{
    const axioms::Variables& variables = derivation_.variables();
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

bool is_empty(const Calculus& calculus, const Theorem& theorem)
{
    return !axioms::has_values(theorem.variables(), calculus.frame().action_count());
}

std::string accepted_as(const Calculus& calculus, const Theorem& theorem)
{
    const std::size_t premises = theorem.premises().size();
    return fmt::format("accepted{}{}",
                       premises == 0 ? "" : ", from " + number_of(premises, "premise"),
                       is_empty(calculus, theorem) ? ", empty" : "");
}

std::string accepted_text(const Calculus& calculus, const TheoremResult& outcome, Style style,
                          bool color)
{
    const Theorem& theorem = *outcome.theorem;
    std::string text =
        fmt::format("  {:<32}  {}  {:>5} line{}  {:<40}  {:.2f} s\n", outcome.name,
                    tinted(accepted_as(calculus, theorem), Tint::Good, color), theorem.line_count(),
                    theorem.line_count() == 1 ? " " : "s", basis(theorem), outcome.seconds);
    if (is_empty(calculus, theorem))
        text += "    it says nothing: no actions of the frame are as its 'where' demands\n";
    if (theorem.premises().empty())
        return text;
    const StatementPrinter printed(calculus, *outcome.derivation, style);
    for (const std::string& premise : printed.premises(theorem))
        text += fmt::format("    from  {}\n", on_screen(premise));
    return text + fmt::format("    infer {}\n", on_screen(printed.statement()));
}

Json as_json(const Calculus& calculus, const TheoremResult& outcome, Style style)
{
    Json answer = Json::object({{"name", outcome.name},
                                {"verdict", outcome.theorem != nullptr ? "accepted" : "rejected"},
                                {"imported", outcome.is_imported},
                                {"lines", outcome.derivation->lines().size()},
                                {"seconds", outcome.seconds}});
    if (outcome.theorem != nullptr)
    {
        const Theorem& theorem = *outcome.theorem;
        const StatementPrinter printed(calculus, *outcome.derivation, style);
        answer["axioms"] = theorem.axioms();
        answer["rules"] = theorem.rules();
        answer["game_axioms"] = theorem.game_axioms();
        answer["premises"] = printed.premises(theorem);
        answer["statement"] = printed.statement();
        answer["empty"] = is_empty(calculus, theorem);
        return answer;
    }
    const axioms::Objection& objection = *outcome.objection;
    answer["file"] = objection.diagnostic.source;
    answer["line"] = objection.diagnostic.position.line;
    answer["column"] = objection.diagnostic.position.column;
    answer["label"] = objection.label;
    answer["rule"] = objection.explanation.rule;
    answer["expected"] = objection.explanation.expected;
    answer["found"] = objection.explanation.found;
    return answer;
}

} // namespace sgl::command
