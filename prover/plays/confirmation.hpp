#pragma once

// Confirmation of plays that an engine found: a play is replayed in a model of Σ, and judged by the
// plain evaluator.

#include "prover/claims/question.hpp"
#include "prover/plays/symbolic_path.hpp"
#include "prover/reduction/model_construction.hpp"
#include "prover/verdicts/verdict.hpp"

namespace sgl
{

/// Every function throws Interrupted when the budget runs out.
class Confirmation
{
public:
    /// Theory, question and budget must outlive the confirmation.
    Confirmation(Theory& theory, const Question& question, const Budget& budget);

    /// The play in the last solution of the path's solver, or another play in which the literal is
    /// true, replayed. Nothing if there is no such play; or, with an objection, if there may be one
    /// that was not confirmed.
    std::optional<Refuted> confirmed(Path& path, unsigned t, Literal literal, EndOfPlay wanted,
                                     std::string& objection);
    /// A play in which the literal is true and which occurs in a model of Σ. Throws Interrupted
    /// after limits::play_in_model_seconds of effort; then every later call throws at once.
    std::optional<PlayInModel> in_model(Path& path, unsigned t, Literal literal, bool with_move);

    /// Why the last play was not confirmed, where axioms that contradict each other are the reason.
    const std::optional<AxiomClash>& clash() const { return clash_; }

    /// A play that another engine found, replayed; nothing if the evaluator objects.
    std::optional<Refuted> replayed(const Witness& witness, const EndOfPlay& wanted);

private:
    std::optional<Refuted> replayed(const Witness& witness, const EndOfPlay& wanted,
                                    std::string& objection);
    std::optional<Refuted> confirmed_by(Replay& replay, const Witness& witness,
                                        std::optional<OpenValues> otherwise, EndOfPlay wanted,
                                        std::string& objection);

    Theory& theory_;
    const Question& question_;
    const Budget& budget_;
    std::optional<AxiomClash> clash_;
    bool models_are_hard_ = false; // a search for a model took too long
};

} // namespace sgl
