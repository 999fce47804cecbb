#pragma once

// A play that a solver found, confirmed: replayed in a model of Σ and judged by the plain
// evaluator.

#include "prover/claims/verdict.hpp"
#include "prover/plays/symbolic_path.hpp"
#include "prover/reduction/model_construction.hpp"

namespace sgl
{

/// What is asked about plays in which the agents of the profile move as told.
struct Question
{
    std::vector<Strategy> profile;
    /// What must not be: true at a state reached, or, with at_moves, at a complying legal move
    /// there.
    Formula bad;
    bool at_moves = false;
    /// Plays that come back to an earlier state are bad too, as they need not end.
    bool must_end = false;
    /// Known to be true in every state that complying plays reach; may be empty.
    Formula known;
    /// Whether this is true somewhere is to be found out as well (the premise of a conditional).
    Formula premise;
    /// An agent of the profile has a legal move and is told none: find out where.
    Formula stuck;
    std::string detail;               // said of a refutation
    std::string method = "unrolling"; // how it was found, for a refutation
    std::optional<Strategy> about;    // the strategy whose recommendations are at issue
};

/// Whether any play at all reaches a state in which this is true.
Question about_states(Formula bad);

/// The moves that a strategy recommends in a state.
std::vector<Action> recommended(const Frame& frame, Evaluator& evaluator, const Strategy& strategy,
                                State w);

/// The answer to a question.
struct PlayAnswer
{
    Verdict verdict = Undecided{};
    bool any_initial = false;
    bool premise_seen = false;
    std::optional<Refuted> stuck;
};

/// What is wanted where a play ends.
struct EndOfPlay
{
    Formula f = {}; // true there; empty: anything
    bool at_move = false;
    bool loop = false;           // it comes back to an earlier state
    bool from_any_state = false; // the first state need not be an initial one
    Formula first = {},
            between = {}; // true at the first state, and at those between it and the last
};

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
