#include "tests/prover/certificate_check.hpp"
#include "tests/prover/random_claims.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace sgl;
using namespace sgl::testing;
using certificate::Drawn;

TEST_CASE("Every verdict about a random game has a certificate, and it is accepted")
{
    CAPTURE(seed());
    std::string missing;
    unsigned long with = 0, without = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        Prover prover(store, game, keeping_models());
        for (const Claim& claim : game.claims)
        {
            CAPTURE(i, claim.name, word(claim.kind));
            const ClaimResult result = prover.prove(claim);
            if (!is_decided(result.verdict))
                continue;
            const Drawn drawn = drawn_up(store, game, claim, result.verdict);
            if (!drawn.text.empty())
            {
                CHECK(objection(store, game, drawn.text) == "");
                ++with;
                continue;
            }
            ++without;
            missing += "game " + std::to_string(i) + ", " + claim.name + ", " +
                       word(result.verdict) + ": " + drawn.why_not + "\n";
        }
    }
    CAPTURE(with, missing);
    CHECK(with > 0);
    CHECK(without * 500 <= with);
}

TEST_CASE("The states that an engine reached are accepted as they are, and no fewer")
{
    CAPTURE(seed());
    std::string refused;
    unsigned long closed = 0, by_layers = 0, completed = 0, altered = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        ProveOptions options = keeping_models();
        options.engine = Engine::Diagrams;
        Prover prover(store, game, options);
        const Rules rules = read_rules(store, game);
        const Budget budget(20);
        const certificate::Ground ground{store, game, rules, budget};
        for (const Claim& claim : game.claims)
        {
            CAPTURE(i, claim.name, word(claim.kind));
            const ClaimResult result = prover.prove(claim);
            const auto* proved = std::get_if<Proved>(&result.verdict);
            if (proved == nullptr || proved->method != "diagrams" || proved->play)
                continue;
            REQUIRE_FALSE(proved->reached.empty());
            const StateDiagrams& found = *proved->reached.front();
            const certificate::Part part = certificate::parts_of(store, game, claim).back();
            certificate::Diagrams diagrams(budget, 1'000'000);
            certificate::ByStates how =
                certificate::states_of(found, part.question.must_end, diagrams);
            if (how.sets.empty())
                continue;
            const auto wrong = [&]
            { return certificate::objection_to(ground, claim, part, how, diagrams); };
            if (const auto why = wrong())
            {
                // The check may think of more states where axioms look ahead.
                auto more = certificate::states_reached_from(ground, part.question, how, diagrams);
                if (more)
                    how = std::move(*more);
                ++completed;
                if (!more || how.ends || wrong())
                    refused += "game " + std::to_string(i) + ", " + claim.name + ": " + *why + "\n";
                continue;
            }
            ++(how.ends ? by_layers : closed);
            const Drawn drawn = drawn_up(store, game, claim, result.verdict);
            CHECK(drawn.text.find("by states") != std::string::npos);
            CHECK(objection(store, game, drawn.text) == "");
            // Every state is reached: without one of them, it is not a closed set any more.
            certificate::Diagrams::Node& set =
                how.sets[random.below(static_cast<std::uint32_t>(how.sets.size()))];
            certificate::Diagrams::Node gone = certificate::Diagrams::all;
            for (std::size_t bit = how.bits.atoms.size(); bit-- > 0;)
            {
                const auto one = diagrams.variable(how.bits.level(bit));
                const auto there = diagrams.both(set, gone);
                const auto with = diagrams.both(there, one), without = diagrams.without(there, one);
                const bool high = with != certificate::Diagrams::none &&
                                  (without == certificate::Diagrams::none || random.coin());
                gone = high ? diagrams.both(gone, one) : diagrams.without(gone, one);
            }
            set = diagrams.without(set, gone);
            CHECK(wrong());
            ++altered;
        }
    }
    CAPTURE(closed, by_layers, completed, altered, refused);
    CHECK(closed > 0);
    CHECK(by_layers > 0);
    CHECK(completed * 200 <= closed);
    CHECK(refused.empty());
}

TEST_CASE("A certificate that is changed is rejected, or what it says is still so")
{
    CAPTURE(seed());
    unsigned long rejected = 0, unreadable = 0, still_right = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        Prover prover(store, game, keeping_models());
        std::map<std::string, std::string> verdicts;
        std::vector<std::string> texts;
        for (const Claim& claim : game.claims)
        {
            const ClaimResult result = prover.prove(claim);
            verdicts[claim.name] = word(result.verdict);
            if (is_decided(result.verdict))
                texts.push_back(drawn_up(store, game, claim, result.verdict).text);
        }
        std::erase(texts, "");
        for (const std::string& text : texts)
        {
            for (int k = 0; k < 12; ++k)
            {
                const std::string changed = mutated(random, game, text);
                CAPTURE(i, text, changed);
                const std::string why = objection(store, game, changed);
                unreadable += why.starts_with("unreadable") ? 1U : 0U;
                rejected += why.empty() || why.starts_with("unreadable") ? 0U : 1U;
                if (!why.empty())
                    continue;
                const auto heading = certificate::read_heading({"it", changed});
                REQUIRE(heading);
                const std::string& is = verdicts.at(heading->claim);
                const std::string says = heading->proved ? "proved" : "refuted";
                // What the prover leaves open may be shown by chance.
                CHECK((is == says || is == "undecided" || (is == "holds" && heading->proved)));
                ++still_right;
            }
        }
    }
    CAPTURE(rejected, unreadable, still_right);
    CHECK(rejected > 0);
    CHECK(unreadable > 0);
    CHECK(still_right > 0);
}

TEST_CASE("A certificate that is cut off anywhere is no certificate")
{
    CAPTURE(seed());
    for (unsigned long i = 0; i < sample_count(100); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        Prover prover(store, game, keeping_models());
        for (const Claim& claim : game.claims)
        {
            const ClaimResult result = prover.prove(claim);
            if (!is_decided(result.verdict))
                continue;
            const std::string text = drawn_up(store, game, claim, result.verdict).text;
            for (std::size_t size = 0; size < text.size(); ++size)
            {
                CAPTURE(i, claim.name, size);
                CHECK(objection(store, game, text.substr(0, size)).starts_with("unreadable"));
            }
        }
    }
}
