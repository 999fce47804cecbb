#pragma once

// Trimming of clause proofs, as for DRAT: of the lines that a solver wrote, the lines that the
// goals depend on are kept.

#include "prover/certify/traced_propagation.hpp"
#include "prover/resources/budget.hpp"
#include "prover/sat/solver.hpp"

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

namespace sgl::certificate
{

/// Checks lines as the checker does, and records the earlier lines that each line depends on.
class Trimmer
{
public:
    /// The budget must outlive the object.
    explicit Trimmer(const Budget& budget) : budget_(budget) {}

    /// Starts again without clauses.
    void begin();
    void add(std::span<const Literal> clause);
    /// Checks lines, each ended by 0, that refute the literal, and adds its negation as a clause.
    /// False if a line, or the refutation, does not follow. Throws Interrupted.
    bool follow(std::vector<Literal> lines, Literal literal);

    /// The lines that are needed, of all lines followed. No other function may be called
    /// afterwards.
    std::vector<std::vector<Literal>> kept();

private:
    struct LineNoted
    {
        std::size_t goal, start, size;     // position of its literals
        std::vector<std::size_t> rests_on; // earlier lines
    };

    std::span<const Literal> literals(const LineNoted& line) const
    {
        return std::span(goals_[line.goal]).subspan(line.start, line.size);
    }
    bool follow(LineNoted line);
    void note_used(std::vector<std::size_t>& noted) const;
    void keep_what_is_needed();

    const Budget& budget_;
    TracedPropagation clauses_;
    std::vector<std::vector<Literal>> goals_; // lines, by the literal that they refute
    std::vector<LineNoted> lines_;            // lines since the last begin
    std::unordered_map<axioms::Propagation::Clause, std::size_t> line_of_;
    std::vector<std::size_t> needed_; // lines that the refutations depend on
    std::vector<std::vector<Literal>> kept_;
};

} // namespace sgl::certificate
