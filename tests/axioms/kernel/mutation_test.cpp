// Derivations that were changed somewhere. The kernel accepts such a mutant only if what it shows
// then is true, as the evaluator finds in random models.

#include "axioms/file/write.hpp"
#include "axioms/text/substitution.hpp"
#include "tests/axioms/editable.hpp"
#include "tests/axioms/judge.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

class Mutator
{
public:
    Mutator(Random& random, Shelf& shelf) : random_(random), shelf_(shelf), store_(shelf.store) {}

    /// One symbol, citation, instance, name or rule is another one; now and then a symbol at all
    /// places at once, which has more chances.
    void change(Editable& d)
    {
        switch (random_.below(10))
        {
        case 0:
        case 1: line(d).formula = other(d, line(d).formula); break;
        case 2: everywhere(d); break;
        case 3:
        case 4: citation(d); break;
        case 5: instance(d); break;
        case 6: rename(d); break;
        case 7: rule(d); break;
        case 8: variables(d); break;
        default: last(d);
        }
    }

private:
    template <class T>
    T& any(std::vector<T>& from)
    {
        return from[random_.below(static_cast<std::uint32_t>(from.size()))];
    }
    template <class T>
    const T& any(const std::vector<T>& from)
    {
        return from[random_.below(static_cast<std::uint32_t>(from.size()))];
    }
    EditableLine& line(Editable& d) { return any(d.lines); }

    Action action(const Editable& d)
    {
        const auto variables = static_cast<std::uint32_t>(d.variables.actions.size());
        const auto actions = static_cast<std::uint32_t>(shelf_.setting.frame.action_count());
        const std::uint32_t choice = random_.below(variables + actions);
        return choice < variables ? action_variable(choice) : Action{choice - variables};
    }

    /// Something small, metavariables of every sort among it.
    Formula small(const Editable& d)
    {
        switch (random_.below(8))
        {
        case 0: return store_.legal(action(d));
        case 1: return store_.does(action(d));
        case 2: return random_.coin() ? store_.initial() : store_.terminal();
        case 3: return store_.constant(random_.coin());
        case 4:
            if (!d.variables.atoms.empty())
                return store_.fluent(atom_variable(
                    random_.below(static_cast<std::uint32_t>(d.variables.atoms.size()))));
            [[fallthrough]];
        case 5: return store_.fluent(random_.fluent(shelf_.setting.frame));
        default:
            if (d.variables.formulas.empty())
                return store_.fluent(random_.fluent(shelf_.setting.frame));
            return store_.fluent(formula_variable(
                random_.below(static_cast<std::uint32_t>(d.variables.formulas.size()))));
        }
    }

    /// f with its top symbol changed.
    Formula other_top(const Editable& d, Formula f)
    {
        const auto operands = f.children();
        if (operands.empty() || random_.one_in(8))
            return small(d);
        if (random_.one_in(8))
            return operands[random_.below(static_cast<std::uint32_t>(operands.size()))];
        if (random_.one_in(6))
            return store_.negation(f);
        if (operands.size() == 1)
            switch (random_.below(5))
            {
            case 0: return store_.negation(operands[0]);
            case 1: return store_.next(operands[0]);
            case 2: return store_.restrict(small(d), operands[0]);
            case 3: return store_.after(action(d), operands[0]);
            default: return store_.select(action(d), operands[0]);
            }
        std::vector<Formula> turned(operands.begin(), operands.end());
        std::swap(turned[0], any(turned));
        switch (random_.below(8))
        {
        case 0: return store_.conjunction(operands);
        case 1: return store_.disjunction(operands);
        case 2: return store_.prioritised_or(operands);
        case 3: return store_.prioritised_and(operands);
        case 4: return store_.implication(operands[0], operands[1]);
        case 5: return store_.equivalence(operands[0], operands[1]);
        case 6: return store_.restrict(operands[0], operands[1]);
        default: return store_.with_children(f, turned);
        }
    }

    /// f with one symbol in it changed.
    Formula other(const Editable& d, Formula f)
    {
        std::vector<std::pair<Formula, std::size_t>> way;
        while (!f.children().empty() && !random_.one_in(4))
        {
            const auto down = random_.below(static_cast<std::uint32_t>(f.children().size()));
            way.emplace_back(f, down);
            f = f[down];
        }
        Formula changed = other_top(d, f);
        for (; !way.empty(); way.pop_back())
        {
            const auto& [above, at] = way.back();
            std::vector<Formula> operands(above.children().begin(), above.children().end());
            operands[at] = changed;
            changed = store_.with_children(above, operands);
        }
        return changed;
    }

    void everywhere(Editable& d)
    {
        Formula from = line(d).formula;
        while (!from.children().empty() && !random_.one_in(6))
            from = from[random_.below(static_cast<std::uint32_t>(from.children().size()))];
        const Formula to = other_top(d, from);
        for (EditableLine& l : d.lines)
        {
            l.formula = replaced(store_, l.formula, from, to);
            for (Formula& value : l.values.formulas)
                value = replaced(store_, value, from, to);
            for (Formula& value : l.values.atoms)
                value = replaced(store_, value, from, to);
        }
    }

