#pragma once

// The rules of a program as straight code over many states at once: a lane is a bit in each word.

#include "logic/gdl/ground/program.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace sgl::gdl
{

inline constexpr std::size_t words_in_lanes = 4, lane_count = 64 * words_in_lanes;

/// One bit for each of the states that are evaluated together.
struct Lanes
{
    std::array<std::uint64_t, words_in_lanes> words{};

    bool at(std::size_t lane) const { return (words[lane / 64] >> (lane % 64) & 1U) != 0; }
    void set(std::size_t lane) { words[lane / 64] |= std::uint64_t{1} << (lane % 64); }
};

/// Evaluates the atoms that some atoms depend on. A component of atoms that depend on each other is
/// evaluated until nothing changes, from false on: its least fixpoint.
class Circuit
{
public:
    Circuit(const Program& program, const std::vector<std::uint32_t>& outputs);

    /// `values`: of all atoms of the program; those without rules are given.
    void evaluate(std::vector<Lanes>& values) const;

    /// The given atoms that the outputs depend on: fluents and moves.
    const std::vector<bool>& is_used() const { return is_used_; }

private:
    struct Step // rules for one atom
    {
        std::uint32_t atom;
        std::uint32_t first, end; // in rules_
    };
    struct Block // steps: one, or a component with cycles
    {
        std::uint32_t first, end;
        bool is_recursive;
    };

    bool step(const Step& step, std::vector<Lanes>& values) const;

    std::vector<Block> blocks_;
    std::vector<Step> steps_;
    std::vector<std::uint32_t> rules_; // where each begins in literals_, and one more
    std::vector<std::uint32_t> literals_;
    std::vector<bool> is_used_;
};

/// Turns a square of bits around: bit j of word i becomes bit i of word j.
void transpose(std::array<std::uint64_t, 64>& square);

} // namespace sgl::gdl
