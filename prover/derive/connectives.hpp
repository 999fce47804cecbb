#pragma once

// Theorems about any number of operands, which the library has for two: each is written when it is
// needed first, for that number.

#include "prover/derive/draft.hpp"

namespace sgl::derive
{

class Connectives
{
public:
    explicit Connectives(Draft& draft);

    /// ⟪a⟫ or ⌊α⌋ over a connective: ⟪a⟫(f & g) <-> ⟪a⟫f & ⟪a⟫g, …
    Number distributes(Page& page, const axioms::Operator& op, Formula f);

    // Names of theorems:

    /// ○(φ₁ & … & φₙ) <-> ○φ₁ & … & ○φₙ
    std::string next_and(std::size_t count);
    /// The same of |, for state-wise operands: from <<c>>φᵢ <-> φᵢ
    std::string next_or(std::size_t count);
    /// {α}(φ₁ |> … |> φₙ) <-> {α}φ₁ |> … |> {α}φₙ, and the same of &>
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
