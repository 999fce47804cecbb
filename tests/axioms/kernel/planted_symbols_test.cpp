// Derivations of the library that are right but for one symbol, which no frame, no store and no
// theorem has: the kernel accepts none of them.

#include "axioms/file/explanation.hpp"
#include "tests/axioms/editable.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

/// Puts a symbol that does not belong into a derivation.
class Planter
{
public:
    Planter(Random& random, Shelf& shelf) : random_(random), shelf_(shelf)
    {
        for (std::uint32_t i = 0; i < shelf.store.size() + 64; ++i)
            elsewhere_.fluent(Fluent{i}); // so that there are formulas of all ids
    }

    /// At one place, or in place of one symbol or formula in all the lines, which then follow as
    /// they did.
    void plant(Editable& d)
    {
        EditableLine& line = any(d.lines);
        if (random_.one_in(4) && line.rule == Rule::Theorem && plant_value(d, line))
            return;
        Formula from = line.formula;
        while (!from.children().empty() && !random_.one_in(3))
            from = any_of(from.children());
        const Formula to = foreign(d, from);
        if (random_.coin())
        {
            line.formula = replaced(shelf_.store, line.formula, from, to);
            return;
        }
        for (EditableLine& each : d.lines)
        {
            each.formula = replaced(shelf_.store, each.formula, from, to);
            for (auto* values : {&each.values.formulas, &each.values.atoms})
                for (Formula& value : *values)
                    value = replaced(shelf_.store, value, from, to);
        }
    }

private:
    template <class T>
    T& any(std::vector<T>& from)
    {
        return from[random_.below(static_cast<std::uint32_t>(from.size()))];
    }
    Formula any_of(std::span<const Formula> from)
    {
        return from[random_.below(static_cast<std::uint32_t>(from.size()))];
    }

    Action foreign_action(const Editable& d)
    {
        const auto actions = static_cast<std::uint32_t>(shelf_.setting.frame.action_count());
        const auto variables = static_cast<std::uint32_t>(d.variables.actions.size());
        return random_.coin() ? Action{actions + random_.below(3)}
                              : action_variable(variables + random_.below(3));
    }

    Fluent foreign_fluent(const Editable& d)
    {
        const std::uint32_t more = random_.below(3);
        const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
        switch (random_.below(3))
        {
        case 0:
            return Fluent{static_cast<std::uint32_t>(shelf_.setting.frame.fluent_count()) + more};
        case 1: return formula_variable(count(d.variables.formulas) + more);
        default: return atom_variable(count(d.variables.atoms) + more);
        }
    }

    /// In the place of f: like it where it has a symbol; or a formula of another store.
    Formula foreign(const Editable& d, Formula f)
    {
        FormulaStore& store = shelf_.store;
        if (random_.one_in(4))
            return elsewhere_.fluent(Fluent{f.id()});
        switch (f.kind())
        {
        case Kind::Legal: return store.legal(foreign_action(d));
        case Kind::Does: return store.does(foreign_action(d));
        case Kind::After: return store.after(foreign_action(d), f[0]);
        case Kind::Select: return store.select(foreign_action(d), f[0]);
        default: return store.fluent(foreign_fluent(d));
        }
    }

    /// In a value that the line gives; false where it gives none.
    bool plant_value(const Editable& d, EditableLine& line)
    {
        Substitution& values = line.values;
        if (!values.actions.empty())
            any(values.actions) = foreign_action(d);
        else if (!values.formulas.empty())
        {
            Formula& value = any(values.formulas);
            value = foreign(d, value);
        }
        else if (!values.atoms.empty())
            any(values.atoms) = shelf_.store.fluent(foreign_fluent(d));
        else
            return false;
        return true;
    }

    Random& random_;
    Shelf& shelf_;
    FormulaStore elsewhere_;
};

} // namespace

TEST_CASE("A derivation with a foreign symbol planted in it is never accepted")
{
    CAPTURE(seed());
    const unsigned long mutants = sample_count(2'000, 200);
    unsigned long as_foreign = 0, otherwise = 0;
    for (const std::string& path : derivation_files())
    {
        Shelf shelf(path);
        Random random(seed());
        Planter planter(random, shelf);
        for (unsigned long n = 0; n < mutants; ++n)
        {
            Editable mutant = shelf.own[random.below(static_cast<std::uint32_t>(shelf.own.size()))];
            mutant.name = "mutant " + std::to_string(n);
            planter.plant(mutant);
            const Derivation derivation = mutant.derivation();
            const auto answer = shelf.calculus.check(derivation);
            CAPTURE(path, n);
            REQUIRE(std::holds_alternative<Rejection>(answer));
            const Rejection& rejection = std::get<Rejection>(answer);
            CHECK_FALSE(explain(shelf.calculus, derivation, rejection).message().empty());
            ++(rejection.why == Why::ForeignSymbol ? as_foreign : otherwise);
        }
    }
    CAPTURE(as_foreign, otherwise);
    CHECK(as_foreign > otherwise);
}
