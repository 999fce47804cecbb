// Reduction: ¬, ∧, ∨ and ↔ of normal forms, simplified on the way.

#include "prover/reduction/reduction.hpp"

#include "prover/resources/switches.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

/// How deep groups of groups are looked into.
constexpr unsigned most_nested = 6;

/// One deeper while it lives.
class Deeper
{
public:
    explicit Deeper(unsigned& depth) : depth_(depth) { ++depth_; }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

private:
    unsigned& depth_;
};

} // namespace

Formula Reduction::no(Formula f)
{
    if (f.is(Kind::True))
        return store_.bottom();
    if (f.is(Kind::False))
        return store_.top();
    return f.is(Kind::Not) ? f[0] : mark_normal(store_.negation(f));
}

Formula Reduction::iff(Formula f, Formula g)
{
    if (f == g)
        return store_.top();
    if (f.is(Kind::True))
        return g;
    if (g.is(Kind::True))
        return f;
    if (f.is(Kind::False))
        return no(g);
    if (g.is(Kind::False))
        return no(f);
    if (f == no(g))
        return store_.bottom();
    return mark_normal(store_.equivalence(f, g));
}

/// Many operands are put in groups, and groups of groups: what one of them becomes at an action, or
/// one step before, leaves the other groups as they are.
Formula Reduction::junction(Kind kind, std::span<const Formula> operands)
{
    constexpr std::size_t many = 16, group = 8;
    const Formula unit = store_.constant(kind == Kind::And);
    const Formula zero = store_.constant(kind != Kind::And);
    std::vector<Formula> kept;
    kept.reserve(operands.size());
    ++epoch_;
    for (Formula f : operands)
    {
        if (f == zero)
            return zero;
        if (f == unit)
            continue;
        fit(f);
        if (seen_[f.id()] == epoch_)
            continue;
        const bool contradicts =
            f.is(Kind::Not) ? seen_[f[0].id()] == epoch_ : seen_negated_[f.id()] == epoch_;
        if (contradicts)
            return zero;
        seen_[f.id()] = epoch_;
        if (f.is(Kind::Not))
            seen_negated_[f[0].id()] = epoch_;
        kept.push_back(f);
    }
    if (kept.empty())
        return unit;
    if (kept.size() == 1)
        return kept[0];
    // (f & g) & g  ==  f & g: prefixes of a chain would grow with what they have already
    if (kept.size() == 2 && kept[0].is(kind) && kept[0].children().back() == kept[1])
        return kept[0];
    // What these make is made by junction again, of fewer operands: a few times is enough.
    if (simplifying_ < most_nested && kept.size() >= group && !is_off("common factor"))
    {
        const Deeper deeper(simplifying_);
        if (const Formula factored = with_common_factor(kind, kept))
            return factored;
    }
    if (kept.size() <= many)
        return joined(kind, kept);
    while (kept.size() > group)
    {
        std::vector<Formula> groups;
        for (std::size_t i = 0; i < kept.size(); i += group)
            groups.push_back(
                joined(kind, std::span(kept).subspan(i, std::min(group, kept.size() - i))));
        kept.swap(groups);
    }
    return joined(kind, kept);
}

Formula Reduction::joined(Kind kind, std::span<const Formula> operands)
{
    if (operands.size() == 1)
        return operands[0];
    return mark_normal(kind == Kind::And ? store_.conjunction(operands)
                                         : store_.disjunction(operands));
}

/// Of a disjunct: itself; of ¬(f & g): ¬f and ¬g; of (f | g): both. Dually for And.
std::vector<Formula> Reduction::operands_of(Kind kind, Formula f)
{
    std::vector<Formula> found;
    const Kind dual = kind == Kind::And ? Kind::Or : Kind::And;
    const auto take = [&](Formula g)
    {
        if (!g.is(Kind::Not) || !g[0].is(dual))
        {
            found.push_back(g);
            return;
        }
        for (Formula child : g[0].children())
            found.push_back(no(child));
    };
    if (!f.is(kind))
        take(f);
    else
        for (Formula child : f.children())
            take(child);
    return found;
}

/// (x | f) & (x | g) & …  ==  x | (f & g & …), and dually; nothing where they have no x in common.
Formula Reduction::with_common_factor(Kind kind, std::span<const Formula> operands)
{
    const Kind dual = kind == Kind::And ? Kind::Or : Kind::And;
    std::vector<Formula> common = operands_of(dual, operands[0]);
    for (Formula f : operands.subspan(1))
    {
        const std::vector<Formula> parts = operands_of(dual, f);
        std::erase_if(common,
                      [&](Formula x) { return std::ranges::find(parts, x) == parts.end(); });
        if (common.empty())
            return {};
    }
    std::vector<Formula> rests;
    for (Formula f : operands)
    {
        std::vector<Formula> rest = operands_of(dual, f);
        std::erase_if(rest,
                      [&](Formula x) { return std::ranges::find(common, x) != common.end(); });
        rests.push_back(junction(dual, rest));
    }
    common.push_back(junction(kind, rests));
    return junction(dual, common);
}

} // namespace sgl
