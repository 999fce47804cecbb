#pragma once

// How far formulas look ahead. The normal form of [a]φ is found by regression, once for every
// sequence of actions that φ looks along: a formula that looks n moves ahead, whatever they are,
// has as many of these as there are plays of n moves. In one state after the other, with a memo, a
// formula has a value for each state and subformula.

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"

#include <unordered_map>

namespace sgl
{

class LookAhead
{
public:
    /// The frame must outlive the object.
    explicit LookAhead(const Frame& frame) : frame_(frame) {}

    /// True if the normal form of the formula is likely to be too large to be found: there are more
    /// than limits::regressed_formulas sequences of actions with a subformula at their end, and
    /// some sequence has three actions.
    bool is_far(Formula f);

private:
    unsigned plies(Formula f);
    double regressed(Formula f);
    double regressed_below(Formula f);

    const Frame& frame_;
    std::unordered_map<Formula, unsigned> plies_;    // by formula: the longest sequence
    std::unordered_map<Formula, double> regressed_;  // by formula: the number of sequences
};

} // namespace sgl
