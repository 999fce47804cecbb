#include "axioms/file/write.hpp"
#include "axioms/text/lexer.hpp"
#include "axioms/text/substitution.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace sgl::axioms
{

namespace
{

bool is_name(std::string_view text)
{
    try
    {
        const Source source{"", std::string(text)};
        const text::ReadingLimits limits;
        const text::Lexer lexer(source, limits);
        return lexer.is(text::Sign::Name) && lexer.word() == text && !text::is_reserved(text);
    }
    catch (const text::ReadingStopped&)
    {
        return false;
    }
}

/// The variables with names that can be read and that nothing else has.
Variables readable(const Frame& frame, Variables variables)
{
    std::unordered_set<std::string> used;
    for (auto* names : {&variables.formulas, &variables.atoms, &variables.actions})
        for (std::string& name : *names)
        {
            const auto is_free = [&](const std::string& candidate)
            {
                return is_name(candidate) && !used.contains(candidate) &&
                       !frame.find_fluent(candidate) && !frame.find_action(candidate);
            };
            const std::string stem = is_name(name) ? name : "v";
            for (std::size_t i = 1; !is_free(name); ++i)
                name = fmt::format("{}_{}", stem, i);
            used.insert(name);
        }
    return variables;
}

/// A beginning of names that nothing has: "f" in f1, f2, …
std::string fresh_prefix(const Frame& frame)
{
    std::string prefix = "f";
    const auto is_taken = [&](std::string_view name)
    {
        return name.size() > prefix.size() && name.starts_with(prefix) &&
               std::isdigit(static_cast<unsigned char>(name[prefix.size()])) != 0;
    };
    for (std::uint32_t i = 0; i < frame.fluent_count(); ++i)
        while (is_taken(frame.name(Fluent{i})))
            prefix += '_';
    for (std::uint32_t i = 0; i < frame.action_count(); ++i)
        while (is_taken(frame.name(Action{i})))
            prefix += '_';
    return prefix;
}

class TheoremWriter
{
public:
    TheoremWriter(FormulaStore& store, const Frame& frame, const Derivation& derivation,
                  Style style)
        : store_(store), derivation_(derivation), style_(style),
          variables_(readable(frame, derivation.variables())), names_(frame, variables_)
    {
    }

    std::string text()
    {
        name_shared();
        const Formula last =
            derivation_.lines().empty() ? Formula() : derivation_.lines().back().formula;
        const Formula statement = derivation_.statement ? derivation_.statement : last;
        answer_ = fmt::format("theorem {}{}", derivation_.name(), heading());
        answer_ += lets_;
        answer_ += fmt::format("{}: {}\n", lets_.empty() ? "" : "\n  ", printed(statement));
        const LabelOf label = [](std::size_t line) { return std::to_string(line + 1); };
        std::size_t number = 0;
        for (const Line& line : derivation_.lines())
        {
            const bool is_premise = line.rule == Rule::Premise;
            answer_ += fmt::format("  {}{}. {}", is_premise ? "assume " : "", ++number,
                                   printed(line.formula));
            if (!is_premise)
                answer_ += fmt::format(" by {}", justification(derivation_, line, label));
            answer_ += '\n';
        }
        return std::move(answer_) + "end\n";
    }

private:
    std::string printed(Formula f)
    {
        return print(names_.frame(), named(f), style_, abbreviations_);
    }
    Formula named(Formula f) { return variables_.empty() ? f : names_.named(store_, f, renaming_); }

    /// Names what occurs more than once.
    void name_shared()
    {
        constexpr std::size_t shortest_named = 12;
        std::unordered_map<Formula, std::size_t> occurrences;
        std::vector<Formula> left;
        const auto occurs = [&](Formula f)
        {
            if (occurrences[f]++ == 0)
                left.push_back(f);
        };
        if (derivation_.statement)
            occurs(named(derivation_.statement));
        for (const Line& line : derivation_.lines())
        {
            occurs(named(line.formula));
            while (!left.empty())
            {
                const Formula f = left.back();
                left.pop_back();
                for (Formula child : f.children())
                    occurs(child);
            }
        }
        std::vector<Formula> shared;
        for (const auto& [f, count] : occurrences)
            if (count > 1 && !f.children().empty() &&
                printed_size(names_.frame(), f, style_, shortest_named) >= shortest_named)
                shared.push_back(f);
        std::ranges::sort(shared, {}, &Formula::id);
        const std::string prefix = fresh_prefix(names_.frame());
        for (Formula f : shared)
        {
            std::string name = fmt::format("{}{}", prefix, abbreviations_.size() + 1);
            lets_ += fmt::format("\n  let {} = {}", name,
                                 print(names_.frame(), f, style_, abbreviations_));
            abbreviations_.emplace(f, std::move(name));
        }
    }

    /// `(φ: formula; a: action) where a != b`
    std::string heading() const
    {
        std::string answer;
        const auto list = [&](const std::vector<std::string>& names, std::string_view sort)
        {
            if (names.empty())
                return;
            answer += answer.empty() ? " (" : "; ";
            for (std::size_t i = 0; i < names.size(); ++i)
                answer += (i == 0 ? "" : ", ") + names[i];
            answer += fmt::format(": {}", sort);
        };
        list(variables_.formulas, "formula");
        list(variables_.atoms, "atom");
        list(variables_.actions, "action");
        if (!answer.empty())
            answer += ")";
        std::string_view before = " where ";
        for (const auto& [a, b] : variables_.distinct)
        {
            answer += fmt::format("{}{} != {}", before, action(a), action(b));
            before = ", ";
        }
        return answer;
    }

    const std::string& action(Action a) const
    {
        return is_variable(a) ? variables_.actions[a.index - first_action_variable]
                              : names_.frame().name(a);
    }

    FormulaStore& store_;
    const Derivation& derivation_;
    const Style style_;
    const Variables variables_;
    const NamedVariables names_;
    MemoLoop renaming_;
    std::unordered_map<Formula, std::string> abbreviations_;
    std::string lets_, answer_;
};

/// `1, 2`, or nothing.
std::string citations(const Derivation& derivation, const Line& line, const LabelOf& label,
                      std::string_view before)
{
    std::string answer;
    for (const Derivation::Number cited : derivation.citations(line))
    {
        answer += answer.empty() ? before : ", ";
        answer += label(cited);
    }
    return answer;
}

} // namespace

std::string justification(const Derivation& derivation, const Line& line, const LabelOf& label)
{
    switch (line.rule)
    {
    case Rule::Premise: return "";
    case Rule::Axiom: return derivation.name_of(line);
    case Rule::GameAxiom: return "axiom " + derivation.name_of(line);
    case Rule::ModusPonens:
    case Rule::GeneraliseAction:
    case Rule::GeneraliseChoice:
    case Rule::GeneraliseStrategy:
    case Rule::Definition:
        return std::string(name(line.rule)) + citations(derivation, line, label, " ");
    case Rule::Tautology:
    {
        std::string answer = "TAUT" + citations(derivation, line, label, " ");
        const auto refutation = derivation.refutation(line);
        if (refutation.empty())
            return answer;
        answer += " rup [";
        for (std::int32_t literal : refutation)
            answer += fmt::format(" {}", literal);
        return answer + " ]";
    }
    case Rule::Theorem: break;
    }
    return "lemma " + derivation.name_of(line) + citations(derivation, line, label, " from ");
}

std::string frame_header(const Frame& frame)
{
    // An agent can be named again: the actions stay in their order.
    std::string answer = "frame ";
    std::vector<Agent> runs;
    for (std::uint32_t i = 0; i < frame.action_count(); ++i)
        if (runs.empty() || runs.back() != frame.agent(Action{i}))
            runs.push_back(frame.agent(Action{i}));
    const bool is_in_order = runs.size() == frame.agent_count() && std::ranges::is_sorted(runs);
    std::string_view before;
    for (std::uint32_t i = 0; !is_in_order && i < frame.agent_count(); ++i)
    {
        answer += fmt::format("{}{}", before, frame.name(Agent{i}));
        before = "; ";
    }
    for (std::uint32_t i = 0; i < frame.action_count(); ++i)
    {
        const Agent agent = frame.agent(Action{i});
        if (i > 0 && agent == frame.agent(Action{i - 1}))
            answer += ", ";
        else
        {
            answer += fmt::format("{}{}: ", before, frame.name(agent));
            before = "; ";
        }
        answer += frame.name(Action{i});
    }
    for (std::uint32_t i = 0; i < frame.fluent_count(); ++i)
        answer += fmt::format("{}{}", i == 0 ? "\nfluents " : ", ", frame.name(Fluent{i}));
    return answer + "\n";
}

std::string write(FormulaStore& store, const Frame& frame, const Derivation& derivation,
                  Style style)
{
    return TheoremWriter(store, frame, derivation, style).text();
}

} // namespace sgl::axioms
