// sgl show: the game as understood.

#include "logic/print.hpp"
#include "logic/rules.hpp"
#include "prover/command/input.hpp"
#include "prover/command/output.hpp"
#include "prover/command/report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::command
{

namespace
{

constexpr std::size_t most_names = 12;

template <class Symbol>
std::string names(const Frame& frame, std::size_t count)
{
    std::vector<std::string> shown;
    for (std::uint32_t i = 0; i < count && i < most_names; ++i)
        shown.push_back(frame.name(Symbol{i}));
    if (count > most_names)
        shown.push_back("…");
    return fmt::format("{}", fmt::join(shown, " "));
}

std::string condition(const Frame& frame, Formula f)
{
    constexpr std::size_t limit = 200;
    if (printed_size(frame, f, Style::Ascii, limit) >= limit)
        return "(a long formula)";
    return print(frame, f);
}

void show_determined(const Game& game, const Rules& rules)
{
    const Frame& frame = game.frame;
    if (!rules.terminal)
        put(fmt::format("  terminal: not determined\n"));
    std::vector<std::string> open;
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
    {
        if (!rules.legal[a])
            open.push_back(frame.name(Action{a}));
    }
    if (!open.empty())
        put(fmt::format("  legal: not determined for {}\n", fmt::join(open, " ")));
    std::size_t whole = 0;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        const SuccessorRule& rule = rules.successors[p];
        const std::string& name = frame.name(Fluent{p});
        if (rule.whole || rule.after.size() == frame.action_count())
            ++whole;
        else if (rule.is_free())
            put(fmt::format("  {}: not determined\n", name));
        else
        {
            std::vector<std::string> where;
            for (const Effect& effect : rule.effects)
                where.push_back(effect.only_after ? fmt::format("{} and {} is done",
                                                                condition(frame, effect.condition),
                                                                frame.name(*effect.only_after))
                                                  : condition(frame, effect.condition));
            for (const auto& [a, formula] : rule.after)
                where.push_back(fmt::format("{} is done", frame.name(a)));
            std::ranges::sort(where);
            where.erase(std::unique(where.begin(), where.end()), where.end());
            put(fmt::format("  {}: determined only where {}\n", name, fmt::join(where, " or ")));
        }
    }
    put(fmt::format("  {} of {} fluents are determined after every move\n", whole,
                    frame.fluent_count()));
}

} // namespace

Status show(const Options& options)
{
    for (const std::string& path : options.files)
    {
        FormulaStore store;
        const std::optional<GameReader> reader = read_game(store, path, options);
        if (!reader)
            return BadInput;
        const Game& game = reader->game();
        const Frame& frame = game.frame;
        const Rules rules = read_rules(store, game);
        put(fmt::format("{}\n", title(game)));
        put(fmt::format("agents ({}): {}\n", frame.agent_count(),
                        names<Agent>(frame, frame.agent_count())));
        for (std::uint32_t i = 0; i < frame.agent_count(); ++i)
        {
            const auto& actions = frame.actions_of(Agent{i});
            std::vector<std::string> shown;
            for (Action a : actions)
            {
                if (shown.size() < most_names)
                    shown.push_back(frame.name(a));
            }
            put(fmt::format("actions of {} ({}): {}{}\n", frame.name(Agent{i}), actions.size(),
                            fmt::join(shown, " "), actions.size() > most_names ? " …" : ""));
        }
        put(fmt::format("fluents ({}): {}\n", frame.fluent_count(),
                        names<Fluent>(frame, frame.fluent_count())));
        put(fmt::format("axioms: {} ground instances, {} of them constraints\n", game.axioms.size(),
                        rules.constraints.size()));
        show_determined(game, rules);
        put(fmt::format("strategies ({})\n", game.strategies.size()));
        for (const Strategy& s : game.strategies)
            put(fmt::format("  {} for {}\n", s.name, frame.name(s.agent)));
        put(fmt::format("claims ({})\n", game.claims.size()));
        for (const Claim& claim : game.claims)
            put(fmt::format("  {}: {}\n", claim.name, claim.text));
        put(fmt::format("{} formulas\n", store.size()));
        complain(game.warnings);
        for (Diagnostic warning : rules.warnings)
        {
            warning.source = path;
            complain({warning});
        }
    }
    return AllAsExpected;
}

} // namespace sgl::command
