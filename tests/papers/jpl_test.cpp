// Claims of the JPL paper on models: strategies as sets of legal moves, S^i(r).

#include "logic/model/evaluate.hpp"
#include "logic/model/game_model.hpp"
#include "tests/games.hpp"
#include "tests/validity.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace sgl;
using namespace sgl::testing;

namespace
{

using Moves = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Rules of agent 0 over a random model, all of whose states count as reachable.
struct RuleMaker
{
    explicit RuleMaker(Random& random)
        : sample(random), legal(legal_move_of(sample.store, sample.frame, Agent{0})),
          model(random_model(random, sample.frame))
    {
    }
    Formula formula() { return sample.formula(3); }
    Formula leaf(Formula f) { return store().conjunction(legal, f); }
    Formula leaf() { return leaf(formula()); }
    Formula either(std::vector<Formula> rules) { return store().prioritised_or(rules); }
    Formula both(std::vector<Formula> rules) { return store().prioritised_and(rules); }
    FormulaStore& store() { return sample.store; }

    /// S^i(r).
    Moves moves(Formula r)
    {
        Evaluator evaluator(*model);
        Moves found;
        for (State w : model->states())
            for (std::uint32_t a = 0; a < sample.frame.action_count(); ++a)
                if (evaluator.holds(r, w, Action{a}))
                    found.emplace(w.index, a);
        return found;
    }
    bool consistent(Formula r) { return !moves(r).empty(); }
    bool deterministic(Formula r)
    {
        std::set<std::uint32_t> states;
        for (const auto& [w, a] : moves(r))
            if (!states.insert(w).second)
                return false;
        return true;
    }
    bool complete(Formula r)
    {
        std::set<std::uint32_t> told, can_move;
        for (const auto& [w, a] : moves(r))
            told.insert(w);
        for (const auto& [w, a] : moves(legal))
            can_move.insert(w);
        return told == can_move;
    }

