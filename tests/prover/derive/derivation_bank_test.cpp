// A bank of valid formulas, none of them a mere tautology, each with a derivation that the kernel
// accepts; and of the invalid ones met on the way, each with a countermodel.

#include "axioms/kernel/catalogue.hpp"
#include "axioms/kernel/tautology.hpp"
#include "axioms/text/instance.hpp"
#include "logic/formula/print.hpp"
#include "logic/formula/subformulas.hpp"
#include "prover/claims/replay.hpp"
#include "prover/decide/prover.hpp"
#include "prover/derive/derive.hpp"
#include "tests/prover/derive/kernel_check.hpp"
#include "tests/random.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <map>
#include <unordered_set>

using namespace sgl;
using namespace sgl::testing;

namespace
{

constexpr std::uint32_t deepest = 5;

/// Where a formula of the bank comes from.
enum class Origin : std::uint8_t
{
    NormalForm,  // φ <-> its normal form
    Axiom,       // an instance of one of the catalogue
    Law,         // an equivalence or implication that often is valid
    Random,      // any formula at all
    Generalised, // a valid one under [a], ⟪a⟫, ⌊α⌋ or ○
};
constexpr std::array origins{Origin::NormalForm, Origin::Axiom, Origin::Law, Origin::Random,
                             Origin::Generalised};

/// 1-2 agents with 1-4 actions in all, 1-3 fluents.
Frame small_frame(Random& random)
{
    const std::uint32_t agents = 1 + random.below(2);
    return plain_frame(agents, agents + random.below(5 - agents), 1 + random.below(3));
}

/// Which kinds occur in a formula.
std::unordered_set<Kind> kinds_of(Formula root)
{
    std::unordered_set<Kind> kinds;
    for_each_subformula(root, [&](Formula f) { kinds.insert(f.kind()); });
    return kinds;
}

/// Makes candidates in one frame.
class Candidates
{
public:
    explicit Candidates(Random& random) : game(frame_only(small_frame(random))), random_(random) {}

    Formula from(Origin origin)
    {
        switch (origin)
        {
        case Origin::NormalForm:
        {
            const Formula f = formula(deepest - 1);
            return store.equivalence(f, Reduction(store, game.frame, none_).reduce(f));
        }
        case Origin::Axiom: return axiom();
        case Origin::Law: return law();
        case Origin::Random: return formula(2 + random_.below(deepest - 1));
        case Origin::Generalised: return generalised();
        }
        return {};
    }

    Game game;
    FormulaStore store;

private:
    Formula formula(std::uint32_t depth)
    {
        return random_formula(random_, store, game.frame, Shape{depth, true, true, true});
    }
    Action action() { return random_.action(game.frame); }
    Formula atom()
    {
        return random_.coin() ? store.fluent(random_.fluent(game.frame))
                              : (random_.coin() ? store.initial() : store.terminal());
    }

    Formula axiom()
    {
        const auto texts = axioms::catalogue();
        const axioms::Schema schema(texts[random_.below(static_cast<std::uint32_t>(texts.size()))]);
        axioms::Instance values;
        const Action a = action();
        const auto count = static_cast<std::uint32_t>(game.frame.action_count());
        values.actions = {
            {U'a', a}, {U'b', schema.text().distinct ? Action{(a.index + 1) % count} : action()}};
        values.formulas = {{U'φ', formula(2)}, {U'ψ', formula(2)}, {U'p', atom()}};
        // α has its place below other operators in D2 and D8
        values.formulas.emplace(U'α', formula(1 + random_.below(2)));
        values.formulas.emplace(U'β', formula(1 + random_.below(2)));
        if (schema.text().many)
            for (std::uint32_t n = 2 + random_.below(3); n > 0; --n)
                values.conjuncts.push_back(formula(2));
        return axioms::instantiate(store, game.frame, schema, values).value_or(store.top());
    }

