#pragma once

// A theorem that is being written. Its propositional steps carry the clauses by which the kernel
// accepts them (axioms/kernel/tautology).

#include "axioms/generate/lines.hpp"
#include "axioms/kernel/tautology.hpp"
#include "logic/formula/frame.hpp"
#include "prover/resources/budget.hpp"

#include <span>
#include <string>
#include <vector>

namespace sgl::derive
{

using axioms::Rule;
using Number = axioms::Derivation::Number;

/// Thrown where no line can be written.
struct NotWritten
{
    std::string why;
};

/// The letters of propositional logic in formulas, each once.
std::vector<Formula> letters(std::span<const Formula> roots);

/// A theorem that is being written. No formula is derived twice in it.
class Page : public axioms::Lines
{
public:
    using Lines::lemma;

    Page(FormulaStore& store, const Frame& frame, axioms::Tautologies& tautologies,
         const Budget& budget, std::string name, axioms::Variables variables = {});

    /// Lines by premise, by game axiom, and by a theorem proved before. They return the line.
    Number premise(Formula f);
    Number game_axiom(std::string_view name, Formula f);
    Number lemma(std::string_view name, Formula f, const std::vector<Number>& from = {},
                 std::optional<Action> member = {}) override;
    /// Throws NotWritten where f does not follow.
    Number taut(Formula f, const std::vector<Number>& cited,
                const std::vector<axioms::Clause>& hints = {}) override;
    /// `taut`, or nothing where f does not follow.
    std::optional<Number> attempt(Formula f, const std::vector<Number>& cited);

    axioms::Derivation derivation;

private:
    const Frame& frame_;
    axioms::Tautologies& tautologies_;
    const Budget& budget_;
    std::vector<Formula> premises_;
};

} // namespace sgl::derive
