#pragma once

// All states that plays reach, with all moves between them, and what coalitions can force there, by
// backward induction.

#include "prover/reachability/forcing/game_states.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sgl
{

struct GraphLimits
{
    std::size_t states = 0;
    std::size_t bytes = 0; // of memory
};

class GameGraph
{
public:
    /// The graph of the theory's game, with the state formulas that may be goals. Nothing where
    /// what is legal or terminal, a goal, or what a move leads to depends on what the axioms leave
    /// open. Throws Interrupted, also at a limit.
    static std::optional<GameGraph> of(Theory& theory, const std::vector<Formula>& goals,
                                       const GraphLimits& limits, const Budget& budget);
    GameGraph(GameGraph&&) noexcept;
    ~GameGraph();

    std::size_t states() const;
    /// The number of moves of the longest play; nothing where plays need not end.
    std::optional<std::size_t> longest_play() const;

    /// Whether the coalition forces, from every initial state, that plays end where the goal of
    /// this index is true. Throws Interrupted.
    Forced force(const std::vector<Agent>& coalition, std::size_t goal, const Budget& budget) const;

private:
    class Graph;
    explicit GameGraph(std::unique_ptr<const Graph> graph);
    std::unique_ptr<const Graph> graph_;
};

} // namespace sgl
