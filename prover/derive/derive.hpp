#pragma once

// Derivations of what the reduction shows (design: the reduction). Every equation that was recorded
// becomes a few lines, by the axiom it names and the library of axioms/derivations; one
// propositional step ends it. Nothing here is trusted: what is written is for the kernel to check.

#include "axioms/kernel/derivation.hpp"
#include "prover/reduction/theory.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sgl
{

/// Theorems in the order in which they cite each other; the last is what was asked for. They also
/// cite theorems of the file restrict.sgp, and of those that it imports.
struct WrittenProof
{
    std::vector<axioms::Derivation> theorems;
    std::size_t lines() const;
};

/// A formula to derive, as a theorem of this name.
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

    /// Derivations of all goals. Nothing where one is not derivable, or rests on Σ in a way of
    /// which no derivation can be written yet; then `why_not` says more.
    std::optional<WrittenProof> derive(const std::vector<Goal>& goals, const Budget& budget);
    const std::string& why_not() const;

private:
    class Work;
    std::unique_ptr<Work> work_;
};

} // namespace sgl
