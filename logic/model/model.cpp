#include "logic/model/model.hpp"

#include <fmt/format.h>

namespace sgl
{

ExplicitModel::ExplicitModel(const Frame& frame, std::uint32_t states)
    : frame_(frame), states_(states), initial_(states), terminal_(states),
      legal_(states * frame.action_count()), fluents_(states * frame.fluent_count()),
      after_(states * frame.action_count(), State{states - 1})
{
}

std::size_t ExplicitModel::move(State w, Action a) const
{
    return w.index * frame_.action_count() + a.index;
}

std::vector<State> ExplicitModel::states() const
{
    std::vector<State> all;
    for (std::uint32_t w = 0; w < states_; ++w)
        all.push_back(State{w});
    return all;
}

void ExplicitModel::set_initial(State w, bool value)
{
    initial_[w.index] = value;
}

void ExplicitModel::set_terminal(State w, bool value)
{
    terminal_[w.index] = value;
}

void ExplicitModel::set_legal(State w, Action a, bool value)
{
    legal_[move(w, a)] = value;
}

void ExplicitModel::set_fluent(Fluent p, State w, bool value)
{
    fluents_[w.index * frame_.fluent_count() + p.index] = value;
}

void ExplicitModel::set_after(State w, Action a, State successor)
{
    after_[move(w, a)] = successor;
}

bool ExplicitModel::holds(Fluent p, State w)
{
    return fluents_[w.index * frame_.fluent_count() + p.index];
}

std::optional<std::string> ExplicitModel::fault() const
{
    for (State w : states())
    {
        for (std::uint32_t i = 0; i < frame_.action_count(); ++i)
        {
            const Action a{i};
            const State next = after_[move(w, a)];
            if (next.index >= states_)
                return fmt::format("U({}, {}) is no state", w.index, frame_.name(a));
            if (initial_[next.index])
                return fmt::format("U({}, {}) = {} is initial", w.index, frame_.name(a),
                                   next.index);
            if (terminal_[w.index] && legal_[move(w, a)])
                return fmt::format("{} is legal in the terminal state {}", frame_.name(a), w.index);
        }
    }
    return std::nullopt;
}

} // namespace sgl
