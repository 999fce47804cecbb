#pragma once

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"
#include "logic/formula/transform.hpp"

#include <vector>

namespace sgl
{

/// Theorem 2 (SGL): φ ↔ ⋁_a (χ_a ∧ does(a)), every χ_a state-wise. χ_a is ⟪a⟫φ with ⟪a⟫ pushed
/// inwards until it vanishes:
///   ⟪a⟫p  ==  p    ⟪a⟫legal(b)  ==  legal(b)    ⟪a⟫does(b)  ==  ⊤ or ⊥      (C1–C3)
///   ⟪a⟫ distributes over the propositional connectives                       (C4, C5)
///   ⟪a⟫⟪b⟫φ  ==  ⟪b⟫φ    ⟪a⟫[b]φ  ==  [b]φ                                   (C6, C7)
///   ⟪a⟫⌊α⌋φ  ==  ⌊α⌋⟪a⟫φ                                                    (D6)
///   ⟪a⟫○φ  ==  [a]φ    ⟪a⟫ of ▽ and △: of what they abbreviate
/// so ⟪⟫ remains only inside [b] and the α of ⌊α⌋. Constants are computed with on the way.
class NormalForm
{
public:
    /// The frame and store must outlive it. Work is shared between all that it is asked for.
    NormalForm(FormulaStore& store, const Frame& frame) : store_(store), frame_(frame) {}

    /// χ_a of f.
    Formula chi(Formula f, Action a);
    /// χ_a of f for every action, in order.
    std::vector<Formula> chis(Formula f);
    /// ⋁_a (χ_a ∧ does(a)), without the actions whose χ_a is ⊥.
    Formula operator()(Formula f);

private:
    Formula step(FormulaKey key, MemoLoop::Need& need);

    FormulaStore& store_;
    const Frame& frame_;
    MemoLoop memo_;
};

} // namespace sgl
