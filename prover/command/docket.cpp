#include "prover/command/docket.hpp"
#include "prover/command/output.hpp"
#include "prover/command/report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <malloc.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unistd.h>
#include <utility>

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

Docket::File::File() = default;

Docket::Docket(const Options& options) : options_(options), started_(Clock::now()) {}

void Docket::begin(const std::string& path)
{
    const std::lock_guard lock(mutex_);
    file_.emplace();
    file_->path = path;
    file_->begun = Clock::now();
}

void Docket::open(const Game& game, std::vector<std::size_t> claims)
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
        file.name_width = std::max(file.name_width, shortened(game.claims[claims[i]].name).size());
    }
    file.results.resize(claims.size());
    file.claims = std::move(claims);
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

std::shared_ptr<Worker> Docket::hire()
{
    const std::lock_guard lock(mutex_);
    workers_.push_back(std::make_shared<Worker>());
    return workers_.back();
}

std::optional<std::size_t> Docket::take(Worker& worker)
{
    std::unique_lock lock(mutex_);
    if (!worker.left_behind)
        wait_out_stop(lock);
    if (worker.left_behind)
        return std::nullopt;
    if (!closed_ && total_passed())
    {
        closed_ = true;
        why_ = total_reason();
    }
    File& file = *file_;
    if (closed_ || file.taken == file.claims.size())
        return std::nullopt;
    worker.since = Clock::now();
    worker.decided.reset();
    worker.whereabouts.ply = 0;
    worker.whereabouts.phase = nullptr;
    worker.claim = file.claims[file.taken++];
    return worker.claim;
}

void Docket::start_clock(Worker& worker)
{
    const std::lock_guard lock(mutex_);
    worker.since = Clock::now();
}

void Docket::write_derivation(Worker& worker, const ClaimResult& result)
{
    const std::lock_guard lock(mutex_);
    worker.decided = result;
    worker.since = Clock::now();
}

void Docket::settle(Worker& worker, ClaimResult result)
{
    const std::lock_guard lock(mutex_);
    if (worker.left_behind)
        return;
    if (worker.stop)
        name_the_stop(result, "interrupted", why_);
    else if (total_passed())
        name_the_stop(result, " s passed", total_reason());
    record(*worker.claim, std::move(result));
    worker.claim.reset();
}

void Docket::record(std::size_t claim, ClaimResult result)
{
    file_->results[file_->position[claim]] = std::move(result);
    print_ready();
    if (!flush_output())
        closed_ = true; // nobody reads what else would be found out
}

void Docket::resume(const Worker& worker)
{
    std::unique_lock lock(mutex_);
    if (!worker.left_behind)
        wait_out_stop(lock);
}

void Docket::wait_out_stop(std::unique_lock<std::timed_mutex>& lock)
{
    const auto none_running = [&]
    { return std::ranges::none_of(workers_, [](const auto& w) { return w->claim.has_value(); }); };
    changed_.notify_all();
    changed_.wait(lock, [&] { return !stop_ || closed_ || none_running(); });
    if (stop_ && !closed_)
    {
        malloc_trim(0);
        stop_ = false;
        for (const auto& worker : workers_)
            worker->stop = false;
    }
    changed_.notify_all();
}

void Docket::resign(Worker& worker)
{
    const std::lock_guard lock(mutex_);
    worker.done = true;
    worker.claim.reset();
    changed_.notify_all();
}

void Docket::leave_late_behind()
{
    const std::lock_guard lock(mutex_);
    if (options_.timeout <= 0 || closed_)
        return;
    const auto is_late = [&](const std::shared_ptr<Worker>& worker)
    { return worker->claim && seconds_since(worker->since) > latest(options_.timeout); };
    for (const auto& worker : workers_)
    {
        if (!is_late(worker))
            continue;
        const char* const phase = worker->whereabouts.phase.load();
        ClaimResult result;
        if (worker->decided)
        {
            result = std::move(*worker->decided);
            result.no_proof = fmt::format("{:g} s passed while it was written", options_.timeout);
        }
        else
        {
            result.seconds = seconds_since(worker->since);
            result.verdict =
                Undecided{fmt::format("{:g} s passed{}{}", options_.timeout,
                                      phase == nullptr ? "" : " ", phase == nullptr ? "" : phase)};
        }
        worker->left_behind = true;
        worker->stop = true;
        record(*std::exchange(worker->claim, std::nullopt), std::move(result));
        ++vacancies_;
    }
    if (std::erase_if(workers_, [](const auto& worker) { return worker->left_behind; }) > 0)
        changed_.notify_all();
}

bool Docket::wait_for_vacancy()
{
    std::unique_lock lock(mutex_);
    const auto none_at_work = [&]
    { return std::ranges::all_of(workers_, [](const auto& worker) { return worker->done; }); };
    changed_.wait(lock, [&] { return vacancies_ > 0 || none_at_work(); });
    if (vacancies_ == 0)
        return false;
    --vacancies_;
    return true;
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
    stop_all(why, close);
}

void Docket::stop_all(const std::string& why, bool close)
{
    why_ = why;
    closed_ = close;
    stop_ = true;
    for (const auto& worker : workers_)
        worker->stop = true;
    changed_.notify_all();
}

bool Docket::interrupt()
{
    const std::unique_lock lock(mutex_, std::chrono::milliseconds(100));
    if (!lock.owns_lock())
        return false;
    interrupted_ = true;
    if (!closed_)
        stop_all("interrupted", true);
    return true;
}

bool Docket::is_closed() const
{
    const std::lock_guard lock(mutex_);
    return closed_;
}

bool Docket::is_free() const
{
    return std::unique_lock(mutex_, std::chrono::milliseconds(100)).owns_lock();
}

bool Docket::any_running() const
{
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(workers_, [](const auto& w) { return w->claim.has_value(); });
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
    for (const auto& worker : workers_)
    {
        if (!worker->claim)
            continue;
        const char* const phase = worker->whereabouts.phase.load();
        ClaimResult& result = file_->results[file_->position[*worker->claim]].emplace();
        if (worker->decided)
        {
            result = std::move(*worker->decided);
            result.no_proof = why + " while it was written";
            continue;
        }
        result.seconds = seconds_since(worker->since);
        result.verdict = Undecided{phase == nullptr ? why : why + " " + phase};
    }
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
    vacancies_ = 0;
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
    const std::string& why = file.cut_short.empty() && closed_ ? why_ : file.cut_short;
    object["cut_short"] = why.empty() ? Json(nullptr) : Json(why);
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

void Docket::give_up(const std::string& why)
{
    const std::lock_guard lock(mutex_);
    complain(fmt::format("{}: {}", file_->path, why));
    status_ = worse(status_, SomeOpen);
    file_->cut_short = why;
    close_file();
}

std::string Docket::reading_limit() const
{
    const std::lock_guard lock(mutex_);
    const std::string when = " while it was read and grounded";
    if (closed_)
        return why_ + when;
    if (total_passed())
        return fmt::format("{:g} s passed", *options_.total_timeout) + when;
    if (options_.timeout > 0 && seconds_since(file_->begun) > options_.timeout)
        return fmt::format("{:g} s passed", options_.timeout) + when;
    return "";
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
    end_process(status_);
}

// Progress, on a terminal's standard error.

std::string Docket::progress() const
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
        const unsigned ply = worker->whereabouts.ply.load();
        parts.push_back(fmt::format(
            "{}{}  {:.1f} s", shortened(file_->game.claims[*worker->claim].name),
            ply == 0 ? "" : fmt::format("  ply {}", ply), seconds_since(worker->since)));
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
