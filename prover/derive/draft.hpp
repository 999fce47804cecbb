#pragma once

// A derivation file that is being written: its theorems so far, and the theory, rules and reduction
// that they are written from.

#include "logic/formula/definition.hpp"
#include "logic/formula/transform.hpp"
#include "prover/derive/proof_page.hpp"
#include "prover/reduction/theory.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sgl::derive
{

/// The theorems of one proof.
class Draft
{
public:
    explicit Draft(Theory& about);

    /// Begins a proof: no theorems yet, and this budget from now on.
    void start(const Budget& within);

    /// A new theorem with no lines.
    Page page(std::string name, axioms::Variables variables = {});
    /// The theorem with this name; `write` writes its lines where there is none yet.
    template <class Write>
    std::string once(std::string name, axioms::Variables variables, Write&& write)
    {
        if (names_.insert(name).second)
        {
            Page lemma = page(name, std::move(variables));
            write(lemma);
            add(lemma);
        }
        return name;
    }
    void add(Page& page) { theorems.push_back(std::move(page.derivation)); }

    Formula iff(Formula f, Formula g) { return store.equivalence(f, g); }
    Formula some(Formula f) { return for_some_action(store, frame, f); }
    Formula all(Formula f) { return for_all_actions(store, frame, f); }
    /// The formula with the fluent p in place of each open(p) (Reduction::closed).
    Formula closed(Formula root);

    Theory& theory;
    Reduction& reduction;
    FormulaStore& store;
    const Frame& frame;
    const Rules& rules;
    Budget budget;
    std::vector<axioms::Derivation> theorems; // in the order in which they cite each other

private:
    axioms::Tautologies tautologies_;
    MemoLoop closed_;
    std::set<std::string> names_;
};

} // namespace sgl::derive
