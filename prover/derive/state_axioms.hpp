#pragma once

// Facts that a proof needs beside the equations of its formula: how its propositional letters
// (atoms under words [a₁]…[aₙ]) depend on each other, and what Σ demands of every state.

#include "prover/derive/equations.hpp"

#include <unordered_set>

namespace sgl::derive
{

/// Brings those facts into a proof, step by step, until the formula follows.
class States
{
public:
    States(Draft& draft, StateWise& state_wise, GameAxioms& axioms, Equations& equations);

    /// Begins a proof of f: appends the equation of its normal form and the facts about its
    /// letters.
    void start(Page& page, Formula f, std::vector<Number>& facts);
    /// Appends more facts, by depth. Depth 0: the axioms of Σ that are no rules, and A5 for the
    /// definitions of legal and terminal. Depth 1: what follows where rules about one fluent meet.
    /// Depth n + 1: the facts of depth n at the next state. False where there are no more, or too
    /// many formulas.
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
    // The state of the proof being written:
    std::vector<Formula> normal_forms_;    // of every formula on the page
    std::vector<Number> demands_;          // the facts of Σ appended last
    std::unordered_set<Formula> demanded_; // in normal form
    std::unordered_set<Formula> excluded_; // letters whose A5 is on the page
    std::size_t formulas_before_ = 0;
};

} // namespace sgl::derive
