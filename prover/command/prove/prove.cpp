// sgl prove: decides the claims of game files.

#include "prover/certify/certify.hpp"
#include "prover/command/output.hpp"
#include "prover/command/proofs/derivations.hpp"
#include "prover/command/proofs/file_access.hpp"
#include "prover/command/proofs/write_file.hpp"
#include "prover/command/prove/claim_board.hpp"
#include "prover/command/prove/proof_names.hpp"
#include "prover/command/prove/prove_watchdog.hpp"
#include "prover/decide/limits.hpp"
#include "prover/decide/prover.hpp"
#include "prover/processes/thread_budget.hpp"
#include "prover/resources/memory.hpp"
#include "prover/sat/solver.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <new>
#include <set>
#include <thread>

namespace sgl::command
{

namespace
{

/// A game with the engines for it; each worker has its own, as formulas are not shared.
struct GameInstance
{
    FormulaStore store;
    std::optional<GameReader> reader;
    std::unique_ptr<Prover> prover;
};

using GamePointer = std::unique_ptr<GameInstance>;

GamePointer game_instance(const Source& source, const Options& options,
                          const Interruption& interruption, Refusal& refusal)
{
    auto game = std::make_unique<GameInstance>();
    game->reader = read_game(game->store, source, options, interruption, refusal);
    return game->reader ? std::move(game) : nullptr;
}

/// The claims asked for, in the file's order; nothing where a name is none of them.
std::optional<std::vector<std::size_t>> chosen_claims(const Game& game, const Options& options,
                                                      Refusal& refusal)
{
    for (const std::string& name : options.claims)
    {
        if (std::ranges::none_of(game.claims, [&](const Claim& c) { return c.name == name; }))
        {
            refusal = {{}, fmt::format("there is no claim '{}'", name), "", ""};
            return std::nullopt;
        }
    }
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < game.claims.size(); ++i)
    {
        if (options.claims.empty() ||
            std::ranges::find(options.claims, game.claims[i].name) != options.claims.end())
            chosen.push_back(i);
    }
    return chosen;
}

/// The time for the next claim: its own limit, or what is left of the total.
void set_time(Prover& prover, const ClaimBoard& board, const Options& options)
{
    if (options.total_timeout)
        prover.set_seconds(std::clamp(*options.total_timeout - seconds_since(board.started()), 1e-3,
                                      options.timeout > 0 ? options.timeout : 1e18));
}

/// Decides the claims of a file, one after the other.
class Work
{
public:
    Work(ClaimBoard& board, std::shared_ptr<Worker> worker, std::shared_ptr<const Source> source,
         const Options& options, ProofNames& names)
        : board_(board), worker_(std::move(worker)), source_(std::move(source)), options_(options),
          names_(names)
    {
    }

    void run(GamePointer game)
    {
        game_ = std::move(game);
        try
        {
            while (const auto claim = board_.next_claim(*worker_))
            {
                board_.record(*worker_, decide(*claim));
                if (worker_->stop)
                {
                    game_.reset(); // what it remembered is what memory was needed for
                    board_.resume(*worker_);
                }
            }
        }
        catch (const std::exception& error)
        {
            board_.fault(error.what());
        }
        game_.reset();
        board_.retire(*worker_);
    }

private:
    /// The game is read again: what went wrong, if that failed.
    std::optional<Undecided> prepare()
    {
        const Clock::time_point start = Clock::now();
        std::string why;
        const auto interruption = [&]
        {
            if (worker_->stop)
                why = "interrupted";
            else if (options_.timeout > 0 && seconds_since(start) > options_.timeout)
                why = fmt::format("{:g} s passed", options_.timeout);
            return why;
        };
        worker_->progress.phase = "while the game was read again";
        Refusal refusal;
        if (!game_)
            game_ = game_instance(*source_, options_, interruption, refusal);
        if (!game_)
            return Undecided{why.empty() ? "the game could not be read again"
                                         : why + " while the game was read again"};
        if (!game_->prover)
            game_->prover = std::make_unique<Prover>(
                game_->store, game_->reader->game(),
                ProveOptions{options_.timeout, options_.bound, &worker_->stop, &worker_->progress,
                             options_.engine, !options_.proofs.empty()});
        worker_->progress.phase = nullptr;
        board_.start_clock(*worker_);
        return std::nullopt;
    }

    /// After what goes wrong, the game is not to be used again.
    ClaimResult decide(std::size_t claim)
    {
        ClaimResult result;
        try
        {
            if (auto undecided = prepare())
            {
                result.verdict = std::move(*undecided);
                return result;
            }
            set_time(*game_->prover, board_, options_);
            if (!options_.proofs.empty())
            {
                subject_ = {source_->name, game_->reader->game().parameters,
                            game_->reader->game().claims[claim].name};
                name_ = names_.name_for(subject_);
                written_.clear();
            }
            result = game_->prover->prove(game_->reader->game().claims[claim]);
            if (!options_.proofs.empty())
                write_proof(game_->reader->game().claims[claim], result);
            return result;
        }
        catch (const std::bad_alloc&)
        {
            result.verdict = Undecided{Interrupted{"there is no more memory", Cause::Memory}};
        }
        catch (const std::exception& error)
        {
            board_.fault(error.what());
            result.verdict = Undecided{error.what()};
        }
        game_.reset();
        return result;
    }

