#pragma once

// The walk over a formula: its subformulas, each once however often it occurs. It keeps its own
// stack, so that no formula is too deep.

#include "logic/formula/formula_set.hpp"

#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace sgl
{

/// Formulas to visit: each that was added is taken once, the last added first.
class SubformulaWalk
{
public:
    void add(Formula f)
    {
        if (!taken_.contains(f))
            open_.push_back(f);
    }
    /// The first of these is taken first.
    void add(std::span<const Formula> formulas)
    {
        for (auto f = formulas.rbegin(); f != formulas.rend(); ++f)
            add(*f);
    }
    /// Empty when all were taken.
    std::optional<Formula> take()
    {
        while (!open_.empty())
        {
            const Formula f = open_.back();
            open_.pop_back();
            if (taken_.insert(f))
                return f;
        }
        return std::nullopt;
    }

private:
    FormulaSet taken_;
    std::vector<Formula> open_;
};

/// Enters every formula.
inline constexpr auto always = [](Formula) { return true; };

/// Calls `visit` for f and for what is below it, a formula before its operands, these from left to
/// right. `enter` says of each whether the walk goes on below it: a bool, or the operands that it
/// goes on to.
template <class Visit, class Enter = decltype(always)>
void for_each_subformula(Formula f, Visit visit, Enter enter = always)
{
    SubformulaWalk walk;
    walk.add(f);
    while (const std::optional<Formula> g = walk.take())
    {
        visit(*g);
        if constexpr (std::is_same_v<std::invoke_result_t<Enter, Formula>, bool>)
            walk.add(enter(*g) ? g->children() : std::span<const Formula>());
        else
            walk.add(enter(*g));
    }
}

/// `is` says yes of f or of something below it; the walk ends there.
template <class Is, class Enter = decltype(always)>
bool any_subformula(Formula f, Is is, Enter enter = always)
{
    bool found = false;
    for_each_subformula(
        f, [&](Formula g) { found = found || is(g); },
        [&](Formula g) { return !found && enter(g); });
    return found;
}

/// φ is about the present: neither [ ], ○ nor ⌊ ⌋ occurs, so its truth at (w, a) depends on a and
/// what is true in w alone.
bool is_present(Formula f);

} // namespace sgl
