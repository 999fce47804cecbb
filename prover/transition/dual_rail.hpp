#pragma once

// The dual-rail reading of circuits: where a gate may be true, and where it may be false, whatever
// the inputs are. (It may say of a gate that it may be either where it cannot: each input is any
// value each time it is met.)

#include "prover/system/circuit.hpp"

#include <optional>
#include <vector>

namespace sgl
{

class DualRail
{
public:
    struct Rails
    {
        Gate may_be_true, may_be_false; // of `over`; no inputs
    };

    /// The gates found are added to `over`, whose variables are those of the circuit. Both must
    /// outlive it.
    DualRail(const Circuit& circuit, Circuit& over) : circuit_(circuit), over_(over) {}

    Rails of(Gate gate);

private:
    Rails of_operands(Gate gate);

    const Circuit& circuit_;
    Circuit& over_;
    std::vector<std::optional<Rails>> known_; // by gate of the circuit
};

} // namespace sgl
