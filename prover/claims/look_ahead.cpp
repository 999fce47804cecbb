#include "prover/claims/look_ahead.hpp"

#include "logic/formula/subformulas.hpp"

#include <algorithm>
#include <vector>

namespace sgl
{

namespace
{

bool is_step(Formula f)
{
    return f.is(Kind::After) || f.is(Kind::Next);
}

/// Calls compute(f), operands first, for f and all formulas below it that are not known.
template <typename Known, typename Compute>
void bottom_up(Formula root, const Known& known, const Compute& compute)
{
    std::vector<Formula> stack{root};
    while (!stack.empty())
    {
        const Formula f = stack.back();
        const std::size_t before = stack.size();
        if (!known(f))
        {
            for (Formula child : f.children())
            {
                if (!known(child))
                    stack.push_back(child);
            }
        }
        if (stack.size() != before)
            continue;
        stack.pop_back();
        if (!known(f))
            compute(f);
    }
}

} // namespace

unsigned LookAhead::plies(Formula root)
{
    bottom_up(
        root, [&](Formula f) { return plies_.contains(f); },
        [&](Formula f)
        {
            unsigned most = 0;
            for (Formula child : f.children())
                most = std::max(most, plies_.at(child));
            plies_.emplace(f, most + (is_step(f) ? 1 : 0));
        });
    return plies_.at(root);
}

/// The steps that occur in f, and not below another one, with all that follow them.
double LookAhead::regressed_below(Formula root)
{
    double sum = 0;
    for_each_subformula(
        root,
        [&](Formula f)
        {
            if (!is_step(f))
                return;
            const double actions =
                f.is(Kind::Next) ? static_cast<double>(frame_.action_count()) : 1;
            sum += actions * (1 + regressed(f[0]));
        },
        [](Formula f) { return !is_step(f); });
    return sum;
}

double LookAhead::regressed(Formula root)
{
    const auto known = [&](Formula f) { return regressed_.contains(f); };
    if (known(root))
        return regressed_.at(root);
    // What steps lead to, the shallow first, so that the numbers needed are known.
    std::vector<Formula> targets;
    for_each_subformula(root,
                        [&](Formula f)
                        {
                            if (is_step(f) && !known(f[0]))
                                targets.push_back(f[0]);
                        });
    std::ranges::sort(targets, {}, &Formula::id);
    targets.push_back(root);
    for (Formula f : targets)
    {
        if (!known(f))
            regressed_.emplace(f, regressed_below(f));
    }
    return regressed_.at(root);
}

bool LookAhead::is_far(Formula f)
{
    return plies(f) > near_.plies && regressed(f) > near_.sequences;
}

} // namespace sgl
