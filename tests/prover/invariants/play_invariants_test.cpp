// Invariants of complying plays, found from what the strategies do.

#include "prover/invariants/play_invariants.hpp"

#include "logic/language/reader.hpp"
#include "prover/claims/claim_parts.hpp"
#include "prover/claims/recommendation.hpp"
#include "prover/reduction/theory.hpp"
#include "tests/brute_force.hpp"
#include "tests/games.hpp"
#include "tests/prover/checker/certificate_check.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sgl;
using namespace sgl::testing;

namespace
{

/// Text in which each `from` is `to`.
void replace_all(std::string& text, const std::string& from, const std::string& to)
{
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

using Parameters = std::vector<std::pair<std::string, std::int64_t>>;

ReadOptions with(Parameters parameters)
{
    ReadOptions options;
    options.parameters = std::move(parameters);
    return options;
}

/// The question of a claim about plays, as the checker understands it.
std::optional<Question> question_of(FormulaStore& store, const Game& game, const Claim& claim)
{
    if (certificate::is_about_all_states(claim) || !certificate::parts_prove(claim))
        return std::nullopt;
    const auto parts = certificate::parts_of(store, game, claim);
    if (parts.size() != 1 || parts[0].theorem || parts[0].question.must_end)
        return std::nullopt;
    return parts[0].question;
}

} // namespace

TEST_CASE("What is kept of random plays is true in every state that complying plays reach")
{
    CAPTURE(seed());
    unsigned long checked = 0, excluded = 0, excluded_in_error = 0;
    for (unsigned long i = 0; i < sample_count(4'000); ++i)
    {
        Random random(seed() + i);
        FormulaStore store;
        const Game game = random_game_with_claims(random, store, false);
        for (const Claim& claim : game.claims)
        {
            std::optional<Question> question = question_of(store, game, claim);
            if (!question)
                continue;
            BruteForce judge(store, game);
            if (!judge.decide(claim))
                continue;
            if (!question->profile.empty())
                question->stuck = nothing_recommended(store, game.frame, question->profile[0].moves,
                                                      question->profile[0].agent);
            Theory theory(store, game);
            const Budget budget(20);
            const PlayInvariants found = find_play_invariants(
                theory, *question, random.coin() ? CandidateKind::Clauses : CandidateKind::Gates,
                budget);
            CAPTURE(i, claim.name);
            const auto holds = [&](Formula f)
            {
                Claim about = claim;
                about.kind = question->profile.empty() ? ClaimKind::Always : ClaimKind::If;
                about.strategies = question->profile;
                about.formula = f;
                return judge.decide(about)->holds;
            };
            for (const Formula f : found.formulas)
            {
                CHECK(holds(f));
                ++checked;
            }
            if (found.excludes_stuck && question->stuck)
                CHECK(holds(store.negation(question->stuck)));
            if (!found.excludes_bad)
                continue;
            ++excluded;
            excluded_in_error += judge.decide(claim)->holds ? 0U : 1U;
        }
    }
    CAPTURE(checked, excluded);
    CHECK(excluded_in_error == 0);
    CHECK(checked > 0);
    CHECK(excluded > 0);
}

TEST_CASE("Strategies that answer are proved without an invariant in the file, and certified")
{
    const auto [name, parameters] = GENERATE(table<std::string, Parameters>({
        {"pairs.sgl", {{"n", 5}}},
        {"mirror.sgl", {{"n", 5}, {"k", 4}}},
        {"draw.sgl", {}},
        {"draw5.sgl", {}},
        {"follow.sgl", {{"w", 5}, {"h", 4}}},
        {"mutex.sgl", {{"n", 5}}},
        {"cram.sgl", {}},
    }));
    FormulaStore store;
    const auto reader = GameReader::read(store, bench_game(name), with(parameters));
    REQUIRE(reader);
    const Game& game = reader->game();
    ProveOptions options = keeping_models();
    options.engine = Engine::Induction;
    Prover prover(store, game, options);
    for (const Claim& claim : game.claims)
    {
        CAPTURE(name, claim.name);
        const ClaimResult result = prover.prove(claim);
        const auto* proved = std::get_if<Proved>(&result.verdict);
        REQUIRE(proved != nullptr);
        CHECK(proved->method == Method::Induction);
        const std::string text = certify(store, game, claim, result.verdict, true).text;
        CHECK(text.find("by clauses induction") != std::string::npos);
        CHECK(objection(store, game, text) == "");
    }
}

TEST_CASE("Where the answer is wrong, no invariant is found, and a play shows it")
{
    Source source = bench_game("pairs.sgl");
    // The answer to a mark in the first pair is a mark in the second.
    replace_all(source.text, "p(x,i,3-j) & does(a(o,i,j))",
                "(any k in Pair where k = i & k > 1: p(x,k,3-j)) & does(a(o,i,j))");
    FormulaStore store;
    const auto reader = GameReader::read(store, source, with({{"n", 4}}));
    REQUIRE(reader);
    Prover prover(store, reader->game(), {});
    for (const Claim& claim : reader->game().claims)
        CHECK(std::holds_alternative<Refuted>(prover.prove(claim).verdict));
}

TEST_CASE("A certificate keeps no formula that its induction does not show")
{
    FormulaStore store;
    const auto reader = GameReader::read(store, bench_game("pairs.sgl"), with({{"n", 3}}));
    REQUIRE(reader);
    const Game& game = reader->game();
    ProveOptions options = keeping_models();
    options.engine = Engine::Induction;
    Prover prover(store, game, options);
    const auto never = std::ranges::find(game.claims, "never", &Claim::name);
    REQUIRE(never != game.claims.end());
    const ClaimResult result = prover.prove(*never);
    const std::string text = certify(store, game, *never, result.verdict, true).text;
    REQUIRE(objection(store, game, text) == "");
    REQUIRE(text.find("by clauses induction 2") != std::string::npos);
    const auto changed = [&](const std::string& from, const std::string& to)
    {
        std::string other = text;
        const std::size_t at = other.find(from);
        REQUIRE(at != std::string::npos);
        other.replace(at, from.size(), to);
        return objection(store, game, other);
    };
    CHECK(changed("induction 2", "induction 1") != "");
    CHECK(changed("induction 2", "invariant 2") != "");
    CHECK(changed("induction 2", "unrolling 2") != "");
    CHECK(changed("\nkept ", "\nkept false\nkept ") != "");
    CHECK(changed("\nkept ", "\nkept p(x,1,1)\nkept ") != "");
    CHECK(changed("\nkept ", "\nkept !p(x,1,1)\nkept ") != "");
    CHECK(changed("\nkept ", "\nkept !") != "");
    CHECK(changed("\nkept ", "\nknown ") != "");
    const std::size_t last = text.rfind("\nkept ");
    CHECK(changed(text.substr(last, text.find('\n', last + 1) - last), "") != "");
}

namespace
{

/// Two counters of n bits step together. That they are equal is an induction over one ply; that one
/// of them is not at its end while the other is at zero follows from it alone.
std::string counters(const std::string& claims)
{
    return "game counters(n = 12)\nagents x\nrange B = 0..n-1\nfluent a(B)\nfluent b(B)\n"
           "action tick, wait by x\n"
           "axiom s: initial -> (all i in B: !a(i) & !b(i))\naxiom e: terminal <-> false\n"
           "axiom l: legal(tick) <-> true\naxiom w: legal(wait) <-> true\n"
           "axiom fa: for i in B: next a(i) <-> "
           "(a(i) <-> !(does(tick) & (all j in B where j < i: a(j))))\n"
           "axiom fb: for i in B: next b(i) <-> "
           "(b(i) <-> !(does(tick) & (all j in B where j < i: b(j))))\n" +
           claims;
}

const std::string same = "claim same: always (all i in B: a(i) <-> b(i))\n";
const std::string never = "claim never: always (all i in B: a(i)) -> (all i in B: b(i))";

std::vector<ClaimResult> results_of(const std::string& text)
{
    FormulaStore store;
    const auto reader = GameReader::read(store, Source{"game.sgl", text});
    INFO(text << (reader ? "" : reader.errors().front().text()));
    REQUIRE(reader);
    ProveOptions options = keeping_models();
    options.engine = Engine::Induction;
    Prover prover(store, reader->game(), options);
    std::vector<ClaimResult> results;
    for (const Claim& claim : reader->game().claims)
    {
        results.push_back(prover.prove(claim));
        const Verdict& verdict = results.back().verdict;
        if (!std::holds_alternative<Proved>(verdict))
            continue;
        const std::string certificate = certify(store, reader->game(), claim, verdict, true).text;
        CAPTURE(claim.name, certificate);
        CHECK(objection(store, reader->game(), certificate) == "");
    }
    return results;
}

bool is_proved(const ClaimResult& result)
{
    return std::holds_alternative<Proved>(result.verdict);
}

} // namespace

TEST_CASE("The order of claims does not change verdicts")
{
    for (const std::string& claims : {same + never + "\n", never + "\n" + same})
    {
        for (const ClaimResult& result : results_of(counters(claims)))
            CHECK(is_proved(result));
    }
}

TEST_CASE("by claim: the claim that is named is shown by the same induction, or said not to be")
{
    const auto shown = results_of(counters(never + " by claim same\n" + same));
    REQUIRE(shown.size() == 2);
    CHECK(is_proved(shown[0]));
    REQUIRE(shown[0].conditions.size() == 1);
    CHECK(shown[0].conditions[0].name == "claim same");
    CHECK(is_proved(shown[0].conditions[0].result));

    const auto of_false = results_of(
        counters("claim c: always a(0) -> b(0) by claim wrong\nclaim wrong: always !a(1)\n"));
    REQUIRE(of_false.size() == 2);
    CHECK(is_proved(of_false[0]));
    CHECK_FALSE(is_proved(of_false[0].conditions.at(0).result));
    CHECK(std::holds_alternative<Refuted>(of_false[1].verdict));
}

TEST_CASE("by claim: what is true of plays with a strategy is not used of all plays")
{
    const auto results =
        results_of(counters("strategy idle for x = does(wait)\n"
                            "claim still: if x plays idle then !a(0)\n"
                            "claim always_still: always !a(0) by claim still\n"
                            "claim fewer: if x plays idle then !b(0) by claim equal\n"
                            "claim equal: always a(0) <-> b(0)\n"));
    REQUIRE(results.size() == 4);
    CHECK(is_proved(results[0]));
    CHECK(std::holds_alternative<Refuted>(results[1].verdict));
    CHECK_FALSE(is_proved(results[1].conditions.at(0).result));
    CHECK(is_proved(results[2]));
    CHECK(is_proved(results[2].conditions.at(0).result));
    CHECK(is_proved(results[3]));
}

TEST_CASE("Whether a strategy is stuck follows from what a proof has shown")
{
    // The strategy has an answer where the board was symmetric before the other's move. (What holds
    // at each checkpoint is the invariant of `by_hand`; two plies lie between checkpoints.)
    FormulaStore store;
    Source source = bench_game("mirror.sgl");
    source.text += R"(
claim by_hand: if x plays s then terminal -> !line(x)
  by invariant turn(o) & !turn(x) & p(x,(n+1)/2,(n+1)/2) & !line(o)
    & (all i, j in C: !(p(x,i,j) & p(o,i,j)))
    & (all i, j in C where i != (n+1)/2 | j != (n+1)/2: p(x,i,j) <-> p(o,n+1-i,n+1-j))
  when turn(o)
)";
    const auto reader = GameReader::read(store, source);
    REQUIRE(reader);
    Prover prover(store, reader->game(), {});
    for (const Claim& claim : reader->game().claims)
    {
        const ClaimResult result = prover.prove(claim);
        CAPTURE(claim.name);
        CHECK(is_proved(result));
        CHECK_FALSE(result.stuck);
        // Nothing was explored for it but states and segments.
        CHECK(std::ranges::none_of(
            result.tried, [](const EngineAttempt& attempt)
            { return attempt.about == "never stuck" && attempt.engine != Method::Reduction; }));
    }
}
