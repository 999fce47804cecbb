// Claims of the SGL paper on models, and the errata that correct them. Axioms and derived
// connectives are in tests/logic/evaluate_test.cpp, Theorem 2 in normal_form_test.cpp.

#include "logic/formula/definition.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/model/game_model.hpp"
#include "logic/normal_form/forget.hpp"
#include "tests/brute_force.hpp"
#include "tests/games.hpp"
#include "tests/validity.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// One state, actions a0 and a1, fluents as many as asked for.
struct OneState
{
    explicit OneState(std::uint32_t fluents = 1)
        : frame(plain_frame(1, 2, fluents)), model(frame, 1)
    {
    }
    bool selects_nothing(Formula f)
    {
        Evaluator evaluator(model);
        return !evaluator.holds(f, State{0}, Action{0}) && !evaluator.holds(f, State{0}, Action{1});
    }

    FormulaStore store;
    Frame frame;
    ExplicitModel model;
    Action a0{0}, a1{1};
};

/// The actions of the agent that a formula recommends in a state.
std::vector<std::uint32_t> selected(Evaluator& evaluator, const Frame& frame, Formula f, State w)
{
    std::vector<std::uint32_t> actions;
    for (std::uint32_t a = 0; a < frame.action_count(); ++a)
        if (evaluator.holds(f, w, Action{a}))
            actions.push_back(a);
    return actions;
}

} // namespace

TEST_CASE("Errata S1: with a legal move in a terminal state, A5 is not valid")
{
    OneState one;
    one.model.set_terminal(State{0});
    one.model.set_legal(State{0}, one.a0);
    const Formula a5 =
        one.store.implication(one.store.terminal(), one.store.negation(one.store.legal(one.a0)));
    CHECK(one.model.fault().has_value());
    CHECK_FALSE(Evaluator(one.model).holds(a5, State{0}));
}

TEST_CASE("Errata S2: GEN S on a game axiom would say that nothing is legal")
{
    // Σ = {legal(a0) ↔ p} is valid in the model; ⌊⊥⌋ of it is not
    OneState one;
    one.model.set_legal(State{0}, one.a0);
    one.model.set_fluent(Fluent{0}, State{0});
    const Formula axiom =
        one.store.equivalence(one.store.legal(one.a0), one.store.fluent(Fluent{0}));
    CHECK(Evaluator(one.model).holds(axiom, State{0}));
    CHECK_FALSE(
        Evaluator(one.model).holds(one.store.restrict(one.store.bottom(), axiom), State{0}));
}

TEST_CASE("Errata S4: over all actions, ▽ and △ of complete strategies may select nothing")
{
    OneState one;
    one.model.set_legal(State{0}, one.a0); // only this
    const Formula does0 = one.store.does(one.a0), does1 = one.store.does(one.a1);
    const Formula legal0 = one.store.conjunction(does0, one.store.legal(one.a0));
    const Formula legal = legal_move_of(one.store, one.frame, Agent{0});
    const auto legal_moves = [&](Formula f) { return one.store.conjunction(legal, f); };

    const Formula either = one.store.prioritised_or(std::vector<Formula>{does1, legal0});
    const Formula both =
        one.store.prioritised_and(std::vector<Formula>{one.store.disjunction(does0, does1), does1});
    CHECK(one.selects_nothing(legal_moves(either)));
    CHECK(one.selects_nothing(legal_moves(both)));

    // with leaves read as legal moves, they select a0
    const Formula either_legal =
        one.store.prioritised_or(std::vector<Formula>{legal_moves(does1), legal_moves(legal0)});
    const Formula both_legal = one.store.prioritised_and(
        std::vector<Formula>{legal_moves(one.store.disjunction(does0, does1)), legal_moves(does1)});
    CHECK_FALSE(one.selects_nothing(either_legal));
    CHECK_FALSE(one.selects_nothing(both_legal));
}

TEST_CASE("SGL Proposition 4, with leaves read as legal moves")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0; i < sample_count(20'000, 1'500); ++i)
    {
        CAPTURE(i);
        Sample s(random);
        const Formula legal = legal_move_of(s.store, s.frame, Agent{0});
        const auto rule = [&] { return s.store.conjunction(legal, s.formula(3)); };
        const std::vector<Formula> rules{rule(), rule()};
        const Formula either = s.store.prioritised_or(rules);
        const Formula both = s.store.prioritised_and(rules);
        const auto model = random_model(random, s.frame);
        Evaluator evaluator(*model);
        for (State w : model->states())
        {
            const auto count = [&](Formula f) { return selected(evaluator, s.frame, f, w).size(); };
            const auto can_move = count(legal) > 0;
            const auto complete = [&](Formula f) { return !can_move || count(f) > 0; };
            const auto deterministic = [&](Formula f) { return count(f) <= 1; };
            const Formula alpha = rules[0], beta = rules[1];
            if (complete(alpha) || complete(beta))
                CHECK(complete(either));
            if (complete(alpha))
                CHECK(complete(both));
            if (deterministic(alpha) && deterministic(beta))
                CHECK(deterministic(either));
            if (deterministic(alpha))
                CHECK(deterministic(both));
        }
    }
}

