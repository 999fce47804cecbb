#pragma once

// The reduction's equations as lines of a derivation: each by the axiom that it names, from the
// lines of its premises.

#include "prover/derive/game_axioms.hpp"

namespace sgl::derive
{

/// Writes the equations that a formula needs, in the order in which they build on each other.
class Equations
{
public:
    Equations(Draft& draft, Connectives& connectives, StateWise& state_wise, GameAxioms& axioms);

    /// The line f <-> n, where n is the normal form of f; no line where f is n. The reduction must
    /// have seen f.
    std::vector<Number> lines_for(Page& page, Formula f);

private:
    class Writer;

    Draft& draft_;
    Connectives& connectives_;
    StateWise& state_wise_;
    GameAxioms& axioms_;
    std::unordered_map<Formula, std::uint32_t> index_; // by left side
    std::size_t indexed_ = 0;
};

} // namespace sgl::derive
