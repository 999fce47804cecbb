#pragma once

// The interface of the engines that answer questions about plays, through which a schedule asks one
// after the other (prover/decide/schedule.hpp).

#include "prover/plays/confirmation.hpp"
#include "prover/verdicts/attempt_log.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl
{

/// Formulas true in every reachable state, which one engine found, for later engines.
struct FoundLemmas
{
    Formula conjunction; // may be empty
    std::string text;    // "a + b = 1, c = 2"
    /// The conjuncts that hold along complying plays only: induction over this many moves shows
    /// them together.
    std::vector<Formula> kept = {};
    unsigned kept_plies = 0;
};

/// A question, and the knowledge about it at the time of the query.
struct EngineQuery
{
    Theory& theory;
    const Question& question;      // without the parts that are already answered
    std::optional<unsigned> bound; // plies
    unsigned ply;                  // no play of at most this many moves is a refutation
    Confirmation& confirmation;
    FoundLemmas& lemmas;
    std::vector<EngineAttempt>* tried; // the log of attempts; may be null
};

/// An engine that answers questions about plays. One object answers one question; a later query, at
/// longer plays, may continue the work of the earlier ones.
class PlayEngine
{
public:
    virtual ~PlayEngine() = default;
    /// The answer; nothing where the engine does not apply, or finds none. Throws Interrupted when
    /// the budget, which need not outlive the call, runs out, or when the engine gives up.
    virtual std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) = 0;

    // Engines that work on another core after `answer` has returned nothing:
    virtual bool works_in_background() const { return false; }
    /// Whether the work in the background has ended.
    virtual bool is_over() const { return false; }
    /// Waits for the end of the work in the background. Throws Interrupted.
    virtual std::optional<PlayAnswer> collect() { return std::nullopt; }

    virtual SolverStatistics statistics() const { return {}; }
};

} // namespace sgl
