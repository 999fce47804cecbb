#pragma once

// Truth in a model: the plain evaluator, section 1 of the design clause by clause. It is the judge
// of everything the prover says, and shares nothing with it but the formulas.

#include "logic/formula/formula.hpp"
#include "logic/model/model.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <vector>

namespace sgl
{

/// Thrown when an evaluation nests deeper than Evaluator::depth_limit, or than the stack has room
/// for.
class EvaluationTooDeep : public std::runtime_error
{
public:
    EvaluationTooDeep() : std::runtime_error("the formula nests too deeply to be evaluated") {}
};

/// Truth of formulas at moves of one model. Values are remembered, so that formulas of shared parts
/// cost what their distinct parts cost: call `clear` after changing the model.
class Evaluator
{
public:
    /// Nested calls allowed: a chain of ¬ that long is the deepest formula that has a value.
    /// Deeper evaluations move to a stack of their own (logic/deep_stack.hpp), which this fits.
    static constexpr std::uint32_t depth_limit = 200'000;

    /// The model must outlive the evaluator.
    explicit Evaluator(Model& model);

    /// M ⊨(w,a) φ. Throws EvaluationTooDeep.
    bool holds(Formula f, State w, Action a);
    /// M ⊨(w,a) φ, or nothing where `holds` would throw.
    std::optional<bool> try_holds(Formula f, State w, Action a);
    /// M ⊨(w,a) φ for every action a, legal or not. Throws EvaluationTooDeep.
    bool holds(Formula f, State w);
    /// M ⊨(w,a) φ for every state listed and every action, legal or not. Throws EvaluationTooDeep.
    bool holds_everywhere(Formula f, std::span<const State> states);

    /// Forgets all values: the model has changed.
    void clear();

private:
    /// A model M|α₁|…|αₙ, by its position in restrictions_; 0 is M itself.
    using View = std::uint32_t;
    struct Restriction
    {
        View of;
        Formula alpha;
    };
    struct Key
    {
        std::uint32_t node, view, state, action;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key& key) const noexcept;
    };

    bool value(View view, Formula f, State w, Action a);
    bool value_of_compound(View view, Formula f, State w, Action a);
    bool legal(View view, State w, Action b);
    bool after(View view, Formula f, State w, Action b);
    bool selects_something(View view, std::span<const Formula> all_of, State w);
    std::uint32_t first_that_selects(View view, Formula chain, State w);
    std::uint32_t longest_that_selects(View view, Formula chain, State w);
    View restricted(View view, Formula alpha);

    Model& model_;
    std::uint32_t actions_;
    std::uint32_t depth_ = 0;
    std::vector<Restriction> restrictions_;
    std::unordered_map<Key, View, KeyHash> views_;
    std::unordered_map<Key, bool, KeyHash> memo_;
    std::unordered_map<Key, std::uint32_t, KeyHash> prefixes_; // of ▽ and △: what selects something
};

} // namespace sgl
