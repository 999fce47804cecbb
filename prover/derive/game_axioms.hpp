#pragma once

// Axioms of a game as lines of a derivation, by the symbol that they are about.

#include "prover/derive/state_wise.hpp"

#include <map>

namespace sgl::derive
{

/// Brings axioms of Σ into a proof.
class GameAxioms
{
public:
    GameAxioms(Draft& draft, StateWise& state_wise);

    std::size_t count() const { return draft_.theory.game().axioms.size(); }
    /// The i-th axiom as a line.
    Number line(Page& page, std::size_t i);
    /// Appends the lines of all axioms in which legal(a) or terminal occurs outside ○ and [a].
    void about_symbol(Page& page, Formula symbol, std::vector<Number>& facts);
    /// Appends the lines of all axioms in which the fluent occurs under ○ or [a], and the equations
    /// that move ○ and [a] inwards to the fluent.
    void about_fluent(Page& page, Fluent p, std::vector<Number>& facts);

private:
    void push_inwards(Page& page, Formula root, std::optional<Action> a,
                      std::vector<Number>& facts);

    Draft& draft_;
    StateWise& state_wise_;
    FormulaStore& store_;
    std::unordered_map<Formula, std::vector<std::size_t>> of_symbol_;
    std::map<Fluent, std::vector<std::size_t>> of_fluent_;
};

} // namespace sgl::derive
