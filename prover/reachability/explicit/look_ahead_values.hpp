#pragma once

// The values of formulas that look too far ahead to be circuits, in one state after the other: by
// the plain evaluator, with its memo, in the model that the rules of the game make. Each state that
// is looked at has one successor under each action; where the rules leave a value open that is
// asked for, there is no value.

#include "logic/formula/frame.hpp"
#include "logic/model/evaluate.hpp"
#include "prover/reachability/explicit/state_set.hpp"
#include "prover/resources/budget.hpp"
#include "prover/transition/transition_system.hpp"

#include <cstdint>
#include <exception>
#include <memory>
#include <span>

namespace sgl
{

/// Thrown where a value matters that Σ leaves open.
class OpenValueMatters : public std::exception
{
public:
    const char* what() const noexcept override { return "the rules leave open what happens"; }
};

class LookAheadValues
{
public:
    using Word = StateSet::Word;

    /// Both arguments must outlive the object; the system has formulas that look ahead.
    LookAheadValues(const TransitionSystem& system, const Frame& frame);
    ~LookAheadValues();

    /// The budget of the calls that follow; must outlive them.
    void set_budget(const Budget& budget);
    /// The value of the system's k-th formula in a packed state. Throws OpenValueMatters,
    /// EvaluationTooDeep and Interrupted.
    bool value(std::size_t k, std::span<const Word> state);
    std::size_t bytes() const;

private:
    class LookAheadModel;

    const TransitionSystem& system_;
    std::unique_ptr<LookAheadModel> model_;
    std::unique_ptr<Evaluator> evaluator_;
};

} // namespace sgl
