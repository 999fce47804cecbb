#pragma once

// The axioms of SGL as data that reads like the paper's page (design: the proof system).
//
// In a schema's text φ, ψ, α, β stand for any formula, p for a fluent, initial or terminal, a and b
// for actions; a schema variable is never an action of a frame. `any b in A: χ` is the disjunction
// of χ over all actions of the frame, in its order; over one action it is χ itself.

#include "axioms/kernel/derivation.hpp"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sgl::axioms
{

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

/// What the variables of a schema stand for.
struct Instance
{
    std::map<char32_t, Formula> formulas; // φ, ψ, α, β, p
    std::map<char32_t, Action> actions;   // a, b
    std::vector<Formula> conjuncts;       // of φ & ψ, where the axiom is one of many
};

/// A schema, read from its text.
class Schema
{
public:
    explicit Schema(const AxiomText& axiom);
    ~Schema();
    Schema(Schema&&) noexcept;

    const AxiomText& text() const { return axiom_; }
    /// f is an instance, within the side conditions. f may have metavariables of a theorem: then
    /// every instance of f is one.
    bool is_instance(const Frame& frame, Formula f, const Variables& variables = {}) const;
    /// The instance that f is; nothing if it is none, or not within the side conditions.
    std::optional<Instance> match(const Frame& frame, Formula f,
                                  const Variables& variables = {}) const;
    /// The schema with its variables replaced. Every variable must have a value of its sort;
    /// nothing where the side conditions fail.
    std::optional<Formula> instantiate(FormulaStore& store, const Frame& frame,
                                       const Instance& instance,
                                       const Variables& variables = {}) const;

private:
    struct Pattern;
    class Matcher;

    AxiomText axiom_;
    std::unique_ptr<Pattern> pattern_;
};

} // namespace sgl::axioms
