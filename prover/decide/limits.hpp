#pragma once

// The numbers that decide when each engine runs, and with which budget: every number, with its unit
// and the row of a benchmark that it was set by. The limits inside engines are in
// prover/resources/limits.hpp, as the rooms of engines must not include this header.
//
// "Seconds of effort" are counted in steps (Budget::effort), so that a verdict does not depend on
// the load of the machine; other seconds are the clock's.

#include <cstddef>

namespace sgl::limits
{

// The claim as a whole.

/// Seconds for the search for contradictions in the axioms, before the first claim, and the
/// greatest share of a limited time. Not measured.
inline constexpr double contradictions_seconds = 3, contradictions_share = 0.4;
/// Plies of a play that runs into a contradiction, and starts of which one is looked for. Not
/// measured.
inline constexpr unsigned contradiction_plies = 64;
inline constexpr int contradiction_starts = 100;
/// Depth, steps and questions to a solver for one rule's moves to be among another's. Not measured.
inline constexpr unsigned inclusion_depth = 32, inclusion_steps = 4'000, inclusion_questions = 8;
/// Share of a limited time for the laws of ▽ and △; seconds where the time is not limited. Not
/// measured: the slowest example takes 0.1 s.
inline constexpr double structure_share = 0.5, structure_seconds = 30;
/// Seconds of the first share of a part, where the time is not limited; each later share is twice
/// the one before. Of a limited time each part has the same share, and more than its last share by
/// this factor where time is left over. Not measured.
inline constexpr double first_share_seconds = 10, larger_share = 1.25;
/// Seconds of effort for a model in which a state occurs that refutes a theorem claim. Not
/// measured.
inline constexpr double model_search_seconds = 10;
/// Seconds for the findings beside a verdict: whether a premise is ever true, or a play stuck. Not
/// measured.
inline constexpr double beside_verdict_seconds = 5;
/// Seconds of effort for a play on which the premise is true. Not measured.
inline constexpr double premise_seconds = 5;
/// Seconds of effort for a ranking that shows that plays end. `spend` n = 8: 0.01 s with a ranking,
/// 0.75 s without.
inline constexpr double ranking_seconds = 2;
/// Seconds for a second engine to agree with the first, in builds that compare them. Not measured.
inline constexpr double cross_check_seconds = 0.5;

// What agents can force.

/// States that are listed before a search of the tree of plays is tried, which looks at fewer, and
/// its share of a limited time. connect-four 5×4 has 1.7 million states, which take 2 s.
inline constexpr std::size_t states_listed_first = 3'000'000;
inline constexpr double forcing_search_share = 0.6;

// The schedule of questions about plays. Plies are the length of the plays that were searched.

/// Plies from which induction is tried: short plays refute most false claims. Not measured.
inline constexpr unsigned induction_from = 2;
/// Plies up to which plain k-induction is tried, with k one less; from the next ply on, induction
/// is over simple paths. At longer plays, unrolling from the initial states has more information.
/// Not measured.
inline constexpr unsigned plain_induction_to = 5;
/// Most states, and seconds of effort, for the enumeration that runs when short plays give no
/// answer. `CrossDot cautious` m = 24: 0.04 s with this enumeration, 0.55 s without.
inline constexpr std::size_t very_few_states = 50'000;
inline constexpr double very_few_states_seconds = 0.25;
/// Seconds, or a share of a limited time, for invariants of complying plays and induction with them
/// at short plays. `mutex` n = 32 takes 1 s. With 15 s of effort at once, the rule list for Hex on
/// 5 by 5 cells (examples/published) took 16 s, and was undecided after 20 s on a busy machine.
inline constexpr double first_play_invariants_seconds = 3, play_invariants_share = 0.15;
/// Seconds of effort for the same at longer plays, once without gates among the candidates and once
/// with them.
inline constexpr double play_invariants_seconds = 15;
/// Seconds of effort for linear invariants, and induction with them. `lamps` n = 30: proved in 5 s
/// with linear invariants, undecided after 20 s without; 0.7 s and 30 s in a second measurement.
inline constexpr double linear_invariants_seconds = 2;
/// Seconds of effort for induction over simple paths, all plies together. `gap`: proved in 0.9 s
/// with simple paths, not in 30 s without.
inline constexpr double simple_paths_seconds = 5;
/// Plies from which plays are long: engines of all states are asked at this length, and each time
/// the length has doubled. Not measured.
inline constexpr unsigned long_plays = 6;
/// Most states for the enumeration at long plays, before any other engine is asked. Not measured.
inline constexpr std::size_t few_states = 200'000;
/// Seconds of the processor for which enumeration goes on before diagrams are begun, if that is
/// enough for all states, as their layers suggest: `CrossDot` m = 20 takes 7.5 times as long
/// without.
inline constexpr double seconds_at_hand = 2;
/// The layers are believed when this share of all states was reached, if that takes so many
/// seconds: `puzzle` w = 5, of 1.8 million states, suggests 6.7 million after 0.2 million, 3.4
/// after 0.7.
inline constexpr double share_to_expect = 0.125, seconds_to_expect = 0.5;
/// Share of a limited time for diagrams without a separate core; without a limit, seconds per ply
/// of the plays. `CrossDot` m = 24.
inline constexpr double diagrams_share = 0.8, diagrams_seconds_a_ply = 5;
/// Seconds of effort, per ply, for a search for an invariant by property-directed reachability,
/// each time it is due; it goes on where it stopped. `scattered` n = 20: 0.02 s, and not in 30 s
/// without.
inline constexpr double pdr_seconds_a_ply = 0.25;

/// Share of a limited time for the states of a claim whose formulas look too far ahead to be
/// regressed. Not measured.
inline constexpr double look_ahead_share = 0.7;

// Certificates and derivations (certify, derive, command).

/// Seconds for a certificate that comes before a derivation, where the derivation is short and
/// where it is not; and for a derivation where there is a certificate. Not measured.
inline constexpr double brief_certificate_seconds = 3, first_certificate_seconds = 30;
inline constexpr double added_derivation_seconds = 15;
/// Seconds of effort for a certificate by all states; where a part is opaque; of a limited time,
/// this share at most. Not measured.
inline constexpr double all_states_seconds = 1, all_states_opaque_seconds = 10,
                        all_states_share = 0.5;
/// Share of a limited time for the states that an engine found, or seconds of effort of an
/// unlimited one. Not measured.
inline constexpr double states_found_share = 0.7, states_found_seconds = 60;
/// States are listed one by one, rather than as diagrams, where diagrams have more nodes than
/// few_nodes and there are not so many more states than nodes: `puzzle` w = 4. Shares of a limited
/// time for that; the level of libzstd.
inline constexpr std::size_t few_nodes = 2'000;
inline constexpr double listed_states_a_node = 100, listed_share = 0.8, listed_at_last_share = 0.2;
inline constexpr int listed_compression = 12;
/// Layers of states in a certificate of plays that end. Not measured.
inline constexpr std::size_t certified_layers = 10'000;
/// Rounds in which a model's legal moves and terminal states are made to agree with the axioms. Not
/// measured.
inline constexpr int settling_rounds = 20;
/// Fluents and actions of a game of which the states of Σ are computed for a certificate, and
/// actions that lead on from each. Not measured.
inline constexpr std::size_t states_of_sigma_atoms = 100;
inline constexpr unsigned states_of_sigma_actions = 20;
/// Actions ahead, pairs of axiom and action, and formulas, up to which a derivation brings in what
/// Σ demands. Not measured.
inline constexpr unsigned derivation_depth = 24;
inline constexpr std::size_t derivation_pairs = 2'000, derivation_formulas = 50'000;
/// Seconds in which `sgl show` looks for initial states. Not measured.
inline constexpr double shown_states_seconds = 2;

} // namespace sgl::limits
