#pragma once

// A question about plays as a transition system: bits, and for every action where it may be taken
// and what it makes of each bit, all as propositional formulas over the bits. What the engines that
// go through all states work on. Only the bits that the question depends on are in it.
//
// Values that Σ leaves open are no bits. A formula that speaks of them is replaced by where it may
// be true, and where it may be either is added to `undetermined`: as long as that is false in every
// state reached, the system does what the game does.

#include "prover/claims/bdd_data.hpp"
#include "prover/plays/confirmation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sgl
{

struct TransitionSystem
{
    /// The bit is as the formula says in the state before.
    struct Change
    {
        std::uint32_t bit;
        Formula value;
    };

    struct Move
    {
        Action action;
        Formula allowed;             // legal, and as the profile says
        std::vector<Change> changes; // by bit; the others stay as they are
        Formula bad, premise;        // for questions about moves, else empty; both only if allowed
    };

    std::vector<Formula> bits; // fluents and `initial`
    std::vector<Move> moves;   // those that are allowed anywhere
    Formula start;             // may speak of more than the bits; what it says of those is any
    Formula bad, premise;      // for questions about moves: at some move; empty: not asked
    Formula stuck;             // empty: not asked
    Formula undetermined;      // what happens here is not told by Σ, or no model has the state
};

/// Throws Interrupted when the budget runs out.
TransitionSystem transition_system(Theory& theory, const Question& question, const Budget& budget);

/// The initial states of Σ, by their bits; nothing where there are more than so many.
std::optional<std::vector<std::vector<bool>>> initial_states(Theory& theory,
                                                             const TransitionSystem& system,
                                                             std::size_t most,
                                                             const Budget& budget);

/// One of them; nothing where there is none.
std::optional<std::vector<bool>> an_initial_state(Theory& theory, const TransitionSystem& system,
                                                  const Budget& budget);

/// How many plies make a round, in which each agent that can do something moves once; a few at
/// most.
unsigned plies_of_a_round(const Frame& frame);

/// A play of a transition system.
struct Trace
{
    std::vector<bool> start; // by bit
    std::vector<Action> play;
    std::optional<Action> move;   // at its end, for questions about moves
    std::optional<unsigned> loop; // where its end comes back to
};

/// What is true of all states that plays of a transition system reach.
struct Reachability
{
    bool is_determined = true; // else nothing but that is known
    std::string states;        // how many: "85 states"
    bool any_initial = false;
    bool premise_seen = false;
    std::optional<Trace> bad, stuck, endless;
    std::optional<StateDiagrams> diagrams; // of the states, where they are to be handed on
};

/// As a text, for another process; and read again, of a system with so many bits, unless it is not
/// such a text, whole. The atoms of diagrams are not in it.
std::string written(const Reachability& reached);
std::optional<Reachability> read_reached(const std::string& text, std::size_t bits);

/// "1 state", "3456 states", "1.2e+12 states".
std::string count_of_states(double count);

/// What was reached, as an answer to the question: plays, no longer than the bound, are replayed by
/// the evaluator. Nothing where Σ does not determine what happens, or a play is not confirmed.
std::optional<PlayAnswer> answer(Theory& theory, const Question& question, Confirmation& replays,
                                 const TransitionSystem& system, const Reachability& reached,
                                 std::optional<unsigned> bound, const std::string& method,
                                 const Budget& budget);

} // namespace sgl
