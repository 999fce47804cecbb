// Policies that are looked up mean what they mean as formulas: for the prover, the certificates and
// the check.

#include "logic/states/policies.hpp"
#include "prover/checker/listed/check_listed.hpp"
#include "prover/claims/recommendation.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/prover/checker/certificate_check.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// A game in which a policy is looked up, and the same policy as a formula of the same game.
struct WithPolicy
{
    Game game; // its claims have the policy looked up
    std::vector<Claim> written_out;
};

StateList random_policy(Random& random, const Game& game, Agent agent)
{
    StateList list;
    if (random.coin())
        list.bits.emplace_back("initial");
    for (std::uint32_t p = 0; p < game.frame.fluent_count(); ++p)
    {
        if (!random.one_in(5))
            list.bits.push_back(game.frame.name(Fluent{p}));
    }
    for (const Action a : game.frame.actions_of(agent))
        list.moves.push_back(game.frame.name(a));
    for (StateList::Word state = 0; state < StateList::Word{1} << list.bits.size(); ++state)
    {
        if (random.one_in(5))
            continue;
        list.states.push_back(list.bits.empty() ? 0 : state << (64 - list.bits.size()));
        list.chosen.push_back(random.below(static_cast<std::uint32_t>(list.moves.size())));
    }
    return list;
}

WithPolicy random_game_with_policy(Random& random, FormulaStore& store)
{
    WithPolicy made{random_game(random, store), {}};
    Game& game = made.game;
    const Agent agent = game.frame.agent(random.action(game.frame)); // one that has actions
    const Formula legal = legal_move_of(store, game.frame, agent);
    const std::uint32_t fluents = static_cast<std::uint32_t>(game.frame.fluent_count());
    auto policy = std::make_shared<Policy>("book", random_policy(random, game, agent));
    std::vector<Formula> looked_up, written_out;
    for (const std::string& name : policy->list.bits)
        policy->bits.push_back(game.frame.find_fluent(name));
    for (const std::string& name : policy->list.moves)
    {
        policy->moves.push_back(*game.frame.find_action(name));
        policy->atoms.push_back(game.frame.add_fluent("book:" + name));
        looked_up.push_back(store.conjunction(store.fluent(policy->atoms.back()),
                                              store.does(policy->moves.back())));
    }
    for (std::size_t i = 0; i < policy->list.size(); ++i)
    {
        std::vector<Formula> all{store.does(policy->moves[policy->list.chosen[i]])};
        for (std::size_t bit = 0; bit < policy->bits.size(); ++bit)
        {
            const Formula atom =
                policy->bits[bit] ? store.fluent(*policy->bits[bit]) : store.initial();
            all.push_back(StateList::has(policy->list[i], bit) ? atom : store.negation(atom));
        }
        written_out.push_back(store.conjunction(all));
    }
    game.policies.push_back(policy);
    const bool goes_on = random.coin(); // book |> any move
    const auto strategy = [&](const std::vector<Formula>& book)
    {
        const Formula leaf = store.conjunction(legal, store.disjunction(book));
        return Strategy{"book", agent, goes_on ? store.prioritised_or({{leaf, legal}}) : leaf, {}};
    };
    for (const auto& [kind, name] : {std::pair(ClaimKind::If, "if"),
                                     {ClaimKind::Achieves, "achieves"},
                                     {ClaimKind::Complete, "complete"},
                                     {ClaimKind::Deterministic, "deterministic"},
                                     {ClaimKind::Functional, "functional"},
                                     {ClaimKind::Consistent, "consistent"}})
    {
        Claim claim;
        claim.name = name;
        claim.kind = kind;
        claim.formula = store.disjunction(
            store.fluent(Fluent{random.below(fluents)}),
            random.coin() ? store.negation(store.terminal())
                          : store.negation(store.fluent(Fluent{random.below(fluents)})));
        claim.strategies = {strategy(written_out)};
        made.written_out.push_back(claim);
        claim.strategies = {strategy(looked_up)};
        game.claims.push_back(claim);
    }
    return made;
}

} // namespace

