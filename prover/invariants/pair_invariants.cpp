#include "prover/invariants/pair_invariants.hpp"

#include "prover/plays/symbolic_path.hpp"
#include "prover/reduction/theory.hpp"
#include "prover/resources/limits.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace sgl
{

namespace
{

/// The fluents of one family that differ in one argument, by what their names have in common:
/// "p(_,3)" stands for p(x,3) and p(o,3).
std::map<std::string, std::vector<Fluent>> groups(const Frame& frame)
{
    std::map<std::string, std::vector<Fluent>> found;
    for (std::uint32_t index = 0; index < frame.fluent_count(); ++index)
    {
        const Fluent p{index};
        std::vector<std::string> arguments;
        for (const SymbolArgument& argument : frame.arguments(p))
            arguments.push_back(frame.text(argument));
        std::string any = "_";
        for (std::string& argument : arguments)
        {
            argument.swap(any);
            found[applied(frame.family(p), arguments)].push_back(p);
            argument.swap(any);
        }
    }
    return found;
}

std::vector<Formula> candidates(FormulaStore& store, const Frame& frame)
{
    std::vector<Formula> found;
    // That a fluent has one of its values is an axiom.
    std::vector<const FluentRange*> range_of(frame.fluent_count());
    for (const FluentRange& range : frame.valued())
        for (std::uint32_t i = 0; i < range.count; ++i)
            range_of[range[i].index] = &range;
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        if (range_of[p] == nullptr || range_of[p]->count <= limits::most_values)
            found.push_back(store.negation(store.fluent(Fluent{p})));
    for (const auto& [name, fluents] : groups(frame))
    {
        const FluentRange* const range = range_of[fluents.front().index];
        if (fluents.size() > limits::most_in_family ||
            (range != nullptr && range->contains(fluents.back())))
            continue;
        for (std::size_t i = 0; i < fluents.size(); ++i)
        {
            for (std::size_t j = 0; j < i; ++j)
            {
                const Formula p = store.fluent(fluents[j]), q = store.fluent(fluents[i]);
                found.push_back(store.negation(store.conjunction(p, q)));
                found.push_back(store.disjunction(p, q));
            }
        }
    }
    return found;
}

/// Those that are true in every initial state.
std::vector<Formula> true_at_the_start(Theory& theory, std::vector<Formula> open,
                                       const Budget& budget)
{
    const std::vector<Strategy> nobody;
    Path path(theory, nobody, budget);
    path.start_initial();
    path.admit(0);
    if (!path.is_possible())
        return open;
    // Most fluents have the same value in all of them, which takes no question.
    const Literal always = path.encoder.always_true();
    std::erase_if(open,
                  [&](Formula f)
                  {
                      const Literal here = path.at(f, 0);
                      return here != always && (here == -always || path.is_possible(-here));
                  });
    return open;
}

} // namespace

std::vector<Formula> find_pair_invariants(Theory& theory, const Budget& budget)
{
    const std::vector<Strategy> nobody;
    std::vector<Formula> open =
        true_at_the_start(theory, candidates(theory.store(), theory.game().frame), budget);
    Path path(theory, nobody, budget);
    path.admit(0);
    path.add({path.move_allowed(0)});
    path.admit(1);
    // All are assumed of a state; which can be false of the next?
    std::vector<Literal> assumed, kept;
    for (Formula f : open)
    {
        assumed.push_back(path.at(f, 0));
        kept.push_back(path.at(f, 1));
    }
    while (!open.empty())
    {
        std::vector<Literal> lost;
        for (Literal literal : kept)
            lost.push_back(-literal);
        std::vector<Literal> assumptions = assumed;
        assumptions.push_back(path.encoder.any_of(lost));
        if (!path.is_possible(assumptions))
            break;
        std::vector<Formula> still;
        std::vector<Literal> still_assumed, still_kept;
        for (std::size_t i = 0; i < open.size(); ++i)
        {
            if (!path.solver.value(kept[i]))
                continue;
            still.push_back(open[i]);
            still_assumed.push_back(assumed[i]);
            still_kept.push_back(kept[i]);
        }
        open.swap(still);
        assumed.swap(still_assumed);
        kept.swap(still_kept);
    }
    return open;
}

} // namespace sgl
