// Derivations written and read back.

#include "axioms/file/write.hpp"
#include "tests/axioms/book.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

bool same(const Derivation& a, const Derivation& b)
{
    if (a.name() != b.name() || a.lines().size() != b.lines().size() ||
        a.statement != b.statement || a.variables().distinct != b.variables().distinct ||
        a.variables().formulas.size() != b.variables().formulas.size() ||
        a.variables().atoms.size() != b.variables().atoms.size() ||
        a.variables().actions.size() != b.variables().actions.size())
        return false;
    for (std::size_t i = 0; i < a.lines().size(); ++i)
    {
        const Line &x = a.lines()[i], &y = b.lines()[i];
        if (x.formula != y.formula || x.rule != y.rule || a.name_of(x) != b.name_of(y) ||
            !std::ranges::equal(a.citations(x), b.citations(y)) ||
            !std::ranges::equal(a.refutation(x), b.refutation(y)))
            return false;
    }
    return true;
}

/// Not a proof of anything; each rule occurs.
Derivation random_derivation(Random& random, FormulaStore& store, const Frame& frame)
{
    Variables variables;
    for (const auto& [names, name] :
         {std::pair(&variables.formulas, "φ"), std::pair(&variables.atoms, "q_"),
          std::pair(&variables.actions, "act")})
        for (std::uint32_t i = random.below(3); i > 0; --i)
            names->push_back(name + std::to_string(i));
    if (variables.actions.size() == 2)
        variables.distinct = {{action_variable(0), action_variable(1)},
                              {action_variable(1), Action{0}}};
    Derivation d("random", variables);
    std::vector<Formula> formulas{random_formula(random, store, frame, {3})};
    for (std::uint32_t i = 0; i < variables.formulas.size(); ++i)
        formulas.push_back(store.fluent(formula_variable(i)));
    for (std::uint32_t i = 0; i < variables.atoms.size(); ++i)
        formulas.push_back(store.fluent(atom_variable(i)));
    for (std::uint32_t i = 0; i < variables.actions.size(); ++i)
        formulas.push_back(store.legal(action_variable(i)));
    const auto pick = [&]
    { return formulas[random.below(static_cast<std::uint32_t>(formulas.size()))]; };
    const auto formula = [&]
    {
        const Action a =
            !variables.actions.empty() && random.coin() ? action_variable(0) : Action{0};
        switch (random.below(7))
        {
        case 0: formulas.push_back(store.conjunction(pick(), pick())); break;
        case 1: formulas.push_back(store.implication(pick(), pick())); break;
        case 2: formulas.push_back(store.after(a, pick())); break;
        case 3: formulas.push_back(store.restrict(pick(), pick())); break;
        case 4: formulas.push_back(store.select(a, pick())); break;
        case 5: formulas.push_back(random_formula(random, store, frame, {3})); break;
        default: formulas.push_back(store.equivalence(pick(), pick())); break;
        }
        return formulas.back();
    };
    for (std::uint32_t i = random.below(3); i > 0; --i)
        d.premise(formula());
    std::uint32_t count = random.below(30);
    do
    {
        const auto above = static_cast<std::uint32_t>(d.lines().size());
        const auto cited = [&] { return random.below(above); };
        switch (above == 0 ? 0 : random.below(7))
        {
        case 0: d.axiom("B1", formula()); break;
        case 1: d.tautology(formula(), {cited(), cited()}); break;
        case 2: d.modus_ponens(formula(), cited(), cited()); break;
        case 3: d.generalise(Rule::GeneraliseStrategy, formula(), cited()); break;
        case 4: d.definition(formula(), cited()); break;
        case 5:
        {
            const std::uint32_t line = cited();
            d.tautology(formula(), {&line, 1}, {-3, 4, 0, 5, 0, 0});
            break;
        }
        default: d.tautology(formula()); break;
        }
    } while (count-- > 0);
    d.statement = formula();
    return d;
}

} // namespace

TEST_CASE("A derivation that is written is read back as it was")
{
    CAPTURE(seed());
    Random random(seed());
    const unsigned long count = sample_count(10'000, 500);
    for (unsigned long n = 0; n < count; ++n)
    {
        FormulaStore store;
        const Frame frame = random_frame(random);
        const Derivation derivation = random_derivation(random, store, frame);
        const std::string text =
            frame_header(frame) +
            write(store, frame, derivation, random.coin() ? Style::Ascii : Style::Unicode);
        CAPTURE(text);
        const Checked checked = check_text(text, {}, nullptr, &store);
        REQUIRE(checked.error().empty());
        REQUIRE(checked.theorems.size() == 1);
        REQUIRE(same(checked.theorems[0].derivation, derivation));
    }
}

TEST_CASE("A text that was changed is not read as what it was")
{
    CAPTURE(seed());
    Random random(seed());
    const unsigned long count = sample_count(20'000, 1'000);
    unsigned long read = 0;
    for (unsigned long n = 0; n < count; ++n)
    {
        FormulaStore store;
        const Frame frame = plain_frame(1, 2, 2);
        const Derivation derivation = random_derivation(random, store, frame);
        const std::string theorem = write(store, frame, derivation);
        // A digit, a letter or a sign becomes another one.
        constexpr std::string_view signs = "&|!1234567890ABCDpq";
        std::string changed = theorem;
        const std::size_t at = random.below(static_cast<std::uint32_t>(changed.size()));
        const char sign = signs[random.below(signs.size())];
        if (changed[at] == ' ' || changed[at] == '\n' || changed[at] == sign ||
            static_cast<signed char>(changed[at]) < 0)
            continue;
        changed[at] = sign;
        CAPTURE(theorem, changed);
        const Checked checked = check_text(frame_header(frame) + changed, {}, nullptr, &store);
        if (!checked.errors.empty())
            continue;
        REQUIRE(checked.theorems.size() == 1);
        ++read;
        // Labels may be others when nobody cites them; all else counts.
        const bool is_label = [&]
        {
            std::size_t start = changed.rfind('\n', at) + 1;
            const std::size_t dot = changed.find('.', start);
            return dot != std::string::npos && at <= dot;
        }();
        if (!is_label)
            REQUIRE_FALSE((same(checked.theorems[0].derivation, derivation) &&
                           checked.theorems[0].derivation.variables().formulas ==
                               derivation.variables().formulas));
    }
    CHECK(read > 0);
}

TEST_CASE("The text of a derivation is about as long as its formulas are many")
{
    FormulaStore store;
    const Frame frame = plain_frame(1, 1, 1);
    for (const bool has_variable : {false, true})
    {
        Variables variables;
        if (has_variable)
            variables.formulas = {"φ"};
        Derivation derivation("doubling", variables);
        Formula f = store.fluent(has_variable ? formula_variable(0) : Fluent{0});
        for (int i = 0; i < 200; ++i) // as a tree it has 2^200 leaves
            f = store.conjunction(store.after(Action{0}, f), f);
        derivation.tautology(store.implication(f, f));
        derivation.statement = derivation.lines()[0].formula;
        const std::string text = frame_header(frame) + write(store, frame, derivation);
        CHECK(text.size() < 20'000);
        const Checked checked = check_text(text, {}, nullptr, &store);
        REQUIRE(checked.error().empty());
        CHECK(checked.summary() == "doubling");
        CHECK(same(checked.theorems[0].derivation, derivation));
    }
}
