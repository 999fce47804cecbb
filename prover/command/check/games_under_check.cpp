#include "prover/command/check/games_under_check.hpp"

#include "prover/resources/memory.hpp"

#include <algorithm>
#include <filesystem>

namespace sgl::command
{

/// Formulas of certificates stay in their game's store: it is read again once they are most of it.
/// No game is kept where the memory allowed is half used.
void GamesUnderCheck::forget_large(const Options& options)
{
    constexpr std::size_t most_games = 4, few_formulas = 1'000'000;
    std::erase_if(entries_, [&](const Entry& entry)
                  { return entry.ground->store.size() > 2 * entry.own_formulas + few_formulas; });
    if (options.memory && 2 * memory_in_use() > static_cast<double>(*options.memory))
        entries_.clear();
    if (entries_.size() > most_games)
        entries_.erase(entries_.begin());
}

GroundedGame* GamesUnderCheck::game(const std::string& path, const Parameters& parameters,
                                    const Options& options, const Interruption& interruption,
                                    Refusal& refusal)
{
    forget_large(options);
    std::error_code failure;
    std::string canonical = std::filesystem::canonical(path, failure).string();
    const auto known = std::ranges::find_if(
        entries_, [&](const Entry& entry)
        { return !failure && entry.path == canonical && entry.parameters == parameters; });
    if (known != entries_.end())
    {
        std::rotate(known, known + 1, entries_.end());
        return entries_.back().ground.get();
    }
    const std::optional<Source> text = read_source(path, options, refusal);
    if (!text)
        return nullptr;
    Options about = options;
    about.parameters = parameters;
    auto ground = std::make_unique<GroundedGame>();
    ground->reader = read_game(ground->store, *text, about, interruption, refusal);
    if (!ground->reader)
        return nullptr;
    ground->rules = read_rules(ground->store, ground->game());
    for (const Claim& claim : ground->game().claims)
        ground->claims.emplace(claim.name, &claim);
    const std::size_t own_formulas = ground->store.size();
    entries_.push_back({std::move(canonical), parameters, own_formulas, std::move(ground)});
    return entries_.back().ground.get();
}

} // namespace sgl::command
