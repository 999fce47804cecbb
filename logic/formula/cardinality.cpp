#include "logic/formula/cardinality.hpp"

#include <algorithm>
#include <vector>

namespace sgl
{

namespace
{

/// T(i, j) ↔ T(i−1, j) ∨ (T(i−1, j−1) ∧ φᵢ): at least j of the first i are true. Row i has the j
/// that the last row needs, for 1 < k < n.
Formula counted(FormulaStore& store, std::span<const Formula> formulas, std::size_t k)
{
    const std::size_t n = formulas.size();
    std::vector<Formula> row(k + 1, store.bottom()); // by j; ⊥ where j > i
    for (std::size_t i = 1; i <= n; ++i)
    {
        const Formula now = formulas[i - 1];
        const std::size_t least = k > n - i ? std::max<std::size_t>(1, k - (n - i)) : 1;
        for (std::size_t j = std::min(i, k); j >= least; --j)
        {
            const Formula more = j == 1 ? now : store.conjunction(row[j - 1], now);
            row[j] = j < i ? store.disjunction(row[j], more) : more;
        }
    }
    return row[k];
}

constexpr std::size_t in_group = 4;

} // namespace

Formula at_least(FormulaStore& store, std::span<const Formula> formulas, std::size_t k)
{
    const std::size_t n = formulas.size();
    if (k == 0 || k > n)
        return store.constant(k == 0);
    if (k == 1)
        return store.disjunction(formulas);
    if (k == n)
        return store.conjunction(formulas);
    if (k <= n - k + 1)
        return counted(store, formulas, k);
    std::vector<Formula> denied;
    for (Formula f : formulas)
        denied.push_back(store.negation(f));
    return store.negation(counted(store, denied, n - k + 1));
}

Formula exactly(FormulaStore& store, std::span<const Formula> formulas, std::size_t k)
{
    const std::size_t n = formulas.size();
    if (k > n)
        return store.bottom();
    if (k == n)
        return at_least(store, formulas, k);
    const Formula no_more = store.negation(at_least(store, formulas, k + 1));
    return k == 0 ? no_more : store.conjunction(at_least(store, formulas, k), no_more);
}

Formula exactly_one(FormulaStore& store, std::span<const Formula> formulas)
{
    if (formulas.empty())
        return store.bottom();
    std::vector<Formula> parts(1), level(formulas.begin(), formulas.end());
    while (level.size() > 1)
    {
        std::vector<Formula> groups;
        for (std::size_t first = 0; first < level.size(); first += in_group)
        {
            const std::span<const Formula> group =
                std::span(level).subspan(first, std::min(in_group, level.size() - first));
            for (std::size_t i = 0; i < group.size(); ++i)
                for (std::size_t j = i + 1; j < group.size(); ++j)
                    parts.push_back(store.negation(store.conjunction(group[i], group[j])));
            groups.push_back(store.disjunction(group));
        }
        level = std::move(groups);
    }
    parts.front() = level.front();
    return store.conjunction(parts);
}

} // namespace sgl
