#include "prover/attempt.hpp"

#include <utility>

namespace sgl
{

Trial::Trial(std::vector<Attempt>* tried, std::string engine)
    : tried_(tried), engine_(std::move(engine)), since_(Clock::now())
{
}

Trial::~Trial()
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

void Trial::pause()
{
    if (runs_)
        before_ += Clock::now() - since_;
    runs_ = false;
}

void Trial::resume()
{
    since_ = Clock::now();
    runs_ = true;
}

void Trial::end(std::string outcome, bool decided)
{
    if (ended_ || tried_ == nullptr)
        return;
    pause();
    ended_ = true;
    const double seconds = std::chrono::duration<double>(before_).count();
    tried_->push_back({std::move(engine_), seconds, std::move(outcome), {}, decided});
}

} // namespace sgl
