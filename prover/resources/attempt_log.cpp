#include "prover/resources/attempt_log.hpp"

#include <utility>

namespace sgl
{

AttemptTimer::AttemptTimer(std::vector<EngineAttempt>* tried, std::string engine)
    : tried_(tried), engine_(std::move(engine)), since_(Clock::now())
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

void AttemptTimer::end(std::string outcome, bool decided)
{
    if (ended_ || tried_ == nullptr)
        return;
    pause();
    ended_ = true;
    const double seconds = std::chrono::duration<double>(before_).count();
    tried_->push_back({std::move(engine_), seconds, std::move(outcome), {}, decided});
}

} // namespace sgl
