#include "prover/command/show/sheet_facts.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::command
{

namespace
{

constexpr long double most_exact = 9.2e18L; // of signed 64 bits, in which others read counts

/// A count of sequences; beyond 64 bits it is a floating-point number.
Json number(long double count)
{
    if (count < most_exact)
        return static_cast<std::uint64_t>(count);
    return static_cast<double>(count);
}

std::string text(long double count)
{
    return count < most_exact ? std::to_string(static_cast<std::uint64_t>(count))
                              : fmt::format("{:.6g}", static_cast<double>(count));
}

Json value(int goal)
{
    return goal < 0 ? Json() : Json(goal);
}

template <class Number>
Json numbers(const std::vector<Number>& all)
{
    Json answer = Json::array();
    for (Number one : all)
        answer.push_back(one);
    return answer;
}

/// The value of each role: "x 100, o none".
std::string values_text(const gdl::GameFacts& facts, const std::vector<std::string>& roles,
                        int gdl::RoleValue::*which)
{
    std::vector<std::string> answer;
    for (std::size_t role = 0; role < roles.size(); ++role)
    {
        const int goal = facts.values[role].*which;
        answer.push_back(
            fmt::format("{} {}", roles[role], goal < 0 ? "none" : std::to_string(goal)));
    }
    return fmt::format("{}", fmt::join(answer, ", "));
}

/// The outcomes, the most frequent first.
std::string outcomes_text(const gdl::GameFacts& facts)
{
    constexpr std::size_t most = 12;
    std::vector<std::pair<std::string, std::uint64_t>> outcomes(facts.terminal_goals.begin(),
                                                                facts.terminal_goals.end());
    std::ranges::stable_sort(outcomes, std::ranges::greater(),
                             [](const auto& outcome) { return outcome.second; });
    std::string answer;
    for (std::size_t i = 0; i < std::min(most, outcomes.size()); ++i)
        answer +=
            fmt::format("{}{} ({})", i == 0 ? "" : ", ", outcomes[i].first, outcomes[i].second);
    if (outcomes.size() > most)
        answer += fmt::format(" … ({} in all)", outcomes.size());
    return answer.empty() ? "none" : answer;
}

} // namespace

void note_facts(const gdl::GameFacts& facts, const std::vector<std::string>& roles, Json& json)
{
    json["roles"] = roles;
    json["init_fluents"] = facts.init_fluents;
    json["initial_legal"] = numbers(facts.initial_legal);
    json["states_at_ply"] = numbers(facts.plies.states);
    Json sequences = Json::array();
    for (long double count : facts.plies.sequences)
        sequences.push_back(number(count));
    json["sequences_at_ply"] = std::move(sequences);
    json["complete"] = facts.is_complete;
    json["states_seen"] = facts.states;
    json["states_expanded"] = facts.expanded;
    json["joint_steps"] = facts.joint_moves;
    json["simultaneous_seen"] = facts.is_simultaneous;
    for (const char* key : {"states", "terminal_states", "deadlock_states", "longest_game",
                            "forced_value", "best_possible", "terminal_goal_histogram"})
        json[key] = Json();
    if (!facts.is_complete)
        return;
    json["states"] = facts.states;
    json["terminal_states"] = facts.terminal_states;
    json["deadlock_states"] = facts.deadlocks;
    if (facts.longest_play)
        json["longest_game"] = *facts.longest_play;
    Json forced = Json::array(), best = Json::array();
    for (const gdl::RoleValue& role : facts.values)
    {
        forced.push_back(value(role.forced));
        best.push_back(value(role.best));
    }
    json["forced_value"] = std::move(forced);
    json["best_possible"] = std::move(best);
    Json histogram = Json::object();
    for (const auto& [outcome, count] : facts.terminal_goals)
        histogram[outcome] = count;
    json["terminal_goal_histogram"] = std::move(histogram);
    json["acyclic"] = facts.longest_play.has_value();
    json["terminal_with_bad_goal"] = facts.terminal_with_bad_goal;
    json["max_joint_moves"] = facts.most_joint_moves;
    json["fluents_seen"] = facts.fluents_seen;
    json["actions_seen"] = numbers(facts.moves_seen);
}

std::string facts_text(const gdl::GameFacts& facts, const gdl::Program& program,
                       const std::vector<std::string>& roles, const std::string& cut_short)
{
    std::string answer;
    const auto say = [&](const std::string& line) { answer += line + "\n"; };
    std::vector<std::string> sequences;
    for (long double count : facts.plies.sequences)
        sequences.push_back(text(count));
    say(facts.is_complete ? fmt::format("states: {}, all that plays reach", facts.states)
                          : fmt::format("states: {} of {} seen were looked at: {}", facts.expanded,
                                        facts.states, cut_short));
    say(fmt::format("  after 0, 1, … moves: {}", fmt::join(facts.plies.states, " ")));
    say(fmt::format("  sequences of moves to these: {}", fmt::join(sequences, " ")));
    say(fmt::format("  final: {}, of them {} where a role has no goal value, or two",
                    facts.terminal_states, facts.terminal_with_bad_goal));
    say(fmt::format("  dead ends: {}", facts.deadlocks));
    say(fmt::format("joint moves: {}, at most {} in one state", facts.joint_moves,
                    facts.most_joint_moves));
    say(facts.is_simultaneous ? "simultaneous: two roles have a choice in one state"
        : facts.is_complete   ? "turn-taking: in each state at most one role has a choice"
                              : "turn-taking so far: in no state of these two roles have a choice");
    std::vector<std::string> moves;
    for (std::size_t role = 0; role < roles.size(); ++role)
        moves.push_back(fmt::format("{} of {} of {}", facts.moves_seen[role],
                                    program.roles[role].moves.size(), roles[role]));
    say(fmt::format("met in some state: {} of {} fluents; legal moves: {}", facts.fluents_seen,
                    program.fluents.size(), fmt::join(moves, ", ")));
    say("outcomes: " + outcomes_text(facts));
    if (!facts.is_complete)
        return answer;
    say(facts.longest_play ? fmt::format("longest play: {} moves", *facts.longest_play)
                           : "longest play: none, plays need not end");
    say("values that can be forced: " + values_text(facts, roles, &gdl::RoleValue::forced));
    say("best values possible: " + values_text(facts, roles, &gdl::RoleValue::best));
    return answer;
}

} // namespace sgl::command
