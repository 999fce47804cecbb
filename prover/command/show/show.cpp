// sgl show: the symbols of a game, its rules and its initial states.

#include "logic/formula/print.hpp"
#include "logic/import/translation.hpp"
#include "logic/model/game_model.hpp"
#include "prover/command/input.hpp"
#include "prover/command/output.hpp"
#include "prover/command/report.hpp"
#include "prover/command/show/lint.hpp"
#include "prover/command/show/sheet.hpp"
#include "prover/command/watchdog.hpp"
#include "prover/decide/limits.hpp"
#include "prover/plays/initial_states.hpp"
#include "prover/reduction/theory.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace sgl::command
{

namespace
{

constexpr std::size_t most_names = 12, screen = 4000; // bytes

std::string some_of(const std::vector<std::string>& all)
{
    const bool some = all.size() > most_names;
    const auto end = some ? all.begin() + most_names : all.end();
    return fmt::format("{}{}", fmt::join(all.begin(), end, " "),
                       some ? fmt::format(" … ({} in all)", all.size()) : "");
}

template <class Symbol>
std::vector<std::string> names(const Frame& frame, std::size_t count)
{
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < count; ++i)
        all.push_back(frame.name(Symbol{i}));
    return all;
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

/// What is shown of a file, as it is found out: lines, or an object.
class Exhibit
{
public:
    /// `json` has what was found out as far as it has come.
    Exhibit(const std::string& path, const Options& options, CommandWatchdog& attendant, Json& json)
        : path_(path), options_(options), watchdog_(attendant), json_(json)
    {
    }

    Status show(Source source);

private:
    void show_frame(const Game& game);
    void show_sizes(const Game& game, const Rules& rules);
    void show_determined(const Game& game, const Rules& rules);
    void show_start(const Game& game, const Rules& rules);
    std::size_t by_solver(const Game& game, std::size_t most);
    void show_claims(const Game& game);
    void show_findings();
    void show_warnings();

    void say(const std::string& text) const
    {
        if (!options_.json)
            put(text);
    }
    void note(const char* key, Json value)
    {
        if (!options_.json)
            return; // of a large game it is large
        const auto lock = watchdog_.hold();
        json_[key] = std::move(value);
    }
    void warn_of(const char* key, const std::string& what, const std::vector<std::string>& symbols);

    const std::string& path_;
    const Options& options_;
    CommandWatchdog& watchdog_;
    FormulaStore store_;
    std::optional<GameReader> reader_;
    std::optional<Linter> inquiry_;
    std::size_t formulas_ = 0; // the game's own
    Json& json_;
    std::string warnings_;
};

Status Exhibit::show(Source source)
{
    Refusal refusal;
    reader_ = watchdog_.read(store_, std::move(source), refusal);
    if (!reader_)
    {
        if (refusal.limit.empty())
            note("error", as_json(refusal));
        else
            note("cut_short", refusal.limit);
        return complain(refusal);
    }
    const Game& game = reader_->game();
    formulas_ = store_.size();
    watchdog_.enter({"sorting its rules", "while its rules were sorted"});
    const Rules rules = read_rules(store_, game);
    say(tinted(title(game), Tint::Strong, options_.color) + "\n");
    note("game", game.name);
    Json parameters = Json::object();
    for (const auto& [name, value] : game.parameters)
        parameters[name] = value;
    note("parameters", parameters);
    show_frame(game);
    show_sizes(game, rules);
    watchdog_.enter({"finding out what is determined", "while it was asked what is determined"});
    constexpr std::size_t small = 5000, large = 1'000'000; // formulas
    // So that showing stays quick; of a large game it would not even come to a first question.
    const Budget budget = watchdog_.budget(formulas_ < small ? 2 : 0.3);
    inquiry_.emplace(store_, *reader_, formulas_ < large ? budget : budget.at_most_steps(0));
    show_determined(game, rules);
    watchdog_.enter({"counting initial states", "while initial states were counted"});
    show_start(game, rules);
    watchdog_.enter({"looking for slips", "while slips were looked for"});
    show_claims(game);
    flush_output();
    show_findings();
    show_warnings();
    note("cut_short", nullptr);
    return AllAsExpected;
}

namespace
{
/// Fluents as they are declared: "p", "heap(1): 0..99", "turn: x | o".
std::vector<std::string> declared_fluents(const Frame& frame)
{
    std::vector<std::string> names;
    auto valued = frame.valued().begin();
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        if (valued == frame.valued().end() || valued->first != Fluent{p})
        {
            names.push_back(frame.name(Fluent{p}));
            continue;
        }
        std::vector<std::string> arguments, values;
        for (const SymbolArgument& argument : frame.arguments(Fluent{p}))
            arguments.push_back(frame.text(argument));
        arguments.pop_back();
        for (std::uint32_t i = 0; i < valued->count; ++i)
            values.push_back(frame.text(frame.arguments((*valued)[i]).back()));
        const bool has_numbers =
            std::holds_alternative<std::int64_t>(frame.arguments(Fluent{p}).back());
        names.push_back(fmt::format("{}: {}", applied(frame.family(Fluent{p}), arguments),
                                    has_numbers ? values.front() + ".." + values.back()
                                                : fmt::format("{}", fmt::join(values, " | "))));
        p += valued->count - 1;
        ++valued;
    }
    return names;
}
} // namespace

void Exhibit::show_frame(const Game& game)
{
    const Frame& frame = game.frame;
    const std::vector<std::string> agents = names<Agent>(frame, frame.agent_count());
    const std::vector<std::string> fluents = names<Fluent>(frame, frame.fluent_count());
    say(fmt::format("agents ({}): {}\n", agents.size(), some_of(agents)));
    note("agents", agents);
    Json of_agents = Json::object();
    for (std::uint32_t i = 0; i < agents.size(); ++i)
    {
        std::vector<std::string> actions;
        for (Action a : frame.actions_of(Agent{i}))
            actions.push_back(frame.name(a));
        say(fmt::format("actions of {} ({}): {}\n", agents[i], actions.size(), some_of(actions)));
        of_agents[agents[i]] = std::move(actions);
    }
    const std::vector<std::string> declared = declared_fluents(frame);
    say(fmt::format("fluents ({}): {}\n", declared.size(), some_of(declared)));
    note("actions", std::move(of_agents));
    note("fluents", fluents);
    if (game.board)
        say(fmt::format("board: {} by {}\n", game.board->rows, game.board->columns));
    note("board", game.board
                      ? Json::object({{"rows", game.board->rows}, {"columns", game.board->columns}})
                      : Json());
}

void Exhibit::show_sizes(const Game& game, const Rules& rules)
{
    say(fmt::format("axioms: {} ground instances, {} of them constraints; {} formulas\n",
                    game.axioms.size(), rules.constraints.size(), formulas_));
    note("axioms", game.axioms.size());
    note("constraints", rules.constraints.size());
    note("formulas", formulas_);
}

void Exhibit::show_determined(const Game& game, const Rules& rules)
{
    const Frame& frame = game.frame;
    if (!rules.terminal)
        say("  terminal: not determined\n");
    std::vector<std::string> open;
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
    {
        if (!rules.legal[a])
            open.push_back(frame.name(Action{a}));
    }
    if (!open.empty())
        say(fmt::format("  legal: not determined for {}\n", some_of(open)));
    std::size_t whole = 0;
    std::vector<Fluent> in_cases;
    std::vector<std::string> free;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
    {
        const SuccessorRule& rule = rules.successors[p];
        if (rule.whole || rule.after.size() == frame.action_count())
            ++whole;
        else if (rule.is_free())
            free.push_back(frame.name(Fluent{p}));
        else
            in_cases.push_back(Fluent{p});
    }
    const Coverage coverage = inquiry_->coverage(rules, in_cases);
    whole += in_cases.size() - coverage.open.size() - coverage.not_seen.size();
    std::map<std::string, std::vector<std::string>> partly; // by where
    for (const auto& fluents : {coverage.open, coverage.not_seen})
    {
        for (Fluent p : fluents)
            partly[where_determined(frame, rules.successors[p.index])].push_back(frame.name(p));
    }
    if (!free.empty())
        say(fmt::format("  not determined: {}\n", some_of(free)));
    for (const auto& [where, fluents] : partly)
        say(fmt::format("  determined only where {}: {}\n", where, some_of(fluents)));
    if (!coverage.not_seen.empty())
        say(fmt::format("  no time to find out whether that is everywhere, for {} of these\n",
                        coverage.not_seen.size()));
    say(fmt::format("  {} of {} fluents are determined after every move\n", whole,
                    frame.fluent_count()));
    Json json;
    json["terminal"] = bool(rules.terminal);
    json["legal_open"] = open;
    json["fluents"] = whole;
    json["free"] = free;
    json["partly"] = Json::array();
    for (const auto& [where, fluents] : partly)
        json["partly"].push_back(Json::object({{"where", where}, {"fluents", fluents}}));
    json["not_looked_at"] = coverage.not_seen.size();
    note("determined", json);
}

/// How many initial states there are, if that is quickly found out.
void Exhibit::show_start(const Game& game, const Rules& rules)
{
    constexpr std::size_t most_actions = 2000, most_states = 64;
    if (game.frame.action_count() > most_actions)
        return;
    const Game computable = playable(store_, game);
    GameModel model(store_, computable);
    const Listing listing = model.initial_states(most_states);
    std::optional<std::size_t> count;
    try
    {
        const bool is_so =
            listing.complete &&
            are_all_true(model, axioms_about_what_follows(game, rules), listing.states);
        count = is_so ? listing.states.size() : by_solver(game, most_states);
    }
    catch (const Interrupted&)
    {
        say("no time to count the initial states\n");
        note("initial_states", nullptr);
        return;
    }
    const bool is_exact = *count <= most_states;
    say(is_exact ? fmt::format("initial states: {}\n", *count)
                 : fmt::format("initial states: more than {}\n", most_states));
    note("initial_states", is_exact ? Json(*count) : Json());
}

/// How many initial states a solver finds; no more than one beyond what is asked for.
std::size_t Exhibit::by_solver(const Game& game, std::size_t most)
{
    Theory theory(store_, game);
    InitialStates found(theory, watchdog_.budget(limits::shown_states_seconds));
    std::size_t count = 0;
    while (count <= most && found.next())
        ++count;
    return count;
}

void Exhibit::show_claims(const Game& game)
{
    Json strategies = Json::array(), claims = Json::array();
    say(fmt::format("strategies ({})\n", game.strategies.size()));
    for (const Strategy& s : game.strategies)
    {
        const std::string& agent = game.frame.name(s.agent);
        say(fmt::format("  {} for {}\n", s.name, agent));
        strategies.push_back(Json::object({{"name", s.name}, {"agent", agent}}));
    }
    say(fmt::format("claims ({})\n", game.claims.size()));
    for (const Claim& claim : game.claims)
    {
        say(fmt::format("  {}: {}\n", shortened(claim.name), shortened(claim.text, screen)));
        claims.push_back(Json::object({{"name", claim.name}, {"claim", claim.text}}));
    }
    note("strategies", std::move(strategies));
    note("claims", std::move(claims));
}

void Exhibit::warn_of(const char* key, const std::string& what,
                      const std::vector<std::string>& symbols)
{
    note(key, symbols);
    if (!symbols.empty())
        warnings_ += fmt::format("{}: warning: {}: {}\n", path_, what, some_of(symbols));
}

void Exhibit::show_findings()
{
    const LintReport found = inquiry_->lint();
    warn_of("unused", "used in no axiom, claim or strategy", found.unused);
    note("no_state", found.no_state);
    if (found.no_state)
        warnings_ += fmt::format("{}: warning: no state satisfies the axioms\n", path_);
    warn_of("never_legal", "legal in no state", found.never_legal);
    warn_of("never_advise", "recommends no move in any state", found.never_advise);
    const bool in_time = found.actions_seen || found.no_state;
    if (!in_time)
        say("no time to find out whether each action is legal somewhere\n");
    if (!found.not_seen.empty())
        say(fmt::format("no time to find out whether these recommend a move: {}\n",
                        some_of(found.not_seen)));
    note("not_looked_at", Json::object({{"actions", !in_time}, {"strategies", found.not_seen}}));
}

void Exhibit::show_warnings()
{
    std::vector<std::string> texts;
    for (const Diagnostic& warning : reader_->game().warnings)
        texts.push_back(warning.text());
    note("warnings", texts);
    if (options_.json)
        return;
    flush_output();
    complain(reader_->game().warnings);
    put_error(warnings_);
}

/// One object, or an array for several files.
void print_objects(const std::vector<Json>& objects, const Options& options)
{
    if (!options.json || objects.empty())
        return;
    const Json all = options.files.size() == 1 ? objects.front() : Json::array(objects);
    put(all.text() + "\n");
}

/// A game, or a rule sheet.
Status show_file(const std::string& path, const Options& options, CommandWatchdog& attendant,
                 Json& json)
{
    Refusal refusal;
    attendant.enter({"reading", "while it was read"});
    std::optional<Source> source = read_source(path, refusal);
    if (source && import::is_sheet(*source))
        return show_sheet(*source, options, attendant, json);
    if (source && (options.deep || options.strict))
        refusal = {{},
                   fmt::format("{} is a game and no rule sheet in GDL, which {} is for", path,
                               options.deep ? "--deep" : "--strict"),
                   path,
                   ""};
    if (!refusal.message.empty())
    {
        const auto lock = attendant.hold();
        json["error"] = as_json(refusal);
        return complain(refusal);
    }
    return Exhibit(path, options, attendant, json).show(std::move(*source));
}

} // namespace

Status show(const Options& options)
{
    CommandWatchdog attendant(options);
    std::vector<Json> objects; // of the files before
    Status status = AllAsExpected;
    for (const std::string& path : options.files)
    {
        Json object = Json::object({{"game", path}});
        attendant.begin(
            path,
            [&](const std::string& why)
            {
                objects.push_back(object);
                objects.back()["cut_short"] = why;
                for (const std::string& later : attendant.left())
                    objects.push_back(Json::object({{"game", later}, {"cut_short", why}}));
                print_objects(objects, options);
            });
        const Status of_file = show_file(path, options, attendant, object);
        attendant.end();
        objects.push_back(std::move(object));
        status = worse(status, of_file);
        attendant.note(of_file);
    }
    print_objects(objects, options);
    return status;
}

} // namespace sgl::command