    Formula law()
    {
        const Action a = action();
        const Formula f = formula(2), g = formula(2), alpha = formula(2), beta = formula(1);
        const std::array<Formula, 14> laws{
            store.equivalence(store.select(a, store.next(f)), store.after(a, f)),
            store.equivalence(store.restrict(alpha, store.next(f)),
                              store.next(store.restrict(alpha, f))),
            store.equivalence(store.restrict(alpha, store.restrict(alpha, f)),
                              store.restrict(alpha, f)),
            store.equivalence(store.next(store.negation(f)), store.negation(store.next(f))),
            store.equivalence(store.next(store.conjunction(f, g)),
                              store.conjunction(store.next(f), store.next(g))),
            store.implication(store.disjunction(store.after(a, f), store.after(a, g)),
                              store.after(a, store.disjunction(f, g))),
            store.implication(store.does(a), store.equivalence(f, store.select(a, f))),
            store.implication(store.does(a), store.equivalence(store.next(f), store.after(a, f))),
            store.equivalence(
                store.prioritised_or(std::array{f, g, alpha}),
                store.prioritised_or(std::array{f, store.prioritised_or(std::array{g, alpha})})),
            store.equivalence(
                store.prioritised_and(std::array{f, g, alpha}),
                store.prioritised_and(std::array{f, store.prioritised_and(std::array{g, alpha})})),
            store.implication(store.prioritised_or(std::array{f, g}), store.disjunction(f, g)),
            store.implication(store.prioritised_and(std::array{f, g, beta}), f),
            store.equivalence(store.restrict(alpha, store.prioritised_and(std::array{beta, g})),
                              store.prioritised_and(std::array{store.restrict(alpha, beta),
                                                               store.restrict(alpha, g)})),
            store.implication(store.restrict(alpha, store.legal(a)), store.legal(a)),
        };
        return laws[random_.below(laws.size())];
    }

    Formula generalised()
    {
        const Formula f = random_.coin() ? axiom() : law();
        const Action a = action();
        switch (random_.below(4))
        {
        case 0: return store.after(a, f);
        case 1: return store.select(a, f);
        case 2: return store.next(f);
        default:
        {
            const Formula alpha = formula(2);
            return store.restrict(alpha, f);
        }
        }
    }

    Random& random_;
    const Rules none_ = Rules::none(game.frame);
};

} // namespace

TEST_CASE("2000 valid formulas of all kinds are derived and all others met have countermodels")
{
    CAPTURE(seed());
    Random random(seed());
    axioms::Tautologies tautologies;
    std::unordered_set<std::string> bank;
    std::map<Kind, unsigned> with_kind;
    std::map<std::pair<std::size_t, std::size_t>, unsigned> in_frames; // agents and actions
    unsigned long refuted = 0, lines = 0;
    const unsigned long of_each = sample_count(2'000) / origins.size();
    for (const Origin origin : origins)
    {
        CAPTURE(static_cast<int>(origin));
        unsigned long valid = 0;
        for (unsigned long sample = 0; valid < of_each; ++sample)
        {
            CAPTURE(sample);
            REQUIRE(sample < 200 * of_each);
            Candidates candidates(random);
            const Formula f = candidates.from(origin);
            FormulaStore& store = candidates.store;
            const Game& game = candidates.game;
            const std::string text = print(game.frame, f);
            CAPTURE(text);
            if (f.depth() > deepest || tautologies.follows({}, f) == axioms::Consequence::Yes)
                continue;
            Claim claim;
            claim.kind = ClaimKind::Valid;
            claim.formula = f;
            const Verdict verdict = Prover(store, game, {}).prove(claim).verdict;
            Theory theory(store, game);
            Deriver deriver(theory);
            const auto proof = deriver.derive({{"goal", f}}, {});
            if (!proof)
            {
                const auto* found = std::get_if<Refuted>(&verdict);
                REQUIRE(found != nullptr);
                // A frame alone asks nothing of a model: any completion is one.
                Replay model(store, game, found->witness, OpenValues::False);
                REQUIRE_FALSE(model.evaluator().holds(f, model.last(),
                                                      found->witness.move.value_or(Action{0})));
                ++refuted;
                continue;
            }
            REQUIRE(std::holds_alternative<Proved>(verdict));
            const Judgement checked = check_written(store, game, *proof);
            CAPTURE(checked.text);
            REQUIRE(checked.complaints == "");
            REQUIRE(checked.shown == f);
            const auto agents = game.frame.agent_count(), actions = game.frame.action_count();
            if (!bank.insert(fmt::format("{} {} {}", agents, actions, text)).second)
                continue;
            ++valid;
            lines += checked.lines;
            for (const Kind kind : kinds_of(f))
                ++with_kind[kind];
            ++in_frames[{agents, actions}];
        }
    }
    CHECK(bank.size() == of_each * origins.size());
    for (const Kind kind : {Kind::After, Kind::Select, Kind::Restrict, Kind::Next,
                            Kind::PrioritisedOr, Kind::PrioritisedAnd, Kind::Legal, Kind::Does})
    {
        CAPTURE(static_cast<int>(kind));
        CHECK(with_kind[kind] >= bank.size() / 20);
    }
    CHECK(in_frames.size() == 7); // one agent with 1-4 actions, two with 2-4
    for (const auto& [frame, count] : in_frames)
        CHECK(count >= bank.size() / 20);
    CHECK(refuted >= bank.size() / 2);
    CHECK(lines >= 5 * bank.size());
}
