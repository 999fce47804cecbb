#pragma once

// Lines about normal forms whose truth does not depend on the action taken, or not on one action.

#include "prover/derive/connectives.hpp"

#include <unordered_map>

namespace sgl::derive
{

/// Writes ⟪a⟫s <-> s for state-wise s, and its relatives.
class StateWise
{
public:
    StateWise(Draft& draft, Connectives& connectives);

    /// Forgets the theorems of the draft before.
    void start();

    /// The line ⟪a⟫s <-> s for a state-wise normal form s: by an axiom, or by a theorem about s and
    /// all a.
    Number still(Page& page, Formula s, Action a);
    /// The line that distributes ○ over the connective of f, whose operands are state-wise.
    Number next_over(Page& page, Formula f);
    /// The line ⟪a⟫f <-> g, where g is f with ⊥ for every does(b), for an action a that f does not
    /// name: by a theorem about f and all such a.
    Number unnamed(Page& page, Formula f, Action a);
    /// does(a), or ○, occurs in the normal form f.
    bool names(Formula f, Action a);

private:
    /// Which does(a) a normal form has, in order; all of them where it has ○.
    struct Named
    {
        bool all = false;
        std::vector<Action> actions;
    };
    const Named& named(Formula root);
    std::string theorem_of_still(Formula root);
    std::pair<std::string, Formula> theorem_of_unnamed(Formula f);

    Draft& draft_;
    Connectives& connectives_;
    FormulaStore& store_;
    std::unordered_map<Formula, Named> named_;
    std::unordered_map<Formula, std::string> still_;
    std::unordered_map<Formula, std::pair<std::string, Formula>> unnamed_; // and the value
};

} // namespace sgl::derive
