#include "prover/derive/proof_page.hpp"

#include "logic/formula/subformulas.hpp"
#include "prover/sat/rup_search.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::derive
{

std::vector<Formula> letters(std::span<const Formula> roots)
{
    std::vector<Formula> found;
    SubformulaWalk walk;
    walk.add(roots);
    while (const std::optional<Formula> f = walk.take())
    {
        if (is_propositional(*f))
            walk.add(f->children());
        else
            found.push_back(*f);
    }
    std::ranges::sort(found, {}, &Formula::id);
    return found;
}

Page::Page(FormulaStore& store, const Frame& frame, axioms::Tautologies& tautologies,
           const Budget& budget, std::string name, axioms::Variables variables)
    : Lines(store, derivation), derivation(std::move(name), std::move(variables)), frame_(frame),
      tautologies_(tautologies), budget_(budget)
{
}

Number Page::premise(Formula f)
{
    return known(f, [&] { return derivation.premise(f); });
}

Number Page::game_axiom(std::string_view name, Formula f)
{
    return known(f, [&] { return derivation.game_axiom(name, f); });
}

Number Page::lemma(std::string_view name, Formula f, const std::vector<Number>& from,
                   std::optional<Action> member)
{
    return known(f,
                 [&]
                 {
                     return member ? derivation.theorem(
                                         fmt::format("{}[{}]", name, frame_.name(*member)), f, {},
                                         from)
                                   : derivation.theorem(name, f, {}, from);
                 });
}

Number Page::taut(Formula f, const std::vector<Number>& cited, const std::vector<axioms::Clause>&)
{
    const std::optional<Number> line = attempt(f, cited);
    if (!line)
        throw NotWritten{"a propositional step does not follow"};
    return *line;
}

std::optional<Number> Page::attempt(Formula f, const std::vector<Number>& cited)
{
    if (const auto found = lines_.find(f); found != lines_.end())
        return found->second;
    premises_.clear();
    for (Number line : cited)
        premises_.push_back(formula(line));
    auto refutation = refutation_for(tautologies_, premises_, f, budget_);
    if (!refutation)
        return std::nullopt;
    return known(f, [&] { return derivation.tautology(f, cited, std::move(*refutation)); });
}

} // namespace sgl::derive
