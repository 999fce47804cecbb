#pragma once

// The axioms of SGL as data that reads like the paper's page.
//
// In a schema's text φ, ψ, α, β stand for any formula, p for a fluent, initial or terminal, a and b
// for actions; a schema variable is never an action of a frame. `any b in A: χ` is the disjunction
// of χ over all actions of the frame, in its order; over one action it is χ itself.

#include "axioms/kernel/derivation.hpp"
#include "logic/formula/frame.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sgl::axioms
{

/// A schema as the paper has it (SGL, its axioms A2-D8), with its side condition.
struct AxiomText
{
    std::string_view name;
    std::string_view text;
    bool distinct = false; // a ≠ b
    bool many = false;     // φ & ψ stands for any number of conjuncts, two or more
};

/// A2–A5, B1, B2, C1–C7, D1–D8. C3 has an entry for a = b and one for a ≠ b. (A1, the propositional
/// tautologies, is decided, not listed.)
std::span<const AxiomText> catalogue();

/// A formula with the variables of a schema.
struct Pattern
{
    enum class Form : std::uint8_t
    {
        Connective,      // of `kind`, with `action` where the kind has one
        FormulaVariable, // φ, ψ, α, β
        AtomVariable,    // p
        SomeAction,      // any `action` in A: the operand
    };

    Form form = Form::Connective;
    Kind kind = Kind::True;
    char32_t variable = 0; // φ, ψ, α, β, p
    char32_t action = 0;   // a, b
    std::vector<Pattern> operands = {};
};

/// A schema, read from its text.
class Schema
{
public:
    explicit Schema(const AxiomText& axiom);

    const AxiomText& text() const { return axiom_; }
    const Pattern& pattern() const { return pattern_; }
    /// f is an instance, within the side conditions. f may have metavariables of a theorem: then
    /// every instance of f is one.
    bool is_instance(const Frame& frame, Formula f, const Variables& variables = {}) const;

private:
    AxiomText axiom_;
    Pattern pattern_;
};

} // namespace sgl::axioms
