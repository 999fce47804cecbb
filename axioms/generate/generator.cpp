#include "axioms/generate/generator.hpp"

namespace sgl::axioms
{

Generator::Generator(InductionTools tools, Derivation& derivation)
    : tools_(std::move(tools)), derivation_(derivation), uses_game_(tools_, derivation)
{
}

template <class Make>
std::optional<NotGenerated> Generator::attempt(std::span<const Number> equivalences, Make&& make)
{
    lacks_lemma_ = false;
    try
    {
        Induction induction(tools_, derivation_, tautologies_, uses_game_, equivalences);
        make(induction);
    }
    catch (NotGenerated& refusal)
    {
        return std::move(refusal);
    }
    catch (const NoLemma&)
    {
        lacks_lemma_ = true;
    }
    return std::nullopt;
}

std::optional<NotGenerated> Generator::replacement(Formula f, std::span<const Number> equivalences,
                                                   std::optional<Number> in)
{
    return attempt(
        equivalences,
        [&](Induction& induction)
        {
            if (!in && !f.is(Kind::Iff))
                throw NotGenerated{Why::DoesNotFollow, "χ <-> χ', where χ' is χ with replacements",
                                   tools_.print(f)};
            const Formula before = in ? induction.formula(*in) : f[0], after = in ? f : f[1];
            const Number line = induction.meet({GoalKind::Same, before, after});
            induction.finish(f, in ? std::vector{*in, line} : std::vector{line});
        });
}

std::optional<NotGenerated> Generator::lemma_1(Formula f)
{
    return attempt({},
                   [&](Induction& induction)
                   {
                       const bool fits = f.is(Kind::Implies) && f[0].is(Kind::Does) &&
                                         f[1].is(Kind::Iff) &&
                                         tools_.store.select(f[0].action(), f[1][0]) == f[1][1];
                       if (!fits)
                           throw NotGenerated{Why::NotAnInstance, "does(a) -> (φ <-> <<a>>φ)",
                                              tools_.print(f)};
                       induction.finish(
                           f, {induction.meet({GoalKind::Lemma1, {}, {}, f[1][0], f[0].action()})});
                   });
}

std::optional<NotGenerated> Generator::no_restriction(Formula f)
{
    return attempt({},
                   [&](Induction& induction)
                   {
                       const bool fits = f.is(Kind::Iff) &&
                                         tools_.store.restrict(tools_.store.top(), f[1]) == f[0];
                       if (!fits)
                           throw NotGenerated{Why::NotAnInstance, "{true}φ <-> φ", tools_.print(f)};
                       induction.finish(f, {induction.meet({GoalKind::Unrestrict, {}, {}, f[1]})});
                   });
}

std::optional<NotGenerated> Generator::state_wise(Formula f)
{
    return attempt({},
                   [&](Induction& induction)
                   {
                       const bool fits =
                           f.is(Kind::Iff) && f[0].is(Kind::Select) && f[0][0] == f[1];
                       if (!fits)
                           throw NotGenerated{Why::NotAnInstance, "<<c>>φ <-> φ", tools_.print(f)};
                       induction.finish(
                           f, {induction.meet({GoalKind::StateWise, {}, {}, f[1], f[0].action()})});
                   });
}

} // namespace sgl::axioms
