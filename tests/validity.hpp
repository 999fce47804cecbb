#pragma once

// Validity on random models: what the tests of equivalences share.

#include "tests/random.hpp"

#include <functional>
#include <optional>

namespace sgl::testing
{

/// A random frame with a store, and the parts that schemas are made of.
struct Sample
{
    explicit Sample(Random& numbers) : random(numbers), frame(random_frame(numbers)) {}

    Formula formula(std::uint32_t depth = 4)
    {
        return random_formula(random, store, frame, Shape{depth, true, true, true});
    }
    Formula state_wise(std::uint32_t depth = 4)
    {
        return random_state_wise(random, store, frame, Shape{depth, true, true, true});
    }
    /// A fluent, initial or terminal.
    Formula atom();
    Action action() { return random.action(frame); }

    Random& random;
    FormulaStore store;
    Frame frame;
};

/// The number of a sample at which the formula made for it is false somewhere in a random model of
/// its frame; empty when it is true in all.
std::optional<unsigned long> counterexample(unsigned long samples,
                                            const std::function<Formula(Sample&)>& make);

} // namespace sgl::testing
