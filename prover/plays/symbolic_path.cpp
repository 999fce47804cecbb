#include "prover/plays/symbolic_path.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sgl
{

Path::Path(Theory& theory, const std::vector<Strategy>& profile, const Budget& budget, Told told)
    : solver(solver_for(told == Told::AtOnce ? SatEngine::Cadical : SatEngine::PlainCadical)),
      encoder(theory.reduction(), solver), theory_(theory), profile_(profile), budget_(budget),
      told_(told)
{
}

void Path::start_initial()
{
    encoder.start_initial(theory_.state_constraint(budget_));
}

void Path::admit(unsigned t)
{
    solver.add({at(theory_.state_constraint(budget_), t)});
}

Literal Path::move_allowed(unsigned t)
{
    if (allowed_.size() > t && allowed_[t] != 0)
        return allowed_[t];
    FormulaStore& store = theory_.store();
    const Frame& frame = theory_.game().frame;
    std::vector<Literal> parts{-at(store.terminal(), t), some_move(t)};
    for (std::uint32_t index = 0; index < frame.action_count(); ++index)
    {
        const Action a{index};
        if (std::ranges::find(decided_, frame.agent(a)) != decided_.end())
            continue;
        const Formula allowed =
            told_ == Told::AtOnce ? allowed_move(store, frame, profile_, a) : store.legal(a);
        parts.push_back(encoder.any_of(std::array{-at(store.does(a), t), at(allowed, t)}));
    }
    if (allowed_.size() <= t)
        allowed_.resize(t + 1);
    allowed_[t] = encoder.all_of(parts);
    return allowed_[t];
}

/// One move is taken, and no two.
Literal Path::some_move(unsigned t)
{
    if (decided_.empty())
    {
        encoder.choose_action(t, budget_);
        return encoder.always_true();
    }
    FormulaStore& store = theory_.store();
    const Frame& frame = theory_.game().frame;
    std::vector<std::pair<Action, Literal>> decided;
    for (Agent agent : decided_)
    {
        for (Action a : frame.actions_of(agent))
            decided.emplace_back(a, at(allowed_move(store, frame, profile_, a), t));
    }
    return encoder.choose_action(t, decided, budget_);
}

Literal Path::at(Formula f, unsigned t, bool at_move)
{
    last_ = std::max(last_, t);
    // First, as it decides what is done there.
    const Literal move = at_move ? move_allowed(t) : encoder.always_true();
    return encoder.all_of(std::array{encoder.literal(f, t, budget_), move});
}

void Path::constrain_successors(unsigned t)
{
    if (longest_words_.size() <= t)
        longest_words_.resize(t + 1, longest_word(encoder, t));
    theory_.constrain_successors(encoder, t, longest_words_[t], budget_);
}

void Path::assume_invariants(unsigned t, const std::vector<Formula>& known)
{
    for (Formula f : known)
        solver.add({at(f, t)});
}

bool Path::is_possible(std::span<const Literal> literals)
{
    do
    {
        encoder.connect_frames(last_, budget_);
        if (solver.solve(literals, budget_) == Satisfiable::No)
            return false;
    } while (told_ == Told::AsNeeded && add_what_was_told());
    return true;
}

/// What the profile says of the moves in the solver's model; false where it has been said. Where
/// many moves of a state have been asked about one by one, the others are too.
bool Path::add_what_was_told()
{
    constexpr std::ptrdiff_t many = 8;
    FormulaStore& store = theory_.store();
    const Frame& frame = theory_.game().frame;
    std::vector<std::pair<unsigned, Action>> chosen;
    is_told_.resize(std::max(is_told_.size(), allowed_.size()));
    for (unsigned t = 0; t < allowed_.size(); ++t)
    {
        if (allowed_[t] == 0 || !solver.value(allowed_[t]))
            continue;
        is_told_[t].resize(frame.action_count());
        const bool all = std::ranges::count(is_told_[t], true) >= many;
        bool any = false;
        std::vector<Action> open;
        for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        {
            if (is_told_[t][a] || !is_told_something(frame.agent(Action{a})))
                continue;
            const bool is_chosen = solver.value(at(store.does(Action{a}), t));
            any = any || is_chosen;
            if (all || is_chosen)
                open.push_back(Action{a});
        }
        for (Action a : open)
        {
            if (any)
                chosen.emplace_back(t, a);
        }
    }
    for (const auto& [t, a] : chosen)
    {
        is_told_[t][a.index] = true;
        solver.add(
            {-allowed_[t], -at(store.does(a), t), at(allowed_move(store, frame, profile_, a), t)});
    }
    return !chosen.empty();
}

bool Path::is_told_something(Agent agent) const
{
    return std::ranges::find(profile_, agent, &Strategy::agent) != profile_.end();
}

bool Path::is_possible(Literal literal)
{
    return is_possible(std::array{literal});
}

bool Path::is_possible()
{
    return is_possible(std::span<const Literal>());
}

} // namespace sgl
