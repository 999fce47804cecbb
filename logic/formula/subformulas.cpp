#include "logic/formula/subformulas.hpp"

namespace sgl
{

bool is_present(Formula f)
{
    return !any_subformula(
        f, [](Formula g) { return g.is(Kind::After) || g.is(Kind::Next) || g.is(Kind::Restrict); });
}

} // namespace sgl
