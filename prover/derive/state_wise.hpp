#pragma once

// Normal forms that do not look at the action, or not at this one.

#include "prover/derive/connectives.hpp"

#include <unordered_map>

namespace sgl::derive
{

class StateWise
{
public:
    StateWise(Draft& draft, Connectives& connectives);

    /// For a new draft.
    void start();

    /// ⟪a⟫s <-> s for a state-wise normal form: by an axiom, or a theorem of its own for every s,
    /// shown once for all a.
    Number still(Page& page, Formula s, Action a);
    /// ○ over a connective of state-wise operands.
    Number next_over(Page& page, Formula f);
    /// ⟪a⟫f <-> f with ⊥ for every does(b), for a that f does not name: a theorem about all such a.
    Number unnamed(Page& page, Formula f, Action a);
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
