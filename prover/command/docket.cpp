#include "prover/command/docket.hpp"
#include "prover/command/output.hpp"
#include "prover/command/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <malloc.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unistd.h>

namespace sgl::command
{

namespace
{

using Json = nlohmann::ordered_json;

Status worse(Status status, Status other)
{
    const auto rank = [](Status s)
    {
        switch (s)
        {
        case AllAsExpected: return 0;
        case SomeOpen: return 1;
        case SomeNotAsExpected: return 2;
        case BadInput: return 3;
        case WasInterrupted: return 4;
        case Fault: return 5;
        }
        return 5;
    };
    return rank(other) > rank(status) ? other : status;
}

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

/// An engine that was stopped says "interrupted …" or "0.2 s passed …": by what, it does not know.
/// The verdict's first words up to and with the mark become the reason.
void name_the_stop(ClaimResult& result, std::string_view mark, const std::string& why)
{
    std::string* text = nullptr;
    if (auto* undecided = std::get_if<Undecided>(&result.verdict))
        text = &undecided->why;
    else if (auto* bounded = std::get_if<HoldsUpTo>(&result.verdict))
        text = &bounded->why;
    const std::size_t at = text != nullptr ? text->find(mark) : std::string::npos;
    if (at != std::string::npos)
        text->replace(0, at + mark.size(), why);
    for (auto& [name, condition] : result.conditions)
        name_the_stop(condition, mark, why);
}

} // namespace

double seconds_since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Docket::File::File() = default;

Docket::Docket(const Options& options) : options_(options), started_(Clock::now()) {}

void Docket::begin(const std::string& path)
{
    const std::lock_guard lock(mutex_);
    file_.emplace();
    file_->path = path;
    file_->begun = Clock::now();
}

void Docket::open(const Game& game, std::vector<std::size_t> claims, unsigned workers)
{
    const std::lock_guard lock(mutex_);
    erase_progress();
    File& file = *file_;
    file.is_read = true;
    file.game.name = game.name;
    file.game.parameters = game.parameters;
    file.game.frame = game.frame;
    file.game.board = game.board;
    file.game.claims = game.claims;
    file.position.resize(game.claims.size());
    for (std::size_t i = 0; i < claims.size(); ++i)
    {
        file.position[claims[i]] = i;
        file.name_width = std::max(file.name_width, game.claims[claims[i]].name.size());
    }
    file.results.resize(claims.size());
    file.claims = std::move(claims);
    workers_.clear();
    for (unsigned i = 0; i < workers; ++i)
        workers_.emplace_back();
    if (has_lines())
        put(title(game) + "\n");
    flush_output();
}

bool Docket::total_passed() const
{
    return options_.total_timeout && seconds_since(started_) >= *options_.total_timeout;
}

std::string Docket::total_reason() const
{
    return fmt::format("the total of {:g} s passed", *options_.total_timeout);
}

std::optional<std::size_t> Docket::take(Worker& worker)
{
    std::unique_lock lock(mutex_);
    wait_out_stop(lock);
    if (!closed_ && total_passed())
    {
        closed_ = true;
        why_ = total_reason();
    }
    File& file = *file_;
    if (closed_ || file.taken == file.claims.size())
        return std::nullopt;
    worker.since = Clock::now();
    worker.ply.store(0);
    worker.claim = file.claims[file.taken++];
    return worker.claim;
}

void Docket::settle(Worker& worker, ClaimResult result)
{
    const std::lock_guard lock(mutex_);
    if (stop_)
        name_the_stop(result, "interrupted", why_);
    else if (total_passed())
        name_the_stop(result, " s passed", total_reason());
    file_->results[file_->position[*worker.claim]] = std::move(result);
    worker.claim.reset();
    print_ready();
    if (!flush_output())
        closed_ = true; // nobody reads what else would be found out
}

void Docket::resume()
{
    std::unique_lock lock(mutex_);
    wait_out_stop(lock);
}

void Docket::wait_out_stop(std::unique_lock<std::mutex>& lock)
{
    const auto none_running = [&]
    { return std::ranges::none_of(workers_, [](const Worker& w) { return w.claim.has_value(); }); };
    all_stopped_.notify_all();
    all_stopped_.wait(lock, [&] { return !stop_ || closed_ || none_running(); });
    if (stop_ && !closed_)
    {
        malloc_trim(0);
        stop_ = false;
    }
    all_stopped_.notify_all();
}

void Docket::fault(const std::string& what)
{
    const std::lock_guard lock(mutex_);
    erase_progress();
    put_error(fmt::format("sgl: fault: {}\n", what));
    status_ = worse(status_, Fault);
}

void Docket::stop(const std::string& why, bool close)
{
    const std::lock_guard lock(mutex_);
    if (closed_)
        return;
    why_ = why;
    closed_ = close;
    stop_ = true;
    all_stopped_.notify_all();
}

void Docket::interrupt()
{
    stop("interrupted", true);
    const std::lock_guard lock(mutex_);
    interrupted_ = true;
}

bool Docket::is_closed() const
{
    const std::lock_guard lock(mutex_);
    return closed_;
}

bool Docket::any_running() const
{
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(workers_, [](const Worker& w) { return w.claim.has_value(); });
}

std::optional<std::pair<std::string, Clock::time_point>> Docket::reading() const
{
    const std::lock_guard lock(mutex_);
    if (!file_ || file_->is_read)
        return std::nullopt;
    return std::pair(file_->path, file_->begun);
}

/// Prints the results that all results before have been printed for.
void Docket::print_ready()
{
    File& file = *file_;
    while (file.printed < file.results.size() && file.results[file.printed])
        print(file.printed++);
}

void Docket::print(std::size_t position)
{
    File& file = *file_;
    const Claim& claim = file.game.claims[file.claims[position]];
    const ClaimResult& result = *file.results[position];
    const Comparison comparison = compare(claim, result);
    status_ = worse(status_, status_of(comparison));
    file.expected += comparison == Comparison::AsExpected;
    file.open += comparison == Comparison::Open;
    erase_progress();
    if (result.contradictions && !file.contradictions)
    {
        file.contradictions = result.contradictions;
        if (!options_.json)
            put(report(file.game, *file.contradictions));
    }
    if (has_lines() || (options_.quiet && comparison != Comparison::AsExpected && !options_.json))
        put(report(file.game, claim, result, options_, file.name_width));
}

void Docket::end_undecided(const std::string& why)
{
    for (auto& result : file_->results)
    {
        if (!result)
        {
            result.emplace();
            result->verdict = Undecided{why};
        }
    }
    print_ready();
}

void Docket::close_file()
{
    if (closed_)
        end_undecided(why_);
    erase_progress();
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
}

void Docket::end()
{
    const std::lock_guard lock(mutex_);
    close_file();
}

void Docket::give_up()
{
    const std::lock_guard lock(mutex_);
    erase_progress();
    status_ = worse(status_, BadInput);
    file_.reset();
}

std::string Docket::json() const
{
    const File& file = *file_;
    Json object;
    object["game"] = file.is_read ? file.game.name : file.path;
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
    object["cut_short"] = closed_ ? Json(why_) : Json(nullptr);
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

void Docket::print_objects()
{
    if (!options_.json || objects_.empty())
        return;
    if (options_.files.size() == 1)
        put(objects_.front() + "\n");
    else
        put(fmt::format("[\n{}\n]\n", fmt::join(objects_, ",\n")));
}

Status Docket::finish()
{
    const std::lock_guard lock(mutex_);
    print_objects();
    return interrupted_ ? worse(status_, WasInterrupted) : status_;
}

void Docket::cut_short(const std::string& why)
{
    const std::lock_guard lock(mutex_);
    closed_ = true;
    why_ = why;
    status_ = worse(status_, interrupted_ ? WasInterrupted : SomeOpen);
    if (file_)
    {
        erase_progress();
        if (!file_->is_read)
            complain(fmt::format("{}: {}", file_->path, why));
        close_file();
    }
    print_objects();
    if (!flush_output())
    {
        complain("the output could not be written: " + *output_failure());
        status_ = Fault;
    }
    _exit(status_);
}

// Progress, on a terminal's standard error.

std::string Docket::progress() const
{
    if (!file_)
        return "";
    if (!file_->is_read)
        return fmt::format("reading {}  {:.1f} s", file_->path, seconds_since(file_->begun));
    std::vector<std::string> parts;
    for (const Worker& worker : workers_)
    {
        if (!worker.claim)
            continue;
        const unsigned ply = worker.ply.load();
        parts.push_back(fmt::format("{}{}  {:.1f} s", file_->game.claims[*worker.claim].name,
                                    ply == 0 ? "" : fmt::format("  ply {}", ply),
                                    seconds_since(worker.since)));
    }
    return fmt::format("{}", fmt::join(parts, " | "));
}

void Docket::show_progress()
{
    const std::lock_guard lock(mutex_);
    constexpr std::size_t width = 76;
    std::string text = progress();
    if (text.size() > width)
        text = text.substr(0, width) + "…";
    erase_progress();
    put_error("  " + text);
    progress_shown_ = true;
}

void Docket::erase_progress()
{
    if (progress_shown_)
        put_error("\r\033[K");
    progress_shown_ = false;
}

} // namespace sgl::command
