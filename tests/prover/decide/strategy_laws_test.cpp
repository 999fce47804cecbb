// What is shown of rules by their structure: one yes and one no for each law, and that brute force
// and the other engines agree.

#include "prover/decide/prover.hpp"
#include "prover/decide/strategy_laws.hpp"
#include "tests/brute_force.hpp"
#include "tests/random.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <map>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// One agent with three actions, any of which may be legal, in a game that leaves everything open;
/// rules that are true at any moves at all.
struct AnyRules
{
    AnyRules()
    {
        game.frame = plain_frame(1, 3, 9);
        game.strategy_names = {{alpha, "alpha"}, {beta, "beta"}, {any, "any"}, {one, "one"}};
    }

    Formula leaf(Formula f) { return store.conjunction(legal, f); }
    /// does(a) ∧ p_a ∨ …, by fluents of its own.
    Formula anything(std::uint32_t set)
    {
        std::vector<Formula> some;
        for (std::uint32_t i = 0; i < 3; ++i)
            some.push_back(store.conjunction(does(i), store.fluent(Fluent{3 * set + i})));
        return store.disjunction(some);
    }
    Formula does(std::uint32_t i) { return store.does(Action{i}); }
    Formula prefer(const std::vector<Formula>& rules) { return store.prioritised_or(rules); }
    Formula give_way(const std::vector<Formula>& rules) { return store.prioritised_and(rules); }

    /// The verdict's first word and, where the structure shows it, why.
    std::string answer(ClaimKind kind, Formula s, Formula r = {})
    {
        Claim claim;
        claim.kind = kind;
        claim.everywhere = true;
        claim.strategies = {{"s", Agent{0}, s, {}}};
        if (r)
            claim.strategies.push_back({"r", Agent{0}, r, {}});
        const ClaimResult result = Prover(store, game, {}).prove(claim);
        const auto* proved = std::get_if<Proved>(&result.verdict);
        if (proved != nullptr && proved->method == Method::Structure)
            return proved->detail;
        return word(result.verdict);
    }
    std::string complete(Formula s) { return answer(ClaimKind::Complete, s); }
    std::string deterministic(Formula s) { return answer(ClaimKind::Deterministic, s); }
    std::string refines(Formula s, Formula r) { return answer(ClaimKind::Refines, s, r); }
    std::string equals(Formula s, Formula r) { return answer(ClaimKind::Equals, s, r); }

    FormulaStore store;
    Game game;
    Frame frame = plain_frame(1, 3, 9);
    Formula legal = legal_move_of(store, frame, Agent{0});
    Formula a = anything(0), b = anything(1), c = anything(2);
    Formula alpha = leaf(a), beta = leaf(b), gamma = leaf(c);
    Formula any = leaf(store.top()), one = leaf(store.does(Action{0})),
            two = leaf(store.does(Action{1}));
    Formula both = leaf(store.conjunction(a, b)), either = leaf(store.disjunction(a, b));
};

bool cites(const std::string& answer, const std::string& theorem)
{
    return answer.find("(JPL " + theorem) != std::string::npos;
}

/// The first legal action: complete and deterministic.
Formula first_legal(AnyRules& g)
{
    std::vector<Formula> cases;
    std::vector<Formula> none_before;
    for (std::uint32_t a = 0; a < 3; ++a)
    {
        std::vector<Formula> here = none_before;
        here.push_back(g.does(a));
        cases.push_back(g.store.conjunction(here));
        none_before.push_back(g.store.negation(g.store.legal(Action{a})));
    }
    return g.leaf(g.store.disjunction(cases));
}

} // namespace

TEST_CASE("JPL Theorem 2.1: if α or β is complete, so is α ▽ β; neither, and it need not be")
{
    AnyRules g;
    CHECK(g.complete(g.prefer({g.alpha, g.any})) ==
          "complete: any is, and ▽ keeps it (JPL Theorem 2.1)");
    CHECK(cites(g.complete(g.prefer({g.any, g.alpha})), "Theorem 2.1"));
    CHECK(g.complete(g.prefer({g.alpha, g.beta})) == "refuted");
}

