// Each schema of the catalogue against a second construction of it in C++, and against random
// models.

#include "axioms/kernel/catalogue.hpp"
#include "axioms/text/instance.hpp"
#include "logic/model/evaluate.hpp"
#include "tests/random.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <functional>

using namespace sgl;
using namespace sgl::axioms;
using namespace sgl::testing;

namespace
{

/// What the variables stand for in one case; a ≠ b where the frame has two actions.
struct Values
{
    Formula phi, psi, alpha, beta, p;
    Action a, b;

    Instance instance() const
    {
        return {{{U'φ', phi}, {U'ψ', psi}, {U'α', alpha}, {U'β', beta}, {U'p', p}},
                {{U'a', a}, {U'b', b}},
                {phi, psi}};
    }
};

using Build = std::function<Formula(FormulaStore&, const Frame&, const Values&)>;

/// The axioms once more, by hand.
const std::multimap<std::string, Build>& by_hand()
{
    static const std::multimap<std::string, Build> builds{
        {"A2", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.negation(s.conjunction(s.does(v.a), s.does(v.b))); }},
        {"A3",
         [](FormulaStore& s, const Frame& frame, const Values&)
         {
             std::vector<Formula> does;
             for (std::uint32_t c = 0; c < frame.action_count(); ++c)
                 does.push_back(s.does(Action{c}));
             return s.disjunction(does);
         }},
        {"A4", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.negation(s.after(v.a, s.initial())); }},
        {"A5", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.implication(s.terminal(), s.negation(s.legal(v.a))); }},
        {"B1",
         [](FormulaStore& s, const Frame&, const Values& v)
         {
             return s.equivalence(s.after(v.a, s.conjunction(v.phi, v.psi)),
                                  s.conjunction(s.after(v.a, v.phi), s.after(v.a, v.psi)));
         }},
        {"B2",
         [](FormulaStore& s, const Frame& frame, const Values& v)
         {
             std::vector<Formula> cases;
             for (std::uint32_t c = 0; c < frame.action_count(); ++c)
                 cases.push_back(s.select(Action{c}, s.negation(v.phi)));
             return s.equivalence(s.negation(s.after(v.a, v.phi)),
                                  s.after(v.a, s.disjunction(cases)));
         }},
        {"C1", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.equivalence(s.select(v.b, v.p), v.p); }},
        {"C2", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.equivalence(s.select(v.b, s.legal(v.a)), s.legal(v.a)); }},
        {"C3", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.equivalence(s.select(v.a, s.does(v.a)), s.top()); }},
        {"C3", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.equivalence(s.select(v.b, s.does(v.a)), s.bottom()); }},
        {"C4",
         [](FormulaStore& s, const Frame&, const Values& v) {
             return s.equivalence(s.select(v.b, s.negation(v.phi)),
                                  s.negation(s.select(v.b, v.phi)));
         }},
        {"C5",
         [](FormulaStore& s, const Frame&, const Values& v)
         {
             return s.equivalence(s.select(v.b, s.conjunction(v.phi, v.psi)),
                                  s.conjunction(s.select(v.b, v.phi), s.select(v.b, v.psi)));
         }},
        {"C6", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.equivalence(s.select(v.a, s.select(v.b, v.phi)), s.select(v.b, v.phi)); }},
        {"C7", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.equivalence(s.select(v.a, s.after(v.b, v.phi)), s.after(v.b, v.phi)); }},
        {"D1", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.equivalence(s.restrict(v.alpha, v.p), v.p); }},
        {"D2",
         [](FormulaStore& s, const Frame&, const Values& v)
         {
             return s.equivalence(s.restrict(v.alpha, s.legal(v.a)),
                                  s.conjunction(s.legal(v.a), s.select(v.a, v.alpha)));
         }},
        {"D3", [](FormulaStore& s, const Frame&, const Values& v)
         { return s.equivalence(s.restrict(v.alpha, s.does(v.a)), s.does(v.a)); }},
        {"D4",
         [](FormulaStore& s, const Frame&, const Values& v)
         {
             return s.equivalence(s.restrict(v.alpha, s.negation(v.phi)),
                                  s.negation(s.restrict(v.alpha, v.phi)));
         }},
        {"D5",
         [](FormulaStore& s, const Frame&, const Values& v)
         {
             return s.equivalence(
                 s.restrict(v.alpha, s.conjunction(v.phi, v.psi)),
                 s.conjunction(s.restrict(v.alpha, v.phi), s.restrict(v.alpha, v.psi)));
         }},
        {"D6",
         [](FormulaStore& s, const Frame&, const Values& v)
         {
             return s.equivalence(s.restrict(v.alpha, s.select(v.b, v.phi)),
                                  s.select(v.b, s.restrict(v.alpha, v.phi)));
         }},
        {"D7",
         [](FormulaStore& s, const Frame&, const Values& v)
         {
             return s.equivalence(s.restrict(v.alpha, s.after(v.a, v.phi)),
                                  s.after(v.a, s.restrict(v.alpha, v.phi)));
         }},
        {"D8",
         [](FormulaStore& s, const Frame&, const Values& v)
         {
             return s.equivalence(
                 s.restrict(v.alpha, s.restrict(v.beta, v.phi)),
                 s.restrict(s.conjunction(v.alpha, s.restrict(v.alpha, v.beta)), v.phi));
         }},
    };
    return builds;
}

