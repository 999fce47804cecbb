#include "prover/claims/question.hpp"

namespace sgl
{

Question about_states(Formula bad)
{
    Question question;
    question.bad = bad;
    return question;
}

std::vector<Action> recommended(const Frame& frame, Evaluator& evaluator, const Strategy& strategy,
                                State w)
{
    std::vector<Action> moves;
    for (Action a : frame.actions_of(strategy.agent))
    {
        if (evaluator.holds(strategy.moves, w, a))
            moves.push_back(a);
    }
    return moves;
}

} // namespace sgl
