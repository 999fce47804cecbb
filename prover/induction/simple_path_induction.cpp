#include "prover/induction/simple_path_induction.hpp"

#include "prover/invariants/known_invariants.hpp"
#include <utility>

namespace sgl
{

namespace
{

Question only_what_is_bad(Question question)
{
    question.premise = question.stuck = Formula();
    return question;
}

} // namespace

SimplePathInduction::SimplePathInduction(Theory& theory, const Question& question,
                                         const Budget& budget)
    : theory_(theory), question_(only_what_is_bad(question)), budget_(budget),
      system_(transition_system(theory, question_, budget_)),
      round_(plies_of_a_round(theory.game().frame)), path_(theory, question_.profile, budget_)
{
    path_.admit(0);
    path_.assume_invariants(0, known_invariants(theory_, budget_));
    if (question_.known)
        path_.add({path_.at(question_.known, 0)});
}

bool SimplePathInduction::applies()
{
    return !path_.is_possible(
        path_.at(as_formula(theory_.reduction(), system_, system_.undetermined), 0));
}

bool SimplePathInduction::shows(unsigned k)
{
    while (last_ < k)
        go_on();
    const Literal bad = path_.at(question_.bad, k, question_.at_moves);
    path_.constrain_successors(k);
    return !path_.is_possible(bad);
}

/// One more state: the last is good, and a complying move leads from there to one that is new.
void SimplePathInduction::go_on()
{
    path_.add({-path_.at(question_.bad, last_, question_.at_moves)});
    path_.add({path_.move_allowed(last_)});
    ++last_;
    path_.admit(last_);
    path_.assume_invariants(last_, known_invariants(theory_, budget_));
    if (question_.known)
        path_.add({path_.at(question_.known, last_)});
    // Others differ in who is on turn, as a rule.
    for (unsigned i = last_ % round_; i < last_; i += round_)
        path_.add({differ(i, last_)});
}

/// Some bit has another value at the i-th state than at the j-th.
Literal SimplePathInduction::differ(unsigned i, unsigned j)
{
    std::vector<Literal> any;
    for (const StateVariable& bit : system_.bits)
        any.push_back(-path_.encoder.equal(path_.at(bit.atom, i), path_.at(bit.atom, j)));
    return path_.encoder.any_of(any);
}

} // namespace sgl
