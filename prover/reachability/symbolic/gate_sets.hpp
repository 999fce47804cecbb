#pragma once

// Gates of a circuit as sets of states, by decision diagrams. Only the .cpp files of this folder
// may include this header: BuDDy has one global state per process, and is used in a child.

#include "prover/system/circuit.hpp"

#include <bdd.h>
#include <functional>
#include <vector>

namespace sgl
{

/// Gates as sets of states, valid inside a large set that has a small diagram; only the gates with
/// small diagrams.
class GateFunctions
{
public:
    /// Functions of no gate. The circuit must outlive the object.
    explicit GateFunctions(const Circuit& circuit)
        : circuit_(circuit), values_(circuit.size()), known_(circuit.size())
    {
    }

    /// Computes the functions of all gates. `variables`: the BuDDy variables, by the index of the
    /// circuit's variables.
    void make(const std::vector<int>& variables, const bdd& inside);

    const Circuit& circuit() const { return circuit_; }
    bool knows(Gate gate) const { return known_[gate]; }
    const bdd& operator[](Gate gate) const { return values_[gate]; }

private:
    std::reference_wrapper<const Circuit> circuit_;
    std::vector<bdd> values_;
    std::vector<bool> known_;
};

/// Gates as subsets of one set of states: the value of a gate without a small function is computed
/// inside this set only.
class GatesInside
{
public:
    /// The functions and the variables must outlive the object.
    GatesInside(const GateFunctions& functions, const std::vector<int>& variables,
                const bdd& inside)
        : variables_(variables), circuit_(functions.circuit()), functions_(functions),
          inside_(inside), values_(circuit_.size()), known_(circuit_.size())
    {
    }

    /// The states of the set at which the gate is true.
    const bdd& states(Gate gate)
    {
        if (!known_[gate])
            evaluate(gate);
        return values_[gate];
    }

private:
    struct PendingGate
    {
        Gate gate;
        std::size_t next = 0;
        bdd so_far;
    };

    void evaluate(Gate root);
    bool step(PendingGate& pending);
    bool set(Gate gate, const bdd& value);

    const std::vector<int>& variables_;
    const Circuit& circuit_;
    const GateFunctions& functions_;
    bdd inside_;
    std::vector<bdd> values_;
    std::vector<bool> known_;
};

} // namespace sgl
