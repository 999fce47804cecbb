#pragma once

// Clauses under unit propagation: what refutations are checked by, line by line (RUP).

#include "axioms/kernel/literal.hpp"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sgl::axioms
{

/// Two literals of each clause are watched: a clause is looked at only when one of them becomes
/// false.
class Propagation
{
public:
    /// A clause, by where it is kept.
    using Clause = std::uint32_t;
    static constexpr Clause no_clause = 0xFFFFFFFF;

    /// No clauses, over so many variables.
    void clear(std::size_t variables);
    /// There are so many variables at least.
    void reach(std::size_t variables);
    std::size_t variables() const { return values_.size() - 1; }

    /// Adds a clause, with what follows from it. Variables are there as soon as they are spoken of.
    /// Throws std::bad_alloc where clauses are too many to be numbered. No clause is made once
    /// there is a contradiction.
    Clause add(std::span<const Literal> clause);

    /// The clause follows: denied, it gives a contradiction by unit propagation.
    bool implies(std::span<const Literal> clause);

    /// The clauses contradict each other by unit propagation alone.
    bool contradiction() const { return contradiction_; }

protected: // for who wants to know what follows from what
    static std::size_t index(Literal l)
    {
        return 2 * static_cast<std::size_t>(l < 0 ? -l : l) + (l < 0 ? 1U : 0U);
    }
    std::span<const Literal> literals(Clause clause) const
    {
        return std::span(literals_).subspan(clause + 1,
                                            static_cast<std::size_t>(literals_[clause]));
    }
    void reach_all(std::span<const Literal> clause);
    /// The clause follows. What it takes is on the trail then, to be taken back; where it follows
    /// by propagation, some clause is violated.
    bool follows_denied(std::span<const Literal> clause);
    void take_back(std::size_t trail_size);

    std::vector<Clause> reasons_{no_clause}; // by variable, for those on the trail
    std::vector<Literal> trail_;             // what is true, in order
    Clause violated_ = no_clause;            // the clause that was found false

private:
    struct Watch
    {
        Clause clause;
        Literal other; // one of its literals: where it is true, there is nothing to look at
    };

    int value(Literal l) const
    {
        assert(index(l) / 2 < values_.size());
        return values_[index(l) / 2] * (l < 0 ? -1 : 1);
    }
    void assign(Literal l, Clause reason);
    bool propagate();
    bool move_watch(Clause clause, Literal other);

    std::vector<std::int8_t> values_{0}; // by variable: 1 true, -1 false, 0 open
    std::vector<std::vector<Watch>> watches_;
    std::vector<Literal> literals_; // of all clauses, each after its size
    std::size_t propagated_ = 0;    // of the trail
    bool contradiction_ = false;
};

} // namespace sgl::axioms
