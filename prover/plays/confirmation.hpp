#pragma once

// A play that a solver found, confirmed: replayed in a model of Σ and judged by the plain
// evaluator.

#include "prover/claims/question.hpp"
#include "prover/plays/symbolic_path.hpp"
#include "prover/reduction/model_construction.hpp"
#include "prover/verdicts/verdict.hpp"

namespace sgl
{

class Confirmation
{
public:
    /// Theory, question and budget must outlive it.
    Confirmation(Theory& theory, const Question& question, const Budget& budget);

    /// The play in the last model of the path's solver, or another in which the literal is true,
    /// replayed. Nothing if there is none; or, with an objection, if there may be one that was not
    /// confirmed.
    std::optional<Refuted> confirmed(Path& path, unsigned t, Literal literal, EndOfPlay wanted,
                                     std::string& objection);
    /// A play that occurs in a model of Σ. Throws Interrupted where that takes long, and from then
    /// on.
    std::optional<PlayInModel> in_model(Path& path, unsigned t, Literal literal, bool with_move);

    /// A play that was found elsewhere, as the evaluator replays it; nothing if it objects.
    std::optional<Refuted> replayed(const Witness& witness, const EndOfPlay& wanted);

private:
    std::optional<Refuted> replayed(const Witness& witness, const EndOfPlay& wanted,
                                    std::string& objection);
    std::optional<Refuted> confirmed_by(Replay& replay, const Witness& witness, bool is_model,
                                        EndOfPlay wanted, std::string& objection);

    Theory& theory_;
    const Question& question_;
    const Budget& budget_;
    bool models_are_hard_ = false; // to find: it took too long once
};

} // namespace sgl
