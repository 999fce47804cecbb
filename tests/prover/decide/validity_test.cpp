#include "logic/language/reader.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/normal_form/normal_form.hpp"
#include "tests/prover/decide/valid_claim.hpp"
#include "tests/small_models.hpp"
#include "tests/validity.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <functional>
#include <map>

using namespace sgl;
using namespace sgl::testing;

namespace
{

bool is_true_in(ExplicitModel& model, Formula f)
{
    return Evaluator(model).holds_everywhere(f, model.states());
}

/// The model that a witness for `valid` speaks of, made without the prover's help: a tree of the
/// words that open values name, all else false, and a last state that everything else leads to.
bool is_false_at_witness(const Frame& frame, Formula f, const Witness& witness)
{
    std::map<std::vector<Action>, std::uint32_t> names{{{}, 0}};
    for (const OpenValue& open : witness.open)
        for (std::size_t n = 1; n <= open.word.size(); ++n)
            names.emplace(std::vector<Action>(open.word.begin(),
                                              open.word.begin() + static_cast<std::ptrdiff_t>(n)),
                          static_cast<std::uint32_t>(names.size()));
    ExplicitModel model(frame, static_cast<std::uint32_t>(names.size()) + 1);
    for (const auto& [word, index] : names)
        if (!word.empty())
            model.set_after(State{names.at({word.begin(), word.end() - 1})}, word.back(),
                            State{index});
    const State root{0};
    model.set_initial(root, witness.starts_initial);
    model.set_terminal(root, witness.start.terminal);
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        model.set_fluent(Fluent{p}, root, witness.start.fluents[p]);
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        model.set_legal(root, Action{a}, witness.start.legal[a]);
    for (const OpenValue& open : witness.open)
    {
        const State w{names.at(open.word)};
        switch (open.atom.kind)
        {
        case Kind::Terminal: model.set_terminal(w, open.value); break;
        case Kind::Legal: model.set_legal(w, Action{open.atom.index}, open.value); break;
        default: model.set_fluent(Fluent{open.atom.index}, w, open.value);
        }
    }
    return !model.fault() && witness.play.empty() &&
           !Evaluator(model).holds(f, root, witness.move.value_or(Action{0}));
}

/// A formula that is likely to be valid: an equivalence of a formula with one made from it.
Formula likely(Random& random, FormulaStore& store, const Frame& frame, Shape shape)
{
    const Formula f = random_formula(random, store, frame, shape);
    const Formula g = random_formula(random, store, frame, shape);
    const Action a = random.action(frame);
    switch (random.below(9))
    {
    case 0: return store.equivalence(f, NormalForm(store, frame)(f));
    case 1: return store.implication(store.conjunction(f, g), store.disjunction(g, f));
    case 2:
        return store.equivalence(store.restrict(g, store.negation(f)),
                                 store.negation(store.restrict(g, f)));
    case 3: return store.implication(store.after(a, f), store.after(a, store.disjunction(f, g)));
    case 4:
        return store.equivalence(store.next(store.conjunction(f, g)),
                                 store.conjunction(store.next(f), store.next(g)));
    case 5: return store.equivalence(store.restrict(store.top(), f), f);
    case 6:
        return store.equivalence(
            store.restrict(f, store.restrict(g, store.legal(a))),
            store.restrict(store.conjunction(f, store.restrict(f, g)), store.legal(a)));
    case 7: return store.implication(store.prioritised_and(std::array{f, g}), f);
    default:
        return store.implication(store.prioritised_or(std::array{f, g}), store.disjunction(f, g));
    }
}

struct Tally
{
    unsigned long proved = 0, refuted = 0;
};

/// Frames so small that all models of one and two states can be listed.
void compare_with_all_models(const Frame& frame, Random& random, unsigned long samples,
                             Tally& tally)
{
    auto models = all_models(frame, 1);
    for (auto& model : all_models(frame, 2))
        models.push_back(std::move(model));
    for (unsigned long i = 0; i < samples; ++i)
    {
        FormulaStore store;
        const Shape shape{2 + random.below(4), true, true, true};
        const Formula f = random.coin() ? random_formula(random, store, frame, shape)
                                        : likely(random, store, frame, shape);
        const Verdict verdict = verdict_on_valid(store, frame, f);
        if (const auto* refuted = std::get_if<Refuted>(&verdict))
        {
            ++tally.refuted;
            if (!is_false_at_witness(frame, f, refuted->witness))
                FAIL("sample " << i << ": refuted, but true at the witness");
            continue;
        }
        if (!std::holds_alternative<Proved>(verdict))
            FAIL("sample " << i << ": " << word(verdict));
        ++tally.proved;
        for (const auto& model : models)
            if (!is_true_in(*model, f))
                FAIL("sample " << i << ": proved, but false in a model");
    }
}

} // namespace

TEST_CASE("All models over a frame are listed")
{
    // one state: not initial, as updates lead back to it; terminal, or a move legal or not; p or
    // not
    const Frame frame = plain_frame(1, 1, 1);
    CHECK(all_models(frame, 1).size() == 3 * 2);
    // two: neither is initial, with 2² ways to update, or one is and all updates lead to the other
    CHECK(all_models(frame, 2).size() == 6 * 6 * (4 + 2));
}

TEST_CASE("`valid` is right about all models of one and two states")
{
    CAPTURE(seed());
    Random random(seed());
    Tally tally;
    compare_with_all_models(plain_frame(1, 1, 1), random, sample_count(4'000), tally);
    compare_with_all_models(plain_frame(1, 2, 1), random, sample_count(2'000), tally);
    CHECK(tally.proved > 30);
    CHECK(tally.refuted > 30);
}

TEST_CASE("`valid` is right about random models")
{
    CAPTURE(seed());
    Random random(seed());
    unsigned long proved = 0, refuted = 0;
    for (unsigned long i = 0, n = sample_count(4'000); i < n; ++i)
    {
        FormulaStore store;
        const Frame frame = random_frame(random);
        const Shape shape{3 + random.below(3), true, true, true};
        const Formula f = random.one_in(3) ? random_formula(random, store, frame, shape)
                                           : likely(random, store, frame, shape);
        const Verdict verdict = verdict_on_valid(store, frame, f);
        if (const auto* found = std::get_if<Refuted>(&verdict))
        {
            ++refuted;
            if (!is_false_at_witness(frame, f, found->witness))
                FAIL("sample " << i << ": refuted, but true at the witness");
            continue;
        }
        if (!std::holds_alternative<Proved>(verdict))
            FAIL("sample " << i << ": " << word(verdict));
        ++proved;
        for (int k = 0; k < 20; ++k)
            if (!is_true_in(*random_model(random, frame), f))
                FAIL("sample " << i << ": proved, but false in a model");
    }
    CHECK(proved > 20);
    CHECK(refuted > 20);
}
