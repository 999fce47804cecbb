#pragma once

// Trimming of clause proofs, as for DRAT: of the lines that a solver wrote, the lines that the
// goals depend on are kept, each with its hints (axioms/kernel/hinted_clauses.hpp).

#include "prover/certify/traced_propagation.hpp"
#include "prover/resources/budget.hpp"
#include "prover/sat/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sgl::certificate
{

/// Checks lines by unit propagation, and records the clauses that each line depends on.
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

    /// The lines that are needed, with hints, as ByClauses::lines has them. No other function may
    /// be called afterwards.
    std::vector<std::vector<Literal>> kept();

private:
    /// A clause: one that was added, by its place among these, or the clause of a step.
    struct Source
    {
        enum class Kind : std::uint8_t
        {
            None,
            Added,
            Step,
        };
        Kind kind = Kind::None;
        std::uint32_t index = 0;
    };
    /// A line that may be written: a line of the solver, a literal that unit propagation found for
    /// good (or a contradiction, the empty clause), or the negation of a literal to be refuted.
    struct Step
    {
        std::size_t goal = 0;          // the lines of which list it is among
        std::size_t added_before = 0;  // clauses
        std::span<const Literal> line; // of the solver
        Literal literal = 0;           // of the others
        bool is_goal = false;
        std::vector<Source> hints; // in order
        std::vector<Source> facts; // that are known without a hint
    };

    Source source_of(axioms::Propagation::Clause clause) const;
    Source fact(Literal l) const;
    void note_facts_of(Step& step, axioms::Propagation::Clause clause);
    bool explain(Step& step, std::span<const Literal> clause);
    bool follow(std::span<const Literal> line);
    void add_made(std::span<const Literal> clause, Source source);
    void note_new_facts();
    std::uint32_t note(Step step);
    void keep_what_is_needed();

    const Budget& budget_;
    TracedPropagation clauses_;
    std::vector<std::vector<Literal>> goals_; // lines, by the literal that they refute
    // Since the last begin:
    std::vector<Step> steps_;
    std::size_t added_ = 0, placed_ = 0; // clauses added; steps whose place is known
    std::vector<std::pair<axioms::Propagation::Clause, Source>> sources_; // in order of clauses
    std::vector<std::pair<Literal, Source>> facts_; // by variable: what is known for good, and why
    std::vector<std::uint32_t> noted_;              // by variable: the last step with it as a fact
    std::uint32_t noting_ = 0;
    std::size_t known_ = 0; // literals of the trail that are among the facts
    Source contradiction_;

    std::vector<std::vector<Literal>> kept_;
};

} // namespace sgl::certificate