Values random_values(Random& random, FormulaStore& store, const Frame& frame)
{
    Shape small;
    small.depth = 3;
    const auto formula = [&] { return random_formula(random, store, frame, small); };
    Values v{formula(), formula(), formula(), formula(), store.initial(), {}, {}};
    if (random.coin())
        v.p = random.coin() ? store.terminal() : store.fluent(random.fluent(frame));
    v.a = random.action(frame);
    v.b = Action{(v.a.index + 1) % static_cast<std::uint32_t>(frame.action_count())};
    return v;
}

bool is_instance_of(const std::string& name, const Frame& frame, Formula f)
{
    for (const AxiomText& text : catalogue())
    {
        if (text.name == name && Schema(text).is_instance(frame, f))
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("Every axiom is what its construction by hand says, and both are valid")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long sample = 0; sample < sample_count(400); ++sample)
    {
        FormulaStore store;
        const Frame frame = plain_frame(1, 2 + random.below(3), 2);
        const Values v = random_values(random, store, frame);
        std::multimap<std::string, Build>::const_iterator entry = by_hand().begin();
        for (const AxiomText& text : catalogue())
        {
            INFO(text.name << ": " << text.text);
            REQUIRE(entry != by_hand().end());
            REQUIRE(entry->first == text.name);
            const Formula f = (entry++)->second(store, frame, v);
            const Schema schema(text);
            CHECK(schema.is_instance(frame, f));
            CHECK(instantiate(store, frame, schema, v.instance()) == f);
            const auto model = random_model(random, frame);
            Evaluator evaluator(*model);
            CHECK(evaluator.holds_everywhere(f, model->states()));
        }
        CHECK(entry == by_hand().end());
    }
}

TEST_CASE("B1, C5 and D5 are for any number of conjuncts, each in its place")
{
    FormulaStore s;
    const Frame frame = plain_frame(1, 2, 3);
    const std::array conjuncts{s.fluent(Fluent{0}), s.does(Action{1}), s.fluent(Fluent{2})};
    std::vector<Formula> each;
    for (Formula f : conjuncts)
        each.push_back(s.after(Action{0}, f));
    const Formula left = s.after(Action{0}, s.conjunction(conjuncts));
    CHECK(is_instance_of("B1", frame, s.equivalence(left, s.conjunction(each))));
    std::swap(each[0], each[1]);
    CHECK_FALSE(is_instance_of("B1", frame, s.equivalence(left, s.conjunction(each))));
    each.pop_back();
    CHECK_FALSE(is_instance_of("B1", frame, s.equivalence(left, s.conjunction(each))));
}

TEST_CASE("Side conditions and sorts: formulas that look like axioms and are none")
{
    FormulaStore s;
    const Frame frame = plain_frame(1, 2, 1);
    const Action a{0}, b{1};
    const Formula p = s.fluent(Fluent{0});
    CHECK_FALSE(is_instance_of("A2", frame, s.negation(s.conjunction(s.does(a), s.does(a)))));
    CHECK_FALSE(is_instance_of("A3", frame, s.disjunction(s.does(b), s.does(a))));
    CHECK_FALSE(is_instance_of("A3", frame, s.does(a)));
    CHECK_FALSE(is_instance_of("C1", frame, s.equivalence(s.select(b, s.legal(a)), s.legal(a))));
    CHECK_FALSE(is_instance_of("C1", frame, s.equivalence(s.select(b, s.does(a)), s.does(a))));
    CHECK_FALSE(is_instance_of("C3", frame, s.equivalence(s.select(a, s.does(a)), s.bottom())));
    CHECK_FALSE(is_instance_of("C3", frame, s.equivalence(s.select(b, s.does(a)), s.top())));
    CHECK_FALSE(is_instance_of("D1", frame, s.equivalence(s.restrict(p, s.legal(a)), s.legal(a))));
    CHECK_FALSE(is_instance_of(
        "D2", frame,
        s.equivalence(s.restrict(p, s.legal(a)), s.conjunction(s.legal(a), s.select(b, p)))));
    // B2 speaks of all actions: a lemma of one frame is none of a larger one.
    const Formula one_case =
        s.equivalence(s.negation(s.after(a, p)), s.after(a, s.select(a, s.negation(p))));
    CHECK(is_instance_of("B2", plain_frame(1, 1, 1), one_case));
    CHECK_FALSE(is_instance_of("B2", frame, one_case));
}
