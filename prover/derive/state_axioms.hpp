#pragma once

// What is brought into a proof beside the equations of its formula: what ties letters together, and
// what Σ asks of every state.

#include "prover/derive/equations.hpp"

#include <unordered_set>

namespace sgl::derive
{

class States
{
public:
    States(Draft& draft, StateWise& state_wise, GameAxioms& axioms, Equations& equations);

    /// A proof of f begins: what its normal form and the letters in it say.
    void start(Page& page, Formula f, std::vector<Number>& facts);
    /// First Σ's axioms that are no rules, and A5 for what it defines; then what follows where its
    /// rules meet; then the same of the next state, of the one after it, … False where there is no
    /// more, or it is too much.
    bool look(Page& page, unsigned depth, std::vector<Number>& facts);

private:
    struct Word;

    void met(Page& page, Formula f, std::vector<Number>& facts);
    void about_letter(Page& page, std::vector<Number>& facts);
    void demand(Page& page, Number line, std::vector<Number>& facts);
    Formula never_legal_at_end(Action a);
    void exclude_legal_when_terminal(Page& page, std::vector<Number>& facts);
    void about_letters(Page& page, const std::vector<Formula>& found, std::vector<Number>& facts);
    void exclude_legal_after_words(Page& page, std::vector<Formula>& open,
                                   std::vector<Number>& facts);
    Number never_legal_after(Page& page, const Word& word, Action a);

    Draft& draft_;
    StateWise& state_wise_;
    GameAxioms& axioms_;
    Equations& equations_;
    FormulaStore& store_;
    const Frame& frame_;
    const Rules& rules_;
    // Of the proof being written:
    std::vector<Formula> normal_forms_;    // of all that was spoken of
    std::vector<Number> demands_;          // what was brought in of Σ last
    std::unordered_set<Formula> demanded_; // in normal form
    std::unordered_set<Formula> excluded_; // letters for which A5 was brought in
    std::size_t formulas_before_ = 0;
};

} // namespace sgl::derive
