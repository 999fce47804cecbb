#pragma once

// The dual-rail encoding of circuits: where a gate is true for some values of the inputs, and where
// it is false for some. (The encoding is an over-approximation: each occurrence of an input is
// taken to have a value of its own.)

#include "prover/system/circuit.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace sgl
{

class DualRail
{
public:
    struct Rails
    {
        Gate may_be_true, may_be_false; // gates of `over`, without inputs that are not known
    };

    /// The rails are added to `over`, which has the variables of the circuit, and its inputs that
    /// are `known`, by index (missing: not known). Both circuits must outlive the encoding.
    DualRail(const Circuit& circuit, Circuit& over, std::vector<bool> known = {})
        : circuit_(circuit), over_(over), known_inputs_(std::move(known))
    {
    }

    Rails of(Gate gate);

private:
    Rails of_operands(Gate gate);

    const Circuit& circuit_;
    Circuit& over_;
    std::vector<bool> known_inputs_;
    std::vector<std::optional<Rails>> known_; // by gate of the circuit
};

} // namespace sgl