    /// A derivation of what was proved by theorems, and a certificate; each has the claim's time
    /// again.
    void write_proof(const Claim& claim, ClaimResult& result)
    {
        const auto* proved = std::get_if<Proved>(&result.verdict);
        if (proved != nullptr && !proved->obligations.empty())
        {
            // A derivation is better than what shows it at once, but need not come to an end.
            const bool is_short =
                !proved->opaque && proved->scheme.method == ProofMethod::Everywhere;
            write_certificate(claim, result,
                              is_short ? limits::brief_certificate_seconds
                                       : limits::first_certificate_seconds);
            write_derivation(claim, *proved, result);
        }
        const bool is_decided =
            proved != nullptr || std::holds_alternative<Refuted>(result.verdict);
        if (is_decided && (result.certificate.empty() || !result.proof.empty()))
            write_certificate(claim, result);
        // They are large, and there may be many claims.
        if (auto* done = std::get_if<Proved>(&result.verdict))
            done->reached.clear();
    }

    void write_derivation(const Claim& claim, const Proved& proved, ClaimResult& result)
    {
        std::vector<Goal> goals;
        for (std::size_t i = 0; i < proved.obligations.size(); ++i)
            goals.push_back({proved.obligations.size() == 1
                                 ? "claim_" + claim.name
                                 : fmt::format("claim_{}_{}", claim.name, i + 1),
                             proved.obligations[i]});
        worker_->progress.phase = "while its derivation was written";
        board_.begin_writing(*worker_, result, Artefact::Derivation);
        // Where there is a certificate already, it is an addition.
        const bool is_needed =
            result.certificate.empty() || proved.scheme.method == ProofMethod::Everywhere;
        const Budget budget(options_.timeout, &worker_->stop, &worker_->progress);
        try
        {
            Derived derived =
                derivation_of(goals, game_->store, game_->reader->game(),
                              proved.in_frame_alone ? "" : source_->name, options_.proofs, options_,
                              is_needed ? budget : budget.at_most(limits::added_derivation_seconds),
                              proved.opaque);
            result.no_proof = std::move(derived.why_not);
            if (!result.no_proof.empty())
                return;
            const std::string path = names_.path(name_, "sgp");
            if (is_written(path, derived.text, result.no_proof))
                result.proof = fmt::format("{} ({} lines)", path, derived.lines);
        }
        catch (const Interrupted& interrupted)
        {
            result.no_proof = interrupted;
            result.no_proof.cut_short->where += " while it was written";
        }
    }

    /// What cannot be written is asked for in vain, and said so.
    bool is_written(const std::string& path, const std::string& text, Reason& why_not)
    {
        if (board_.is_abandoned(*worker_))
            return false; // it was said that there is none
        const auto failure =
            write_proof_file(path, names_.with_mark(subject_, text), !written_.insert(path).second);
        if (!failure)
            return true;
        written_.erase(path);
        const std::string why = fmt::format("cannot write {}: {}", path, *failure);
        why_not = why;
        board_.fail(why);
        return false;
    }

    /// By what is found at once, where there are only so many seconds for it.
    void write_certificate(const Claim& claim, ClaimResult& result,
                           std::optional<double> seconds = std::nullopt)
    {
        const bool briefly = seconds.has_value();
        const std::string path = names_.path(name_, "certificate");
        board_.begin_writing(*worker_, result, Artefact::Certificate);
        try
        {
            const certificate::CertificateContext about{path_from(options_.proofs, source_->name),
                                                        result.proof.empty() ? "" : name_ + ".sgp",
                                                        briefly, false, name_};
            const Budget budget(options_.timeout, &worker_->stop, &worker_->progress);
            const certificate::CertificateText drawn =
                certificate::certify(game_->store, game_->reader->game(), claim, result.verdict,
                                     about, briefly ? budget.at_most(*seconds) : budget);
            if (!drawn.why_not.empty() && !briefly)
                result.no_certificate = drawn.why_not;
            if (!drawn.why_not.empty())
                return;
            const bool has_files =
                std::ranges::all_of(drawn.files,
                                    [&](const auto& file) {
                                        return is_written(names_.path(name_, file.first),
                                                          file.second, result.no_certificate);
                                    });
            if (has_files && is_written(path, drawn.text, result.no_certificate))
                result.certificate = path;
        }
        catch (const Interrupted& interrupted)
        {
            if (!briefly)
                result.no_certificate = interrupted;
        }
    }

    ClaimBoard& board_;
    const std::shared_ptr<Worker> worker_;
    const std::shared_ptr<const Source> source_;
    const Options& options_;
    ProofNames& names_;
    ProofSubject subject_; // the claim, for what is written of it
    std::string name_;
    std::set<std::string> written_; // paths
    GamePointer game_;
};

/// The threads that decide claims.
class WorkerThreads
{
public:
    WorkerThreads(ClaimBoard& board, const Options& options)
        : board_(board), options_(options), names_(options.proofs)
    {
    }

