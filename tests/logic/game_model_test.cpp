#include "logic/model/game_model.hpp"

#include "logic/model/evaluate.hpp"
#include "logic/model/rules.hpp"
#include "tests/brute_force.hpp"
#include "tests/games.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// One agent, actions go and stay, fluents p and q, without axioms.
struct SmallGame
{
    SmallGame()
    {
        const Agent i = game.frame.add_agent("i");
        game.frame.add_action("go", i);
        game.frame.add_action("stay", i);
        game.frame.add_fluent("p");
        game.frame.add_fluent("q");
    }
    void axiom(const char* name, Formula f) { game.axioms.push_back({name, f, {}}); }

    FormulaStore store;
    Game game;
    Formula p = store.fluent(Fluent{0}), q = store.fluent(Fluent{1});
    Action go{0}, stay{1};
};

Valuation valuation(const Game& game, std::vector<bool> fluents)
{
    Valuation result(game.frame);
    result.fluents = std::move(fluents);
    return result;
}

} // namespace

TEST_CASE("A successor-state axiom gives a fluent's next value")
{
    SmallGame s;
    s.axiom("flip",
            s.store.equivalence(s.store.next(s.p), s.store.equivalence(s.p, s.store.does(s.stay))));
    s.axiom("copy", s.store.equivalence(s.p, s.store.next(s.q))); // either side may come first
    GameModel model(s.store, s.game);
    const State w = model.add(valuation(s.game, {true, false}), true);
    CHECK(model.determines({Kind::Fluent, 0}));
    CHECK_FALSE(model.holds(Fluent{0}, model.after(w, s.go)));
    CHECK(model.holds(Fluent{0}, model.after(w, s.stay)));
    CHECK(model.holds(Fluent{1}, model.after(w, s.go)));
    CHECK(model.broken_axiom(w) == std::nullopt);
}

TEST_CASE("Axioms about single actions, [a]p <-> γ")
{
    SmallGame s;
    s.axiom("go", s.store.equivalence(s.store.after(s.go, s.p), s.q));
    GameModel model(s.store, s.game);
    const State w = model.add(valuation(s.game, {false, true}), false);
    CHECK_FALSE(model.determines({Kind::Fluent, 0}));
    CHECK(model.determines(Fluent{0}, w, s.go));
    CHECK_FALSE(model.determines(Fluent{0}, w, s.stay));
    CHECK(model.holds(Fluent{0}, model.after(w, s.go)));
}

TEST_CASE("Effect axioms determine where their premise is true, and leave a choice elsewhere")
{
    SmallGame s;
    s.axiom("effect", s.store.implication(s.store.conjunction(s.p, s.store.does(s.go)),
                                          s.store.conjunction(s.store.next(s.store.negation(s.p)),
                                                              s.store.next(s.q))));
    GameModel model(s.store, s.game);
    model.set_choice([](State, Action, StateAtom atom) { return atom.kind == Kind::Fluent; });
    const State w = model.add(valuation(s.game, {true, false}), false);
    CHECK(model.determines(Fluent{0}, w, s.go));
    CHECK_FALSE(model.determines(Fluent{0}, w, s.stay));
    const State gone = model.after(w, s.go), stayed = model.after(w, s.stay);
    CHECK(model.valuation(gone).fluents == std::vector<bool>{false, true});
    CHECK(model.valuation(stayed).fluents == std::vector<bool>{true, true});
}

TEST_CASE("An effect of [a] holds whatever move its premise is true at")
{
    SmallGame s;
    s.axiom("odd", s.store.implication(s.store.does(s.stay), s.store.after(s.go, s.p)));
    GameModel model(s.store, s.game);
    const State w = model.add(Valuation(s.game.frame), false);
    CHECK(model.holds(Fluent{0}, model.after(w, s.go)));
    CHECK(model.broken_axiom(w) == std::nullopt);
}

