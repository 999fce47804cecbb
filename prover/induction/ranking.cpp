#include "prover/induction/ranking.hpp"

#include "prover/invariants/known_invariants.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include <array>

namespace sgl
{

namespace
{

/// One complying move, from any state that may be reachable.
class Step
{
public:
    Step(Theory& theory, const Question& question, const Budget& budget)
        : path(theory, question.profile, budget)
    {
        path.admit(0);
        path.assume_invariants(0, known_invariants(theory, budget));
        if (question.known)
            path.add({path.at(question.known, 0)});
        path.add({path.move_allowed(0)});
        path.admit(1);
        path.constrain_successors(1);
    }

    Literal becomes_true(Formula f)
    {
        return path.encoder.all_of(std::array{-path.at(f, 0), path.at(f, 1)});
    }
    Literal stays(Formula f) { return path.encoder.equal(path.at(f, 0), path.at(f, 1)); }

    Path path;
};

/// The measure is no smaller: nothing in it changes, or what changes first becomes true.
Literal is_no_smaller(Step& step, const std::vector<Formula>& measure)
{
    Encoder& encoder = step.path.encoder;
    Literal same = encoder.always_true();
    std::vector<Literal> ways;
    for (Formula f : measure)
    {
        ways.push_back(encoder.all_of(std::array{same, step.becomes_true(f)}));
        same = encoder.all_of(std::array{same, step.stays(f)});
    }
    ways.push_back(same);
    return encoder.any_of(ways);
}

} // namespace

Verdict decreases(Theory& theory, const Question& question, const std::vector<Formula>& measure,
                  const Budget& budget)
{
    budget.at_phase("while the measure was checked");
    Step step(theory, question, budget);
    const Literal no_smaller = is_no_smaller(step, measure);
    if (!step.path.is_possible(no_smaller))
        return Proved{Method::Reduction, ""};
    Question asked = question;
    asked.method = Method::Reduction;
    asked.detail = "the measure does not decrease";
    EndOfPlay wanted;
    wanted.from_any_state = true;
    std::string objection;
    Confirmation confirmation(theory, asked, budget);
    if (auto refuted = confirmation.confirmed(step.path, 1, no_smaller, wanted, objection))
        return std::move(*refuted);
    if (objection.empty())
        return Proved{Method::Reduction, "in all states that a model goes on from"};
    return Undecided{"a move was found that is not confirmed: " + objection};
}

std::vector<Formula> find_measure(Theory& theory, const Question& question, const Budget& budget)
{
    budget.at_phase("while a measure was sought");
    FormulaStore& store = theory.store();
    Step step(theory, question, budget);
    std::vector<Formula> measure;
    std::vector<Literal> same;
    for (std::uint32_t index = 0; index < theory.game().frame.fluent_count(); ++index)
    {
        const Formula p = store.fluent(Fluent{index});
        for (Formula f : {p, store.negation(p)})
        {
            if (step.path.is_possible(step.becomes_true(f)))
                continue;
            measure.push_back(f);
            same.push_back(step.stays(f));
        }
    }
    if (measure.empty() || step.path.is_possible(same))
        return {};
    return measure;
}

} // namespace sgl
