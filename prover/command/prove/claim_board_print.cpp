// Output of the claim board: claims as lines or JSON objects as they are decided, and progress.

#include "prover/command/output.hpp"
#include "prover/command/prove/claim_board.hpp"
#include "prover/command/report.hpp"
#include "prover/verdicts/words.hpp"

#include <fmt/format.h>

namespace sgl::command
{

namespace
{

Status status_of(Comparison comparison)
{
    switch (comparison)
    {
    case Comparison::AsExpected: return AllAsExpected;
    case Comparison::NotAsExpected: return SomeNotAsExpected;
    case Comparison::Open: return SomeOpen;
    }
    return Fault;
}

} // namespace

/// Prints the results that all results before have been printed for.
void ClaimBoard::print_ready()
{
    File& file = *file_;
    while (file.printed < file.results.size() && file.results[file.printed])
        print(file.printed++);
}

void ClaimBoard::print(std::size_t position)
{
    File& file = *file_;
    const Claim& claim = file.game.claims[file.claims[position]];
    const ClaimResult& result = *file.results[position];
    const Comparison comparison = compare(claim, result);
    status_ = worse(status_, status_of(comparison));
    file.expected += comparison == Comparison::AsExpected;
    file.open += comparison == Comparison::Open;
    if (result.contradictions && !file.contradictions)
    {
        file.contradictions = result.contradictions;
        if (!options_.json)
            put(report(file.game, *file.contradictions));
    }
    if (has_lines() || (options_.quiet && comparison != Comparison::AsExpected && !options_.json))
        put(report(file.game, claim, result, options_, file.name_width));
}

void ClaimBoard::close_file()
{
    if (closed_)
        end_undecided(why_);
    const File& file = *file_;
    if (has_lines() && file.is_read)
    {
        std::string text = fmt::format("{} of {} {} as expected", file.expected, file.claims.size(),
                                       file.claims.size() == 1 ? "claim" : "claims");
        if (file.open > 0)
            text += fmt::format(", {} open", file.open);
        put(fmt::format("{}; {:.2f} s\n", text, seconds_since(file.begun)));
    }
    if (options_.json)
        objects_.push_back(json());
    file_.reset();
    workers_.clear();
    missing_workers_ = 0;
}

void ClaimBoard::end()
{
    const std::lock_guard lock(mutex_);
    close_file();
}

std::string ClaimBoard::json() const
{
    const File& file = *file_;
    Json object;
    object["game"] = file.is_read ? file.game.name : file.path;
    const bool is_wrong = !file.refusal.errors.empty() || !file.refusal.message.empty();
    if (is_wrong && file.refusal.limit.empty())
    {
        object["error"] = as_json(file.refusal);
        return object.text();
    }
    object["parameters"] = Json::object();
    for (const auto& [name, value] : file.game.parameters)
        object["parameters"][name] = value;
    object["contradictions"] =
        file.contradictions ? as_json(file.game, *file.contradictions) : Json::array();
    object["claims"] = Json::array();
    for (std::size_t i = 0; i < file.results.size(); ++i)
        object["claims"].push_back(
            as_json(file.game, file.game.claims[file.claims[i]], *file.results[i]));
    object["seconds"] = seconds_since(file.begun);
    const std::string& limit = file.refusal.limit;
    const std::string why = limit.empty() && closed_ ? text(why_) : limit;
    object["cut_short"] = why.empty() ? Json(nullptr) : Json(why);
    return object.text();
}

void ClaimBoard::print_objects()
{
    if (!options_.json || objects_.empty())
        return;
    if (options_.files.size() == 1)
        put(objects_.front() + "\n");
    else
        put(fmt::format("[\n{}\n]\n", fmt::join(objects_, ",\n")));
}

// Progress, on a terminal's standard error.

namespace
{
/// "  1234567 states, 9.1 million a second", where states are gone through.
std::string states(const Progress& progress)
{
    const std::uint64_t count = progress.states.load();
    return count == 0 ? ""
                      : fmt::format("  {} states, {:.1f} million a second", count,
                                    progress.states_a_second.load() / 1e6);
}
} // namespace

std::string ClaimBoard::progress() const
{
    if (!file_)
        return "";
    if (!file_->is_read)
        return fmt::format("reading {}  {:.1f} s", file_->path, seconds_since(file_->begun));
    std::vector<std::string> parts;
    for (const auto& worker : workers_)
    {
        if (!worker->claim)
            continue;
        const unsigned ply = worker->progress.ply.load();
        parts.push_back(fmt::format("{}{}{}  {:.1f} s",
                                    shortened(file_->game.claims[*worker->claim].name),
                                    ply == 0 ? "" : fmt::format("  ply {}", ply),
                                    states(worker->progress), seconds_since(worker->since)));
    }
    return fmt::format("{}", fmt::join(parts, " | "));
}

void ClaimBoard::show_progress()
{
    const std::lock_guard lock(mutex_);
    if (const std::string text = progress(); !text.empty())
        command::show_progress(text);
}

} // namespace sgl::command
