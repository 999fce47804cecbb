#pragma once

// The game that a program describes: states, legal moves, joint moves, outcomes.

#include "logic/gdl/machine/circuit.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sgl::gdl
{

/// A state has a bit for each of the program's fluents, in words of 64.
using StateBits = std::span<const std::uint64_t>;

/// What holds in one state.
struct StateFacts
{
    bool is_terminal = false;
    std::vector<std::vector<std::uint32_t>> legal; // for each role, numbers of its moves
    std::vector<std::vector<int>> goals;           // for each role, the values that hold
};

/// Evaluates up to lane_count states, or joint moves, at once.
class Machine
{
public:
    explicit Machine(const Program& program);

    const Program& program() const { return program_; }
    std::size_t words_in_state() const { return words_; }
    std::vector<std::uint64_t> initial() const;

    /// The facts about `count` ≤ lane_count states, which follow each other.
    void look(const std::uint64_t* states, std::size_t count, std::vector<StateFacts>& facts);

    /// Joint moves: `moves` has a number for each role, `from` a state for each joint move; the
    /// states that follow are written one after another.
    void step(const std::vector<const std::uint64_t*>& from,
              const std::vector<std::uint32_t>& moves, std::uint64_t* next);

    StateFacts look(StateBits state);
    std::vector<std::uint64_t> step(StateBits state, const std::vector<std::uint32_t>& moves);

private:
    void load(const std::uint64_t* const* states, std::size_t count, const Circuit& circuit);

    const Program& program_;
    std::size_t words_;
    Circuit state_circuit_, step_circuit_;
    std::vector<Lanes> values_;
    std::vector<const std::uint64_t*> pointers_;
};

} // namespace sgl::gdl
