#include "prover/checker/symbolic/symbolic.hpp"

#include "logic/deep_stack.hpp"
#include "logic/formula/subformulas.hpp"
#include "logic/model/evaluate.hpp"
#include "prover/checker/symbolic/and_inverter_graph.hpp"

#include <algorithm>

namespace sgl::certificate
{

namespace
{

constexpr std::uint32_t no_action = 0xFFFFFFFF;
constexpr std::uint32_t shallow_depth = 1'000, depth_limit = 20'000;

} // namespace

template <class Sets>
std::size_t SymbolicIn<Sets>::KeyHash::operator()(const Key& key) const noexcept
{
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
    std::uint64_t hash = 0;
    for (std::uint64_t part : {key.node, key.view, key.place, key.action})
    {
        hash = (hash ^ part) * golden;
        hash ^= hash >> 32;
    }
    return hash;
}

template <class Sets>
SymbolicIn<Sets>::SymbolicIn(const Game& game, const Rules& rules, const Bits& bits, Sets& sets,
                             Node inside, const Assumptions& assumptions)
    : game_(game), rules_(rules), sets_(sets), inside_(inside), assumptions_(assumptions),
      actions_(static_cast<std::uint32_t>(game.frame.action_count())),
      first_action_level_(bits.first_other()), next_level_(first_action_level_ + 2 * actions_)
{
    for (std::size_t bit = 0; bit < bits.atoms.size(); ++bit)
        levels_.emplace(bits.atoms[bit], bits.level(bit));
}

template <class Sets>
void SymbolicIn<Sets>::assume(Node inside)
{
    inside_ = sets_.both(inside_, inside);
    memo_.clear();
    regions_.clear();
}

template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::where(Formula f, Action a, Place place)
{
    return value(0, f, place, a);
}

template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::where_always(Formula f, Place place)
{
    if (f.is_state_wise())
        return where(f, Action{0}, place);
    Node all = inside_;
    for (std::uint32_t a = 0; a < actions_ && all != Sets::none; ++a)
        all = sets_.both(all, where(f, Action{a}, place));
    return all;
}

template <class Sets>
typename SymbolicIn<Sets>::Place SymbolicIn<Sets>::after(Place place, Action a)
{
    const auto [found, made] =
        successors_.emplace(std::pair(place, a), static_cast<Place>(places_.size()));
    if (!made)
        return found->second;
    const Place next = found->second;
    places_.push_back({place, a});
    if (fluents_.empty())
        return next;
    std::vector<Node> values;
    for (Formula f : fluents_)
        values.push_back(value(0, f, next, Action{0}));
    const Place same = places_with_.emplace(std::move(values), next).first->second;
    successors_[{place, a}] = same;
    return same;
}

template <class Sets>
void SymbolicIn<Sets>::merge_places(std::vector<Formula> fluents)
{
    const auto is_now = [](Formula f) { return !f || is_present(f); };
    const auto is_defined = [&](Formula f) { return f && is_present(f); };
    const bool is_determined =
        assumptions_.definitions && !assumptions_.opaque && is_defined(rules_.terminal) &&
        std::ranges::all_of(rules_.legal, is_defined) &&
        std::ranges::all_of(rules_.successors,
                            [&](const SuccessorRule& rule)
                            {
                                return is_now(rule.whole) &&
                                       std::ranges::all_of(rule.after, [&](const auto& each)
                                                           { return is_now(each.second); }) &&
                                       std::ranges::all_of(rule.effects, [&](const Effect& effect)
                                                           { return is_now(effect.condition); });
                            });
    if (is_determined)
        fluents_ = std::move(fluents);
}

template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::value(View view, Formula f, Place place, Action a)
{
    switch (f.kind())
    {
    case Kind::True: return inside_;
    case Kind::False: return Sets::none;
    case Kind::Does: return f.action() == a ? inside_ : Sets::none;
    default: break;
    }
    if (f == assumptions_.opaque)
        return sets_.both(value(view, assumptions_.opaque_within, place, a),
                          opaque_value(view, place, a));
    const Key key{f.id(), view, place, f.is_state_wise() ? no_action : a.index};
    if (const Node* known = memo_.find(key))
        return *known;
    const Nesting nesting(depth_);
    if (depth_ > depth_that_fits(depth_limit))
        throw EvaluationTooDeep();
    const Node result =
        depth_ == shallow_depth ? value_deeply(view, f, place, a) : value_of(view, f, place, a);
    memo_.put(key, result);
    return result;
}

/// On a deep stack, from which only exceptions of the standard library's kind come back.
template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::value_deeply(View view, Formula f, Place place,
                                                               Action a)
{
    Node result = Sets::none;
    std::optional<Interrupted> interrupted;
    const bool has_run = run_with_deep_stack(
        [&]
        {
            try
            {
                result = value_of(view, f, place, a);
            }
            catch (const Interrupted& reason)
            {
                interrupted = reason;
            }
        });
    if (!has_run)
        throw EvaluationTooDeep();
    if (interrupted)
        throw *interrupted;
    return result;
}

template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::value_of(View view, Formula f, Place place,
                                                           Action a)
{
    const auto child = [&](Formula g) { return value(view, g, place, a); };
    switch (f.kind())
    {
    case Kind::Legal: return legal(view, f, place);
    case Kind::Not: return negated(child(f[0]));
    case Kind::And:
    {
        Node all = inside_;
        for (Formula g : f.children())
        {
            if (all == Sets::none)
                break;
            all = sets_.both(all, child(g));
        }
        return all;
    }
    case Kind::Or:
    {
        Node any = Sets::none;
        for (Formula g : f.children())
        {
            if (any == inside_)
                break;
            any = sets_.either(any, child(g));
        }
        return any;
    }
    case Kind::Implies:
    {
        const Node premise = child(f[0]);
        return premise == Sets::none ? inside_ : sets_.either(negated(premise), child(f[1]));
    }
    case Kind::Iff:
    {
        const Node left = child(f[0]), right = child(f[1]);
        return sets_.if_then_else(left, right, negated(right));
    }
    case Kind::After: return after(view, f[0], place, f.action());
    case Kind::Select: return value(view, f[0], place, f.action());
    case Kind::Restrict: return value(restricted(view, f[0]), f[1], place, a);
    case Kind::Next: return after(view, f[0], place, a);
    case Kind::PrioritisedOr: return preferred(view, f, place, a);
    case Kind::PrioritisedAnd: return kept(view, f, place, a);
    default: return state_atom(f, place);
    }
}

/// A fluent, initial, terminal, or legal(a) in the game as it is.
template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::state_atom(Formula f, Place place)
{
    if (f.is(Kind::Initial) && place != here)
        return Sets::none;
    if (f.is(Kind::Initial) && assumptions_.initial)
        return *assumptions_.initial ? inside_ : Sets::none;
    if (f.is(Kind::Fluent) && place != here)
        return fluent_after(f, places_[place].before, places_[place].action);
    const Formula definition = f.is(Kind::Terminal) ? rules_.terminal
                               : f.is(Kind::Legal)  ? rules_.legal[f.action().index]
                                                    : Formula();
    if (definition && assumptions_.definitions)
        return value(0, definition, place, Action{0});
    return sets_.both(inside_, open_atom(f, place, static_cast<bool>(definition)));
}

/// The fluent after the action, as the first of the axioms about it says.
template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::fluent_after(Formula f, Place before, Action a)
{
    const SuccessorRule& rule = rules_.successors[f.fluent().index];
    if (rule.whole)
        return value(0, rule.whole, before, a);
    if (const auto found = rule.after.find(a); found != rule.after.end())
        return value(0, found->second, before, a);
    Node on = Sets::none, off = Sets::none;
    for (const Effect& effect : rule.effects)
    {
        if (effect.only_after && *effect.only_after != a)
            continue;
        Node& those = effect.value ? on : off;
        those = sets_.either(those, value(0, effect.condition, before, a));
    }
    const Node open = sets_.without(negated(on), off);
    if (open == Sets::none)
        return on;
    return sets_.either(on, sets_.both(open, open_atom(f, after(before, a), false)));
}

/// A variable, or what open values are said to be; what is defined, and not looked into, is any.
template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::open_atom(Formula f, Place place, bool is_defined)
{
    if (place == here)
    {
        if (const auto bit = levels_.find(f); bit != levels_.end())
            return sets_.variable(bit->second);
    }
    else if (!is_defined && assumptions_.open == OpenValues::Same)
        return state_atom(f, places_[place].before);
    else if (!is_defined && assumptions_.open)
        return assumptions_.open == OpenValues::True ? Sets::all : Sets::none;
    if (place == here && f.is(Kind::Legal)) // beside what is opaque of the same action
        return sets_.variable(first_action_level_ + 2 * f.action().index);
    const auto [found, made] = others_.emplace(std::pair(place, f.id()), next_level_);
    if (made)
        ++next_level_;
    return sets_.variable(found->second);
}

/// A variable for each place and action that it may be read at.
template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::opaque_value(View view, Place place, Action a)
{
    if (view == 0 && place == here)
        return sets_.variable(first_action_level_ + 2 * a.index + 1);
    const auto [found, made] = letters_.emplace(std::tuple(view, place, a), next_level_);
    if (made)
        ++next_level_;
    return sets_.variable(found->second);
}

/// In L of the game, and every α of the restrictions true at it in what it restricts.
template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::legal(View view, Formula f, Place place)
{
    Node result = view == 0 ? state_atom(f, place) : value(0, f, place, f.action());
    for (; view != 0 && result != Sets::none; view = restrictions_[view].first)
    {
        const auto [of, alpha] = restrictions_[view];
        result = sets_.both(result, value(of, alpha, place, f.action()));
    }
    return result;
}

template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::after(View view, Formula f, Place place, Action b)
{
    const Place next = after(place, b);
    if (f.is_state_wise())
        return value(view, f, next, b);
    Node all = inside_;
    for (std::uint32_t c = 0; c < actions_ && all != Sets::none; ++c)
        all = sets_.both(all, value(view, f, next, Action{c}));
    return all;
}

/// ⋁_c ⟪c⟫f.
template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::selected(View view, Formula f, Place place)
{
    Node any = Sets::none;
    for (std::uint32_t c = 0; c < actions_ && any != inside_; ++c)
        any = sets_.either(any, value(view, f, place, Action{c}));
    return any;
}

/// α₁ ▽ …: the first operand that recommends something decides.
template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::preferred(View view, Formula chain, Place place,
                                                            Action a)
{
    const Key key{chain.id(), view, place, no_action};
    auto found = regions_.find(key);
    if (found == regions_.end())
    {
        std::vector<Node> regions;
        Node left = inside_;
        for (Formula operand : chain.children())
        {
            if (left == Sets::none)
                break;
            const Node some = selected(view, operand, place);
            regions.push_back(sets_.both(left, some));
            left = sets_.without(left, some);
        }
        found = regions_.emplace(key, std::move(regions)).first;
    }
    const std::vector<Node> regions = found->second;
    Node any = Sets::none;
    for (std::size_t i = 0; i < regions.size(); ++i)
    {
        if (regions[i] != Sets::none)
            any = sets_.either(any, sets_.both(regions[i], value(view, chain[i], place, a)));
    }
    return any;
}

/// α₁ △ …: every operand of the longest prefix that recommends something.
template <class Sets>
typename SymbolicIn<Sets>::Node SymbolicIn<Sets>::kept(View view, Formula chain, Place place,
                                                       Action a)
{
    const Key key{chain.id(), view, place, no_action};
    if (const auto known = regions_.find(key); known != regions_.end())
        return known->second[a.index];
    // By action: where it is kept by the operands so far, and where it is in the end.
    std::vector<Node> so_far(actions_, inside_), in_the_end(actions_, Sets::none);
    for (bool is_first = true; Formula operand : chain.children())
    {
        std::vector<Node> left = so_far;
        Node any = Sets::none;
        for (std::uint32_t c = 0; c < actions_; ++c)
        {
            if (left[c] != Sets::none)
                left[c] = sets_.both(left[c], value(view, operand, place, Action{c}));
            any = sets_.either(any, left[c]);
        }
        // Where nothing is left, those before decide; an action that is left everywhere is so
        // nowhere else.
        for (std::uint32_t c = 0; c < actions_ && !is_first; ++c)
        {
            if (left[c] != so_far[c])
                in_the_end[c] = sets_.either(in_the_end[c], sets_.without(so_far[c], any));
        }
        is_first = false;
        so_far = std::move(left);
        if (any == Sets::none)
            break;
    }
    for (std::uint32_t c = 0; c < actions_; ++c)
        in_the_end[c] = sets_.either(in_the_end[c], so_far[c]);
    return regions_.emplace(key, std::move(in_the_end)).first->second[a.index];
}

template <class Sets>
typename SymbolicIn<Sets>::View SymbolicIn<Sets>::restricted(View view, Formula alpha)
{
    const Key key{alpha.id(), view, 0, no_action};
    const auto [place, made] = views_.emplace(key, static_cast<View>(restrictions_.size()));
    if (made)
        restrictions_.emplace_back(view, alpha);
    return place->second;
}

template class SymbolicIn<Bdds>;
template class SymbolicIn<StateGates>;

} // namespace sgl::certificate
