#pragma once

// Invariants of complying plays, found from what the strategies do: candidates that hold on random
// plays (sampled_candidates), of which the greatest inductive set is kept (houdini), over one ply,
// or over two where a strategy restores every second ply what the other agents' moves break.

#include "prover/claims/question.hpp"
#include "prover/resources/budget.hpp"
#include "prover/resources/solver_statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sgl
{

class Theory;

struct PlayInvariants
{
    /// Formulas that are shown together by induction over `plies` moves; with `excludes_bad`,
    /// together with ¬bad, which they help to show: as few as were found to do.
    std::vector<Formula> formulas;
    unsigned plies = 1;
    bool excludes_bad = false;   // no complying play has a bad state or move
    bool excludes_stuck = false; // a strategy recommends a move wherever its agent has a legal one
    std::vector<std::string> claims; // the claims whose proposals are among the formulas
    /// By proposal of the question: whether the same induction shows it.
    std::vector<bool> shown;
    std::size_t candidates = 0, kept = 0;
    SolverStatistics statistics;
};

/// The candidates for invariants; each kind includes the ones before.
enum class CandidateKind : std::uint8_t
{
    Clauses,   // one or two bits, each way, also by turn
    Proposals, // the question's proposals
    Gates,     // gates of the game's circuit, and pairs of gates and bits
};

/// The question must not be about the end of plays (`must_end`). Nothing is found where Σ leaves
/// open what happens. Throws Interrupted.
PlayInvariants find_play_invariants(Theory& theory, const Question& question,
                                    CandidateKind candidates, const Budget& budget);

} // namespace sgl
