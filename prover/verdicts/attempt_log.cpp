#include "prover/verdicts/attempt_log.hpp"

#include "prover/resources/interrupted.hpp"

#include <utility>

namespace sgl
{

AttemptTimer::AttemptTimer(std::vector<EngineAttempt>* tried, Method engine)
    : tried_(tried), engine_(engine), since_(Clock::now())
{
}

AttemptTimer::~AttemptTimer()
{
    try
    {
        end("cut short");
    }
    catch (...) // no memory for a note
    {
        ended_ = true;
    }
}

void AttemptTimer::pause()
{
    if (runs_)
        before_ += Clock::now() - since_;
    runs_ = false;
}

void AttemptTimer::resume()
{
    since_ = Clock::now();
    runs_ = true;
}

void AttemptTimer::end(const Interrupted& interrupted)
{
    end(text(interrupted));
}

void AttemptTimer::end(std::string outcome, bool decided)
{
    if (ended_ || tried_ == nullptr)
        return;
    pause();
    ended_ = true;
    const double seconds = std::chrono::duration<double>(before_).count();
    tried_->push_back({engine_, seconds, std::move(outcome), {}, decided});
}

} // namespace sgl