TEST_CASE("A conditional successor-state axiom")
{
    SmallGame s;
    s.axiom("when_q", s.store.implication(
                          s.q, s.store.equivalence(s.store.next(s.p), s.store.negation(s.p))));
    GameModel model(s.store, s.game);
    const State with = model.add(valuation(s.game, {false, true}), false);
    const State without = model.add(valuation(s.game, {false, false}), false);
    CHECK(model.holds(Fluent{0}, model.after(with, s.go)));
    CHECK_FALSE(model.determines(Fluent{0}, without, s.go));
}

TEST_CASE("The first successor-state axiom defines, a second one only constrains")
{
    SmallGame s;
    s.axiom("first", s.store.equivalence(s.store.next(s.p), s.q));
    s.axiom("second", s.store.equivalence(s.store.next(s.p), s.store.negation(s.q)));
    GameModel model(s.store, s.game);
    const State w = model.add(valuation(s.game, {false, true}), false);
    CHECK(model.holds(Fluent{0}, model.after(w, s.go)));
    CHECK(model.broken_axiom(w, s.go) == "second");
}

TEST_CASE("Terminal and legal are computed, in the order in which they need each other")
{
    SmallGame s;
    s.axiom("stay", s.store.equivalence(s.store.legal(s.stay), s.store.legal(s.go)));
    s.axiom("go", s.store.equivalence(s.store.legal(s.go), s.store.negation(s.store.terminal())));
    s.axiom("end", s.store.equivalence(s.store.terminal(), s.p));
    GameModel model(s.store, s.game);
    const State on = model.add(valuation(s.game, {false, false}), false);
    const State over = model.add(valuation(s.game, {true, false}), false);
    CHECK(model.legal(on, s.go));
    CHECK(model.legal(on, s.stay));
    CHECK(model.terminal(over));
    CHECK_FALSE(model.legal(over, s.stay));
}

TEST_CASE("What is defined in circles is open, and its axiom a constraint")
{
    SmallGame s;
    s.axiom("circle", s.store.equivalence(s.store.legal(s.stay), s.store.legal(s.go)));
    s.axiom("elcric", s.store.equivalence(s.store.legal(s.go), s.store.legal(s.stay)));
    GameModel model(s.store, s.game);
    CHECK(model.determines({Kind::Legal, 0}) != model.determines({Kind::Legal, 1}));
    Valuation open(s.game.frame);
    open.legal = {true, true};
    CHECK(model.broken_axiom(model.add(open, false)) == std::nullopt);
    CHECK(model.legal(model.add(open, false), s.go));
}

TEST_CASE("A legal that does not exclude terminal contradicts A5")
{
    SmallGame s;
    s.axiom("end", s.store.equivalence(s.store.terminal(), s.p));
    s.axiom("go", s.store.equivalence(s.store.legal(s.go), s.store.top()));
    GameModel model(s.store, s.game);
    CHECK(model.broken_axiom(model.add(valuation(s.game, {false, false}), false)) == std::nullopt);
    const auto broken = model.broken_axiom(model.add(valuation(s.game, {true, false}), false));
    REQUIRE(broken.has_value());
    CHECK(broken->axiom == "A5");
}

TEST_CASE("States are valuations, unless asked for afresh")
{
    SmallGame s;
    GameModel model(s.store, s.game);
    const Valuation v = valuation(s.game, {true, false});
    CHECK(model.add(v, false) == model.add(v, false));
    CHECK(model.add(v, false) != model.add(v, true));
    const State one = model.fresh(v, false), other = model.fresh(v, false);
    CHECK(one != other);
    model.set_successor(one, s.go, other);
    CHECK(model.after(one, s.go) == other);
    CHECK(model.after(other, s.go) != other);
}

TEST_CASE("A play that Σ does not allow is found out")
{
    SmallGame s;
    s.axiom("frame", s.store.equivalence(s.store.next(s.p), s.p));
    GameModel model(s.store, s.game);
    const State with = model.add(valuation(s.game, {true, false}), false);
    const State without = model.add(valuation(s.game, {false, false}), false);
    model.set_successor(with, s.go, without);
    CHECK(model.broken_axiom(with, s.go) == "frame");
    CHECK(model.broken_axiom(with, s.stay) == std::nullopt);
}

