#pragma once

// What the metavariables of a theorem stand for, found from where it is cited.

#include "axioms/kernel/derivation.hpp"

namespace sgl::axioms::text
{

/// The values known so far; an empty formula, and no_action, for those that are not.
class Matcher
{
public:
    static constexpr Action no_action{0xFFFFFFFF};

    /// Where the formulas to come have no variables of their own, say so: it saves time.
    explicit Matcher(const Variables& variables, bool formulas_are_closed = false);

    Substitution values;

    /// Finds values with which the pattern is the formula, beside those there are; false where
    /// there are none.
    bool match(Formula pattern, Formula formula);
    /// The name of a variable without a value, or empty.
    std::string missing(const Variables& variables) const;

private:
    bool match_node(Formula pattern, Formula formula);
    bool match_action(Action pattern, Action action);

    bool formulas_are_closed_;
};

} // namespace sgl::axioms::text
