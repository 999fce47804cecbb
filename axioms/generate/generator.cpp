#include "axioms/generate/generator.hpp"

#include "axioms/generate/work.hpp"

namespace sgl::axioms
{

Generator::Generator(Tools tools, Derivation& derivation)
    : tools_(std::move(tools)), derivation_(derivation)
{
}

Generator::~Generator() = default;

template <class Make>
std::optional<Refusal> Generator::attempt(Make&& make)
{
    lacks_lemma_ = false;
    try
    {
        make();
    }
    catch (Refusal& refusal)
    {
        return std::move(refusal);
    }
    catch (const NoLemma&)
    {
        lacks_lemma_ = true;
    }
    return std::nullopt;
}

std::optional<Refusal> Generator::replacement(Formula f, std::span<const Number> equivalences,
                                              std::optional<Number> in)
{
    return attempt(
        [&]
        {
            Work work(*this, equivalences);
            if (!in && !f.is(Kind::Iff))
                throw Refusal{Why::DoesNotFollow, "χ <-> χ', where χ' is χ with replacements",
                              tools_.print(f)};
            const Formula before = in ? work.formula(*in) : f[0], after = in ? f : f[1];
            const Number line = work.meet({Task::Same, before, after});
            work.finish(f, in ? std::vector{*in, line} : std::vector{line});
        });
}

std::optional<Refusal> Generator::lemma_1(Formula f)
{
    return attempt(
        [&]
        {
            const bool fits = f.is(Kind::Implies) && f[0].is(Kind::Does) && f[1].is(Kind::Iff) &&
                              tools_.store.select(f[0].action(), f[1][0]) == f[1][1];
            if (!fits)
                throw Refusal{Why::NotAnInstance, "does(a) -> (φ <-> <<a>>φ)", tools_.print(f)};
            Work work(*this, {});
            work.finish(f, {work.meet({Task::Lemma1, {}, {}, f[1][0], f[0].action()})});
        });
}

std::optional<Refusal> Generator::no_restriction(Formula f)
{
    return attempt(
        [&]
        {
            const bool fits =
                f.is(Kind::Iff) && tools_.store.restrict(tools_.store.top(), f[1]) == f[0];
            if (!fits)
                throw Refusal{Why::NotAnInstance, "{true}φ <-> φ", tools_.print(f)};
            Work work(*this, {});
            work.finish(f, {work.meet({Task::Unrestrict, {}, {}, f[1]})});
        });
}

std::optional<Refusal> Generator::state_wise(Formula f)
{
    return attempt(
        [&]
        {
            const bool fits = f.is(Kind::Iff) && f[0].is(Kind::Select) && f[0][0] == f[1];
            if (!fits)
                throw Refusal{Why::NotAnInstance, "<<c>>φ <-> φ", tools_.print(f)};
            Work work(*this, {});
            work.finish(f, {work.meet({Task::StateWise, {}, {}, f[1], f[0].action()})});
        });
}

bool Generator::uses_game(Number line)
{
    const auto lines = derivation_.lines();
    for (std::size_t i = uses_game_.size(); i <= line; ++i)
    {
        bool uses = lines[i].rule == Rule::GameAxiom;
        if (lines[i].rule == Rule::Theorem)
        {
            const Theorem* const theorem = tools_.cited(derivation_.name_of(lines[i]));
            uses = theorem != nullptr && theorem->uses_game();
        }
        for (const Number cited : derivation_.citations(lines[i]))
            uses = uses || (cited < i && uses_game_[cited]);
        uses_game_.push_back(uses);
    }
    return uses_game_[line];
}

} // namespace sgl::axioms
