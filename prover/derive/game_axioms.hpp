#pragma once

// What the axioms of a game say about a symbol, as lines.

#include "prover/derive/state_wise.hpp"

#include <map>

namespace sgl::derive
{

class GameAxioms
{
public:
    GameAxioms(Draft& draft, StateWise& state_wise);

    std::size_t count() const { return draft_.theory.game().axioms.size(); }
    Number line(Page& page, std::size_t i);
    /// Which speak of legal(a) or terminal now.
    void about_symbol(Page& page, Formula symbol, std::vector<Number>& facts);
    /// Which speak of the next value of a fluent, and how ○ and [a] get to it in them.
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