TEST_CASE("Errata S5: ○does(b) is true nowhere when there are two actions")
{
    CAPTURE(seed());
    const auto never = [](Sample& s)
    {
        const Formula next = s.store.next(s.store.does(s.action()));
        return s.frame.action_count() < 2 ? s.store.top() : s.store.negation(next);
    };
    CHECK_FALSE(counterexample(sample_count(20'000, 1'000), never).has_value());
}

TEST_CASE("Errata S8: α = ¬terminal meets the paper's third condition for φ = ⊥")
{
    FormulaStore store;
    Game game;
    game.frame = plain_frame(1, 1, 1);
    const Formula p = store.fluent(Fluent{0}), legal = store.legal(Action{0});
    game.axioms = {{"start", store.implication(store.initial(), store.negation(p)), {}},
                   {"end", store.equivalence(store.terminal(), p), {}},
                   {"legal", store.equivalence(legal, store.negation(store.terminal())), {}},
                   {"effect", store.equivalence(store.next(p), store.does(Action{0})), {}}};
    Claim implements;
    implements.kind = ClaimKind::Implements;
    implements.alpha = store.negation(store.terminal());
    implements.formula = store.bottom();
    Claim achieves;
    achieves.kind = ClaimKind::Achieves;
    achieves.formula = store.bottom();
    BruteForce brute_force(store, game);
    REQUIRE(brute_force.decide(implements).has_value());
    CHECK(brute_force.decide(implements)->holds);
    CHECK(brute_force.decide(implements)->vacuous);
    CHECK_FALSE(brute_force.decide(achieves)->holds);
    achieves.formula = p;
    CHECK(brute_force.decide(achieves)->holds);
}

TEST_CASE("Errata S10: Σ of the mk-game does not determine it")
{
    FormulaStore store;
    const MarkGame board = mk(store, 2, 2);
    GameModel model(store, board.game);
    const auto state = [&](std::vector<bool> cells, bool x_on_turn, bool o_on_turn)
    {
        Valuation valuation(board.game.frame);
        std::copy(cells.begin(), cells.end(), valuation.fluents.begin());
        valuation.fluents[2 * board.cells] = x_on_turn;
        valuation.fluents[2 * board.cells + 1] = o_on_turn;
        return model.add(valuation, false);
    };
    const std::vector<bool> nothing(8), both_in_one{true, false, false, false, true};

    // nobody on turn, for ever; nobody need be on turn next either
    const State nobody = state(nothing, false, false);
    CHECK_FALSE(model.determines(Fluent{8}, nobody, Action{0}));
    CHECK(model.broken_axiom(nobody) == std::nullopt);
    // both marks in a cell
    CHECK(model.broken_axiom(state(both_in_one, true, false)) == std::nullopt);
    // boards change after the end
    const State over = state({true, true}, false, true);
    REQUIRE(model.terminal(over));
    CHECK(model.after(over, board.mark(1, 3)) != over);
    CHECK(model.broken_axiom(over) == std::nullopt);
    // both on turn is excluded
    CHECK(model.broken_axiom(state(nothing, true, true)).has_value());
}

TEST_CASE("Lemma 1 (SGL): χ ↔ ⟪a⟫χ for state-wise χ")
{
    CAPTURE(seed());
    const auto schema = [](Sample& s)
    {
        const Formula chi = s.state_wise();
        return s.store.equivalence(chi, s.store.select(s.action(), chi));
    };
    CHECK_FALSE(counterexample(sample_count(20'000, 1'000), schema).has_value());
}

TEST_CASE("Lemma 2 (SGL), on models: φ and forget(φ) have the same state-wise consequences")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0; i < sample_count(20'000, 1'000); ++i)
    {
        CAPTURE(i);
        Sample s(random);
        const Formula f = s.formula(), chi = s.state_wise();
        const Formula forgotten = forget(s.store, s.frame, f);
        const auto model = random_model(random, s.frame);
        const auto is_valid = [&](Formula premise) {
            return Evaluator(*model).holds_everywhere(s.store.implication(premise, chi),
                                                      model->states());
        };
        CHECK(is_valid(f) == is_valid(forgotten));
    }
}

