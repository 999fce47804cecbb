#include "logic/language/reader.hpp"
#include "prover/verdicts/words.hpp"
#include "tests/prover/checker/certificate_check.hpp"
#include "tests/prover/random_claims.hpp"
#include "tests/random.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace sgl;
using namespace sgl::testing;
using certificate::CertificateText;

namespace
{

/// No model of the axioms has such a state.
bool is_impossible(FormulaStore& store, const Game& game, Formula state)
{
    Claim claim;
    claim.kind = ClaimKind::Theorem;
    claim.formula = store.negation(state);
    Prover prover(store, game, {});
    return std::holds_alternative<Proved>(prover.prove(claim).verdict);
}

} // namespace

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
            const CertificateText drawn = certify(store, game, claim, result.verdict);
            if (!drawn.text.empty())
            {
                CHECK(objection(store, game, drawn.text) == "");
                ++with;
                continue;
            }
            ++without;
            missing += "game " + std::to_string(i) + ", " + claim.name + ", " +
                       word(result.verdict) + ": " + text(drawn.why_not) + "\n";
        }
    }
    CAPTURE(with, missing);
    CHECK(with > 0);
    CHECK(without * 2000 <= with);
}

TEST_CASE("The states that an engine reached are accepted as they are, and no fewer")
{
    CAPTURE(seed());
    const auto [engine, name] = GENERATE(table<Engine, std::string>(
        {{Engine::Diagrams, "diagrams"}, {Engine::Enumeration, "enumeration"}}));
    CAPTURE(name);
    std::string refused;
    unsigned long closed = 0, by_layers = 0, completed = 0, altered = 0, impossible = 0;
    for (unsigned long i = 0; i < sample_count(2'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, i % 2 == 1);
        ProveOptions options = keeping_models();
        options.engine = engine;
        Prover prover(store, game, options);
        const Rules rules = read_rules(store, game);
        const Budget budget(20);
        const certificate::GameUnderCheck ground{store, game, rules, budget};
        for (const Claim& claim : game.claims)
        {
            CAPTURE(i, claim.name, word(claim.kind));
            const ClaimResult result = prover.prove(claim);
            const auto* proved = std::get_if<Proved>(&result.verdict);
            if (proved == nullptr || word(proved->method) != name || proved->play)
                continue;
            REQUIRE_FALSE(proved->reached.empty());
            const StateDiagrams& found = *proved->reached.front();
            const certificate::ClaimPart part = certificate::parts_of(store, game, claim).back();
            certificate::Bdds diagrams(budget, 1'000'000);
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
                const bool is_completed = more && !how.ends && !wrong();
                // Or else another certificate says how far the axioms look ahead.
                const CertificateText other = certify(store, game, claim, result.verdict);
                if (!is_completed &&
                    (other.text.empty() || objection(store, game, other.text) != ""))
                    refused += "game " + std::to_string(i) + ", " + claim.name + ": " + *why + "\n";
                continue;
            }
            const bool skips = how.ends && found.any_later;
            ++(how.ends ? by_layers : closed);
            const CertificateText drawn = certify(store, game, claim, result.verdict);
            CHECK(drawn.text.find("by states") != std::string::npos);
            CHECK(objection(store, game, drawn.text) == "");
            // Every state is reached, or impossible: without one that is not impossible, it is not
            // a closed set any more. Where moves lead to any later layer, all states are in the
            // first set, initial or not.
            certificate::Bdds::Node& set =
                skips ? how.sets.back()
                      : how.sets[random.below(static_cast<std::uint32_t>(how.sets.size()))];
            certificate::Bdds::Node gone = certificate::Bdds::all;
            Formula state = store.top();
            for (std::size_t bit = how.bits.atoms.size(); bit-- > 0;)
            {
                const auto one = diagrams.variable(how.bits.level(bit));
                const auto there = diagrams.both(set, gone);
                const auto with = diagrams.both(there, one), without = diagrams.without(there, one);
                const bool high = with != certificate::Bdds::none &&
                                  (without == certificate::Bdds::none || random.coin());
                gone = high ? diagrams.both(gone, one) : diagrams.without(gone, one);
                const Formula atom = how.bits.atoms[bit];
                state = store.conjunction(state, high ? atom : store.negation(atom));
            }
            set = diagrams.without(set, gone);
            if (wrong())
                ++altered;
            else
            {
                ++impossible;
                CHECK(is_impossible(store, game, state));
            }
        }
    }
    CAPTURE(closed, by_layers, completed, altered, impossible, refused);
    CHECK(closed > 0);
    CHECK(by_layers > 0);
    CHECK(impossible * 50 <= altered);
    CHECK(completed * 20 <= closed);
    CHECK(refused.empty());
}

