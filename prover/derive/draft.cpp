#include "prover/derive/draft.hpp"

namespace sgl::derive
{

Draft::Draft(Theory& about)
    : theory(about), reduction(about.reduction()), store(about.store()), frame(about.game().frame),
      rules(about.rules())
{
}

void Draft::start(const Budget& within)
{
    budget = within;
    theorems.clear();
    names_.clear();
}

Page Draft::page(std::string name, axioms::Variables variables)
{
    return Page(store, frame, tautologies_, budget, std::move(name), std::move(variables));
}

Formula Draft::closed(Formula root)
{
    return closed_(root, 0,
                   [&](FormulaKey key, MemoLoop::Need& need)
                   {
                       const Formula f = key.formula;
                       if (f.is(Kind::Fluent))
                           return f.fluent().index < 2 * frame.fluent_count()
                                      ? store.fluent(reduction.closed(f.fluent()))
                                      : f;
                       const std::vector<Formula> operands = need.all(f.children());
                       if (need.missing())
                           return Formula();
                       return operands.empty() ? f : store.with_children(f, operands);
                   });
}

} // namespace sgl::derive