    Sample sample;
    Formula legal;
    std::unique_ptr<ExplicitModel> model;
};

template <class Test>
void for_random_rules(unsigned long full, Test test)
{
    CAPTURE(seed());
    Random random(seed());
    for (unsigned long i = 0; i < sample_count(full); ++i)
    {
        CAPTURE(i);
        RuleMaker rules(random);
        test(rules);
    }
}

bool is_subset(const Moves& some, const Moves& all)
{
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

/// The number of reachable moves of the agent at which a formula is true.
std::size_t count_moves(const MarkGame& board, std::size_t agent, Formula f)
{
    GameModel model(board.store, board.game);
    const Listing reachable = model.explore(model.initial_states().states);
    const Formula move = board.store.conjunction(
        legal_move_of(board.store, board.game.frame, Agent{static_cast<std::uint32_t>(agent)}), f);
    Evaluator evaluator(model);
    std::size_t count = 0;
    for (State w : reachable.states)
        for (std::uint32_t a = 0; a < board.game.frame.action_count(); ++a)
            count += evaluator.holds(move, w, Action{a});
    return count;
}

/// "Fill a box next to one you have marked before."
Formula fill_next(const MarkGame& board, std::size_t agent)
{
    FormulaStore& store = board.store;
    std::vector<Formula> moves;
    for (std::size_t j = 0; j < board.cells; ++j)
        for (std::size_t neighbour : {j - 1, j + 1})
            if (neighbour < board.cells) // j - 1 wraps round at 0
                moves.push_back(store.conjunction(std::vector<Formula>{
                    board.marked(agent, neighbour), board.free(j), board.does(agent, j)}));
    return store.disjunction(moves);
}

} // namespace

TEST_CASE("JPL Example 2 and Observation 2: twelve moves next to one's own mark")
{
    FormulaStore store;
    const MarkGame board = crossdot(store, 4, 2);
    CHECK(count_moves(board, 0, fill_next(board, 0)) == 12);
}

TEST_CASE("JPL section 4.2: S¹(○p¹₁) has 13 moves, S²(○p¹₁) has 7")
{
    FormulaStore store;
    const MarkGame board = crossdot(store, 4, 2);
    const Formula rule = store.next(board.marked(0, 0));
    CHECK(count_moves(board, 0, rule) == 13);
    CHECK(count_moves(board, 1, rule) == 7);
}

TEST_CASE("Errata J2: S¹(○wins(1)) has 12 moves, not 9")
{
    FormulaStore store;
    const MarkGame board = crossdot(store, 4, 2);
    CHECK(count_moves(board, 0, store.next(board.wins(0))) == 12);
}

TEST_CASE("JPL Lemma 1: conjunction is intersection, disjunction contains the union")
{
    for_random_rules(20'000,
                     [](RuleMaker& r)
                     {
                         const Formula f = r.formula(), g = r.formula();
                         const Moves mine = r.moves(r.leaf(f)), yours = r.moves(r.leaf(g));
                         Moves common;
                         std::set_intersection(mine.begin(), mine.end(), yours.begin(), yours.end(),
                                               std::inserter(common, common.end()));
                         CHECK(r.moves(r.leaf(r.store().conjunction(f, g))) == common);
                         const Moves some = r.moves(r.leaf(r.store().disjunction(f, g)));
                         CHECK(is_subset(mine, some));
                         CHECK(is_subset(yours, some));
                     });
}

TEST_CASE("JPL Lemma 2: eight relations between rules and their prioritised combinations")
{
    for_random_rules(
        20'000,
        [](RuleMaker& r)
        {
            const Formula r1 = r.leaf(), r2 = r.leaf();
            CHECK(is_subset(r.moves(r1), r.moves(r.either({r1, r2}))));
            CHECK(is_subset(r.moves(r.both({r1, r2})), r.moves(r1)));
            if (!r.consistent(r1))
                CHECK(r.moves(r.either({r1, r2})) == r.moves(r2));
            if (!r.consistent(r2))
                CHECK(r.moves(r.both({r1, r2})) == r.moves(r1));

            const Formula f = r.formula(), g = r.formula();
            const Formula f_and_g = r.leaf(r.store().conjunction(f, g));
            const Formula f_or_g = r.leaf(r.store().disjunction(f, g));
            CHECK(r.moves(r.either({r.leaf(f), f_and_g})) == r.moves(r.leaf(f)));
            CHECK(is_subset(r.moves(r.either({f_and_g, r.leaf(g)})), r.moves(r.leaf(g))));
            CHECK(r.moves(r.both({r.leaf(f), f_or_g})) == r.moves(r.leaf(f)));
            CHECK(is_subset(r.moves(r.leaf(g)), r.moves(r.both({f_or_g, r.leaf(g)}))));
        });
}

TEST_CASE("JPL Lemma 2, 6 and 8 backwards: refuted as the paper says")
{
    const Frame frame = plain_frame(1, 2, 0);
    ExplicitModel model(frame, 1);
    model.set_legal(State{0}, Action{0});
    model.set_legal(State{0}, Action{1});
    FormulaStore store;
    Evaluator evaluator(model);
    const Formula a = store.does(Action{0}), any = store.top(), none = store.bottom();

    // φ1 = {a}, φ2 = {a, b}: b is lost
    const Formula narrowed =
        store.prioritised_or(std::vector<Formula>{store.conjunction(a, any), any});
    CHECK_FALSE(evaluator.holds(narrowed, State{0}, Action{1}));
    // φ1 = {a}, φ2 = ∅: a is kept
    const Formula kept =
        store.prioritised_and(std::vector<Formula>{store.disjunction(a, none), none});
    CHECK(evaluator.holds(kept, State{0}, Action{0}));
}

TEST_CASE("JPL Lemma 3: ▽ of rules is associative")
{
    for_random_rules(20'000,
                     [](RuleMaker& r)
                     {
                         const Formula r1 = r.leaf(), r2 = r.leaf(), r3 = r.leaf();
                         const Moves chain = r.moves(r.either({r1, r2, r3}));
                         CHECK(chain == r.moves(r.either({r1, r.either({r2, r3})})));
                         CHECK(chain == r.moves(r.either({r.either({r1, r2}), r3})));
                     });
}

TEST_CASE("JPL section 5.2: △ is not associative")
{
    const Frame frame = plain_frame(1, 3, 0);
    ExplicitModel model(frame, 1);
    for (std::uint32_t a = 0; a < 3; ++a)
        model.set_legal(State{0}, Action{a});
    FormulaStore store;
    Evaluator evaluator(model);
    const Formula a1 = store.does(Action{0}), a2 = store.does(Action{1}),
                  a3 = store.does(Action{2});
    const auto both = [&](std::vector<Formula> rules) { return store.prioritised_and(rules); };
    const auto moves = [&](Formula r)
    {
        std::vector<int> found;
        for (std::uint32_t a = 0; a < 3; ++a)
            if (evaluator.holds(r, State{0}, Action{a}))
                found.push_back(static_cast<int>(a + 1));
        return found;
    };
    const Formula r1 = store.disjunction(a1, a2), r3 = store.disjunction(a1, a3);
    const Formula none = store.bottom(), other = store.disjunction(a2, a3);
    CHECK(moves(both({r1, none, r3})) == std::vector<int>{1, 2});
    CHECK(moves(both({both({r1, none}), r3})) == std::vector<int>{1});
    CHECK(moves(both({r1, other, r3})) == std::vector<int>{2});
    CHECK(moves(both({r1, both({other, r3})})) == std::vector<int>{1, 2});
}

TEST_CASE("JPL Theorem 1: when prioritised rules are consistent")
{
    for_random_rules(20'000,
                     [](RuleMaker& r)
                     {
                         const Formula r1 = r.leaf(), r2 = r.leaf(), r3 = r.leaf();
                         CHECK(r.consistent(r.either({r1, r2, r3})) ==
                               (r.consistent(r1) || r.consistent(r2) || r.consistent(r3)));
                         CHECK(r.consistent(r.both({r1, r2, r3})) == r.consistent(r1));
                     });
}

TEST_CASE("JPL Theorem 2: completeness and determinism of prioritised rules")
{
    for_random_rules(20'000,
                     [](RuleMaker& r)
                     {
                         const Formula r1 = r.leaf(), r2 = r.leaf(), r3 = r.leaf();
                         if (r.complete(r1) || r.complete(r2))
                             CHECK(r.complete(r.either({r1, r2})));
                         if (r.complete(r1))
                             CHECK(r.complete(r.both({r1, r2, r3})));
                         if (r.deterministic(r1) && r.deterministic(r2))
                             CHECK(r.deterministic(r.either({r1, r2})));
                         if (r.deterministic(r1))
                             CHECK(r.deterministic(r.both({r1, r2, r3})));
                     });
}

TEST_CASE(
    "JPL Theorem 3: after a complete rule ▽ adds nothing, after a deterministic one △ nothing")
{
    for_random_rules(20'000,
                     [](RuleMaker& r)
                     {
                         const Formula r1 = r.leaf(), r2 = r.leaf(), r3 = r.leaf();
                         if (r.complete(r1))
                             CHECK(r.moves(r.either({r1, r2, r3})) == r.moves(r1));
                         if (r.deterministic(r1))
                             CHECK(r.moves(r.both({r1, r2, r3})) == r.moves(r1));
                     });
}