    void start(const std::shared_ptr<const Source>& source, GamePointer game)
    {
        std::shared_ptr<Worker> worker = board_.add_worker();
        auto work = std::make_shared<Work>(board_, worker, source, options_, names_);
        threads_.push_back(
            {std::thread([work, given = std::make_shared<GamePointer>(std::move(game))]
                         { work->run(std::move(*given)); }),
             std::move(worker)});
    }

    /// Runs the reading of a file; false, after saying so to the board, when it was abandoned.
    bool read(Reading& reading, std::function<void()> work)
    {
        std::thread thread(std::move(work));
        const std::string why = board_.wait_for(reading);
        if (why.empty())
        {
            thread.join();
            return true;
        }
        thread.detach();
        any_reader_abandoned_ = true;
        return false;
    }

    /// Waits for all that listen.
    void join()
    {
        std::erase_if(threads_,
                      [](Thread& thread)
                      {
                          if (thread.worker->abandoned)
                              return false;
                          thread.thread.join();
                          return true;
                      });
    }

    /// Some were abandoned: only the end of the process ends them.
    bool any_left() const { return any_reader_abandoned_ || !threads_.empty(); }

private:
    struct Thread
    {
        std::thread thread;
        std::shared_ptr<Worker> worker;
    };

    ClaimBoard& board_;
    const Options& options_;
    ProofNames names_;
    std::vector<Thread> threads_;
    bool any_reader_abandoned_ = false;
};

/// What became of reading a file.
struct FileRead
{
    std::shared_ptr<const Source> source;
    GamePointer game;
    Refusal refusal;
    std::exception_ptr exception;
};

void read_game_file(FileRead& read_file, const std::string& path, const Options& options,
                    const Interruption& interruption)
{
    try
    {
        std::optional<Source> text = read_source(path, read_file.refusal);
        if (!text)
            return;
        read_file.source = std::make_shared<const Source>(std::move(*text));
        read_file.game = game_instance(*read_file.source, options, interruption, read_file.refusal);
    }
    catch (...)
    {
        read_file.exception = std::current_exception();
    }
}

void prove_file(const std::string& path, const Options& options, ClaimBoard& board,
                WorkerThreads& threads)
{
    const std::shared_ptr<Reading> reading = board.begin(path);
    const auto read_file = std::make_shared<FileRead>(); // its reader may outlive this
    const auto read = [read_file, reading, path, &options, &board]
    {
        read_game_file(*read_file, path, options, [&] { return board.reading_limit(*reading); });
        board.has_read(*reading);
    };
    if (!threads.read(*reading, read))
        return board.give_up({{}, "", path, reading->abandoned});
    if (read_file->exception)
        std::rethrow_exception(read_file->exception);
    GamePointer game = std::move(read_file->game);
    if (game && game->reader->game().claims.empty() && options.claims.empty())
    {
        complain(game->reader->game().warnings);
        return board.give_up(
            {{}, read_file->source->name + ": there is no claim in it to decide", path, ""});
    }
    const auto claims =
        game ? chosen_claims(game->reader->game(), options, read_file->refusal) : std::nullopt;
    if (!claims)
        return board.give_up(read_file->refusal);
    const std::shared_ptr<const Source>& source = read_file->source;
    complain(game->reader->game().warnings);
    const std::size_t workers =
        std::clamp<std::size_t>(claims->size(), 1, std::max(options.threads, 1U));
    board.open(game->reader->game(), *claims);
    threads.start(source, std::move(game));
    for (std::size_t i = 1; i < workers; ++i)
        threads.start(source, nullptr);
    while (board.replacement_needed())
        threads.start(source, nullptr);
    threads.join();
    board.end();
}

/// Why derivations can't be written; empty where they can, or none are asked for.
std::string proofs_refused(const Options& options)
{
    if (options.proofs.empty())
        return "";
    std::error_code failure;
    std::filesystem::create_directories(options.proofs, failure);
    if (failure)
        return fmt::format("cannot make the directory {}: {}", options.proofs, failure.message());
    if (std::ranges::find(options.files, "-") != options.files.end())
        return "--proofs needs the game in a file: derivations name it";
    return "";
}

} // namespace

Status prove(const Options& options)
{
    if (const std::string why = proofs_refused(options); !why.empty())
    {
        const Refusal refusal{{}, why, "", ""};
        if (options.json)
            put(error_object(refusal));
        return complain(refusal);
    }
    hold_interrupts();
    if (options.memory)
        limit_memory(*options.memory);
    limit_threads(options.threads);
    use_solver(options.solver);
    ClaimBoard board(options);
    WorkerThreads threads(board, options);
    const ProveWatchdog watcher(board, options);
    for (const std::string& path : options.files)
    {
        if (!board.is_closed())
            prove_file(path, options, board, threads);
    }
    const Status status = board.finish();
    if (threads.any_left())
        end_process(status);
    return status;
}

} // namespace sgl::command
