#include "prover/transition/random_play.hpp"

#include "prover/reduction/circuit.hpp"
#include "prover/transition/initial_states.hpp"

#include <random>
#include <utility>

namespace sgl
{

namespace
{

/// A transition system in which states are followed one by one.
class Stepper
{
public:
    Stepper(const TransitionSystem& system, Formula premise)
        : circuit_(system.bits), premise_(circuit_.add(premise)),
          undetermined_(circuit_.add(system.undetermined))
    {
        for (const TransitionSystem::Move& move : system.moves)
        {
            Moves made{circuit_.add(move.allowed), {}};
            for (const TransitionSystem::Change& change : move.changes)
                made.changes.emplace_back(change.bit, circuit_.add(change.value));
            moves_.push_back(std::move(made));
        }
        values_.resize(circuit_.size());
    }

    void enter(std::vector<bool> state)
    {
        state_ = std::move(state);
        for (Circuit::Gate gate = 0; gate < circuit_.size(); ++gate)
            values_[gate] = value(gate);
    }

    const std::vector<bool>& state() const { return state_; }
    bool premise() const { return values_[premise_]; }
    bool is_determined() const { return !values_[undetermined_]; }

    /// Makes one of the moves that are allowed; false where there is none.
    bool go_on(std::minstd_rand& random)
    {
        std::vector<std::size_t> allowed;
        for (std::size_t move = 0; move < moves_.size(); ++move)
            if (values_[moves_[move].allowed])
                allowed.push_back(move);
        if (allowed.empty())
            return false;
        std::vector<bool> next = state_;
        for (const auto& [bit, gate] : moves_[allowed[random() % allowed.size()]].changes)
            next[bit] = values_[gate];
        enter(std::move(next));
        return true;
    }

private:
    struct Moves
    {
        Circuit::Gate allowed;
        std::vector<std::pair<std::uint32_t, Circuit::Gate>> changes;
    };

    bool value(Circuit::Gate gate) const
    {
        const auto operands = circuit_.operands(gate);
        switch (circuit_.kind(gate))
        {
        case Kind::True: return true;
        case Kind::Fluent: return circuit_.bit(gate) < state_.size() && state_[circuit_.bit(gate)];
        case Kind::Not: return !values_[operands[0]];
        case Kind::And: return values_[operands[0]] && values_[operands[1]];
        case Kind::Or: return values_[operands[0]] || values_[operands[1]];
        case Kind::Iff: return values_[operands[0]] == values_[operands[1]];
        default: return false;
        }
    }

    Circuit circuit_;
    Circuit::Gate premise_, undetermined_;
    std::vector<Moves> moves_;
    std::vector<bool> state_;
    std::vector<char> values_;
};

} // namespace

bool premise_occurs_on_a_play(Theory& theory, const Question& question, const Budget& budget)
{
    constexpr unsigned plays = 20, longest = 2'000;
    const TransitionSystem system = transition_system(theory, question, budget);
    const auto start = an_initial_state(theory, system, budget);
    if (!start)
        return false;
    budget.at_phase("while a play was followed");
    Stepper game(system, system.premise);
    std::minstd_rand random; // the same plays each time
    for (unsigned play = 0; play < plays; ++play)
    {
        game.enter(*start);
        for (unsigned ply = 0; ply < longest && game.is_determined(); ++ply)
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

std::vector<std::vector<bool>> sample_states(Theory& theory, const TransitionSystem& system,
                                             std::size_t most, const Budget& budget)
{
    constexpr unsigned longest = 2'000;
    std::vector<std::vector<bool>> states;
    const auto start = an_initial_state(theory, system, budget);
    if (!start)
        return states;
    budget.at_phase("while a play was followed");
    Stepper game(system, theory.store().top());
    std::minstd_rand random; // the same plays each time
    for (std::size_t play = 0; play < most && states.size() < most; ++play)
    {
        game.enter(*start);
        for (unsigned ply = 0; ply < longest && states.size() < most; ++ply)
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
