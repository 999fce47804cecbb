#pragma once

// Theorems about connectives with n operands (B1, C5, D5 and their duals). The library of
// derivations has them for n = 2; a theorem for another n is written where a proof first needs it.

#include "prover/derive/draft.hpp"

namespace sgl::derive
{

/// Writes those theorems into a draft, each once, and cites them.
class Connectives
{
public:
    explicit Connectives(Draft& draft);

    /// ⟪a⟫ or ⌊α⌋ over a connective: ⟪a⟫(f & g) <-> ⟪a⟫f & ⟪a⟫g, …
    Number distributes(Page& page, const axioms::Operator& op, Formula f);

    // The next three return the name of a theorem, which is written first where it is missing.

    /// ○(φ₁ & … & φₙ) <-> ○φ₁ & … & ○φₙ
    std::string next_and(std::size_t count);
    /// ○(φ₁ | … | φₙ) <-> ○φ₁ | … | ○φₙ for state-wise φᵢ; its premises are <<c>>φᵢ <-> φᵢ
    std::string next_or(std::size_t count);
    /// {α}(φ₁ |> … |> φₙ) <-> {α}φ₁ |> … |> {α}φₙ; with `first` false, the same of &>
    std::string restrict_chain(bool first, std::size_t count);

private:
    std::string over_or(bool restricts, std::size_t count);
    void under_prefer(Page& lemma, Formula alpha, Formula unfolded,
                      std::span<const Formula> operands, std::vector<Number>& facts);
    void under_refine(Page& lemma, Formula alpha, Formula unfolded,
                      std::span<const Formula> operands, std::span<const Formula> restricted,
                      std::vector<Number>& facts);
    Formula variable(std::uint32_t i) { return store_.fluent(axioms::formula_variable(i)); }
    std::vector<Formula> variables(std::size_t count);

    Draft& draft_;
    FormulaStore& store_;
};

} // namespace sgl::derive
