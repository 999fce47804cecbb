// sgl show: the game as understood.

#include "logic/game_model.hpp"
#include "logic/print.hpp"
#include "logic/rules.hpp"
#include "prover/command/findings.hpp"
#include "prover/command/input.hpp"
#include "prover/command/output.hpp"
#include "prover/command/report.hpp"
#include "prover/theory.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace sgl::command
{

namespace
{

constexpr std::size_t most_names = 12;

std::string some_of(const std::vector<std::string>& all)
{
    const bool some = all.size() > most_names;
    const auto end = some ? all.begin() + most_names : all.end();
    return fmt::format("{}{}", fmt::join(all.begin(), end, " "),
                       some ? fmt::format(" … ({} in all)", all.size()) : "");
}

template <class Symbol>
std::string names(const Frame& frame, std::size_t count)
{
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < count; ++i)
        all.push_back(frame.name(Symbol{i}));
    return some_of(all);
}

std::string condition(const Frame& frame, Formula f)
{
    constexpr std::size_t limit = 200;
    if (printed_size(frame, f, Style::Ascii, limit) >= limit)
        return "(a long formula)";
    return print(frame, f);
}

/// Where an effect applies; of p & g -> next q and p & !g -> next !q, which p -> (next q <-> g) is,
/// simply p.
Formula where_applies(const Effect& effect, const std::vector<Effect>& all)
{
    const auto splits = [](Formula f) { return f.is(Kind::And) && f.children().size() == 2; };
    const Formula f = effect.condition;
    const auto is_other_half = [&](const Effect& other)
    {
        const Formula g = other.condition;
        return splits(g) && g[0] == f[0] && other.only_after == effect.only_after &&
               ((g[1].is(Kind::Not) && g[1][0] == f[1]) || (f[1].is(Kind::Not) && f[1][0] == g[1]));
    };
    return splits(f) && std::ranges::any_of(all, is_other_half) ? f[0] : f;
}

std::string where_determined(const Frame& frame, const SuccessorRule& rule)
{
    std::vector<std::string> where;
    for (const Effect& effect : rule.effects)
    {
        const std::string text = condition(frame, where_applies(effect, rule.effects));
        where.push_back(effect.only_after
                            ? fmt::format("{} and {} is done", text, frame.name(*effect.only_after))
                            : text);
    }
    for (const auto& [a, formula] : rule.after)
        where.push_back(fmt::format("{} is done", frame.name(a)));
    std::ranges::sort(where);
    where.erase(std::unique(where.begin(), where.end()), where.end());
    if (where.size() > most_names)
    {
        const std::size_t more = where.size() - most_names;
        where.resize(most_names);
        where.push_back(fmt::format("in {} more cases", more));
    }
    return fmt::format("{}", fmt::join(where, " or "));
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
        put(fmt::format("  legal: not determined for {}\n", some_of(open)));
    std::size_t whole = 0;
    std::map<std::string, std::vector<std::string>> partly; // by where
    std::vector<std::string> free;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        const SuccessorRule& rule = rules.successors[p];
        if (rule.whole || rule.after.size() == frame.action_count())
            ++whole;
        else if (rule.is_free())
            free.push_back(frame.name(Fluent{p}));
        else
            partly[where_determined(frame, rule)].push_back(frame.name(Fluent{p}));
    }
    if (!free.empty())
        put(fmt::format("  not determined: {}\n", some_of(free)));
    for (const auto& [where, fluents] : partly)
        put(fmt::format("  determined only where {}: {}\n", where, some_of(fluents)));
    put(fmt::format("  {} of {} fluents are determined after every move\n", whole,
                    frame.fluent_count()));
}

void show_frame(const Game& game)
{
    const Frame& frame = game.frame;
    put(fmt::format("agents ({}): {}\n", frame.agent_count(),
                    names<Agent>(frame, frame.agent_count())));
    for (std::uint32_t i = 0; i < frame.agent_count(); ++i)
    {
        std::vector<std::string> actions;
        for (Action a : frame.actions_of(Agent{i}))
            actions.push_back(frame.name(a));
        put(fmt::format("actions of {} ({}): {}\n", frame.name(Agent{i}), actions.size(),
                        some_of(actions)));
    }
    put(fmt::format("fluents ({}): {}\n", frame.fluent_count(),
                    names<Fluent>(frame, frame.fluent_count())));
    if (game.board)
        put(fmt::format("board: {} by {}\n", game.board->rows, game.board->columns));
}

/// How many initial states there are, if that is quickly found out.
void show_start(FormulaStore& store, const Game& game)
{
    constexpr std::size_t most_actions = 2000, most_states = 64;
    if (game.frame.action_count() > most_actions)
        return;
    const Game computable = playable(store, game);
    GameModel model(store, computable);
    const Listing listing = model.initial_states(most_states);
    if (listing.complete)
        put(fmt::format("initial states: {}\n", listing.states.size()));
    else
        put(fmt::format("initial states: not counted; the axioms leave more than {} valuations "
                        "open\n",
                        most_states));
}

void show_claims(const Game& game)
{
    put(fmt::format("strategies ({})\n", game.strategies.size()));
    for (const Strategy& s : game.strategies)
        put(fmt::format("  {} for {}\n", s.name, game.frame.name(s.agent)));
    put(fmt::format("claims ({})\n", game.claims.size()));
    for (const Claim& claim : game.claims)
        put(fmt::format("  {}: {}\n", claim.name, claim.text));
}

void warn_of(const std::string& path, const std::string& what,
             const std::vector<std::string>& symbols)
{
    if (!symbols.empty())
        put_error(fmt::format("{}: warning: {}: {}\n", path, what, some_of(symbols)));
}

void show_findings(const std::string& path, FormulaStore& store, GameReader& reader)
{
    constexpr std::size_t small = 5000;                    // formulas
    const double seconds = store.size() < small ? 2 : 0.3; // so that showing stays quick
    const Findings found = look_into(store, reader, Budget(seconds));
    warn_of(path, "used in no axiom, claim or strategy", found.unused);
    if (found.no_state)
        put_error(fmt::format("{}: warning: no state satisfies the axioms\n", path));
    warn_of(path, "legal in no state", found.never_legal);
    warn_of(path, "recommends nothing in any state", found.never_advise);
    if (!found.actions_seen && !found.no_state)
        put("no time to find out whether each action is legal somewhere\n");
    if (!found.not_seen.empty())
        put(fmt::format("no time to find out whether these recommend something: {}\n",
                        some_of(found.not_seen)));
}

Status show_file(const std::string& path, const Options& options)
{
    FormulaStore store;
    std::optional<GameReader> reader = read_game(store, path, options);
    if (!reader)
        return BadInput;
    const Game& game = reader->game();
    const std::size_t formulas = store.size();
    const Rules rules = read_rules(store, game);
    put(tinted(title(game), Tint::Strong, options.color) + "\n");
    show_frame(game);
    put(fmt::format("axioms: {} ground instances, {} of them constraints; {} formulas\n",
                    game.axioms.size(), rules.constraints.size(), formulas));
    show_determined(game, rules);
    show_start(store, game);
    show_claims(game);
    flush_output();
    complain(game.warnings);
    show_findings(path, store, *reader);
    return AllAsExpected;
}

} // namespace

Status show(const Options& options)
{
    Status status = AllAsExpected;
    for (const std::string& path : options.files)
    {
        if (show_file(path, options) != AllAsExpected)
            status = BadInput;
    }
    return status;
}

} // namespace sgl::command