TEST_CASE("Initial states: units fixed, the rest enumerated")
{
    SmallGame s;
    s.axiom("start", s.store.implication(s.store.initial(), s.p));
    s.axiom("end", s.store.equivalence(s.store.terminal(), s.store.bottom()));
    s.axiom("legal", s.store.equivalence(s.store.legal(s.go), s.store.top()));
    s.axiom("legal", s.store.equivalence(s.store.legal(s.stay), s.store.top()));
    GameModel model(s.store, s.game);
    CHECK(model.initial_states().states.size() == 2);
    CHECK(model.initial_states().complete);
    CHECK_FALSE(model.initial_states(1).complete);

    s.axiom("static", s.store.implication(s.p, s.q));
    CHECK(GameModel(s.store, s.game).initial_states().states.size() == 1);
    s.axiom("never", s.store.negation(s.store.initial()));
    CHECK(GameModel(s.store, s.game).initial_states().states.empty());
}

TEST_CASE("Tic-tac-toe has 5478 reachable states")
{
    FormulaStore store;
    const MarkGame board = mk(store, 3, 3);
    GameModel model(store, board.game);
    const Listing initial = model.initial_states();
    REQUIRE(initial.states.size() == 1);
    const Listing reachable = model.explore(initial.states);
    CHECK(reachable.complete);
    CHECK(reachable.states.size() == 5478);
    CHECK_FALSE(model.explore(initial.states, 5477).complete);
    Random random(seed());
    for (int i = 0; i < 20; ++i)
        CHECK(model.broken_axiom(reachable.states[random.below(5478)]) == std::nullopt);
}

TEST_CASE("A state of a large game: the first moves of mk(15,5)")
{
    FormulaStore store;
    const MarkGame board = mk(store, 15, 5);
    GameModel model(store, board.game);
    State w = model.initial_states().states.at(0);
    for (std::size_t ply = 0; ply < 9; ++ply)
    {
        const Action a = board.mark(ply % 2, ply / 2 + ply % 2 * 100);
        REQUIRE(model.legal(w, a));
        CHECK(model.broken_axiom(w, a) == std::nullopt);
        w = model.after(w, a);
    }
    CHECK(model.terminal(w)); // five in a row
}

TEST_CASE("Random games: no axiom is broken in a state of Σ, and both readings of Σ agree")
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0; i < sample_count(2'000, 200); ++i)
    {
        CAPTURE(i);
        FormulaStore store;
        const Trouble trouble = random.coin() ? Trouble::None : Trouble::Contradictions;
        const Game game = random_game(random, store, trouble);
        const Rules rules = read_rules(store, game);
        BruteForce brute_force(store, game);
        REQUIRE(brute_force.states().has_value());
        GameModel& model = brute_force.model();
        for (State w : *brute_force.states())
        {
            Evaluator evaluator(model);
            REQUIRE(rules.terminal);
            CHECK(model.terminal(w) == evaluator.holds(rules.terminal, w));
            for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
            {
                const Action action{a};
                CHECK(model.legal(w, action) == evaluator.holds(rules.legal[a], w));
                for (std::uint32_t p = 0; p < game.frame.fluent_count(); ++p)
                {
                    const SuccessorRule& rule = rules.successors[p];
                    const bool next = model.holds(Fluent{p}, model.after(w, action));
                    if (rule.whole)
                        CHECK(next == evaluator.holds(rule.whole, w, action));
                    else if (const auto own = rule.after.find(action); own != rule.after.end())
                        CHECK(next == evaluator.holds(own->second, w, action));
                    for (const Effect& effect : rule.effects)
                        if (!effect.only_after && evaluator.holds(effect.condition, w, action))
                            CHECK(next == effect.value);
                }
            }
        }
    }
}
