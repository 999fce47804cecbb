#pragma once

// What may stand in a derivation over a frame. Whoever builds derivations as data can put any
// formula into them; the kernel looks at no formula before it has passed here.

#include "axioms/kernel/derivation.hpp"
#include "logic/formula/frame.hpp"

#include <unordered_set>
#include <vector>

namespace sgl::axioms
{

/// A multi-agent frame (SGL section 2): there are agents, and each has an action. Without that, A3
/// is no axiom. Its symbols are none that metavariables are told by.
bool is_multi_agent_frame(const Frame& frame);

/// The symbols of a frame and of the metavariables of one theorem.
class Signature
{
public:
    /// All must outlive it. `ground` has formulas without metavariables that were found to be of
    /// the store and the frame, by id; more are added.
    Signature(FormulaStore& store, const Frame& frame, const Variables& variables,
              std::vector<Formula>& ground)
        : store_(store), frame_(frame), variables_(variables), ground_(ground)
    {
    }

    /// f is a formula, the store has made it, and its symbols are of the signature.
    bool has(Formula f);
    bool has(Action a) const;
    /// Of a formula of the signature: it has no metavariables.
    bool is_ground(Formula f) const { return f.id() < ground_.size() && ground_[f.id()] == f; }

private:
    bool is_known(Formula f) const { return is_ground(f) || open_.contains(f); }
    bool has_symbol(Formula f) const;

    FormulaStore& store_;
    const Frame& frame_;
    const Variables& variables_;
    std::vector<Formula>& ground_;
    std::unordered_set<Formula> open_; // of the signature, with metavariables
    std::vector<Formula> stack_;
};

} // namespace sgl::axioms
