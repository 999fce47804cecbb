// sgl prove: decides the claims of game files.

#include "prover/prove.hpp"
#include "prover/command/docket.hpp"
#include "prover/command/input.hpp"
#include "prover/command/output.hpp"
#include "prover/command/watcher.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <thread>

namespace sgl::command
{

namespace
{

/// A game with the engines for it; each worker has its own, as formulas are not shared.
struct Desk
{
    FormulaStore store;
    std::optional<GameReader> reader;
    std::unique_ptr<Prover> prover;

    void prepare(const Options& options, const Docket& docket, Worker& worker)
    {
        prover = std::make_unique<Prover>(
            store, reader->game(),
            ProveOptions{options.timeout, options.bound, &docket.stop_flag(), &worker.ply});
    }
};

using DeskPointer = std::unique_ptr<Desk>;

DeskPointer desk_for(const Source& source, const Options& options)
{
    auto desk = std::make_unique<Desk>();
    desk->reader = read_game(desk->store, source, options);
    return desk->reader ? std::move(desk) : nullptr;
}

/// The claims asked for, in the file's order; complains of a name that is none of them.
std::optional<std::vector<std::size_t>> chosen_claims(const Game& game, const Options& options)
{
    for (const std::string& name : options.claims)
    {
        if (std::ranges::none_of(game.claims, [&](const Claim& c) { return c.name == name; }))
        {
            complain(fmt::format("there is no claim '{}'", name));
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
void set_time(Prover& prover, const Docket& docket, const Options& options)
{
    if (options.total_timeout)
        prover.set_seconds(std::clamp(*options.total_timeout - seconds_since(docket.started()),
                                      1e-3, options.timeout > 0 ? options.timeout : 1e18));
}

/// Decides a claim; after what goes wrong, the desk is not to be used again.
ClaimResult decide(DeskPointer& desk, std::size_t claim, Docket& docket, Worker& worker,
                   const Source& source, const Options& options)
{
    ClaimResult result;
    try
    {
        if (!desk)
            desk = desk_for(source, options);
        if (!desk)
        {
            result.verdict = Undecided{"the game could not be read again"};
            return result;
        }
        if (!desk->prover)
            desk->prepare(options, docket, worker);
        set_time(*desk->prover, docket, options);
        return desk->prover->prove(desk->reader->game().claims[claim]);
    }
    catch (const std::bad_alloc&)
    {
        result.verdict = Undecided{"there is no more memory"};
    }
    catch (const std::exception& error)
    {
        const std::string what = error.what();
        if (what.find("out of memory") == std::string::npos)
            docket.fault(what);
        result.verdict = Undecided{what};
    }
    desk.reset();
    return result;
}

void work(Docket& docket, Worker& worker, const Source& source, const Options& options,
          DeskPointer desk)
{
    while (const auto claim = docket.take(worker))
    {
        docket.settle(worker, decide(desk, *claim, docket, worker, source, options));
        if (docket.stop_flag())
        {
            desk.reset(); // what it remembered is what memory was needed for
            docket.resume();
        }
    }
}

void prove_file(const std::string& path, const Options& options, Docket& docket)
{
    docket.begin(path);
    const std::optional<Source> source = read_source(path);
    DeskPointer desk = source ? desk_for(*source, options) : nullptr;
    const auto claims = desk ? chosen_claims(desk->reader->game(), options) : std::nullopt;
    if (!claims)
    {
        docket.give_up();
        return;
    }
    complain(desk->reader->game().warnings);
    const auto workers = static_cast<unsigned>(
        std::clamp<std::size_t>(claims->size(), 1, std::max(options.threads, 1U)));
    docket.open(desk->reader->game(), *claims, workers);
    {
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < workers; ++i)
            others.emplace_back([&, i]
                                { work(docket, docket.workers()[i], *source, options, nullptr); });
        work(docket, docket.workers()[0], *source, options, std::move(desk));
    }
    docket.end();
}

} // namespace

Status prove(const Options& options)
{
    Watcher::hold_interrupts();
    if (options.memory)
        limit_solver_memory(*options.memory);
    Docket docket(options);
    const Watcher watcher(docket, options);
    for (const std::string& path : options.files)
    {
        if (!docket.is_closed())
            prove_file(path, options, docket);
    }
    return docket.finish();
}

} // namespace sgl::command
