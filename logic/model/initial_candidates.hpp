#pragma once

// The valuations that the initial states of a game are looked for among.

#include "logic/model/game_model.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace sgl
{

/// Of a formula that is a fluent, terminal or legal(a).
StateAtom as_state_atom(Formula atom);
/// Sets an atom in a valuation.
void assign(Valuation& valuation, StateAtom atom, bool value);

/// Unit literals of `initial -> …` are fixed. What is left open is counted through: atoms that are
/// true or false, and the values of fluents to which an axiom gives exactly one.
class InitialCandidates
{
public:
    /// `is_defined` says of terminal and legal(a) whether Σ defines them; these are left false.
    InitialCandidates(FormulaStore& store, const Game& game,
                      const std::function<bool(StateAtom)>& is_defined);

    const Valuation& valuation() const { return valuation_; }
    /// On to the next one; false after the last.
    bool advance();

private:
    /// What the candidates differ in: an atom, or several of which exactly one is true.
    struct Digit
    {
        std::vector<StateAtom> atoms;
        bool is_one_of = false;
        std::size_t at = 0; // of several, the one that is true; of one, whether it is
    };

    void set(const Digit& digit, bool value);
    void add(Digit digit);

    Valuation valuation_;
    std::vector<Digit> digits_;
};

} // namespace sgl
