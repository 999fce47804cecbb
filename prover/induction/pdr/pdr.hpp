#pragma once

// IC3, also called property-directed reachability (Bradley 2011; Eén, Mishchenko, Brayton 2011), of
// an open system: the search for clauses that are true in every reachable state and exclude the bad
// states, or for a play to a bad state.
//
// A step is a segment of `plies` moves, so that the clauses are about every `plies`-th state of a
// play. F(k), for k = 0, 1, …, is a set of clauses true in all states that at most k steps reach. A
// cube (a partial state) from which a bad state is reached is excluded from F(k) by a clause that
// F(k - 1) and one step imply; cubes are made smaller by the cores of contradictions, both when
// they are found (lifting) and when they are excluded (generalisation, with counterexamples to it:
// Hassan, Bradley, Somenzi 2013).

#include "prover/induction/pdr/step_clauses.hpp"
#include "prover/transition/open/sampled_states.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sgl
{

/// Literals over bits: bit + 1, or -(bit + 1). Sorted.
using Cube = std::vector<std::int32_t>;

/// The result of the search: cubes that no state of an invariant is in, or a play.
struct PdrResult
{
    /// The moves of a play to a bad state; for questions about moves, the last one is bad.
    std::optional<std::vector<Action>> play;
    std::vector<Cube> excluded; // where there is no play
};

class Pdr
{
public:
    /// The system must outlive the search. Throws Interrupted.
    Pdr(const OpenSystem& system, unsigned plies, const Budget& budget);

    /// The search, from where an earlier call stopped. Throws Interrupted when the budget runs out.
    PdrResult run(const Budget& budget);

    unsigned plies() const { return plies_; }
    /// The number of steps after which all states are known to be good.
    std::size_t depth() const { return frames_.size() - 1; }
    SolverStatistics statistics() const;

private:
    struct Frame
    {
        CoreSolver solver;
        std::vector<StateLiterals> states; // of a step
        Literal some_bad = 0;       // implies that a state of the step before the last is bad
        std::vector<Literal> bad;   // by ply: implies that the state or move there is bad
        std::vector<Cube> excluded; // here, and not in the next frame
    };

    /// A cube that is to be excluded, as a bad state is reached from it.
    struct Obligation
    {
        Cube cube;
        std::size_t level;
        std::size_t next; // index of the obligation that the moves lead to
        std::vector<Action> moves;
        bool was_tried = false; // whether a part of it can be excluded for good
    };

    void add_frame();
    void assert_step(Frame& frame, bool is_first);
    SampledStates samples(const Budget& budget);
    bool find_bad(const Budget& budget);
    bool exclude_all(const Budget& budget);
    void propagate(const Budget& budget);
    std::optional<std::size_t> level_where_all_is_kept() const;

    bool meets_start(const Cube& cube, const Budget& budget);
    bool is_reached(const Cube& cube, const Budget& budget);
    bool is_excluded(const Cube& cube, std::size_t level) const;
    bool step_reaches(std::size_t level, const Cube& cube, bool from_cube, const Budget& budget);
    Cube core_of(std::size_t level, const Cube& cube, const Budget& budget);
    Cube predecessor(Frame& frame, const Cube& target, const Budget& budget);
    Cube lifted(const Frame& frame, unsigned plies, std::vector<Literal> target,
                const Budget& budget);
    Cube state_of(const Frame& frame) const;
    std::vector<Action> moves_of(const Frame& frame, unsigned plies) const;
    std::optional<Cube> inductive_part(std::size_t level, Cube cube, const Budget& budget);
    Cube generalised(std::size_t level, Cube cube, unsigned depth, const Budget& budget);
    bool shrinks(std::size_t level, Cube& cube, const Cube& needed, unsigned depth,
                 const Budget& budget);
    std::size_t push_from(std::size_t level, const Cube& cube, const Budget& budget);
    void exclude(std::size_t level, Cube cube);

    static Literal literal_of(const StateLiterals& state, std::int32_t literal)
    {
        const Literal bit = state.bits[static_cast<std::size_t>(std::abs(literal)) - 1];
        return literal > 0 ? bit : -bit;
    }

    const OpenSystem& system_;
    const unsigned plies_;
    CoreSolver start_; // initial states
    std::vector<Literal> start_bits_;
    std::vector<std::int32_t> fixed_at_start_; // by bit: its literal where all starts agree, or 0
    SampledStates samples_;
    CoreSolver lifting_; // one step, from any state
    std::vector<StateLiterals> lifting_states_;
    std::vector<Frame> frames_;                // by level; 0 is the initial states
    std::vector<Obligation> obligations_;      // all that were made since the bad state
    std::vector<double> activity_;             // by bit: how often it was in a clause
    std::optional<std::size_t> start_of_play_; // the obligation that meets an initial state
};

} // namespace sgl
