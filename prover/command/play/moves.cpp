// sgl moves: what a strategy recommends in the state that a play leads to.

#include "prover/command/input.hpp"
#include "prover/command/output.hpp"
#include "prover/command/play/advice.hpp"
#include "prover/command/report.hpp"
#include "prover/command/watchdog.hpp"

#include <fmt/format.h>

namespace sgl::command
{

namespace
{

Json names(const Frame& frame, const std::vector<Action>& actions)
{
    Json list = Json::array();
    for (Action a : actions)
        list.push_back(frame.name(a));
    return list;
}

Json as_json(const GamePosition& table, const Strategy& strategy, const std::vector<Advice>& advice,
             const std::vector<std::string>& notes)
{
    const Frame& frame = table.frame();
    Json json;
    json["game"] = table.game().name;
    json["parameters"] = Json::object();
    for (const auto& [name, value] : table.game().parameters)
        json["parameters"][name] = value;
    json["strategy"] = strategy.name;
    json["agent"] = frame.name(strategy.agent);
    json["start"] = true_fluents(frame, table.first());
    json["play"] = names(frame, table.moves());
    json["state"] = true_fluents(frame, table.valuation());
    json["terminal"] = table.is_terminal();
    json["moves"] = names(frame, advice.front().moves);
    json["legal"] = names(frame, table.legal_moves(strategy.agent));
    json["rule"] = Json::array();
    for (const Advice& part : advice)
    {
        if (part.depth > 0)
            json["rule"].push_back(Json::object({{"depth", part.depth},
                                                 {"part", part.rule},
                                                 {"moves", names(frame, part.moves)},
                                                 {"decides", part.counts}}));
    }
    json["notes"] = notes;
    json["cut_short"] = nullptr;
    return json;
}

/// Why there is nothing to recommend, where that has nothing to do with the strategy.
std::string circumstances(const GamePosition& table, Agent agent)
{
    if (table.is_terminal())
        return " (the play has ended)";
    return table.legal_moves(agent).empty() ? " (it has no legal move here)" : "";
}

} // namespace

Status moves(const Options& options)
{
    CommandWatchdog attendant(options);
    const auto object = [&](const char* key, Json why)
    {
        Json json = Json::object({{"game", options.files[0]}, {"strategy", options.strategy}});
        json[key] = std::move(why);
        if (options.json)
            put(json.text() + "\n");
    };
    const auto say_cut_short = [&](const std::string& why) { object("cut_short", why); };
    const auto refuse = [&](const Refusal& refusal)
    {
        attendant.end();
        if (refusal.limit.empty())
            object("error", command::as_json(refusal));
        else
            say_cut_short(refusal.limit);
        return complain(refusal);
    };
    attendant.begin(options.files[0], say_cut_short);
    FormulaStore store;
    Refusal refusal;
    std::optional<GameReader> reader = attendant.read(store, options.files[0], refusal);
    if (!reader)
        return refuse(refusal);
    const Phase reading{"reading the strategy", "while the strategy was read"};
    attendant.enter(reading);
    const Result<Strategy> strategy = reader->strategy({"--strategy", options.strategy});
    if (!strategy)
        return refuse(refusal_of(strategy.errors(), "--strategy", options, reading.when));
    attendant.enter({"working out the state", "while the state was worked out"});
    GamePosition table(store, *reader);
    auto wrong = table.start(options.start);
    for (const std::string& action : listed(options.after))
    {
        if (!wrong)
            wrong = table.play(action);
    }
    if (wrong)
        return refuse({{}, *wrong, "", ""});
    const std::vector<std::string> notes = table.take_notes();
    attendant.enter({"asking the strategy", "while the strategy was asked"});
    const std::vector<Advice> advice = advise(table, *reader, *strategy);
    attendant.end();
    if (options.json)
    {
        put(as_json(table, *strategy, advice, notes).text() + "\n");
        return AllAsExpected;
    }
    for (const std::string& note : notes)
        warn(note);
    put(draw(table.game(), table.valuation(), 2));
    const Frame& frame = table.frame();
    put(fmt::format("{} recommends for {}: {}{}\n", strategy->name, frame.name(strategy->agent),
                    listed_moves(frame, advice.front().moves, frame.action_count()),
                    circumstances(table, strategy->agent)));
    put(show_advice(frame, {advice.begin() + 1, advice.end()}, options.color, 0));
    return AllAsExpected;
}

} // namespace sgl::command
