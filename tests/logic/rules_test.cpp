#include "logic/model/rules.hpp"

#include "logic/formula/subformulas.hpp"
#include "logic/model/evaluate.hpp"
#include "logic/model/game_model.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "tests/prover/derive/derivation_check.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

using namespace sgl;
using namespace sgl::testing;

namespace
{

Valuation random_valuation(Random& random, const Frame& frame)
{
    Valuation valuation(frame);
    for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
        valuation.fluents[p] = random.coin();
    return valuation;
}

/// Some of the axioms taken away, so that atoms are left open.
void drop_axioms(Random& random, Game& game)
{
    std::vector<Axiom> kept;
    for (const Axiom& axiom : game.axioms)
        if (!random.one_in(3))
            kept.push_back(axiom);
    game.axioms = kept;
}

} // namespace

TEST_CASE("The two readings of Σ agree on what every action leads to")
{
    CAPTURE(seed());
    Random random(seed());
    unsigned long compared = 0, open = 0;
    for (unsigned long i = 0, n = sample_count(4'000); i < n; ++i)
    {
        FormulaStore store;
        Game game =
            random_game(random, store, random.coin() ? Trouble::None : Trouble::Contradictions);
        if (random.coin())
            drop_axioms(random, game);
        const Frame& frame = game.frame;
        const Rules rules = read_rules(store, game);
        Reduction reduction(store, frame, rules);
        // open atoms turn out as they were: then ○open(p) is p
        GameModel model(store, game);
        model.set_choice(
            [&](State w, Action, StateAtom atom)
            {
                switch (atom.kind)
                {
                case Kind::Fluent: return model.holds(Fluent{atom.index}, w);
                case Kind::Terminal: return model.terminal(w);
                default: return model.legal(w, Action{atom.index});
                }
            });
        CHECK(model.determines({Kind::Terminal, 0}) == bool(rules.terminal));
        for (std::uint32_t a = 0; a < frame.action_count(); ++a)
            CHECK(model.determines({Kind::Legal, a}) == bool(rules.legal[a]));
        for (int k = 0; k < 4; ++k)
        {
            const State w = model.add(random_valuation(random, frame), random.one_in(4));
            for (std::uint32_t a = 0; a < frame.action_count(); ++a)
                for (std::uint32_t p = 0; p < frame.fluent_count(); ++p)
                {
                    const Formula after = store.after(Action{a}, store.fluent(Fluent{p}));
                    const Formula rule = reduction.reduce(after);
                    // where Σ contradicts itself about p, the readings need not agree
                    if (model.broken_axiom(w))
                        continue;
                    const bool determined = model.determines(Fluent{p}, w, Action{a});
                    ++(determined ? compared : open);
                    Evaluator evaluator(model);
                    const bool value = evaluator.holds(closed(reduction, rule), w, Action{a});
                    if (value != model.holds(Fluent{p}, model.after(w, Action{a})))
                        FAIL("game " << i << ", fluent " << p << ", action " << a);
                    if (is_present(rule) && !determined)
                        FAIL("game " << i << ": determined by the rules only");
                }
        }
    }
    CHECK(compared > 1000);
    CHECK(open > 100);
}

TEST_CASE("The two readings of Σ agree on legal and terminal")
{
    CAPTURE(seed());
    Random random(seed() + 1);
    for (unsigned long i = 0, n = sample_count(4'000); i < n; ++i)
    {
        FormulaStore store;
        const Game game = random_game(random, store);
        const Rules rules = read_rules(store, game);
        Reduction reduction(store, game.frame, rules);
        GameModel model(store, game);
        const State w = model.add(random_valuation(random, game.frame), random.coin());
        Evaluator evaluator(model);
        const auto value = [&](Formula f)
        { return evaluator.holds(reduction.reduce(f), w, Action{0}); };
        if (value(store.terminal()) != model.terminal(w))
            FAIL("game " << i << ": terminal");
        for (std::uint32_t a = 0; a < game.frame.action_count(); ++a)
            if (value(store.legal(Action{a})) != model.legal(w, Action{a}))
                FAIL("game " << i << ": legal");
    }
}
