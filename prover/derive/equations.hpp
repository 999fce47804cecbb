#pragma once

// The equations of the reduction as lines: each by the axiom that it names, from the lines of its
// premises.

#include "prover/derive/game_axioms.hpp"

namespace sgl::derive
{

class Equations
{
public:
    Equations(Draft& draft, Connectives& connectives, StateWise& state_wise, GameAxioms& axioms);

    /// The lines that f <-> its normal form follows from: none, or one. f has been reduced.
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
