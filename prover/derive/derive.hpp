#pragma once

// Derivations of formulas that the reduction shows. Each equation that the reduction recorded
// becomes a few lines, by the axiom that the equation names and the library of axioms/derivations;
// a propositional step ends the proof. Nothing here is trusted: the kernel checks what is written.

#include "axioms/kernel/derivation.hpp"
#include "logic/formula/frame.hpp"
#include "prover/resources/budget.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sgl
{

class Theory;

/// Theorems, each after those that it cites; the last states the formula that was to be derived.
/// They also cite theorems of the file restrict.sgp, and of the files that it imports.
struct WrittenProof
{
    std::vector<axioms::Derivation> theorems;
    std::size_t lines() const;
};

/// A formula to derive, and the name of its theorem.
struct Goal
{
    std::string name;
    Formula formula;
};

/// A file with the proof, over a frame or a game: `header` says which.
std::string derivation_file(FormulaStore& store, const Frame& frame, const std::string& header,
                            const WrittenProof& proof);

/// Writes derivations in the game of a theory, or, for a theory without axioms, in its frame.
class Deriver
{
public:
    /// The theory must outlive it.
    explicit Deriver(Theory& theory);
    ~Deriver();

    /// Derivations of all goals. Nothing where a goal is not derivable, or where its proof uses Σ
    /// in a way for which no lines can be written; `why_not` then says which. Throws Interrupted.
    std::optional<WrittenProof> derive(const std::vector<Goal>& goals, const Budget& budget);
    const std::string& why_not() const;

private:
    class Work;
    std::unique_ptr<Work> work_;
};

} // namespace sgl
