#include "prover/claims/proof_obligations.hpp"

#include "prover/claims/recommendation.hpp"

#include <array>

namespace sgl
{

namespace
{

Formula all(FormulaStore& store, const std::vector<Formula>& formulas)
{
    return formulas.empty()       ? store.top()
           : formulas.size() == 1 ? formulas[0]
                                  : store.conjunction(formulas);
}

/// A legal move, as the profile says: ¬terminal ∧ ⋁_a (does(a) ∧ …).
Formula complying_move(FormulaStore& store, const Frame& frame,
                       const std::vector<Strategy>& profile)
{
    std::vector<Formula> moves;
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        moves.push_back(store.conjunction(store.does(Action{a}),
                                          allowed_move(store, frame, profile, Action{a})));
    return store.conjunction(store.negation(store.terminal()), store.disjunction(moves));
}

/// The formulas are true of all reachable states: at the start, and after every legal move. Nothing
/// where there are none.
std::vector<Formula> known_everywhere(FormulaStore& store, const Frame& frame,
                                      const std::vector<Formula>& known)
{
    if (known.empty())
        return {};
    const Formula k = all(store, known);
    return {
        store.implication(store.initial(), k),
        store.implication(store.conjunction(k, complying_move(store, frame, {})), store.next(k))};
}

} // namespace

Formula nothing_bad(FormulaStore& store, const Frame& frame, const Question& question)
{
    const Formula good = store.negation(question.bad);
    return question.at_moves
               ? store.implication(complying_move(store, frame, question.profile), good)
               : good;
}

std::vector<Formula> by_induction(FormulaStore& store, const Frame& frame, const Question& question,
                                  const std::vector<Formula>& known, unsigned k)
{
    const Formula good = nothing_bad(store, frame, question);
    const Formula move = complying_move(store, frame, question.profile);
    const Formula reachable = all(store, known);
    Formula base = good, step = store.implication(reachable, good);
    for (unsigned t = 1; t < k; ++t)
        base = store.conjunction(good, store.implication(move, store.next(base)));
    for (unsigned t = 0; t < k; ++t)
    {
        const std::array premises{reachable, good, move};
        step = store.implication(store.conjunction(premises), store.next(step));
    }
    std::vector<Formula> shown = known_everywhere(store, frame, known);
    shown.push_back(store.implication(store.initial(), base));
    shown.push_back(step);
    return shown;
}

Formula by_unrolling(FormulaStore& store, const Frame& frame, const Question& question,
                     unsigned plies)
{
    const Formula good = nothing_bad(store, frame, question);
    const Formula move = complying_move(store, frame, question.profile);
    Formula rest = store.conjunction(good, store.negation(move));
    for (unsigned t = 0; t < plies; ++t)
        rest = store.conjunction(good, store.implication(move, store.next(rest)));
    return store.implication(store.initial(), rest);
}

std::vector<Formula> by_invariant(FormulaStore& store, const Frame& frame, const Question& question,
                                  const std::vector<Formula>& known, const Invariant& invariant,
                                  unsigned plies)
{
    const Formula good = nothing_bad(store, frame, question);
    const Formula move = complying_move(store, frame, question.profile);
    const Formula said = invariant.when ? invariant.when : store.top();
    // Good from here to where the invariant is said again, which is in so many plies at most.
    Formula until = store.conjunction(said, invariant.formula);
    Formula after = until; // the same after one move at least
    for (unsigned t = plies; t > 0; --t)
    {
        after = until;
        const Formula on = store.conjunction(good, store.implication(move, store.next(until)));
        if (!invariant.when)
            until = t > 1 ? on : invariant.formula; // said at the start
        else
            until = store.conjunction(store.implication(said, invariant.formula),
                                      store.disjunction(said, on));
    }
    std::vector<Formula> shown = known_everywhere(store, frame, known);
    shown.push_back(store.implication(store.initial(), until));
    const std::array here{all(store, known), said, invariant.formula};
    shown.push_back(
        store.implication(store.conjunction(here),
                          store.conjunction(good, store.implication(move, store.next(after)))));
    return shown;
}

} // namespace sgl
