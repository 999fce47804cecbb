// A folder of sheets with a truth.json that says what others found out about them: each fact is
// compared. SGL_GDL_SHEETS names the folder, SGL_GDL_ONLY a part of a sheet's name.

#include "logic/gdl/ground/ground.hpp"
#include "logic/gdl/machine/facts.hpp"
#include "logic/gdl/reader/reader.hpp"
#include "tests/gdl/known_facts.hpp"
#include "tests/gdl/sheets.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

namespace sgl::gdl
{

namespace
{

using Json = nlohmann::json;

Json value(int number)
{
    return number < 0 ? Json() : Json(number);
}

/// The facts under the keys of truth.json.
Json as_json(const GameFacts& facts)
{
    Json answer{{"roles", facts.roles},
                {"init_fluents", facts.init_fluents},
                {"initial_legal", facts.initial_legal},
                {"states_at_ply", facts.plies.states},
                {"sequences_at_ply", facts.plies.sequences}};
    if (!facts.is_complete)
        return answer;
    answer["complete"] = true;
    answer["states"] = facts.states;
    answer["joint_steps"] = facts.joint_moves;
    answer["max_joint_moves"] = facts.most_joint_moves;
    answer["terminal_states"] = facts.terminal_states;
    answer["terminal_with_bad_goal"] = facts.terminal_with_bad_goal;
    answer["deadlock_states"] = facts.deadlocks;
    answer["simultaneous_seen"] = facts.is_simultaneous;
    answer["terminal_goal_histogram"] = facts.terminal_goals;
    answer["fluents_seen"] = facts.fluents_seen;
    answer["actions_seen"] = facts.moves_seen;
    answer["acyclic"] = facts.longest_play.has_value();
    if (facts.longest_play)
        answer["longest_game"] = *facts.longest_play;
    for (const RoleValue& role : facts.values)
    {
        answer["forced_value"].push_back(value(role.forced));
        answer["best_possible"].push_back(value(role.best));
    }
    return answer;
}

double seconds_since(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// One line of the table; the number of facts that differ.
std::size_t compare(const std::filesystem::path& folder, const std::string& name, const Json& truth)
{
    const auto start = std::chrono::steady_clock::now();
    ReadSheet read = read_sheet(read_source(folder / (name + ".kif")));
    if (!read.sheet)
    {
        const bool is_right =
            truth.value("roles", Json()).is_null() || truth.contains("ground_error");
        std::cout << fmt::format("{:32} refused, {}: {}\n", name,
                                 is_right ? "as it should be" : "WRONG",
                                 first_error(read.diagnostics));
        return is_right ? 0 : 1;
    }
    Grounded grounded = ground(*read.sheet);
    const double grounding = seconds_since(start);
    if (!grounded.program)
    {
        const bool is_right = truth.contains("ground_error");
        std::cout << fmt::format("{:32} not grounded, {} ({:.1f} s): {}\n", name,
                                 is_right ? "as for others" : "WRONG", grounding,
                                 first_error(grounded.diagnostics));
        return is_right ? 0 : 1;
    }
    Machine machine(*grounded.program);
    const std::size_t plies = truth.at("states_at_ply").size();
    ExploreLimits limits;
    if (truth.value("complete", Json(false)) != true)
        limits.plies = static_cast<std::uint32_t>(std::max<std::size_t>(1, plies - 1));
    const auto middle = std::chrono::steady_clock::now();
    const StateGraph graph = explore(machine, limits);
    const double exploring = seconds_since(middle);
    const Json ours = as_json(facts_of(read.sheet->terms, *grounded.program, graph, plies - 1));
    std::size_t agree = 0;
    std::string differ;
    for (const auto& [key, fact] : ours.items())
    {
        if (!truth.contains(key) || truth.at(key).is_null())
            continue;
        if (agrees(key, fact, truth.at(key)))
            ++agree;
        else
            differ +=
                fmt::format("\n    {}: {} here, {} there", key, fact.dump(), truth.at(key).dump());
    }
    std::cout << fmt::format("{:32} {:3} facts agree{} ({:.1f} s grounding, {:.1f} s for {} joint "
                             "moves: {:.2f} M/s){}{}\n",
                             name, agree, differ.empty() ? "" : ", OTHERS DO NOT", grounding,
                             exploring, graph.successors.size(),
                             static_cast<double>(graph.successors.size()) / exploring / 1e6,
                             graph.is_complete ? " complete" : "", differ);
    return differ.empty() ? 0 : 1;
}

} // namespace

TEST_CASE("Facts that others found about sheets are ours", "[gdl][sheets]")
{
    const char* folder = std::getenv("SGL_GDL_SHEETS");
    if (!folder)
        return;
    const char* only = std::getenv("SGL_GDL_ONLY");
    std::ifstream file(std::filesystem::path(folder) / "truth.json");
    const Json truth = Json::parse(file);
    for (const auto& [name, facts] : truth.at("games").items())
    {
        if (only && name.find(only) == std::string::npos)
            continue;
        INFO(name);
        CHECK(compare(folder, name, facts) == 0);
        std::cout.flush();
    }
}

} // namespace sgl::gdl
