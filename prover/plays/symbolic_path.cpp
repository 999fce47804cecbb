#include "prover/plays/symbolic_path.hpp"

#include <algorithm>
#include <array>

namespace sgl
{

Path::Path(Theory& theory, const std::vector<Strategy>& profile, const Budget& budget,
           SatEngine preferred)
    : solver(solver_for(preferred)), encoder(theory.reduction(), solver), theory_(theory),
      profile_(profile), budget_(budget)
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
    encoder.choose_action(t, budget_);
    std::vector<Literal> parts{-at(store.terminal(), t)};
    for (std::uint32_t index = 0; index < frame.action_count(); ++index)
    {
        const Action a{index};
        parts.push_back(encoder.any_of(
            std::array{-at(store.does(a), t), at(allowed_move(store, frame, profile_, a), t)}));
    }
    if (allowed_.size() <= t)
        allowed_.resize(t + 1);
    allowed_[t] = encoder.all_of(parts);
    return allowed_[t];
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
    encoder.connect_frames(last_, budget_);
    return solver.solve(literals, budget_) != Satisfiable::No;
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
