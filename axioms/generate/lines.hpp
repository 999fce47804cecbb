#pragma once

// Writing the lines of a derivation, each formula once: what the generator of inductions and the
// writer of the prover's derivations share. Nothing here is trusted: the kernel checks each line.

#include "axioms/kernel/derivation.hpp"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sgl::axioms
{

/// ⟪a⟫ or ⌊α⌋: what commutes with the connectives.
struct Operator
{
    Action a;
    Formula alpha = {}; // where it is ⌊α⌋

    bool restricts() const { return bool(alpha); }
    Formula over(FormulaStore& store, Formula f) const
    {
        return restricts() ? store.restrict(alpha, f) : store.select(a, f);
    }
};

/// A clause as formulas and their signs.
using Clause = std::vector<std::pair<Formula, bool>>;

/// A derivation that is being written. What has a line already gets no other one.
class Lines
{
public:
    using Number = Derivation::Number;

    /// Store and derivation must outlive it.
    Lines(FormulaStore& store, Derivation& derivation);
    virtual ~Lines() = default;
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

    Formula formula(Number line) const { return derivation_.lines()[line].formula; }

    Number axiom(std::string_view name, Formula f);
    Number axiom(std::string_view name, Formula left, Formula right);
    /// GEN A, GEN C or GEN S.
    Number generalise(Rule rule, Formula f, Number cited);
    /// f <-> what it abbreviates.
    Number definition(Formula f, Formula unfolded);
    /// By a theorem, or a member of a family of theorems, from lines for its premises.
    virtual Number lemma(std::string_view name, Formula f, const std::vector<Number>& from = {},
                         std::optional<Action> member = {}) = 0;
    Number lemma(std::string_view name, Formula left, Formula right,
                 const std::vector<Number>& from = {});
    /// A propositional step. Where it is a large one, the clauses may lead to its refutation.
    virtual Number taut(Formula f, const std::vector<Number>& cited,
                        const std::vector<Clause>& hints = {}) = 0;

    /// The operator of a connective is the connective of the operator, for any number of operands.
    Number distributes(const Operator& op, Formula f);
    /// From f <-> g, which rests on no game axiom if it is ⌊α⌋, the same under the operator.
    Number under(const Operator& op, Number line);

protected:
    /// Before a line is added; may throw.
    virtual void about_to_write() {}
    /// The line of f, made where there is none.
    template <class Make>
    Number known(Formula f, Make&& make)
    {
        if (const auto found = lines_.find(f); found != lines_.end())
            return found->second;
        about_to_write();
        const Number line = make();
        lines_.emplace(f, line);
        return line;
    }

    FormulaStore& store_;
    Derivation& derivation_;
    std::unordered_map<Formula, Number> lines_;
};

} // namespace sgl::axioms