TEST_CASE("⌊α⌋ changes no formula over fluents, initial and terminal")
{
    CAPTURE(seed());
    const auto schema = [](Sample& s)
    {
        const Formula f = s.store.implication(s.atom(), s.store.next(s.store.negation(s.atom())));
        return s.store.equivalence(s.store.restrict(s.formula(), f), f);
    };
    CHECK_FALSE(counterexample(sample_count(10'000, 500), schema).has_value());
}

TEST_CASE("⌊⊤⌋φ ↔ φ is valid for each φ")
{
    CAPTURE(seed());
    const auto schema = [](Sample& s)
    {
        const Formula f = s.formula(5);
        return s.store.equivalence(s.store.restrict(s.store.top(), f), f);
    };
    CHECK_FALSE(counterexample(sample_count(20'000, 1'000), schema).has_value());
}

TEST_CASE("Equivalents may replace each other inside ⌊α⌋")
{
    CAPTURE(seed());
    const auto schema = [](Sample& s)
    {
        const Formula alpha = s.formula(4), f = s.formula(4);
        const Formula other = s.store.conjunction(
            alpha, s.store.disjunction(s.formula(3), s.store.negation(s.store.bottom())));
        return s.store.equivalence(s.store.restrict(alpha, f), s.store.restrict(other, f));
    };
    CHECK_FALSE(counterexample(sample_count(10'000, 500), schema).has_value());
}

TEST_CASE("Tempting, and false: ○¬φ ↔ ¬○φ")
{
    OneState one;
    const Formula f = one.store.does(one.a0);
    const Formula claim = one.store.equivalence(one.store.next(one.store.negation(f)),
                                                one.store.negation(one.store.next(f)));
    CHECK_FALSE(Evaluator(one.model).holds(claim, State{0}));
}

TEST_CASE("Tempting, and false: ⌊α⌋⌊α⌋φ ↔ ⌊α⌋φ for state-wise α")
{
    const Frame frame = plain_frame(1, 2, 0);
    ExplicitModel model(frame, 3);
    const Action c{0}, d{1};
    for (State w : model.states())
        for (Action a : {c, d})
            model.set_after(w, a, State{0});
    model.set_after(State{2}, c, State{1});
    model.set_legal(State{1}, d);
    model.set_legal(State{2}, d);
    FormulaStore store;
    const Formula phi = store.legal(d), alpha = store.after(c, phi);
    const Formula once = store.restrict(alpha, phi), twice = store.restrict(alpha, once);
    CHECK(alpha.is_state_wise());
    CHECK_FALSE(Evaluator(model).holds(twice, State{2}));
    CHECK(Evaluator(model).holds(once, State{2}));
}

TEST_CASE("⌊α⌋⌊α⌋φ ↔ ⌊α⌋φ holds when α has no legal in it")
{
    CAPTURE(seed());
    const auto schema = [](Sample& s)
    {
        const Action a = s.action(), b = s.action();
        const Formula p = s.atom(), q = s.atom();
        const std::vector<Formula> parts{s.store.after(a, p), s.store.does(b), q};
        const Formula alpha = s.store.implication(s.store.disjunction(parts), s.store.next(p));
        const Formula f = s.formula(4);
        return s.store.equivalence(s.store.restrict(alpha, s.store.restrict(alpha, f)),
                                   s.store.restrict(alpha, f));
    };
    CHECK_FALSE(counterexample(sample_count(10'000, 500), schema).has_value());
}

TEST_CASE("Tempting, and false: what is equivalent under Σ may be exchanged inside ⌊γ⌋")
{
    OneState one;
    one.model.set_legal(State{0}, one.a0);
    one.model.set_legal(State{0}, one.a1);
    one.model.set_fluent(Fluent{0}, State{0});
    FormulaStore& store = one.store;
    const Formula p = store.fluent(Fluent{0}), legal = store.legal(one.a0);
    const auto inside = [&](Formula alpha, Formula f)
    { return store.restrict(store.does(one.a1), store.restrict(alpha, f)); };
    Evaluator evaluator(one.model);
    CHECK(evaluator.holds(store.equivalence(legal, p), State{0}));
    CHECK_FALSE(evaluator.holds(inside(legal, store.legal(one.a1)), State{0}));
    CHECK(evaluator.holds(inside(p, store.legal(one.a1)), State{0}));
    // an outermost ⌊α⌋ may be exchanged
    CHECK(evaluator.holds(store.restrict(legal, store.legal(one.a1)), State{0}));
    CHECK(evaluator.holds(store.restrict(p, store.legal(one.a1)), State{0}));
}

TEST_CASE("Tempting, and false: A3 of one frame in a larger one")
{
    const Frame larger = plain_frame(1, 3, 0);
    ExplicitModel model(larger, 1);
    FormulaStore store;
    const Formula a3 = store.disjunction(store.does(Action{0}), store.does(Action{1}));
    CHECK_FALSE(Evaluator(model).holds(a3, State{0}));
}