    void citation(Editable& d)
    {
        EditableLine& l = line(d);
        const std::uint32_t cited = random_.below(static_cast<std::uint32_t>(d.lines.size()) + 2);
        switch (l.citations.empty() ? 0 : random_.below(6))
        {
        case 0: l.citations.push_back(cited); break;
        case 1: l.citations.pop_back(); break;
        case 2: std::swap(any(l.citations), l.citations[0]); break;
        default: any(l.citations) = cited;
        }
    }

    void instance(Editable& d)
    {
        std::vector<EditableLine*> citing;
        for (EditableLine& l : d.lines)
            if (l.rule == Rule::Theorem)
                citing.push_back(&l);
        if (citing.empty())
            return citation(d);
        EditableLine& l = *any(citing);
        Substitution& values = l.values;
        if (!values.actions.empty() && random_.coin())
            any(values.actions) = action(d);
        else if (!values.formulas.empty())
        {
            Formula& value = any(values.formulas);
            value = random_.coin() ? small(d) : other(d, value);
        }
        else if (!values.atoms.empty())
            any(values.atoms) = small(d);
        // The line may say the same: then only the kernel's conditions are in the way.
        const Theorem* const theorem = shelf_.calculus.find(l.name);
        if (theorem != nullptr && random_.coin() &&
            theorem->variables().formulas.size() == values.formulas.size() &&
            theorem->variables().atoms.size() == values.atoms.size() &&
            theorem->variables().actions.size() == values.actions.size())
            l.formula = substitute(store_, theorem->formula(), values);
    }

    void rename(Editable& d)
    {
        EditableLine& l = line(d);
        if (l.rule == Rule::Theorem || random_.one_in(4))
            l.name = any(shelf_.names);
        else if (!shelf_.setting.axioms.empty() && random_.coin())
            l.name = any(shelf_.setting.axioms).name;
        else
            l.name =
                catalogue()[random_.below(static_cast<std::uint32_t>(catalogue().size()))].name;
    }

    void rule(Editable& d)
    {
        EditableLine& l = line(d);
        l.rule = static_cast<Rule>(random_.below(10));
        if (l.rule == Rule::Axiom && random_.coin())
            l.name =
                catalogue()[random_.below(static_cast<std::uint32_t>(catalogue().size()))].name;
    }

    /// Another sort, or actions that need not differ any more.
    void variables(Editable& d)
    {
        Variables& v = d.variables;
        if (!v.distinct.empty() && random_.coin())
            v.distinct.pop_back();
        else if (!v.formulas.empty() && random_.coin())
        {
            v.atoms.push_back(v.formulas.back());
            v.formulas.pop_back();
        }
        else if (!v.atoms.empty())
        {
            // φ where p was: what C1 and D1 must not take.
            const Formula from =
                store_.fluent(atom_variable(static_cast<std::uint32_t>(v.atoms.size()) - 1));
            const Formula to =
                store_.fluent(formula_variable(static_cast<std::uint32_t>(v.formulas.size())));
            v.formulas.push_back(v.atoms.back());
            v.atoms.pop_back();
            for (EditableLine& l : d.lines)
                l.formula = replaced(store_, l.formula, from, to);
        }
        else if (!v.actions.empty())
            v.actions.pop_back();
        else
            last(d);
    }

    /// Lines missing, doubled, or in another order.
    void last(Editable& d)
    {
        const auto count = static_cast<std::uint32_t>(d.lines.size());
        switch (random_.below(4))
        {
        case 0: d.lines.pop_back(); break;
        case 1: d.lines.erase(d.lines.begin() + random_.below(count)); break;
        case 2: std::swap(line(d), line(d)); break;
        default: d.lines.push_back(line(d));
        }
    }

    Random& random_;
    Shelf& shelf_;
    FormulaStore& store_;
};

} // namespace

TEST_CASE("A derivation that was changed is not accepted, unless what it shows then is true")
{
    CAPTURE(seed());
    const unsigned long mutants = sample_count(1'000, 100);
    unsigned long accepted = 0, rejected = 0;
    std::set<Why> reasons;
    for (const std::string& path : derivation_files())
    {
        Shelf shelf(path);
        Random random(seed());
        Mutator mutator(random, shelf);
        Judge judge(shelf.store, shelf.setting.frame, seed(), shelf.setting.axioms);
        std::vector<Editable> all = shelf.own;
        all.insert(all.end(), shelf.rejected.begin(), shelf.rejected.end());
        for (unsigned long n = 0; n < mutants; ++n)
        {
            Editable mutant = all[random.below(static_cast<std::uint32_t>(all.size()))];
            mutant.name = "mutant " + std::to_string(n);
            do
                mutator.change(mutant);
            while (!mutant.lines.empty() && random.one_in(4));
            const Derivation derivation = mutant.derivation();
            const auto answer = shelf.calculus.check(derivation);
            if (const auto* rejection = std::get_if<Rejection>(&answer))
            {
                ++rejected;
                reasons.insert(rejection->why);
                continue;
            }
            ++accepted;
            const Statement statement(*std::get<const Theorem*>(answer));
            CAPTURE(path, write(shelf.store, shelf.setting.frame, derivation));
            const auto objection = judge.objection(statement, 200);
            INFO(objection.value_or(""));
            REQUIRE_FALSE(objection);
        }
    }
    CAPTURE(accepted, rejected);
    CHECK(rejected > accepted);
    CHECK(accepted > 0);
    CHECK(reasons.size() >= 8);
}
