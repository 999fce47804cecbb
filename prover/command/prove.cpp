// sgl prove: decides the claims of game files.

#include "prover/prove.hpp"
#include "prover/command/input.hpp"
#include "prover/command/report.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sgl::command
{

namespace
{

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Status worse(Status status, Comparison comparison)
{
    switch (comparison)
    {
    case Comparison::AsExpected: return status;
    case Comparison::NotAsExpected: return SomeNotAsExpected;
    case Comparison::Open: return status == AllAsExpected ? SomeOpen : status;
    }
    return status;
}

/// The claims asked for, in the file's order; complains of a name that is none of them.
std::optional<std::vector<Claim>> chosen_claims(const Game& game, const Options& options)
{
    for (const std::string& name : options.claims)
    {
        if (std::ranges::none_of(game.claims, [&](const Claim& c) { return c.name == name; }))
        {
            complain(fmt::format("there is no claim '{}'", name));
            return std::nullopt;
        }
    }
    std::vector<Claim> chosen;
    for (const Claim& claim : game.claims)
    {
        if (options.claims.empty() ||
            std::ranges::find(options.claims, claim.name) != options.claims.end())
            chosen.push_back(claim);
    }
    return chosen;
}

std::string summary(std::size_t claims, std::size_t expected, std::size_t open, double seconds)
{
    std::string text =
        fmt::format("{} of {} {} as expected", expected, claims, claims == 1 ? "claim" : "claims");
    if (open > 0)
        text += fmt::format(", {} open", open);
    return fmt::format("{}; {:.2f} s", text, seconds);
}

Status prove_file(const std::string& path, const Options& options, Clock::time_point start,
                  nlohmann::ordered_json& output)
{
    const Clock::time_point began = Clock::now();
    FormulaStore store;
    const std::optional<GameReader> reader = read_game(store, path, options);
    if (!reader)
        return BadInput;
    const Game& game = reader->game();
    const auto claims = chosen_claims(game, options);
    if (!claims)
        return BadInput;
    complain(game.warnings);

    Status status = AllAsExpected;
    std::size_t expected = 0, open = 0, name_width = 0;
    for (const Claim& claim : *claims)
        name_width = std::max(name_width, claim.name.size());
    const bool lines = !options.json && !options.quiet;
    if (lines)
        fmt::print("{}\n", title(game));
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    ProveOptions limits{options.timeout, options.bound, &interrupted};
    Prover prover(store, game, limits);
    for (const Claim& claim : *claims)
    {
        if (options.total_timeout)
            prover.set_seconds(std::clamp(*options.total_timeout - seconds_since(start), 1e-3,
                                          options.timeout > 0 ? options.timeout : 1e18));
        const ClaimResult result = prover.prove(claim);
        const Comparison comparison = compare(claim, result);
        status = worse(status, comparison);
        expected += comparison == Comparison::AsExpected;
        open += comparison == Comparison::Open;
        if (options.json)
            list.push_back(as_json(game, claim, result));
        else if (lines || (options.quiet && comparison != Comparison::AsExpected))
            fmt::print("{}", report(game, claim, result, options, name_width));
        std::fflush(stdout);
    }
    if (lines)
        fmt::print("{}\n", summary(claims->size(), expected, open, seconds_since(began)));
    if (options.json)
    {
        nlohmann::ordered_json object;
        object["game"] = game.name;
        object["parameters"] = nlohmann::ordered_json::object();
        for (const auto& [name, value] : game.parameters)
            object["parameters"][name] = value;
        object["claims"] = std::move(list);
        object["seconds"] = seconds_since(began);
        output.push_back(std::move(object));
    }
    return status;
}

} // namespace

Status prove(const Options& options)
{
    const Clock::time_point start = Clock::now();
    nlohmann::ordered_json output = nlohmann::ordered_json::array();
    Status status = AllAsExpected;
    for (const std::string& path : options.files)
    {
        const Status here = prove_file(path, options, start, output);
        if (here == BadInput || status == BadInput)
            status = BadInput;
        else if (here == SomeNotAsExpected || status == AllAsExpected)
            status = here;
    }
    if (options.json && !output.empty())
        fmt::print("{}\n",
                   (options.files.size() == 1 ? output[0] : output)
                       .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return status;
}

} // namespace sgl::command
