#include "logic/model/evaluate.hpp"

#include "logic/deep_stack.hpp"

#include <algorithm>
#include <utility>

// Every clause of the truth definition is one case of `value_of_compound`. What is not in the
// definition: values are remembered, and an evaluation that nests deeper than an ordinary stack
// bears goes on on a deep one. The action is left out of a state-wise formula's key, since its
// truth does not depend on it.

namespace sgl
{
namespace
{

constexpr std::uint32_t no_action = 0xFFFFFFFF;
constexpr std::uint32_t shallow_depth = 2'000;

/// Cheaper to evaluate again than to remember: at most two operands, three floors.
bool is_small(Formula f)
{
    const auto two_at_most = [](Formula g) { return g.children().size() <= 2; };
    return f.depth() <= 3 && two_at_most(f) && std::ranges::all_of(f.children(), two_at_most);
}

} // namespace

std::size_t Evaluator::KeyHash::operator()(const Key& key) const noexcept
{
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
    std::uint64_t hash = 0;
    for (std::uint64_t part : {key.node, key.view, key.state, key.action})
    {
        hash = (hash ^ part) * golden;
        hash ^= hash >> 32;
    }
    return hash;
}

Evaluator::Evaluator(Model& model)
    : model_(model),
      actions_(static_cast<std::uint32_t>(model.frame().action_count())), restrictions_{
                                                                              {0, Formula()}}
{
}

void Evaluator::clear()
{
    memo_.clear();
    prefixes_.clear();
    views_.clear();
    restrictions_.resize(1);
}

bool Evaluator::holds(Formula f, State w, Action a)
{
    return value(0, f, w, a);
}

std::optional<bool> Evaluator::try_holds(Formula f, State w, Action a)
{
    try
    {
        return holds(f, w, a);
    }
    catch (const EvaluationTooDeep&)
    {
        return std::nullopt;
    }
}

bool Evaluator::holds(Formula f, State w)
{
    for (std::uint32_t a = 0; a < actions_; ++a)
        if (!holds(f, w, Action{a}))
            return false;
    return true;
}

bool Evaluator::holds_everywhere(Formula f, std::span<const State> states)
{
    return std::all_of(states.begin(), states.end(), [&](State w) { return holds(f, w); });
}

/// M|… ⊨(w,a) φ, looked up or computed.
bool Evaluator::value(View view, Formula f, State w, Action a)
{
    switch (f.kind())
    {
    case Kind::True: return true;
    case Kind::False: return false;
    case Kind::Fluent: return model_.holds(f.fluent(), w);
    case Kind::Initial: return model_.initial(w);
    case Kind::Terminal: return model_.terminal(w);
    case Kind::Does: return f.action() == a;
    default: break;
    }
    if (is_small(f))
        return value_of_compound(view, f, w, a);
    const Key key{f.id(), view, w.index, f.is_state_wise() ? no_action : a.index};
    if (const auto known = memo_.find(key); known != memo_.end())
        return known->second;

    const Nesting nesting(depth_);
    if (depth_ > depth_that_fits(depth_limit))
        throw EvaluationTooDeep();
    bool result = false;
    const auto compute = [&] { result = value_of_compound(view, f, w, a); };
    if (depth_ != shallow_depth)
        compute();
    else if (!run_with_deep_stack(compute))
        throw EvaluationTooDeep();
    memo_.emplace(key, result);
    return result;
}

bool Evaluator::value_of_compound(View view, Formula f, State w, Action a)
{
    const auto child_holds = [&](Formula child) { return value(view, child, w, a); };
    const std::span<const Formula> children = f.children();
    switch (f.kind())
    {
    case Kind::Legal: return legal(view, w, f.action());
    case Kind::Not: return !child_holds(f[0]);
    case Kind::And: return std::all_of(children.begin(), children.end(), child_holds);
    case Kind::Or: return std::any_of(children.begin(), children.end(), child_holds);
    case Kind::Implies: return !child_holds(f[0]) || child_holds(f[1]);
    case Kind::Iff: return child_holds(f[0]) == child_holds(f[1]);
    case Kind::After: return after(view, f[0], w, f.action());
    case Kind::Select: return value(view, f[0], w, f.action());
    case Kind::Restrict: return value(restricted(view, f[0]), f[1], w, a);
    // ⋁_b (does(b) ∧ [b]φ): does(b) is true of the action taken alone
    case Kind::Next: return after(view, f[0], w, a);
    // α₁ ▽ (α₂ ▽ …): the first operand that recommends something here decides
    case Kind::PrioritisedOr:
    {
        const std::uint32_t first = first_that_selects(view, f, w);
        return first < children.size() && child_holds(children[first]);
    }
    // α₁ ∧ …: every operand of the longest prefix that recommends something here
    case Kind::PrioritisedAnd:
    {
        const std::uint32_t length = longest_that_selects(view, f, w);
        return length > 0 && std::all_of(children.begin(), children.begin() + length, child_holds);
    }
    case Kind::True:
    case Kind::False:
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal:
    case Kind::Does: break; // `value` knows these
    }
    return false;
}

/// (w, b) ∈ L of M|α₁|…|αₙ: in L of M, and each α true at it in the model it restricts.
bool Evaluator::legal(View view, State w, Action b)
{
    if (!model_.legal(w, b))
        return false;
    while (view != 0)
    {
        const auto [of, alpha] = restrictions_[view];
        if (!value(of, alpha, w, b))
            return false;
        view = of;
    }
    return true;
}

/// φ at (U(w,b), c) for every action c, legal or not: for one of them if φ is of the state alone.
bool Evaluator::after(View view, Formula f, State w, Action b)
{
    const State next = model_.after(w, b);
    if (f.is_state_wise())
        return value(view, f, next, b);
    for (std::uint32_t c = 0; c < actions_; ++c)
        if (!value(view, f, next, Action{c}))
            return false;
    return true;
}

/// ⋁_c ⟪c⟫ ⋀ all_of.
bool Evaluator::selects_something(View view, std::span<const Formula> all_of, State w)
{
    for (std::uint32_t c = 0; c < actions_; ++c)
        if (std::all_of(all_of.begin(), all_of.end(),
                        [&](Formula f) { return value(view, f, w, Action{c}); }))
            return true;
    return false;
}

/// The position of the first operand of a ▽ that is true of some action in w; the number of
/// operands when none is.
std::uint32_t Evaluator::first_that_selects(View view, Formula chain, State w)
{
    const Key key{chain.id(), view, w.index, no_action};
    if (const auto known = prefixes_.find(key); known != prefixes_.end())
        return known->second;
    std::uint32_t position = 0;
    while (position < chain.children().size() &&
           !selects_something(view, chain.children().subspan(position, 1), w))
        ++position;
    prefixes_.emplace(key, position);
    return position;
}

/// The length of the longest prefix of a △ whose conjunction is true of some action in w.
std::uint32_t Evaluator::longest_that_selects(View view, Formula chain, State w)
{
    const Key key{chain.id(), view, w.index, no_action};
    if (const auto known = prefixes_.find(key); known != prefixes_.end())
        return known->second;
    std::uint32_t length = 0;
    while (length < chain.children().size() &&
           selects_something(view, chain.children().first(length + 1), w))
        ++length;
    prefixes_.emplace(key, length);
    return length;
}

/// M|…|α.
Evaluator::View Evaluator::restricted(View view, Formula alpha)
{
    const Key key{alpha.id(), view, 0, no_action};
    const auto [place, made] = views_.emplace(key, static_cast<View>(restrictions_.size()));
    if (made)
        restrictions_.push_back({view, alpha});
    return place->second;
}

} // namespace sgl
