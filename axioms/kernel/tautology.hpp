#pragma once

// Propositional consequence: the kernel's A1 and TAUT. It evaluates and propagates, it does not
// search: a step with many letters needs more than unit propagation now and then, and must carry
// the clauses that lead to the contradiction.

#include "axioms/kernel/literal.hpp"
#include "logic/formula/formula.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace sgl::axioms
{

/// What a propositional step is taken to be about.
enum class Detail : std::uint8_t
{
    Whole,  // all its letters
    Shared, // compound formulas that it has more than once are letters too
};

/// Premises and the negation of a conclusion as clauses (Tseitin). Variable n is the n-th formula,
/// from 1, in the order in which a walk over the premises in turn and then the conclusion leaves
/// each for the first time, operands before the formula and from left to right. Fluents, initial,
/// terminal, legal(a), does(a) and every formula that starts with a modality or with ○, ▽ or △ are
/// letters: the walk does not enter them. With Detail::Shared it does not enter either what is an
/// operand twice: of formulas that are entered, or as a premise or the conclusion. What follows
/// then, follows the more when they are entered.
struct Clauses
{
    std::vector<Formula> formulas; // variable n is formulas[n - 1]
    std::vector<Literal> literals; // of all clauses, each ended by 0
};

enum class Consequence : std::uint8_t
{
    Yes,
    No,
    Unknown,   // too many letters for a table, and unit propagation finds no contradiction
    WrongStep, // a clause of the refutation does not follow by unit propagation, or is malformed
};

/// Decides propositional steps; made once for many, so that small ones cost no allocation.
class Tautologies
{
public:
    Tautologies();
    ~Tautologies();
    Tautologies(const Tautologies&) = delete;
    Tautologies& operator=(const Tautologies&) = delete;

    /// Whether the conclusion is true under every assignment to the letters that makes the premises
    /// true. Up to `table_letters` letters by evaluation. Beyond, by refutation: clauses over the
    /// variables of `clauses`, each ended by 0, each of which gives a contradiction by unit
    /// propagation when it is denied (RUP; the clauses of a DRAT proof without its deletions). At
    /// the end the clauses must contradict each other by unit propagation alone. A refutation that
    /// begins with 0 is one of the clauses with Detail::Shared; without any, both are tried.
    Consequence follows(std::span<const Formula> premises, Formula conclusion,
                        std::span<const Literal> refutation = {});

    /// For whoever looks for a refutation.
    Clauses clauses(std::span<const Formula> premises, Formula conclusion,
                    Detail detail = Detail::Whole);

    static constexpr std::size_t table_letters = 12;

private:
    struct Buffers;
    std::unique_ptr<Buffers> buffers_;
};

/// Finds what a step must carry; empty where it needs nothing, or nothing was found.
using FindRefutation =
    std::function<std::vector<Literal>(std::span<const Formula> premises, Formula conclusion)>;

} // namespace sgl::axioms
