#include "logic/normal_form/forget.hpp"

#include "logic/normal_form/fold.hpp"
#include "logic/normal_form/normal_form.hpp"

namespace sgl
{

Formula forget(FormulaStore& store, const Frame& frame, Formula f)
{
    return fold::disjunction(store, NormalForm(store, frame).chis(f));
}

} // namespace sgl