TEST_CASE("JPL Theorem 2.2: if α is complete, so is α △ β; if only β is, it need not be")
{
    AnyRules g;
    CHECK(g.complete(g.give_way({g.any, g.alpha})) ==
          "complete: any is, and △ keeps it (JPL Theorem 2.2)");
    CHECK(g.complete(g.give_way({g.alpha, g.any})) == "refuted");
    CHECK(g.complete(g.give_way({g.prefer({g.alpha, g.any}), g.beta})) ==
          "complete: any is, and ▽ and △ keep it (JPL Theorems 2.1 and 2.2)");
}

TEST_CASE("JPL Theorem 2.3: if α and β are deterministic, so is α ▽ β; one alone is not enough")
{
    AnyRules g;
    CHECK(g.deterministic(g.prefer({g.one, g.two})) ==
          "deterministic: one and part 2 are; ▽ keeps it (JPL Theorem 2.3)");
    CHECK(g.deterministic(g.prefer({g.one, g.alpha})) == "refuted");
    CHECK(g.deterministic(g.prefer({g.alpha, g.one})) == "refuted");
}

TEST_CASE("JPL Theorem 2.4: if α is deterministic, so is α △ β; if only β is, it need not be")
{
    AnyRules g;
    CHECK(g.deterministic(g.give_way({g.one, g.alpha})) ==
          "deterministic: one is; △ keeps it (JPL Theorem 2.4)");
    CHECK(g.deterministic(g.give_way({g.alpha, g.one})) == "refuted");
}

TEST_CASE(
    "JPL Observation 4: a lexicographic tie-break is deterministic whatever it breaks ties of")
{
    AnyRules g;
    const auto upto = [&](std::uint32_t n)
    {
        std::vector<Formula> some;
        for (std::uint32_t a = 0; a < n; ++a)
            some.push_back(g.does(a));
        return g.leaf(g.store.disjunction(some));
    };
    CHECK(g.deterministic(g.give_way({g.alpha, upto(2), upto(1)})).find("tie-break") !=
          std::string::npos);
    CHECK(g.deterministic(g.give_way({g.alpha, upto(1)})) == "refuted");
    // What it breaks ties of matters where that is no set of legal moves.
    CHECK(g.deterministic(g.give_way({g.a, upto(2), upto(1)})) == "refuted");
}

TEST_CASE("JPL Theorem 3: ▽ after a complete rule and △ after a deterministic one change nothing")
{
    AnyRules g;
    const Formula first = first_legal(g);
    CHECK(cites(g.equals(g.prefer({first, g.alpha}), first), "Theorem 3.1"));
    CHECK(cites(g.equals(g.give_way({g.one, g.alpha}), g.one), "Theorem 3.2"));
    CHECK(g.equals(g.prefer({g.alpha, first}), g.alpha) == "refuted");
    CHECK(g.equals(g.give_way({g.alpha, g.one}), g.alpha) == "refuted");
    CHECK(g.deterministic(g.prefer({first, g.alpha})).find("3.1") != std::string::npos);
    CHECK(g.deterministic(g.prefer({g.one, g.alpha, first})) == "refuted");
}

TEST_CASE("JPL Lemma 2: what ▽ adds and △ takes away; and what is not so")
{
    AnyRules g;
    const std::array<std::pair<Formula, Formula>, 11> yes{{
        {g.alpha, g.prefer({g.alpha, g.beta})},     // 2.1
        {g.give_way({g.alpha, g.beta}), g.alpha},   // 2.2
        {g.prefer({g.alpha, g.both}), g.alpha},     // 2.5
        {g.alpha, g.prefer({g.alpha, g.both})},     // 2.5
        {g.prefer({g.both, g.beta}), g.beta},       // 2.6
        {g.give_way({g.alpha, g.either}), g.alpha}, // 2.7
        {g.alpha, g.give_way({g.alpha, g.either})}, // 2.7
        {g.beta, g.give_way({g.either, g.beta})},   // 2.8
        {g.prefer({g.alpha, g.beta}), g.prefer({g.alpha, g.beta, g.gamma})},
        {g.give_way({g.alpha, g.beta, g.gamma}), g.give_way({g.alpha, g.beta})},
        {g.leaf(g.store.conjunction(g.prefer({g.alpha, g.beta}), g.c)),
         g.prefer({g.alpha, g.beta})},
    }};
    for (std::size_t i = 0; i < yes.size(); ++i)
    {
        INFO("law " << i);
        CHECK(g.refines(yes[i].first, yes[i].second).starts_with("refines: "));
    }
    const std::array<std::pair<Formula, Formula>, 9> no{{
        {g.prefer({g.alpha, g.beta}), g.alpha},
        {g.beta, g.prefer({g.alpha, g.beta})},
        {g.alpha, g.give_way({g.alpha, g.beta})},
        {g.give_way({g.alpha, g.beta}), g.beta},
        {g.beta, g.prefer({g.both, g.beta})},     // 2.6, the other way
        {g.give_way({g.either, g.beta}), g.beta}, // 2.8, the other way
        {g.prefer({g.alpha, g.beta}), g.prefer({g.beta, g.alpha})},
        {g.give_way({g.alpha, g.beta, g.gamma}), // △ is not associative
         g.give_way({g.give_way({g.alpha, g.beta}), g.gamma})},
        {g.prefer({g.alpha, g.beta, g.gamma}), g.prefer({g.alpha, g.beta})},
    }};
    for (std::size_t i = 0; i < no.size(); ++i)
    {
        INFO("no law " << i);
        CHECK(g.refines(no[i].first, no[i].second) == "refuted");
    }
}

