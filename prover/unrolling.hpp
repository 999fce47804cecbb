#pragma once

// Plays of 0, 1, 2, … moves from an initial state, as clauses: is there one that ends badly, and is
// there one that long at all? When there is none, the answer is final: bounded model checking with
// the length of the longest play as its completeness threshold. Beside it, k-induction for small k:
// if k good states in a row, wherever they are, are never followed by a bad one, none is reached.

#include "prover/continuation.hpp"
#include "prover/engine.hpp"
#include "prover/verdict.hpp"

#include <functional>

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
    /// Whether this is true somewhere is to be found out as well (the premise of a conditional).
    Formula premise;
    /// An agent of the profile has a legal move and is told none: find out where.
    Formula stuck;
    std::string detail;            // said of a refutation
    std::optional<Strategy> about; // the strategy whose recommendations are at issue
};

/// The action is legal, and what its agent is told if the profile tells it something.
Formula allowed_move(FormulaStore& store, const Frame& frame, const std::vector<Strategy>& profile,
                     Action a);

/// The moves that a strategy recommends in a state.
std::vector<Action> recommended(const Frame& frame, Evaluator& evaluator, const Strategy& strategy,
                                State w);

struct Exploration
{
    Verdict verdict = Undecided{};
    bool any_initial = false;
    bool premise_seen = false;
    std::optional<Refuted> stuck;
};

/// Answers questions about one theory.
class Unrolling
{
public:
    Unrolling(Theory& theory, const Question& question, std::optional<unsigned> bound,
              const Budget& budget, Engine engine = Engine::Automatic);

    /// Never throws Interrupted: a limit ends it with what is known by then.
    Exploration explore();
    SolverStatistics statistics() const;

    /// What is wanted where a play ends.
    struct Wanted
    {
        Formula f; // true there; empty: anything
        bool at_move = false;
        bool loop = false; // it comes back to an earlier state
    };
    /// A play that was found elsewhere, as the evaluator replays it; nothing if it objects.
    std::optional<Refuted> replayed(const Witness& witness, const Wanted& wanted);

private:
    /// States and moves of a play, in a solver of its own.
    struct Path
    {
        explicit Path(Reduction& reduction) : encoder(reduction, solver) {}
        SatSolver solver;
        Encoder encoder;
        std::vector<Literal> allowed;           // by state: a complying legal move is chosen there
        std::vector<std::size_t> longest_words; // by state: that the question spoke of first
    };

    Literal move_allowed(Path& path, unsigned t);
    Literal bad_at(Path& path, unsigned t);
    Literal repeats(unsigned t);
    bool is_inductive(unsigned k);
    bool explored_otherwise(unsigned t, Exploration& found);
    bool look_at(unsigned t, Exploration& found);
    bool possible(unsigned t, Literal literal);
    bool occurs(unsigned t, Literal literal, bool with_move);
    std::optional<PlayInModel> in_model(unsigned t, Literal literal, bool with_move);
    std::optional<Refuted> confirmed(unsigned t, Literal literal, Wanted wanted,
                                     std::string& objection);
    std::optional<Refuted> replayed(const Witness& witness, const Wanted& wanted,
                                    std::string& objection);
    std::optional<Refuted> confirmed_by(Replay& replay, const Witness& witness, bool is_model,
                                        Wanted wanted, std::string& objection);

    Theory& theory_;
    const Question& question_;
    std::optional<unsigned> bound_;
    const Budget& budget_;
    Engine engine_;                // Automatic, or no other than this
    Path play_;                    // from an initial state
    Path step_;                    // from any state, for induction
    bool models_are_hard_ = false; // to find: it took too long once
    SatSolver& solver_ = play_.solver;
    Encoder& encoder_ = play_.encoder;
};

} // namespace sgl