TEST_CASE("Claims that rest on the axioms in more than one way have certificates")
{
    const auto [about, text] = GENERATE(table<std::string, std::string>({
        {"what is open, but not in initial states",
         R"(agents x
fluent p
action go by x
axiom start: initial -> terminal & p
axiom legality: legal(go) <-> !terminal
axiom same: next p <-> p
strategy s for x = does(go)
claim ends: x achieves p by s
)"},
        {"legal moves are those that lead somewhere",
         R"(agents x
fluent p
action a by x
action b by x
action c by x
axiom start: initial -> !p
axiom end: terminal <-> p
axiom a: legal(a) <-> !terminal
axiom b: legal(b) <-> !terminal
axiom c: legal(c) <-> !terminal & [a] !p
strategy s for x = legal(a) & does(a) | legal(b) & does(b) | legal(c) & does(c)
claim one: s is deterministic
)"},
        {"no state satisfies the axioms with what they say of those that follow",
         R"(agents x, o
fluent p, q
action a by x
action b by o
axiom start: initial -> !p & q
axiom end: terminal <-> p
axiom a: legal(a) <-> !terminal
axiom more: does(a) & q -> next !q & next p
axiom ahead: !q -> [a] [a] q
axiom whatever: [a] p
strategy s for x = does(a)
claim never: always p & q
claim det: s is deterministic
)"},
        {"an initial state is said to lead where no move leads",
         R"(agents x
fluent p
action a by x
axiom end: terminal <-> false
axiom a: legal(a) <-> true
axiom on: next p <-> true
axiom start: initial -> [a] !p
claim never: always p & !p
)"},
    }));
    CAPTURE(about);
    FormulaStore store;
    const auto reader = GameReader::read(store, Source{"game.sgl", text});
    REQUIRE(reader);
    const Game& game = reader->game();
    for (const Claim& claim : game.claims)
    {
        CAPTURE(claim.name);
        const ClaimResult result = Prover(store, game, keeping_models()).prove(claim);
        REQUIRE(is_decided(result.verdict));
        const CertificateText drawn = certify(store, game, claim, result.verdict);
        CHECK(drawn.why_not.empty());
        CHECK(objection(store, game, drawn.text).empty());
    }
}

TEST_CASE(
    "Where plays to a state differ in length, what an enumeration reached shows that they end")
{
    FormulaStore store;
    const auto reader = GameReader::read(store, Source{"steps.sgl", R"(agents x, o
fluent at(0..6), turn(agent)
action go(i: agent, 1..2) by i
axiom start: initial -> at(0) & (all i in 1..6: !at(i)) & turn(x) & !turn(o)
axiom end: terminal <-> at(5) | at(6)
axiom legality: for i in agent, d in 1..2: legal(go(i,d)) <-> turn(i) & !terminal
axiom places: for j in 2..6: next at(j) <-> (any d in 1..2, i in agent where j >= d: at(j-d) & does(go(i,d)))
axiom one: next at(1) <-> at(0) & (any i in agent: does(go(i,1)))
axiom none: next at(0) <-> false
axiom turns: for i in agent: next turn(i) <-> !turn(i)
strategy step(i: agent) for i = any d in 1..2: does(go(i,d))
claim ends: x, o achieve at(5) | at(6) by step(x), step(o)
)"});
    REQUIRE(reader);
    const Game& game = reader->game();
    ProveOptions options = keeping_models();
    options.engine = Engine::Enumeration;
    const ClaimResult result = Prover(store, game, options).prove(game.claims.front());
    const auto* proved = std::get_if<Proved>(&result.verdict);
    REQUIRE(proved != nullptr);
    REQUIRE(proved->reached.size() == 1);
    CHECK(proved->reached.front()->any_later);
    const Rules rules = read_rules(store, game);
    const Budget budget(20);
    const certificate::GameUnderCheck ground{store, game, rules, budget};
    const certificate::ClaimPart part =
        certificate::parts_of(store, game, game.claims.front()).back();
    certificate::Bdds diagrams(budget, 1'000'000);
    const auto how = certificate::states_of(*proved->reached.front(), true, diagrams);
    CHECK(how.sets.size() == 6); // by steps of one
    const auto wrong = [&](const certificate::ByStates& changed)
    { return objection_to(ground, game.claims.front(), part, changed, diagrams); };
    CHECK_FALSE(wrong(how));
    for (std::size_t i = 0; i < how.sets.size(); ++i)
    {
        auto changed = how;
        changed.sets.erase(changed.sets.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(wrong(changed));
    }
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
                texts.push_back(certify(store, game, claim, result.verdict).text);
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
            const std::string text = certify(store, game, claim, result.verdict).text;
            for (std::size_t size = 0; size < text.size(); ++size)
            {
                CAPTURE(i, claim.name, size);
                CHECK(objection(store, game, text.substr(0, size)).starts_with("unreadable"));
            }
        }
    }
}
