#pragma once

// The valuations that the initial states of a game are looked for among.

#include "logic/formula/formula.hpp"
#include "logic/model/game.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace sgl
{

/// Unit literals of `initial -> …` are fixed. What is left open is counted through: atoms that are
/// true or false, and the values of fluents to which an axiom gives exactly one. Atoms are fluents,
/// terminal and legal(a).
class InitialCandidates
{
public:
    /// Gives an atom a value in the candidate, in which all atoms are false at first.
    using Set = std::function<void(Formula atom, bool value)>;

    /// `is_defined` says of terminal and legal(a) whether Σ defines them; these are left alone.
    InitialCandidates(FormulaStore& store, const Game& game,
                      const std::function<bool(Formula)>& is_defined, Set set);

    /// On to the next one; false after the last.
    bool advance();

private:
    /// What the candidates differ in: an atom, or several of which exactly one is true.
    struct Digit
    {
        std::vector<Formula> atoms;
        bool is_one_of = false;
        std::size_t at = 0; // of several, the one that is true; of one, whether it is
    };

    void set(const Digit& digit, bool value);
    void add(Digit digit);

    Set set_;
    std::vector<Digit> digits_;
};

} // namespace sgl
