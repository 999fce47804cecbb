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

/// Formulas that look at most so many plies ahead, or along at most so many sequences of actions,
/// are not far. `look` n = 5: 111,110 sequences take 0.05 s; n = 6: 3.3 million take 6 s and 236
/// MB.
struct NearLookAhead
{
    unsigned plies = 2;
    double sequences = 200'000;
};

class LookAhead
{
public:
    /// The frame must outlive the object.
    explicit LookAhead(const Frame& frame, NearLookAhead near = {}) : frame_(frame), near_(near) {}

    /// True if the normal form of the formula is likely to be too large to be found.
    bool is_far(Formula f);

private:
    unsigned plies(Formula f);
    double regressed(Formula f);
    double regressed_below(Formula f);

    const Frame& frame_;
    const NearLookAhead near_;
    std::unordered_map<Formula, unsigned> plies_;   // by formula: the longest sequence
    std::unordered_map<Formula, double> regressed_; // by formula: the number of sequences
};

} // namespace sgl
