#pragma once

// Instances of the axioms, written from the values of their letters. Nothing here is trusted: the
// kernel compares what is written with the schema.

#include "axioms/kernel/catalogue.hpp"

#include <map>
#include <optional>
#include <vector>

namespace sgl::axioms
{

/// What the variables of a schema stand for.
struct Instance
{
    std::map<char32_t, Formula> formulas; // φ, ψ, α, β, p
    std::map<char32_t, Action> actions;   // a, b
    std::vector<Formula> conjuncts;       // of φ & ψ, where the axiom is one of many
};

/// The schema with its variables replaced. Throws std::out_of_range where a variable has no value;
/// nothing where a side condition fails, or p is no atom.
std::optional<Formula> instantiate(FormulaStore& store, const Frame& frame, const Schema& schema,
                                   const Instance& instance, const Variables& variables = {});

} // namespace sgl::axioms
