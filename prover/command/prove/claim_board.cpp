#include "prover/command/prove/claim_board.hpp"
#include "prover/command/output.hpp"
#include "prover/command/report.hpp"
#include "prover/verdicts/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <malloc.h>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace sgl::command
{

namespace
{

/// By what an engine was stopped it does not know: where that cause cut something short, in the
/// verdict or in what is missing, this one did.
void name_the_stop(ClaimResult& result, Cause cause, const Interrupted& by)
{
    std::vector<Reason*> reasons{&result.no_proof, &result.no_certificate};
    if (auto* undecided = std::get_if<Undecided>(&result.verdict))
        reasons.push_back(&undecided->why);
    else if (auto* bounded = std::get_if<HoldsUpTo>(&result.verdict))
        reasons.push_back(&bounded->why);
    for (Reason* reason : reasons)
    {
        if (!reason->cut_short || reason->cut_short->cause != cause)
            continue;
        const std::string where = by.where + reason->cut_short->where;
        reason->cut_short = by;
        reason->cut_short->where = where;
    }
    for (auto& [name, condition] : result.conditions)
        name_the_stop(condition, cause, by);
}

/// Met while this was done: " while it was written"; or nowhere in particular.
Interrupted during(Interrupted by, const char* phase)
{
    if (phase != nullptr)
        by.where += std::string(" ") + phase;
    return by;
}

} // namespace

ClaimBoard::File::File() = default;

ClaimBoard::ClaimBoard(const Options& options) : options_(options), started_(Clock::now()) {}

std::shared_ptr<Reading> ClaimBoard::begin(const std::string& path)
{
    const std::lock_guard lock(mutex_);
    file_.emplace();
    file_->path = path;
    file_->begun = Clock::now();
    ++begun_;
    reading_stop_.clear();
    reading_ = std::make_shared<Reading>();
    return reading_;
}

void ClaimBoard::has_read(Reading& reading)
{
    const std::lock_guard lock(mutex_);
    reading.done = true;
    changed_.notify_all();
}

std::string ClaimBoard::wait_for(const Reading& reading)
{
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return reading.done || !reading.abandoned.empty(); });
    return reading.abandoned;
}

void ClaimBoard::abandon_reading(Clock::time_point since, const std::string& why)
{
    const std::lock_guard lock(mutex_);
    if (file_ && file_->begun == since && reading_ && !reading_->done)
        reading_->abandoned = why;
    changed_.notify_all();
}

void ClaimBoard::stop_reading(Clock::time_point since, const std::string& why)
{
    const std::lock_guard lock(mutex_);
    if (file_ && file_->begun == since)
        reading_stop_ = why;
}

void ClaimBoard::open(const Game& game, std::vector<std::size_t> claims)
{
    const std::lock_guard lock(mutex_);
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

bool ClaimBoard::total_passed() const
{
    return options_.total_timeout && seconds_since(started_) >= *options_.total_timeout;
}

Interrupted ClaimBoard::total_reason() const
{
    return {"", Cause::TotalDeadline, *options_.total_timeout};
}

std::shared_ptr<Worker> ClaimBoard::add_worker()
{
    const std::lock_guard lock(mutex_);
    workers_.push_back(std::make_shared<Worker>());
    return workers_.back();
}

std::optional<std::size_t> ClaimBoard::next_claim(Worker& worker)
{
    std::unique_lock lock(mutex_);
    if (!worker.abandoned)
        wait_out_stop(lock);
    if (worker.abandoned)
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
    worker.writing = Artefact::None;
    worker.progress.ply = 0;
    worker.progress.phase = nullptr;
    worker.progress.states = 0;
    worker.claim = file.claims[file.taken++];
    return worker.claim;
}

void ClaimBoard::start_clock(Worker& worker)
{
    const std::lock_guard lock(mutex_);
    worker.since = Clock::now();
}

namespace
{

Reason& reason_missing(ClaimResult& result, Artefact artefact)
{
    return artefact == Artefact::Derivation ? result.no_proof : result.no_certificate;
}

/// What was cut short is not the last thing that was to be written.
void say_what_is_missing(ClaimResult& result, Artefact artefact, const Interrupted& why)
{
    reason_missing(result, artefact) = during(why, "while it was written");
    if (result.certificate.empty() && result.no_certificate.empty())
        result.no_certificate = "there is no derivation to rest it on";
}

} // namespace

void ClaimBoard::begin_writing(Worker& worker, const ClaimResult& result, Artefact artefact)
{
    const std::lock_guard lock(mutex_);
    worker.writing = artefact;
    worker.decided = result;
    worker.since = Clock::now();
}

bool ClaimBoard::is_abandoned(const Worker& worker) const
{
    const std::lock_guard lock(mutex_);
    return worker.abandoned;
}

void ClaimBoard::record(Worker& worker, ClaimResult result)
{
    const std::lock_guard lock(mutex_);
    if (worker.abandoned)
        return;
    if (worker.stop)
        name_the_stop(result, Cause::Stop, why_);
    else if (total_passed())
        name_the_stop(result, Cause::Deadline, total_reason());
    set_result(*worker.claim, std::move(result));
    worker.claim.reset();
}

void ClaimBoard::set_result(std::size_t claim, ClaimResult result)
{
    file_->results[file_->position[claim]] = std::move(result);
    print_ready();
    if (!flush_output())
        closed_ = true; // nobody reads what else would be found out
}

void ClaimBoard::resume(const Worker& worker)
{
    std::unique_lock lock(mutex_);
    if (!worker.abandoned)
        wait_out_stop(lock);
}

void ClaimBoard::wait_out_stop(std::unique_lock<std::timed_mutex>& lock)
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

void ClaimBoard::retire(Worker& worker)
{
    const std::lock_guard lock(mutex_);
    worker.done = true;
    worker.claim.reset();
    changed_.notify_all();
}

void ClaimBoard::abandon_late()
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
        const char* const phase = worker->progress.phase.load();
        ClaimResult result;
        if (worker->decided)
        {
            result = std::move(*worker->decided);
            say_what_is_missing(result, worker->writing, {"", Cause::Deadline, options_.timeout});
        }
        else
        {
            result.seconds = seconds_since(worker->since);
            result.verdict = Undecided{during({"", Cause::Deadline, options_.timeout}, phase)};
        }
        worker->abandoned = true;
        worker->stop = true;
        set_result(*std::exchange(worker->claim, std::nullopt), std::move(result));
        ++missing_workers_;
    }
    if (std::erase_if(workers_, [](const auto& worker) { return worker->abandoned; }) > 0)
        changed_.notify_all();
}

