#include "prover/reduction/value_partition.hpp"

#include "logic/formula/cardinality.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sgl
{

namespace
{

// Exactly one of the formulas φ(v), "v is the next value", has to be true. Each is a disjunction of
// cubes, conjunctions of formulas. Two rules show that exactly one cube is true of a list of cubes:
//
//   · the list is a single cube without conjuncts; or
//   · a formula g divides it: exactly one cube is true of those without ¬g, where g is true, and of
//     those without g, where g is false. More than two cases are divided by a fluent with values:
//     for each of its values u, the cubes in which it may be u, with what is left of them there.

using Conjuncts = std::vector<Formula>;

constexpr std::size_t most_steps = 30'000'000;
constexpr std::size_t most_splits = 12; // nested

class Partition
{
public:
    Partition(Reduction& reduction, const Budget& budget)
        : reduction_(reduction), store_(reduction.store()), frame_(reduction.frame()),
          budget_(budget)
    {
        for (std::uint32_t i = 0; i < frame_.valued().size(); ++i)
        {
            const FluentRange& range = frame_.valued()[i];
            for (std::uint32_t v = 0; v < range.count; ++v)
                range_of_.emplace(range[v].index, i);
        }
    }

    bool is_kept(const FluentRange& range)
    {
        for (std::uint32_t a = 0; a < frame_.action_count(); ++a)
        {
            std::vector<Conjuncts> cubes;
            for (std::uint32_t v = 0; v < range.count; ++v)
            {
                budget_.check();
                add_cubes(
                    reduction_.reduce(store_.after(Action{a}, store_.fluent(range[v])), budget_),
                    cubes);
            }
            if (!exactly_one_is_true(std::move(cubes), most_splits))
                return false;
        }
        return true;
    }

private:
    static void add_conjuncts(Formula f, Conjuncts& cube)
    {
        if (f.is(Kind::And))
            for (Formula g : f.children())
                add_conjuncts(g, cube);
        else if (!f.is(Kind::True))
            cube.push_back(f);
    }

    static void add_cubes(Formula f, std::vector<Conjuncts>& cubes)
    {
        if (f.is(Kind::Or))
        {
            for (Formula g : f.children())
                add_cubes(g, cubes);
            return;
        }
        if (f.is(Kind::False))
            return;
        cubes.emplace_back();
        add_conjuncts(f, cubes.back());
    }

    std::optional<std::uint32_t> range_of(Formula f) const
    {
        if (!f.is(Kind::Fluent))
            return std::nullopt;
        const auto found = range_of_.find(f.fluent().index);
        return found == range_of_.end() ? std::nullopt : std::optional(found->second);
    }

    bool exactly_one_is_true(std::vector<Conjuncts> cubes, std::size_t splits)
    {
        if (cubes.size() <= 1)
            return cubes.size() == 1 && cubes[0].empty();
        if (splits == 0 || steps_ > most_steps)
            return false;
        for (Formula g : cubes[0])
            if (const auto range = range_of(g); range && is_in_all(*range, cubes))
                return is_divided_by_values(*range, cubes, splits - 1);
        return !cubes[0].empty() && is_divided(cubes[0][0], cubes, splits - 1);
    }

    bool is_in_all(std::uint32_t range, const std::vector<Conjuncts>& cubes)
    {
        steps_ += cubes.size();
        return std::ranges::all_of(
            cubes, [&](const Conjuncts& cube)
            { return std::ranges::any_of(cube, [&](Formula g) { return range_of(g) == range; }); });
    }

    /// By the values of a fluent, one of which each cube demands.
    bool is_divided_by_values(std::uint32_t range, const std::vector<Conjuncts>& cubes,
                              std::size_t splits)
    {
        std::map<std::uint32_t, std::vector<Conjuncts>> by_value;
        for (const Conjuncts& cube : cubes)
        {
            const auto demanded =
                std::ranges::find_if(cube, [&](Formula g) { return range_of(g) == range; });
            const Fluent value = demanded->fluent();
            std::unordered_map<Formula, Formula> known;
            Conjuncts left;
            bool is_possible = true;
            for (Formula g : cube)
            {
                const Formula there = where_value(g, range, value, known);
                is_possible = is_possible && !there.is(Kind::False);
                add_conjuncts(there, left);
            }
            std::vector<Conjuncts>& same = by_value[value.index];
            if (is_possible)
                same.push_back(std::move(left));
        }
        if (by_value.size() != frame_.valued()[range].count)
            return false;
        return std::ranges::all_of(
            by_value,
            [&](auto& entry) { return exactly_one_is_true(std::move(entry.second), splits); });
    }

    /// The formula where the fluent has this value, and no other.
    Formula where_value(Formula f, std::uint32_t range, Fluent value,
                        std::unordered_map<Formula, Formula>& known)
    {
        ++steps_;
        if (range_of(f) == range)
            return store_.constant(f.fluent() == value);
        const bool has_parts = f.is(Kind::Not) || f.is(Kind::And) || f.is(Kind::Or);
        if (!has_parts || steps_ > most_steps)
            return f;
        if (const auto found = known.find(f); found != known.end())
            return found->second;
        std::vector<Formula> parts;
        for (Formula g : f.children())
            parts.push_back(where_value(g, range, value, known));
        const Formula there = f.is(Kind::Not)   ? reduction_.no(parts[0])
                              : f.is(Kind::And) ? reduction_.all_of(parts)
                                                : reduction_.any_of(parts);
        known.emplace(f, there);
        return there;
    }

    /// By the truth of a formula.
    bool is_divided(Formula g, const std::vector<Conjuncts>& cubes, std::size_t splits)
    {
        const Formula denied = reduction_.no(g);
        std::vector<Conjuncts> with, without;
        for (const Conjuncts& cube : cubes)
        {
            steps_ += cube.size();
            Conjuncts left = cube;
            const auto taken = std::erase(left, g);
            const auto taken_denied = std::erase(left, denied);
            if (taken_denied == 0)
                with.push_back(left);
            if (taken == 0)
                without.push_back(std::move(left));
        }
        return exactly_one_is_true(std::move(with), splits) &&
               exactly_one_is_true(std::move(without), splits);
    }

    Reduction& reduction_;
    FormulaStore& store_;
    const Frame& frame_;
    const Budget& budget_;
    std::unordered_map<std::uint32_t, std::uint32_t> range_of_; // by fluent
    std::size_t steps_ = 0;
};

} // namespace

std::unordered_set<Formula> kept_value_axioms(Reduction& reduction, const Game& game,
                                              const Budget& budget)
{
    FormulaStore& store = reduction.store();
    std::unordered_set<Formula> stated;
    for (const Axiom& axiom : game.axioms)
        stated.insert(axiom.formula);
    std::unordered_set<Formula> kept;
    bool all_are_stated = true;
    for (const FluentRange& range : game.frame.valued())
    {
        std::vector<Formula> atoms;
        for (std::uint32_t i = 0; i < range.count; ++i)
            atoms.push_back(store.fluent(range[i]));
        const Formula axiom = exactly_one(store, atoms);
        all_are_stated = all_are_stated && stated.contains(axiom);
        if (all_are_stated && Partition(reduction, budget).is_kept(range))
            kept.insert(axiom);
    }
    return all_are_stated ? kept : std::unordered_set<Formula>();
}

} // namespace sgl
