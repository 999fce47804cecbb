#pragma once

// Of the lines that a solver wrote, those that something rests on.

#include "prover/certify/traced_propagation.hpp"
#include "prover/resources/budget.hpp"
#include "prover/sat/solver.hpp"

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

namespace sgl::certificate
{

/// Follows lines as the check does, and notes what each of them rests on.
class Trimmer
{
public:
    /// The budget must outlive it.
    explicit Trimmer(const Budget& budget) : budget_(budget) {}

    /// There are no clauses.
    void begin();
    void add(std::span<const Literal> clause);
    /// The lines, each ended by 0, lead to where the literal is false; which it is from now on.
    /// Throws Interrupted.
    bool follow(std::vector<Literal> lines, Literal literal);

    /// The lines that are needed, of all that were followed; nothing is followed after that.
    std::vector<std::vector<Literal>> kept();

private:
    struct LineNoted
    {
        std::size_t goal, start, size;     // where its literals are
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
    std::vector<std::vector<Literal>> goals_; // lines by what they lead to
    std::vector<LineNoted> lines_;            // since there were no clauses
    std::unordered_map<axioms::Propagation::Clause, std::size_t> line_of_;
    std::vector<std::size_t> needed_; // for what was to be shown
    std::vector<std::vector<Literal>> kept_;
};

} // namespace sgl::certificate