bool ClaimBoard::replacement_needed()
{
    std::unique_lock lock(mutex_);
    const auto none_at_work = [&]
    { return std::ranges::all_of(workers_, [](const auto& worker) { return worker->done; }); };
    changed_.wait(lock, [&] { return missing_workers_ > 0 || none_at_work(); });
    if (missing_workers_ == 0)
        return false;
    --missing_workers_;
    return true;
}

void ClaimBoard::fault(const std::string& what)
{
    const std::lock_guard lock(mutex_);
    put_error(fmt::format("sgl: fault: {}\n", what));
    status_ = worse(status_, Fault);
}

void ClaimBoard::fail(const std::string& why)
{
    const std::lock_guard lock(mutex_);
    put_error(fmt::format("sgl: error: {}\n", why));
    status_ = worse(status_, BadInput);
}

void ClaimBoard::stop(const Interrupted& why, bool close)
{
    const std::lock_guard lock(mutex_);
    if (closed_)
        return;
    stop_all(why, close);
}

void ClaimBoard::stop_all(const Interrupted& why, bool close)
{
    why_ = why;
    closed_ = close;
    stop_ = true;
    for (const auto& worker : workers_)
        worker->stop = true;
    changed_.notify_all();
}

bool ClaimBoard::interrupt(Status status)
{
    const std::unique_lock lock(mutex_, std::chrono::milliseconds(100));
    if (!lock.owns_lock())
        return false;
    interrupted_ = status;
    if (!closed_)
        stop_all({"", Cause::Stop}, true);
    return true;
}

bool ClaimBoard::is_closed() const
{
    const std::lock_guard lock(mutex_);
    return closed_;
}

bool ClaimBoard::is_free() const
{
    return std::unique_lock(mutex_, std::chrono::milliseconds(100)).owns_lock();
}

bool ClaimBoard::any_running() const
{
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(workers_, [](const auto& w) { return w->claim.has_value(); });
}

std::optional<std::pair<std::string, Clock::time_point>> ClaimBoard::reading() const
{
    const std::lock_guard lock(mutex_);
    if (!file_ || file_->is_read)
        return std::nullopt;
    return std::pair(file_->path, file_->begun);
}

void ClaimBoard::end_undecided(const Interrupted& why)
{
    for (const auto& worker : workers_)
    {
        if (!worker->claim)
            continue;
        const char* const phase = worker->progress.phase.load();
        ClaimResult& result = file_->results[file_->position[*worker->claim]].emplace();
        if (worker->decided)
        {
            result = std::move(*worker->decided);
            say_what_is_missing(result, worker->writing, why);
            continue;
        }
        result.seconds = seconds_since(worker->since);
        result.verdict = Undecided{during(why, phase)};
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

void ClaimBoard::give_up(const Refusal& refusal)
{
    const std::lock_guard lock(mutex_);
    status_ = worse(status_, complain(refusal));
    file_->refusal = refusal;
    close_file();
    malloc_trim(0);
}

std::string ClaimBoard::reading_limit(const Reading& reading) const
{
    const std::lock_guard lock(mutex_);
    if (!reading.abandoned.empty())
        return reading.abandoned;
    const std::string when = " while it was read and grounded";
    if (closed_)
        return text(why_) + when;
    if (!reading_stop_.empty())
        return reading_stop_ + when;
    if (total_passed())
        return fmt::format("{:g} s passed", *options_.total_timeout) + when;
    if (options_.timeout > 0 && seconds_since(file_->begun) > options_.timeout)
        return fmt::format("{:g} s passed", options_.timeout) + when;
    return "";
}

/// Once closed, for a reason: nobody looks at them.
void ClaimBoard::end_files_not_begun(const Interrupted& why)
{
    for (; begun_ < options_.files.size(); ++begun_)
    {
        file_.emplace();
        file_->path = options_.files[begun_];
        file_->begun = Clock::now();
        file_->refusal = {{}, "", file_->path, text(why)};
        if (!interrupted_)
            status_ = worse(status_, complain(file_->refusal));
        close_file();
    }
}

Status ClaimBoard::finish()
{
    const std::lock_guard lock(mutex_);
    if (closed_ && !output_failed())
        end_files_not_begun(why_);
    print_objects();
    is_finished_ = true;
    return interrupted_ ? worse(status_, *interrupted_) : status_;
}

void ClaimBoard::cut_short(const Interrupted& why)
{
    const std::lock_guard lock(mutex_);
    if (is_finished_)
        end_process(interrupted_ ? worse(status_, *interrupted_) : status_);
    closed_ = true;
    why_ = why;
    status_ = worse(status_, interrupted_.value_or(SomeOpen));
    if (file_)
    {
        if (!file_->is_read)
            complain(fmt::format("{}: {}", file_->path, text(why)));
        close_file();
    }
    end_files_not_begun(why);
    print_objects();
    end_process(status_);
}

} // namespace sgl::command
