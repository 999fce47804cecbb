#pragma once

// What was tried to decide a claim: for those who ask why an answer took so long, or why there is
// none.

#include "prover/claims/method.hpp"
#include "prover/resources/interrupted.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace sgl
{

/// One way that was tried, and what came of it.
struct EngineAttempt
{
    Method engine = Method::Reduction;
    double seconds = 0;
    std::string outcome;    // "no play is longer than 9 plies", "not in all states"
    std::string about = {}; // what it was tried for, where that is only a part of the claim
    bool decided = false;   // it answered what it was tried for
};

/// Times one attempt and notes it when it ends; as cut short, if it is left before that.
class AttemptTimer
{
public:
    /// `tried` outlives it, or is null: then nothing is noted.
    AttemptTimer(std::vector<EngineAttempt>* tried, Method engine);
    ~AttemptTimer();
    AttemptTimer(const AttemptTimer&) = delete;
    AttemptTimer& operator=(const AttemptTimer&) = delete;

    /// Notes what came of it, once.
    void end(std::string outcome, bool decided = false);
    /// A limit cut it short.
    void end(const Interrupted& interrupted);
    /// Other attempts are made in between, which is not this one's time.
    void pause();
    void resume();

private:
    using Clock = std::chrono::steady_clock;

    std::vector<EngineAttempt>* tried_;
    Method engine_;
    Clock::time_point since_;
    Clock::duration before_{};
    bool runs_ = true;
    bool ended_ = false;
};

} // namespace sgl
