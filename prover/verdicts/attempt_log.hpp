#pragma once

// The log of attempts to decide a claim: it explains why an answer took long, or is missing.

#include "prover/claims/method.hpp"
#include "prover/resources/interrupted.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace sgl
{

/// One attempt of one engine, and its outcome.
struct EngineAttempt
{
    Method engine = Method::Reduction;
    double seconds = 0;
    std::string outcome;    // "no play is longer than 9 plies", "not in all states"
    std::string about = {}; // the part of the claim that was tried; empty: the claim
    bool decided = false;   // the attempt answered its question
};

/// Times one attempt and logs it when `end` is called; the destructor logs it as cut short.
class AttemptTimer
{
public:
    /// `tried` must outlive the timer; null: nothing is logged.
    AttemptTimer(std::vector<EngineAttempt>* tried, Method engine);
    ~AttemptTimer();
    AttemptTimer(const AttemptTimer&) = delete;
    AttemptTimer& operator=(const AttemptTimer&) = delete;

    /// Logs the outcome. Only the first call counts.
    void end(std::string outcome, bool decided = false);
    /// Logs that a limit cut the attempt short.
    void end(const Interrupted& interrupted);
    /// The time between pause() and resume() belongs to other attempts.
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
