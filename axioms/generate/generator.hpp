#pragma once

// Lines for what no lemma can say, because it needs induction on a formula: replacement of
// equivalents, Lemma 1, and a few more. Nothing here is trusted: the kernel checks each line.

#include "axioms/generate/induction.hpp"

#include <optional>
#include <span>

namespace sgl::axioms
{

/// Adds lines to a derivation, above the one that is wanted. One for each derivation.
class Generator
{
public:
    using Number = Derivation::Number;

    /// The derivation must outlive it.
    Generator(InductionTools tools, Derivation& derivation);
    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;

    // Each adds lines of which the last one is f, or says why there are none. Lines may have been
    // added then too. Null: a lemma was not to be had.

    /// f is χ <-> χ', where χ' is χ with one side of the equivalences in place of the other one at
    /// some places. With `in`, the line of χ, f is χ'.
    std::optional<NotGenerated> replacement(Formula f, std::span<const Number> equivalences,
                                            std::optional<Number> in);
    /// does(a) -> (φ <-> ⟪a⟫φ): Lemma 1 (SGL).
    std::optional<NotGenerated> lemma_1(Formula f);
    /// ⌊⊤⌋φ <-> φ.
    std::optional<NotGenerated> no_restriction(Formula f);
    /// ⟪c⟫φ <-> φ, φ state-wise.
    std::optional<NotGenerated> state_wise(Formula f);

    /// The last one ended for want of a lemma.
    bool lacks_lemma() const { return lacks_lemma_; }

private:
    template <class Make>
    std::optional<NotGenerated> attempt(std::span<const Number> equivalences, Make&& make);

    const InductionTools tools_;
    Derivation& derivation_;
    Tautologies tautologies_;
    GameDependence uses_game_;
    bool lacks_lemma_ = false;
};

} // namespace sgl::axioms
