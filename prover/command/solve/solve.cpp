// sgl solve: the largest goal that each agent can force against all others.

#include "logic/states/state_file.hpp"
#include "prover/command/output.hpp"
#include "prover/command/proofs/write_file.hpp"
#include "prover/command/report.hpp"
#include "prover/command/watchdog.hpp"
#include "prover/decide/forcing/solution.hpp"
#include "prover/decide/prover.hpp"
#include "prover/resources/count_of_states.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace sgl::command
{

namespace
{

/// What the values of agents are, as the file defines them.
struct Goals
{
    std::vector<GoalsOfAgent> of;
    std::vector<std::vector<std::int64_t>> values; // by agent; ascending
};

/// The value of `goal(x,50)`, for x; nothing for another text.
std::optional<std::int64_t> value_in(const std::string& name, const std::string& agent)
{
    const std::string before = "goal(" + agent + ",";
    if (!name.starts_with(before) || !name.ends_with(")"))
        return std::nullopt;
    std::int64_t value = 0;
    const char* const last = name.data() + name.size() - 1;
    const auto [end, error] = std::from_chars(name.data() + before.size(), last, value);
    return error == std::errc() && end == last ? std::optional(value) : std::nullopt;
}

class SolveCommand
{
public:
    explicit SolveCommand(const Options& options) : options_(options), watchdog_(options_) {}

    Status run()
    {
        const std::string& path = options_.files[0];
        watchdog_.begin(path, [this](const std::string& why) { say_cut_short(why); });
        Refusal refusal;
        reader_ = watchdog_.read(store_, path, refusal);
        if (!reader_)
            return refuse(refusal);
        watchdog_.enter({"reading the goals", "while the goals were read"});
        const std::optional<Goals> goals = read_goals(refusal);
        if (!goals)
            return refuse(refusal);
        watchdog_.restart({"solving", "while it was solved", true});
        Solution solution;
        try
        {
            ProveOptions unlimited;
            unlimited.seconds = 0;
            Prover prover(store_, reader_->game(), unlimited);
            const double most = options_.timeout > 0 ? options_.timeout : 1e9;
            solution = prover.solve(goals->of, watchdog_.budget(most));
        }
        catch (const Interrupted& interrupted)
        {
            solution.why_not = text(interrupted);
        }
        catch (const EvaluationTooDeep& error)
        {
            solution.why_not = error.what();
        }
        if (!solution.why_not.empty())
        {
            watchdog_.end();
            say_cut_short(solution.why_not);
            return SomeOpen;
        }
        if (!options_.policies.empty() && !write_policies(solution, refusal))
            return refuse(refusal);
        watchdog_.end();
        show(*goals, solution);
        return AllAsExpected;
    }

private:
    const Frame& frame() const { return reader_->game().frame; }

    Status refuse(const Refusal& refusal)
    {
        watchdog_.end();
        if (options_.json)
            put(error_object(refusal));
        return complain(refusal);
    }

    void say_cut_short(const std::string& why)
    {
        if (options_.json)
            put(Json::object({{"game", options_.files[0]}, {"cut_short", why}}).text() + "\n");
        else
            put(fmt::format("{}\n  not solved: {}\n",
                            reader_ ? title(reader_->game()) : options_.files[0], why));
    }

    /// By `goal(agent, value)`, or else by `wins(agent)`.
    std::optional<Goals> read_goals(Refusal& refusal)
    {
        constexpr std::size_t most = 1 << 16;
        const std::vector<std::string> names = reader_->definition_names(most);
        Goals goals;
        for (std::uint32_t i = 0; i < frame().agent_count(); ++i)
        {
            const std::string& agent = frame().name(Agent{i});
            std::map<std::int64_t, std::string> named;
            for (const std::string& name : names)
            {
                if (const auto value = value_in(name, agent))
                    named.emplace(*value, name);
            }
            const std::string wins = "wins(" + agent + ")";
            const bool by_wins = named.empty();
            if (by_wins && std::ranges::find(names, wins) != names.end())
                named = {{0, "true"}, {100, wins}};
            if (named.empty())
            {
                refusal.file = options_.files[0];
                refusal.message = fmt::format("{0}: neither goal({1}, a value) nor wins({1}) "
                                              "is defined: there is nothing to be forced",
                                              options_.files[0], agent);
                return std::nullopt;
            }
            if (!add(Agent{i}, named, goals, refusal))
                return std::nullopt;
        }
        const auto is_empty = [](const std::vector<std::int64_t>& values)
        { return values.empty(); };
        if (std::ranges::all_of(goals.values, is_empty))
        {
            refusal.file = options_.files[0];
            refusal.message = "no agent has a goal that can be true: there is nothing to be forced";
            return std::nullopt;
        }
        return goals;
    }

    bool add(Agent agent, const std::map<std::int64_t, std::string>& named, Goals& goals,
             Refusal& refusal)
    {
        std::vector<Formula> reached;
        std::vector<std::int64_t> values;
        for (const auto& [value, name] : named)
        {
            const Result<Formula> f = reader_->formula({name, name});
            if (!f)
            {
                refusal = refusal_of(f.errors(), name, options_, "while the goals were read");
                return false;
            }
            if (!f->is_state_wise())
            {
                refusal.file = options_.files[0];
                refusal.message = fmt::format("{}: error: {} speaks of moves, not of a state",
                                              options_.files[0], name);
                return false;
            }
            if (*f == store_.bottom())
                continue;
            reached.push_back(*f);
            values.push_back(value);
        }
        GoalsOfAgent of{agent, {}};
        for (std::size_t i = 0; i < reached.size(); ++i)
            of.at_least.push_back(store_.disjunction(
                {reached.begin() + static_cast<std::ptrdiff_t>(i), reached.end()}));
        goals.of.push_back(std::move(of));
        goals.values.push_back(std::move(values));
        return true;
    }

    std::string path_of(const std::string& name) const
    {
        return (std::filesystem::path(options_.policies) / (name + ".policy")).string();
    }

    bool write_policies(const Solution& solution, Refusal& refusal) const
    {
        std::error_code failure;
        std::filesystem::create_directories(options_.policies, failure);
        for (const SolvedAgent& of : solution.agents)
        {
            const std::string& agent = frame().name(of.agent);
            for (const auto& [side, name] :
                 {std::pair(of.policy, agent), std::pair(of.against, "against_" + agent)})
            {
                constexpr int level = 9;
                if (!side)
                    continue;
                const std::string path = path_of(name);
                if (const auto why = write_file(path, written(side->policy, level)))
                {
                    refusal.message = fmt::format("cannot write {}: {}", path, *why);
                    return false;
                }
            }
        }
        return true;
    }

    void show(const Goals& goals, const Solution& solution) const
    {
        Json agents = Json::array();
        std::string lines;
        for (std::size_t i = 0; i < solution.agents.size(); ++i)
        {
            const SolvedAgent& of = solution.agents[i];
            const std::string& agent = frame().name(of.agent);
            const std::vector<std::int64_t>& values = goals.values[i];
            Json object = Json::object({{"agent", agent}, {"value", nullptr}});
            if (of.value)
                object["value"] = values[*of.value];
            lines += of.value ? fmt::format("  {} can force {}{}\n", agent, values[*of.value],
                                            of.against ? ", and no more" : "")
                     : values.empty() ? fmt::format("  {} has no goals\n", agent)
                                      : fmt::format("  {} can force none of its goals\n", agent);
            for (const auto& [side, key, name] :
                 {std::tuple(of.policy, "policy", agent),
                  std::tuple(of.against, "against", "against_" + agent)})
            {
                if (!side || options_.policies.empty())
                    continue;
                object[key] = path_of(name);
                lines += fmt::format("    {}: {} ({})\n", key, path_of(name),
                                     count_of_states(static_cast<double>(side->policy.size())));
            }
            agents.push_back(std::move(object));
        }
        if (options_.json)
        {
            Json whole = Json::object({{"game", options_.files[0]}, {"agents", std::move(agents)}});
            whole["states"] = solution.states ? Json(*solution.states) : Json();
            whole["longest_play"] = solution.longest_play ? Json(*solution.longest_play) : Json();
            put(whole.text() + "\n");
            return;
        }
        put(title(reader_->game()) + "\n" + lines);
        if (!solution.states)
            put("  not all states were gone through\n");
        else
            put(fmt::format("  {}; {}\n", count_of_states(static_cast<double>(*solution.states)),
                            solution.longest_play
                                ? fmt::format("the longest play has {} move{}",
                                              *solution.longest_play,
                                              *solution.longest_play == 1 ? "" : "s")
                                : "plays need not end"));
    }

    const Options& options_;
    CommandWatchdog watchdog_;
    FormulaStore store_;
    std::optional<GameReader> reader_;
};

} // namespace

Status solve(const Options& options)
{
    return SolveCommand(options).run();
}

} // namespace sgl::command
