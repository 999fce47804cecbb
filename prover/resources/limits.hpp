#pragma once

// The limits inside engines, for the rooms below prover/decide. The limits that decide when an
// engine runs, and with which budget, are in prover/decide/limits.hpp. "Seconds of effort" are
// counted in steps (Budget::effort).

#include <cstddef>
#include <cstdint>

namespace sgl::limits
{

// Effort (resources).

/// Steps that count as a second of effort. A step is one Budget::check; a conflict of a solver
/// counts a hundred, a clause one, a query one for ten variables. Not measured by a row.
inline constexpr double steps_a_second = 2e6;
/// Seconds of the clock, per second of effort, after which the clock ends the effort. Not measured.
inline constexpr double effort_patience = 4;

// Theories and models (reduction).

/// Seconds of effort to find a completion of models (Theory::completion), once for a game. Not
/// measured.
inline constexpr double completion_seconds = 5;
/// Seconds of effort for closed states (Theory::closed_states), once for a game; where there are
/// some, for a completion beside them. Fluents of which every pair is tried. `spent` n = 16 of
/// bench/games: refuted in 0.02 s, undecided after 10 s without closed states.
inline constexpr double closed_states_seconds = 1, completion_seconds_beside = 0.02;
inline constexpr std::size_t most_fluents_in_pairs = 48;
/// Rounds in which the state constraint is strengthened by the demands of successors; more rounds,
/// up to the second number, while the demands stay small. The sizes are formulas made: fewer where
/// Σ looks ahead. Not measured.
inline constexpr int completion_rounds = 4, most_completion_rounds = 20;
inline constexpr std::size_t completion_formulas = 50'000, completion_formulas_ahead = 5'000;
/// Seconds of effort for a model in which a state occurs (has_state). Not measured.
inline constexpr double inhabited_seconds = 2;
/// Literals that describe a state and its successors, and states of one model, above which the
/// search for a model gives up. Not measured.
inline constexpr std::size_t most_model_literals = 20'000, most_model_states = 3'000;

// Plays (plays).

/// Seconds of effort for a model in which a refuting play occurs. Not measured.
inline constexpr double play_in_model_seconds = 10;
/// Seconds of effort, and states, for the reason why a play is not confirmed. Not measured.
inline constexpr double clash_seconds = 0.5;
inline constexpr std::size_t most_clash_states = 500;
/// Plies up to which the result of an unrolling is written as a formula: formulas of longer plays
/// are too large to be of use. Not measured.
inline constexpr unsigned most_written_plies = 4;

// Transition systems (transition).

/// Plies of a round, in which each agent that has an action moves once. Not measured.
inline constexpr unsigned most_plies_of_a_round = 3;
/// Random plays on which a premise is looked for, and the plies of each. Not measured.
inline constexpr unsigned sampled_plays = 20, sampled_plies = 2'000;
/// Seconds of effort for a play shorter than the one that property-directed reachability found. Not
/// measured.
inline constexpr double shorter_play_seconds = 1;
/// Rounds of 64 random plays, their plies, and states on them, that a search for an invariant
/// compares its clauses with. Not measured.
inline constexpr unsigned pdr_rounds = 8, pdr_round_plies = 400;
inline constexpr std::size_t pdr_states = 16'384;
/// Plies of the short ones of the plays from which candidates of invariants are taken, and initial
/// states where they begin. Not measured.
inline constexpr unsigned sampled_plies_short = 128, sampled_starts = 16;

/// Values that Σ leaves open, on which a question about a state may depend; and moves that one move
/// may become, one for each way in which such values turn out. Not measured.
inline constexpr std::size_t most_open_choices = 12, most_moves_by_choice = 4'096;

// Reachable states (reachability).

/// Initial states, and reachable states, that are visited one by one. Not measured; states end with
/// the memory before.
inline constexpr std::size_t most_initial_states = 10'000, most_states = std::size_t{1} << 31;
/// Bytes of the evaluator's memo for each state that formulas look ahead to. `look` n = 12: 290.
inline constexpr std::size_t memo_bytes_a_state = 300;
/// Searches that are begun anew with the open values that mattered in a state as choices; the next
/// one takes all that may matter. Not measured.
inline constexpr unsigned times_opened = 4;
/// Rounds of an endless play, in which open values turn out so that the whole state comes back. Not
/// measured.
inline constexpr unsigned rounds_of_open_play = 3;
/// Plies up to which an endless play is repeated until the whole state comes back, and not the bits
/// of the system alone. Not measured.
inline constexpr std::size_t endless_play = 5'000;
/// States, and layers of them, that enumeration hands on for a certificate. Not measured.
inline constexpr std::size_t most_states_handed_on = std::size_t{1} << 23,
                             most_layers_handed_on = 10'000;
/// MiB that each of two engines must have for diagrams to be built beside unrolling. Not measured.
inline constexpr std::size_t least_background_memory = 1024;
/// Bits of a group (`p(_,1,2)`) whose combinations simplify the diagrams; nodes of a set of states
/// from which that pays. `CrossDot` m = 24: 3.1 s with it, 11.7 s without.
inline constexpr std::size_t most_bits_of_a_group = 12;
inline constexpr int least_nodes_for_groups = 200;
/// Nodes of a gate's diagram that is kept whole. Not measured.
inline constexpr int most_nodes_of_a_gate = 20'000;

// Invariants and induction (invariants, induction).

/// Seconds of effort for pair invariants, once for a game. `CrossDot` with its invariant, m = 100:
/// `proved` with pair invariants, `holds` up to a ply without.
inline constexpr double pair_invariants_seconds = 3;
/// Fluents of one family up to which all their pairs are tried. Not measured.
inline constexpr std::size_t most_in_family = 6;
/// Values of a fluent up to which each is tried as one that it never has. Not measured.
inline constexpr std::size_t most_values = 100;
/// Most bits of a state and most invariants in the search for linear invariants, and the largest
/// coefficient. `lamps` n = 30 has 30 bits.
inline constexpr std::size_t most_linear_bits = 420, most_linear_invariants = 8;
inline constexpr int most_coefficient = 2;
/// States from which candidates of invariants are taken, and gate values computed for them.
/// `mirror` n = 9 needs 1,000 states for candidates most of which are true.
inline constexpr std::size_t sampled_states = 8'192, sampled_values = 20'000'000;
/// Candidates, gates that are literals of pairs beside the bits, and gates of a circuit up to which
/// every gate is a candidate. Not measured.
inline constexpr std::size_t most_candidates = 30'000, most_paired_gates = 64,
                             most_candidate_gates = 20'000;
/// Plies over which candidates are kept together; invariants that are handed on as lemmas. Two
/// plies: `mirror` and `pairs`, where what a strategy restores is false between.
inline constexpr unsigned most_kept_plies = 2;
inline constexpr std::size_t most_kept_lemmas = 200;
/// Plies within which the condition of a claim's invariant must become true again, where the claim
/// gives no number. Not measured.
inline constexpr unsigned most_plies_of_invariant = 8;

// Propositional steps of derivations, in sgl-check.

/// Splits, and seconds, for the refutation of a step; a harder one has to be in the file. `turns`
/// of gomoku.sgl needs 0.5 s.
inline constexpr unsigned splits = 2'000;
inline constexpr double split_refutation_seconds = 5;

} // namespace sgl::limits