TEST_CASE("Errata S4: of rules whose leaves may be illegal moves, the structure shows nothing")
{
    AnyRules g;
    unsigned asked = 0;
    Structure structure(g.store, g.game, Agent{0}, Fluent{100},
                        [&](Formula)
                        {
                            ++asked;
                            return true; // whatever it asks for
                        });
    const Formula mixed = g.prefer({g.a, g.any});
    CHECK_FALSE(structure.complete(mixed));
    CHECK_FALSE(structure.deterministic(mixed));
    CHECK_FALSE(structure.refines(g.any, g.prefer({g.any, g.a})));
    CHECK_FALSE(structure.equals(mixed, mixed));
    CHECK(asked == 0);
    CHECK(structure.complete(g.prefer({g.alpha, g.any})));
    CHECK(asked == 1);
}

TEST_CASE("Chains in chains many levels deep are gone through without recursion, each part once")
{
    AnyRules g;
    unsigned asked = 0;
    Structure structure(g.store, g.game, Agent{0}, Fluent{100},
                        [&](Formula)
                        {
                            ++asked;
                            return true;
                        });
    Formula rule = g.one;
    for (unsigned level = 0; level < 20'000; ++level)
        rule = g.prefer({rule, rule});
    CHECK(structure.complete(rule));
    CHECK(asked == 1);
    CHECK(structure.deterministic(rule));
    CHECK(asked == 2);
    CHECK_FALSE(structure.refines(rule, g.two)); // a search, which ends
}

namespace
{

/// Random rules of one agent that laws say something about: simple leaves, and each other's parts.
class Rules
{
public:
    Rules(Random& random, FormulaStore& store, const Game& game, Agent agent)
        : random_(random), store_(store), game_(game), agent_(agent),
          legal_(legal_move_of(store, game.frame, agent))
    {
    }

    Formula rule()
    {
        std::vector<Formula> known{leaf(), leaf()};
        for (std::uint32_t n = 1 + random_.below(4); n > 0; --n)
        {
            std::vector<Formula> operands;
            for (std::uint32_t k = 2 + random_.below(2); k > 0; --k)
                operands.push_back(random_.coin() ? one_of(known) : leaf());
            known.push_back(chain(operands));
        }
        return known.back();
    }
    /// A rule that is like another, which it may refine.
    Formula like(Formula f)
    {
        switch (random_.below(5))
        {
        case 0: return chain({f, leaf()});
        case 1: return chain({leaf(), f});
        case 2: return store_.conjunction(std::array{legal_, f, formula()});
        case 3:
        {
            std::vector<Formula> operands(f.children().begin(), f.children().end());
            if (random_.coin() && operands.size() > 2)
                operands.pop_back();
            else
                operands.push_back(leaf());
            return f.is(Kind::PrioritisedOr) ? store_.prioritised_or(operands)
                                             : store_.prioritised_and(operands);
        }
        default: return f.is(Kind::And) ? f : f[random_.below(2)];
        }
    }

private:
    Formula formula()
    {
        return random_formula(random_, store_, game_.frame,
                              Shape{3, random_.one_in(4), false, true});
    }
    Formula leaf()
    {
        const std::vector<Action>& actions = game_.frame.actions_of(agent_);
        const std::uint32_t which = random_.below(4);
        if (which == 0 && !actions.empty())
        {
            const auto i = random_.below(static_cast<std::uint32_t>(actions.size()));
            return store_.conjunction(legal_, store_.does(actions[i]));
        }
        return store_.conjunction(legal_, which == 1 ? store_.top() : formula());
    }
    Formula one_of(const std::vector<Formula>& known)
    {
        return known[random_.below(static_cast<std::uint32_t>(known.size()))];
    }
    Formula chain(std::vector<Formula> operands)
    {
        return random_.coin() ? store_.prioritised_or(operands) : store_.prioritised_and(operands);
    }

    Random& random_;
    FormulaStore& store_;
    const Game& game_;
    Agent agent_;
    Formula legal_;
};

Claim random_rule_claim(Random& random, FormulaStore& store, const Game& game)
{
    constexpr std::array kinds{ClaimKind::Complete, ClaimKind::Deterministic, ClaimKind::Functional,
                               ClaimKind::Refines, ClaimKind::Equals};
    Claim claim;
    claim.kind = kinds[random.below(kinds.size())];
    claim.everywhere = random.coin();
    const Agent i{random.below(static_cast<std::uint32_t>(game.frame.agent_count()))};
    Rules rules(random, store, game, i);
    const Formula rule = rules.rule();
    claim.strategies = {{"s", i, rule, {}}};
    if (claim.kind == ClaimKind::Refines || claim.kind == ClaimKind::Equals)
    {
        claim.strategies.push_back({"r", i, rules.like(rule), {}});
        if (random.coin())
            std::swap(claim.strategies[0].moves, claim.strategies[1].moves);
    }
    return claim;
}

} // namespace

TEST_CASE("What the structure of random rules shows, brute force and the other engines confirm")
{
    CAPTURE(seed());
    Random random(seed() + 11);
    std::map<ClaimKind, unsigned> shown;
    const unsigned long games = sample_count(2'500, 250);
    for (unsigned long i = 0; i < games; ++i)
    {
        FormulaStore store;
        const Trouble trouble = random.one_in(4) ? Trouble::Contradictions : Trouble::None;
        const Game game = random_game(random, store, trouble);
        Prover prover(store, game, ProveOptions{20, {}, nullptr, nullptr, Engine::Automatic});
        Prover other(store, game, ProveOptions{20, 12, nullptr, nullptr, Engine::Enumeration});
        BruteForce brute(store, game);
        for (int k = 0; k < 4; ++k)
        {
            const Claim claim = random_rule_claim(random, store, game);
            const ClaimResult result = prover.prove(claim);
            const auto* proved = std::get_if<Proved>(&result.verdict);
            if (proved == nullptr || proved->method != Method::Structure)
                continue;
            INFO("game " << i << ", claim " << k << ": " << proved->detail);
            ++shown[claim.kind];
            if (const auto truth = brute.decide(claim))
            {
                CHECK(truth->holds);
                CHECK_FALSE(truth->vacuous);
            }
            CHECK(word(other.prove(claim).verdict) == "proved");
            // What is handed on to be derived is true in all states.
            for (Formula f : proved->obligations)
            {
                Claim theorem;
                theorem.kind = ClaimKind::Theorem;
                theorem.formula = f;
                CHECK(word(prover.prove(theorem).verdict) == "proved");
            }
        }
    }
    for (ClaimKind kind : {ClaimKind::Complete, ClaimKind::Deterministic, ClaimKind::Functional,
                           ClaimKind::Refines, ClaimKind::Equals})
    {
        INFO("kind " << static_cast<int>(kind) << ": " << shown[kind]);
        CHECK(shown[kind] > games / 50);
    }
}

TEST_CASE("An attempt left before it ends is noted as cut short; one that ends, once")
{
    std::vector<EngineAttempt> tried;
    {
        AttemptTimer left(&tried, Method::Unrolling);
        AttemptTimer ended(&tried, Method::Reduction);
        ended.end("in all states", true);
        ended.end("again");
    }
    REQUIRE(tried.size() == 2);
    CHECK(tried[0].engine == Method::Reduction);
    CHECK(tried[0].outcome == "in all states");
    CHECK(tried[0].decided);
    CHECK(tried[1].outcome == "cut short");
    CHECK_FALSE(tried[1].decided);
    AttemptTimer(nullptr, Method::Pdr).end("nothing");
}
