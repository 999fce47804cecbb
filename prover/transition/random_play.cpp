#include "prover/transition/random_play.hpp"

#include "prover/resources/limits.hpp"
#include "prover/transition/initial_states.hpp"

#include <random>
#include <utility>

namespace sgl
{

namespace
{

/// A transition system in which states are followed one by one.
class PlaySimulator
{
public:
    explicit PlaySimulator(const TransitionSystem& system)
        : system_(system), values_(system.circuit)
    {
    }

    void enter(std::vector<bool> state)
    {
        state_ = std::move(state);
        values_.evaluate(state_);
    }

    const std::vector<bool>& state() const { return state_; }
    bool premise() const { return system_.premise && values_[*system_.premise]; }
    bool is_determined() const { return !values_[system_.undetermined]; }

    /// Makes one of the moves that are allowed; false where there is none.
    bool go_on(std::minstd_rand& random)
    {
        std::vector<std::size_t> allowed;
        for (std::size_t move = 0; move < system_.moves.size(); ++move)
        {
            if (values_[system_.moves[move].allowed])
                allowed.push_back(move);
        }
        if (allowed.empty())
            return false;
        std::vector<bool> next = state_;
        for (const auto& [bit, gate] : system_.moves[allowed[random() % allowed.size()]].changes)
            next[bit] = values_[gate];
        enter(std::move(next));
        return true;
    }

private:
    const TransitionSystem& system_;
    std::vector<bool> state_;
    CircuitValues values_;
};

} // namespace

bool premise_occurs_on_a_play(Theory& theory, const Question& question, const Budget& budget)
{
    const TransitionSystem system = transition_system(theory, question, budget);
    const auto start = an_initial_state(system, budget);
    if (!start)
        return false;
    budget.at_phase("while a play was followed");
    PlaySimulator game(system);
    std::minstd_rand random; // the same plays each time
    for (unsigned play = 0; play < limits::sampled_plays; ++play)
    {
        game.enter(*start);
        for (unsigned ply = 0; ply < limits::sampled_plies && game.is_determined(); ++ply)
        {
            budget.check();
            if (game.premise())
                return true;
            if (!game.go_on(random))
                break;
        }
    }
    return false;
}

std::vector<std::vector<bool>> sample_states(const TransitionSystem& system, std::size_t most,
                                             const Budget& budget)
{
    std::vector<std::vector<bool>> states;
    const auto start = an_initial_state(system, budget);
    if (!start)
        return states;
    budget.at_phase("while a play was followed");
    PlaySimulator game(system);
    std::minstd_rand random; // the same plays each time
    for (std::size_t play = 0; play < most && states.size() < most; ++play)
    {
        game.enter(*start);
        for (unsigned ply = 0; ply < limits::sampled_plies && states.size() < most; ++ply)
        {
            budget.check();
            if (!game.is_determined())
                break;
            states.push_back(game.state());
            if (!game.go_on(random))
                break;
        }
    }
    return states;
}

std::vector<std::vector<bool>> sample_states_widely(const TransitionSystem& system,
                                                    std::size_t most, const Budget& budget)
{
    std::vector<std::vector<bool>> states;
    const auto starts = some_initial_states(system, limits::sampled_starts, budget);
    budget.at_phase("while plays were followed");
    PlaySimulator game(system);
    std::minstd_rand random; // the same plays each time
    for (std::size_t play = 0; !starts.empty() && play < most && states.size() < most; ++play)
    {
        const unsigned plies = play % 4 == 3 ? limits::sampled_plies : limits::sampled_plies_short;
        game.enter(starts[play % starts.size()]);
        for (unsigned ply = 0; ply < plies && states.size() < most; ++ply)
        {
            budget.check();
            if (!game.is_determined())
                break;
            states.push_back(game.state());
            if (!game.go_on(random))
                break;
        }
    }
    return states;
}

} // namespace sgl
