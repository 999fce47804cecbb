#pragma once

// The portfolio of engines for questions about plays, as a table: each row has an engine, the
// lengths of plays at which it is asked, and its budget. Bounded model checking goes on ply by ply;
// between two plies, the rows that are due are asked in turn. A new engine needs one file with a
// PlayEngine, and one row in schedule.cpp.

#include "prover/claims/method.hpp"
#include "prover/decide/limits.hpp"
#include "prover/plays/bounded_model_checking.hpp"
#include "prover/plays/play_engine.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace sgl
{

/// The limits that decide when engines of all states are asked; tests change them.
struct PortfolioLimits
{
    std::size_t very_few_states = limits::very_few_states; // enumerated at short plays
    unsigned long_plays = limits::long_plays;              // plies
    std::size_t few_states = limits::few_states; // at long plays, at once; 0: none at any time
};

/// The budget of an engine for each query.
struct Allowance
{
    enum class Unit : std::uint8_t
    {
        All,            // the whole budget
        Effort,         // seconds of effort; the whole budget where the user chose the engine
        Clock,          // seconds, or a share of a limited time if the share is less
        ClockForPlies,  // a share of a limited time; without a limit, seconds per ply
        EffortForPlies, // seconds of effort per ply of the plays that were searched
    };
    Unit unit = Unit::All;
    double seconds = 0;
    double share = 1;
};

/// The arguments for the construction of an engine; all of them outlive the engine.
struct EngineContext
{
    Theory& theory;
    const Question& question;
    const Budget& all;            // the budget of the question
    const Budget& until_answered; // this budget, until an engine in the background has an answer
    std::atomic<bool>& answered;  // set by the engine in the background
};

/// A row of the schedule.
struct ScheduledEngine
{
    std::string_view name; // for SGL_OFF (prover/resources/switches.hpp)
    Method method;
    unsigned first, last; // plies: due at these lengths of plays
    bool doubles;         // due at `first`, 2·`first`, 4·`first`, … only
    Allowance allowance;
    std::function<std::unique_ptr<PlayEngine>(const EngineContext&)> make;

    bool is_due(unsigned ply) const;
};

/// The rows, in the order in which they are asked at one ply.
std::vector<ScheduledEngine> schedule(const PortfolioLimits& limits);

/// Answers one question by the schedule, and logs the attempts.
class Portfolio
{
public:
    /// Theory, question and budget must outlive the portfolio. The bound is in plies. `engine`:
    /// Automatic for all rows, Induction for the rows of induction, Unrolling for none.
    Portfolio(Theory& theory, const Question& question, std::optional<unsigned> bound,
              const Budget& budget, Engine engine = Engine::Automatic,
              std::vector<EngineAttempt>* tried = nullptr, const PortfolioLimits& limits = {});

    /// The answer; may be called once. Never throws Interrupted: at a limit, the answer is
    /// Undecided or HoldsUpTo. Throws EnginesDisagree when an engine in the background contradicts
    /// the plays that were searched here.
    PlayAnswer explore();
    const SolverStatistics& statistics() const { return statistics_; }

private:
    struct Asked
    {
        ScheduledEngine row;
        std::unique_ptr<PlayEngine> engine = nullptr; // made when the row is first due
    };

    void search(AttemptTimer& unrolled);
    void decide(Verdict verdict, AttemptTimer& unrolled);
    bool is_asked_for(const ScheduledEngine& row) const;
    bool ask_engines(AttemptTimer& unrolled);
    bool ask(Asked& asked);
    bool collect_from(PlayEngine& engine);
    Asked* in_background();
    template <typename Explore>
    bool takes(const Explore& explore);
    Budget budget_for(const Allowance& allowance) const;

    Theory& theory_;
    const Question& question_;
    const std::optional<unsigned> bound_;
    const Budget& all_; // the budget of the question
    std::atomic<bool> answered_{false};
    const Budget budget_; // until an engine in the background has an answer
    const Engine engine_;
    const PortfolioLimits limits_;
    std::vector<EngineAttempt>* tried_;
    Confirmation confirmation_;
    BoundedModelChecking unrolling_;
    std::vector<Asked> engines_;
    FoundLemmas lemmas_;
    PlayAnswer found_;
    SolverStatistics statistics_;
    bool is_to_be_redone_ = false; // the answer from the background was not confirmed
};

} // namespace sgl