TEST_CASE("A policy that is looked up has the verdicts that it has as a formula")
{
    CAPTURE(seed());
    unsigned long proved = 0, refuted = 0, open = 0;
    for (unsigned long i = 0; i < sample_count(4'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const WithPolicy made = random_game_with_policy(random, store);
        Prover looking_up(store, made.game, keeping_models());
        Game plain = made.game;
        plain.policies.clear();
        plain.claims = made.written_out;
        // The atoms of the policy are fluents that nothing speaks of: as false as they began.
        for (const Fluent p : made.game.policies[0]->atoms)
        {
            plain.axioms.push_back(
                {"no", store.implication(store.initial(), store.negation(store.fluent(p))), {}});
            plain.axioms.push_back(
                {"no", store.equivalence(store.next(store.fluent(p)), store.bottom()), {}});
        }
        Prover as_formula(store, plain, keeping_models());
        for (std::size_t c = 0; c < made.game.claims.size(); ++c)
        {
            const Claim& claim = made.game.claims[c];
            CAPTURE(i, claim.name);
            const ClaimResult found = looking_up.prove(claim);
            const ClaimResult expected = as_formula.prove(plain.claims[c]);
            if (!is_decided(found.verdict))
            {
                ++open;
                continue;
            }
            CAPTURE(word(found.verdict), word(expected.verdict));
            if (is_decided(expected.verdict))
                CHECK(word(found.verdict) == word(expected.verdict));
            const bool is_proved = std::holds_alternative<Proved>(found.verdict);
            ++(is_proved ? proved : refuted);
            // What is shown is accepted, and what is shown of the formula is shown of the policy.
            const Budget budget(20);
            const auto drawn = certificate::certify(store, made.game, claim, found.verdict,
                                                    {"game.sgl", "", false, false, "it"}, budget);
            CAPTURE(text(drawn.why_not));
            CHECK_FALSE(drawn.text.empty());
        }
    }
    CAPTURE(proved, refuted, open);
    CHECK(proved > 0);
    CHECK(refuted > 0);
    CHECK(open <= proved + refuted);
}

TEST_CASE("Lists of states show the same of a policy that is looked up as of its formula")
{
    CAPTURE(seed());
    unsigned long accepted = 0, rejected = 0;
    for (unsigned long i = 0; i < sample_count(4'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const WithPolicy made = random_game_with_policy(random, store);
        const Game& game = made.game;
        const std::uint32_t fluents =
            static_cast<std::uint32_t>(game.frame.fluent_count() - game.policies[0]->atoms.size());
        const Rules rules = read_rules(store, game);
        const Budget budget(60);
        const certificate::GameUnderCheck ground{store, game, rules, budget};
        for (std::size_t c = 0; c < game.claims.size(); ++c)
        {
            CAPTURE(i, game.claims[c].name);
            const auto parts = certificate::parts_of(store, game, game.claims[c]);
            const auto plain = certificate::parts_of(store, game, made.written_out[c]);
            for (int k = 0; k < 6; ++k)
            {
                StateList list;
                list.bits.emplace_back("initial");
                for (std::uint32_t p = 0; p < fluents; ++p)
                    list.bits.push_back(game.frame.name(Fluent{p}));
                list.ranked = true;
                for (StateList::Word state = 0; state < StateList::Word{1} << list.bits.size();
                     ++state)
                {
                    if (k != 0 && random.one_in(8))
                        continue;
                    list.states.push_back(state << (64 - list.bits.size()));
                    list.ranks.push_back(random.below(5));
                }
                for (std::size_t part = 0; part < parts.size(); ++part)
                {
                    const auto why =
                        certificate::objection_to_list(ground, parts[part], list, 1'000'000);
                    const auto expected =
                        certificate::objection_to_list(ground, plain[part], list, 1'000'000);
                    CAPTURE(k, why.value_or(""), expected.value_or(""));
                    CHECK(why.has_value() == expected.has_value());
                    ++(why ? rejected : accepted);
                }
            }
        }
    }
    CAPTURE(accepted, rejected);
    CHECK(accepted > 0);
    CHECK(rejected > 0);
}
