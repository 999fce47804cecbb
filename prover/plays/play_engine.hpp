#pragma once

// What the engines that answer questions about plays have in common, so that a schedule can ask
// one after the other (prover/decide/schedule.hpp).

#include "prover/plays/confirmation.hpp"
#include "prover/verdicts/attempt_log.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl
{

/// Formulas true in every reachable state that an engine found on its way, for engines after it.
struct FoundLemmas
{
    Formula conjunction; // may be empty
    std::string text;    // "a + b = 1, c = 2"
};

/// A question, and what is known of it when an engine is asked.
struct EngineQuery
{
    Theory& theory;
    const Question& question; // without the parts that were answered before
    std::optional<unsigned> bound;
    unsigned ply; // plays of up to this many moves were searched, and refute nothing
    Confirmation& confirmation;
    FoundLemmas& lemmas;
    std::vector<EngineAttempt>* tried; // where attempts are noted, if anywhere
};

/// A way to answer questions about plays. One object answers one question; it may be asked again at
/// longer plays, and go on where it stopped.
class PlayEngine
{
public:
    virtual ~PlayEngine() = default;
    /// Nothing where it does not apply, or finds no answer. Throws Interrupted when the budget,
    /// which need not outlive the call, runs out, or when it gives up.
    virtual std::optional<PlayAnswer> answer(const EngineQuery& query, const Budget& budget) = 0;

    // Engines that work on another core after `answer` has returned nothing:
    virtual bool works_in_background() const { return false; }
    /// Its work there has come to an end.
    virtual bool is_over() const { return false; }
    /// Waits for that end. Throws Interrupted.
    virtual std::optional<PlayAnswer> collect() { return std::nullopt; }

    virtual SolverStatistics statistics() const { return {}; }
};

} // namespace sgl
