#pragma once

// States on random plays of an open system, 64 plays at a time, kept so that a partial state is
// quickly looked up.

#include "prover/resources/budget.hpp"
#include "prover/transition/open/open_system.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace sgl
{

/// Every `every`-th state of random plays. The samples are the same in every run.
class SampledStates
{
public:
    /// Plays from these initial states. Throws Interrupted.
    SampledStates(const OpenSystem& system, std::span<const std::vector<bool>> starts,
                  unsigned every, const Budget& budget);

    /// Whether a sample agrees with literals over bits: bit + 1, or -(bit + 1).
    bool any_in(std::span<const std::int32_t> cube) const;
    std::size_t size() const { return count_; }

private:
    /// The lanes of 64 plays where each bit is true.
    using Lanes = std::uint64_t;

    std::vector<std::vector<Lanes>> true_; // by bit: a word for each 64 samples
    std::vector<Lanes> there_;             // the samples of each word
    std::size_t count_ = 0;
};

} // namespace sgl
