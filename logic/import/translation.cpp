#include "logic/import/translation.hpp"
#include "logic/gdl/ground/ground.hpp"
#include "logic/gdl/reader/reader.hpp"
#include "logic/import/text_builder.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace sgl::import
{

namespace
{

using gdl::Program;

Diagnostic refusal(const gdl::Sheet& sheet, Position position, std::string why, std::string hint)
{
    Diagnostic error;
    error.source = sheet.source.name;
    error.position = position;
    error.message = std::move(why);
    error.expected = std::move(hint);
    return error;
}

/// The rule of an atom that depends on itself.
std::optional<std::uint32_t> recursive_rule(const Program& program)
{
    for (std::uint32_t i = 0; i < program.rules.size(); ++i)
        for (const std::uint32_t literal : program.body(program.rules[i]))
            if (program.component[literal / 2] == program.component[program.rules[i].head])
                return i;
    return std::nullopt;
}

} // namespace

bool is_sheet(const Source& source)
{
    std::string ending = std::filesystem::path(source.name).extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending == ".kif" || ending == ".gdl")
        return true;
    std::string_view text = source.text;
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n\f\v");
    return first != std::string_view::npos && (text[first] == '(' || text[first] == ';');
}

Translation translate(const Source& source, const TranslationLimits& limits)
{
    Translation answer;
    gdl::ReadSheet read = gdl::read_sheet(source);
    // A limit that a sheet meets is said as an error in it, with the rule to blame.
    const auto take = [&](const std::vector<Diagnostic>& said)
    {
        for (Diagnostic d : said)
        {
            d.is_limit = false;
            (d.severity == Diagnostic::Severity::Error ? answer.errors : answer.warnings)
                .push_back(std::move(d));
        }
    };
    take(read.diagnostics);
    if (!read.is_accepted())
        return answer;
    gdl::Sheet& sheet = *read.sheet;
    const gdl::Grounded grounded = gdl::ground(sheet, limits.grounding);
    take(grounded.diagnostics);
    if (!grounded.program)
        return answer;
    const Program& program = *grounded.program;
    if (const auto rule = recursive_rule(program))
    {
        const Program::Rule& which = program.rules[*rule];
        answer.errors.push_back(
            refusal(sheet, sheet.position(sheet.rules[which.source]),
                    fmt::format("'{}' depends on itself",
                                shortened(sheet.terms.text(program.atoms[which.head]), 100)),
                    "relations that are recursive even without variables are not translated"));
        return answer;
    }
    const Turns turns = turns_of(sheet.terms, program, limits.states);
    if (!turns.why_not.empty())
    {
        answer.errors.push_back(
            refusal(sheet, {}, fmt::format("this is no game with turns: {}", turns.why_not),
                    "a game where roles move at once is not translated"));
        return answer;
    }
    answer.text = text_of_game(sheet, program, turns);
    if (answer.text.size() > limits.text_bytes)
    {
        answer.errors.push_back(refusal(
            sheet, {}, fmt::format("the translation takes more than {} bytes", limits.text_bytes),
            ""));
        answer.text.clear();
    }
    return answer;
}

} // namespace sgl::import
