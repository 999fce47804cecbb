#pragma once

// Clauses with hints (LRAT: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp 2017): a line cites
// the clauses by which it follows, in the order in which they become unit, so that its check costs
// what it cites.

#include "axioms/kernel/literal.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sgl::axioms
{

class HintedClauses
{
public:
    /// Removes all clauses and variables.
    void clear();
    /// Adds a clause; the clauses are numbered 1, 2, … in this order. Throws std::bad_alloc.
    void add(std::span<const Literal> clause);
    /// The largest variable in a clause.
    std::size_t variables() const { return values_.size() - 1; }

    /// True if the clause follows: when it is denied, each hint, the number of a clause, has one
    /// literal that is not false, which is made true, until a hint has none. Clauses of one literal
    /// are known without a hint. False where a hint is no clause, or has two literals that are not
    /// false; a hint with a true literal is passed over.
    bool implies(std::span<const Literal> clause, std::span<const Literal> hints);

private:
    static std::size_t variable(Literal l) { return static_cast<std::size_t>(l < 0 ? -l : l); }
    int value(Literal l) const { return values_[variable(l)] * (l < 0 ? -1 : 1); }
    void make_true(Literal l);
    bool leads_to_contradiction(std::span<const Literal> hints);
    void reach(std::span<const Literal> clause);

    std::vector<std::int8_t> values_{0}; // by variable: 1 true, -1 false, 0 open
    std::vector<Literal> trail_;         // what is true for the clause under check alone
    std::vector<Literal> literals_;      // of all clauses
    std::vector<std::size_t> ends_{0};   // by number: the end of the clause in literals_
    bool contradiction_ = false;
};

} // namespace sgl::axioms
